"""The nights that a game proposes for a season: which are played, by whom they were won, which is next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.models import Campaign
from campaigns.series.plays import Play
from companion import shelf
from companion.engine.result import Night, Program
from companion.engine.wire import Json
from companion.tables.models import Entry, Seat


@dataclass(frozen=True, slots=True)
class Row:
    """One night on the season's page; `play` is the evening on which it was played."""

    number: int
    night: Night
    play: Play | None
    is_next: bool


def program_of(campaign: Campaign) -> Program | None:
    """The programme of the series' game, if it has one."""
    return shelf.game(campaign.system).program if campaign.system in shelf.slugs() else None


def night_of(campaign: Campaign, asked: str) -> tuple[int, Night] | None:
    """The night that an address names, with its number; nothing where it names none."""
    program = program_of(campaign)
    number = int(asked) if program and asked.isascii() and asked.isdigit() and len(asked) < 3 else 0
    return (number, program.nights[number - 1]) if program and 0 < number <= len(program.nights) else None


def programme(campaign: Campaign, plays: Sequence[Play]) -> dict[str, Any]:
    """The values of the page: the programme's name, what is carried, its nights."""
    program = program_of(campaign)
    if program is None:
        return {}
    setups = _setups(plays)
    left, rows, is_open = list(plays), list[Row](), False
    for number, night in enumerate(program.nights, 1):
        play = next((each for each in left if _is_of(each, night, setups)), None)
        if play:
            left.remove(play)
        rows.append(Row(number, night, play, play is None and not is_open))
        is_open = is_open or play is None
    return {"program": program, "nights": rows}


def _is_of(play: Play, night: Night, setups: Mapping[int, Json]) -> bool:
    """Whether that evening was this night's: by its table's setup, or by what people called it."""
    table = play.evening.table_id
    if table is None:
        return night.name.casefold() in play.evening.title.casefold()
    return night.is_of(setups.get(table, {}))


def _setups(plays: Sequence[Play]) -> dict[int, Json]:
    """How each evening's table was opened."""
    tables = [play.evening.table_id for play in plays if play.evening.table_id]
    first = Entry.objects.filter(table__in=tables, number=1).values_list("table_id", "action")
    return dict(first)


def turned_sides(plays: Sequence[Play]) -> dict[str, str]:
    """Who sits where tonight, by seat: the sides of the last evening change."""
    last = next((play.evening.table for play in reversed(plays) if play.evening.table_id), None)
    seats = list(Seat.objects.filter(table=last).order_by("place")) if last else []
    people = [seat.player for seat in seats]
    return {seat.chair: name for seat, name in zip(seats, [*people[1:], *people[:1]], strict=True) if name}
