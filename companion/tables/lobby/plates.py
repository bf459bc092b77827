"""What a table shows while its people sit down: who sits where, what is missing, and the way to begin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion import shelf
from companion.engine.game import Game
from companion.engine.scene import NOBODY
from companion.engine.wording import count, listed
from companion.tables import screen
from companion.tables.beside import beside
from companion.tables.lobby.sitting_down import fitting, people
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
    """`missing` says in words who does not sit yet; empty where all do. `count` is how many play.

    `sizes` are with how many it can be played, fewest first: the number to send, how many that is, in words,
    and whether it is laid out so. `without` names the empty seats that stay out of it; `all_of_them` is how
    many play where they do not, on a tablet that goes round.
    """

    plates: tuple[Plate, ...]
    sizes: tuple[tuple[int, int, str, bool], ...]
    count: str
    without: str
    all_of_them: str
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
    game, lent = shelf.game(table.system), table.kind == "open"
    laid = table.laid_out or {}
    first, moving = laid.get(game.begins, ""), draft.get("move", "")
    plates = tuple(_plate(seats, at, first, moving) for at in range(len(seats)))
    fits = fitting(game, [(seat.taken, seat.player) for seat in seats], lent=lent)
    empty = [] if fits is None else [seat for seat in seats if not seat.player and (lent or not seat.taken)]
    everybody = count(len(plates), "player")
    return Lobby(
        plates=plates,
        sizes=_sizes(game, laid),
        count=count(len(plates) - len(empty), "player"),
        without=listed(seat.name for seat in empty),
        all_of_them=everybody if empty and lent else "",
        missing=_missing([seat for seat in seats if seat not in empty]),
        beginner=next((plate.named for plate in plates if plate.begins), ""),
        may_choose=bool(game.begins),
        moving=next((plate for plate in plates if plate.moving), None),
        lent=lent,
    )


def _sizes(game: Game[Any], laid: Mapping[str, Any]) -> tuple[tuple[int, int, str, bool], ...]:
    """The numbers of players to choose from; none where there is no choice."""
    if len(game.sizes) < 2:
        return ()
    sizes = [(n, people(game, size), size) for n, size in enumerate(game.sizes)]
    here = [all(laid.get(key, value) == value for key, value in size.setup.items()) for _, _, size in sizes]
    now = here.index(True) if any(here) else -1
    return tuple(
        sorted(((n, many, size.words, n == now) for n, many, size in sizes), key=lambda each: each[1])
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
