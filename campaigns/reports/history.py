"""The whole campaign as a booklet: its companies, its way, every evening, who was in it, how it stands."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from campaigns.chronicle import Chronicle
from campaigns.reports import pictures
from campaigns.reports.report import names_of
from campaigns.reports.room import Room
from companion.engine.campaign.annals import Deed, Record
from companion.engine.game import Sight
from companion.engine.luck import Throw
from companion.tables.models import Seat

LINE_BY_LINE = 1_500
"""The booklet of a longer campaign tells the turning points alone: each evening's report tells the rest."""
HONOURED = 12
"""How many units the roll of honour names at most."""
FIGHTS, MOST_STARS, LAST = 3, 5, 4
"""Fights for a veteran's star, the most stars, and how many of a unit's last deeds are told."""


def history(room: Room) -> dict[str, Any]:
    """What the booklet's template prints."""
    told, names = room.told, names_of(room.told)
    people = dict(Seat.objects.filter(table=told.table).values_list("chair", "player"))
    card = told.game.campaign
    assert card is not None
    whole = room.on(told.passages)
    records = room.annals.records(told.passages, room.sees)
    throws = room.annals.throws(told.passages)
    costly = {each.number for each in room.annals.losses(told.passages)}
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
        "careers": [(names[each.seat], career(each, told, costly)) for each in honoured(records)],
        "tree": pictures.tree(told),
        "turning": pictures.turned(told, whole.turning),
        "purses": pictures.purses(told),
        "throws": [(names[each.by], words, each) for words, each in extremes(throws)],
        "ranks": [(names[rank.seat], rank) for rank in room.annals.ranks(told.state, room.sees)],
    }


def honoured(records: tuple[Record, ...]) -> list[Record]:
    """The units that took most, those alike by how often they fought; none that took nobody."""
    best = sorted((each for each in records if each.felled), key=lambda each: (-each.felled, -each.fights))
    return best[:HONOURED]


class Career(NamedTuple):
    """A unit's life in the book: on which evenings it fought or was seen, its stars, its deeds."""

    record: Record
    evenings: Sequence[int]
    stars: range
    deeds: Sequence[Deed]


def career(record: Record, told: Chronicle, costly: Collection[int]) -> Career:
    """What is told of a unit: its fights that cost somebody people, and how it ended or where it is.

    A veteran bears a star for every three fights that it was in.
    """
    numbers = {deed.number for deed in record.deeds}
    evenings = [
        each.number for each in told.evenings if numbers & {passage.number for passage in told.of(each)}
    ]
    deeds = [deed for deed in record.deeds if deed.number in costly] or record.deeds[-1:]
    return Career(record, evenings, range(min(MOST_STARS, record.fights // FIGHTS)), deeds[-LAST:])


def extremes(throws: Sequence[Throw]) -> Iterator[tuple[str, Throw]]:
    """The throw that came off best beyond what was to be expected, and the one that fell shortest."""
    if throws:
        yield "The best throw", max(throws, key=lambda each: each.got - each.expected)
        yield "The worst throw", min(throws, key=lambda each: each.got - each.expected)
