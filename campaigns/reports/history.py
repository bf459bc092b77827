"""The whole campaign as a booklet: its companies, its way, every evening, who was in it, how it stands."""

from typing import Any

from campaigns.reports.report import names_of
from campaigns.reports.room import Room
from companion.engine.campaign.annals import Record
from companion.engine.game import Sight
from companion.tables.models import Seat

LINE_BY_LINE = 1_500
"""The booklet of a longer campaign tells the turning points alone: each evening's report tells the rest."""
HONOURED = 12
"""How many units the roll of honour names at most."""


def history(room: Room) -> dict[str, Any]:
    """What the booklet's template prints."""
    told, names = room.told, names_of(room.told)
    people = dict(Seat.objects.filter(table=told.table).values_list("chair", "player"))
    card = told.game.campaign
    assert card is not None
    whole = room.on(told.passages)
    records = room.annals.records(told.passages, room.sees)
    return {
        "campaign": room.campaign,
        "headline": told.table.headline,
        "game": told.game,
        "sides": [(side, people.get(side.seat, "")) for side in card.sides(told.state, Sight())],
        "stages": [(stage, room.in_short(room.lines_of(stage))) for stage in room.stages],
        "evenings": [(evening, room.on(told.of(evening))) for evening in told.evenings],
        "whole": whole,
        "line_by_line": whole.lines <= LINE_BY_LINE,
        "fell": room.in_short(told.passages).fallen,
        "honours": [(names[each.seat], each) for each in honoured(records)],
        "fallen": [(names[each.seat], each) for each in records if each.place == "gone"],
        "ranks": [(names[rank.seat], rank) for rank in room.annals.ranks(told.state, room.sees)],
    }


def honoured(records: tuple[Record, ...]) -> list[Record]:
    """The units that took most, those alike by how often they fought; none that took nobody."""
    best = sorted((each for each in records if each.felled), key=lambda each: (-each.felled, -each.fights))
    return best[:HONOURED]
