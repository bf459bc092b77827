"""Deeds behind the screen: buying, mustering, loading, selling (specification 5.1, 5.2, 5.7)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.parabellum.data import Position, Resource
from companion.games.parabellum.state.pieces import Load


class Item(NamedTuple):
    """So many cards of one type."""

    unit: str
    quantity: int


class Purchase(NamedTuple):
    """Hire people or buy tokens (S1)."""

    player: str
    resource: Resource
    quantity: int


class PurchaseUnits(NamedTuple):
    """Buy cards out of the binder (S1, R7); `deal` says which number is which type, None: in order (R63)."""

    player: str
    items: tuple[Item, ...]
    deal: Mapping[str, str] | None = None


class Muster(NamedTuple):
    """Staff, fuel and arm a card, and give its miniature a flag (S2, S5)."""

    player: str
    unit: str
    flag: tuple[str, ...]


class Stow(NamedTuple):
    """Load tokens from the reserve into a unit's cargo (S4)."""

    player: str
    unit: str
    load: Load


class Unstow(NamedTuple):
    """Unload tokens from a unit's cargo into the reserve (S4, B1)."""

    player: str
    unit: str
    load: Load


class Board(NamedTuple):
    """Take a transport as a passenger (R22)."""

    player: str
    unit: str
    transport: str


class Alight(NamedTuple):
    """Leave a transport; on the map also where to (R22)."""

    player: str
    unit: str
    square: str | None
    position: Position | None


class Reorganize(NamedTuple):
    """Make one unit of two partial ones (B2)."""

    player: str
    keep: str
    scrap: str


class Disband(NamedTuple):
    """Take a full unit apart; its card stays (B3)."""

    player: str
    unit: str


class Scrap(NamedTuple):
    """Sell a card or a unit back (B4)."""

    player: str
    unit: str
