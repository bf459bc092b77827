"""Deeds behind the screen: buying, mustering, loading, selling (specification 5.1, 5.2, 5.7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.shape import Between, Given, Sized, Then
from companion.games.parabellum.actions.field import LONGEST_LIST
from companion.games.parabellum.actions.loading import Loading, Tokens
from companion.games.parabellum.data import Position, Resource
from companion.games.parabellum.state.naming import Id, UnitId, UnitNumber
from companion.games.parabellum.state.pieces import LONGEST_FLAG, UnitName, UnitNote
from companion.games.parabellum.state.squares import SquareName

MOST_BOUGHT, MOST_CARDS = 9999, 999


class Item(NamedTuple):
    """So many cards of one type."""

    unit: Id
    quantity: Annotated[int, Between(1, MOST_CARDS)]


class Purchase(NamedTuple):
    """Hire people or buy tokens (S1)."""

    player: Id
    resource: Resource
    quantity: Annotated[int, Between(1, MOST_BOUGHT)]


def dealt(deal: Mapping[str, str], _: Mapping[str, Any]) -> Mapping[str, str]:
    """A deal that was read, if it deals something."""
    if not deal:
        raise InvalidInput("", "At least one card is dealt; leave the deal out, and the app deals.")
    return deal


class PurchaseUnits(NamedTuple):
    """Buy cards out of the binder (S1, R7); `deal` says which number is which type, None: in order (R63)."""

    player: Id
    resource: Literal["units"]
    items: Annotated[tuple[Item, ...], Sized(1, LONGEST_LIST)]
    deal: Annotated[Annotated[Mapping[UnitNumber, Id], Then(dealt)] | None, Given] = None


class Muster(NamedTuple):
    """Staff, fuel and arm a card, and give its miniature a flag (S2, S5)."""

    player: Id
    unit: UnitId
    flag: Annotated[tuple[Id, ...], Sized(1, LONGEST_FLAG)]


@dataclass(frozen=True, slots=True)
class Stow(Loading):
    """Load tokens from the reserve into a unit's cargo (S4)."""

    player: Id
    unit: UnitId
    fuel: Tokens
    ammunition: Tokens


@dataclass(frozen=True, slots=True)
class Unstow(Loading):
    """Unload tokens from a unit's cargo into the reserve (S4, B1)."""

    player: Id
    unit: UnitId
    fuel: Tokens
    ammunition: Tokens


class Board(NamedTuple):
    """Take a transport as a passenger (R22)."""

    player: Id
    unit: UnitId
    transport: UnitId


class Alight(NamedTuple):
    """Leave a transport; on the map also where to (R22)."""

    player: Id
    unit: UnitId
    square: Annotated[SquareName | None, Given] = None
    position: Annotated[Position | None, Given] = None


class Reorganize(NamedTuple):
    """Make one unit of two partial ones (B2)."""

    player: Id
    keep: UnitId
    scrap: UnitId


class Disband(NamedTuple):
    """Take a full unit apart; its card stays (B3)."""

    player: Id
    unit: UnitId


class Scrap(NamedTuple):
    """Sell a card or a unit back (B4)."""

    player: Id
    unit: UnitId


class Name(NamedTuple):
    """Give a unit a name and a line of the commander's notes; None leaves as it is, empty takes it back."""

    player: Id
    unit: UnitId
    name: Annotated[UnitName | None, Given] = None
    note: Annotated[UnitNote | None, Given] = None


def naming(action: Name, _: Mapping[str, Any]) -> Name:
    """A naming that was read, if it says something."""
    if action.name is None and action.note is None:
        raise InvalidInput("", "Say a name or a note; empty takes it back.")
    return action
