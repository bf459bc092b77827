"""What a table shows while its people sit down: who sits where, what is missing, and the way to begin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion import shelf
from companion.engine.scene import NOBODY
from companion.engine.wording import count, listed
from companion.tables import screen
from companion.tables.beside import beside
from companion.tables.models import Table
from companion.tables.pleas import open_requests
from companion.tables.position import Position
from companion.tables.screen import Look
from companion.tables.screen.shown import SeatShown

FEW = 3
"""So many missing people are no longer named one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """A place at the table: who sits there, and what the host may do with it.

    `named` is what to call who sits there, `number` the place, from 1. `moving` is that he is about to
    change places, `may_take` that he may do it with this one.
    """

    seat: SeatShown
    named: str
    number: int
    begins: bool
    moving: bool
    may_take: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """`missing` says in words who does not sit yet; empty where all do. `count` is how many play."""

    plates: tuple[Plate, ...]
    count: str
    missing: str
    beginner: str
    may_choose: bool
    moving: Plate | None
    lent: bool


def page(look: Look) -> dict[str, Any]:
    """The context of the page on which people sit down."""
    table = look.table
    game, seats = shelf.game(table.system), beside(table).seats
    shown = screen.shell(look, Position(game), seats, open_requests(table, look.who, NOBODY))
    return {
        "table": shown,
        "row": table,
        "game": {"slug": game.slug, "title": game.title},
        "lobby": lobby(table, shown.seats, look.draft if look.who.host else {}),
    }


def lobby(table: Table, seats: Sequence[SeatShown], draft: Mapping[str, str]) -> Lobby:
    """The round table."""
    key = shelf.game(table.system).begins
    first, moving = (table.laid_out or {}).get(key, ""), draft.get("move", "")
    plates = tuple(_plate(seats, at, first, moving) for at in range(len(seats)))
    return Lobby(
        plates=plates,
        count=count(len(plates), "player"),
        missing=_missing(seats),
        beginner=next((plate.named for plate in plates if plate.begins), ""),
        may_choose=bool(key),
        moving=next((plate for plate in plates if plate.moving), None),
        lent=table.kind == "open",
    )


def _plate(seats: Sequence[SeatShown], at: int, first: str, moving: str) -> Plate:
    seat = seats[at]
    known = any(each.id == moving for each in seats)
    return Plate(
        seat=seat, named=seat.player or seat.name, number=at + 1,
        begins=seat.id == first, moving=seat.id == moving, may_take=known and seat.id != moving,
    )  # fmt: skip


def _missing(seats: Sequence[SeatShown]) -> str:
    """Whose seat nobody has taken yet, in words; empty where all are."""
    free = [seat for seat in seats if not seat.taken]
    if free and len(free) < FEW and all(seat.player for seat in free):
        return f"{listed(seat.player for seat in free)} must still sit down"
    return f"{count(len(free), 'seat is', 'seats are')} still free".capitalize() if free else ""
