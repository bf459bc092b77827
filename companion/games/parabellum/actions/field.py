"""Deeds on the map but fighting: movement, deployment, logistics (specification 5.3 to 5.5)."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from companion.engine.reading import integer
from companion.engine.shape import ByHand, Named, Sized
from companion.engine.wire import Json
from companion.games.parabellum.actions.combat import read_aim
from companion.games.parabellum.actions.loading import MOST_LOADED, Loading, Tokens
from companion.games.parabellum.data import Position, Work
from companion.games.parabellum.state.naming import Id, UnitId
from companion.games.parabellum.state.squares import SquareName

LONGEST_LIST = 40


class Move(NamedTuple):
    """Walk or drive a path (M1)."""

    player: Id
    unit: UnitId
    path: Annotated[tuple[SquareName, ...], Sized(1, LONGEST_LIST)]
    position: Position


class Reposition(NamedTuple):
    """Stand elsewhere in the same square (M5)."""

    player: Id
    unit: UnitId
    position: Position


class Entrench(NamedTuple):
    """Dig in one layer deeper (M6)."""

    player: Id
    unit: UnitId


class DigOut(NamedTuple):
    """Spend the movement phase on becoming mobile again (M6)."""

    player: Id
    unit: UnitId


class Extract(NamedTuple):
    """Take a unit off the map (M7)."""

    player: Id
    unit: UnitId


class Deploy(NamedTuple):
    """Bring a unit onto the map (M7)."""

    player: Id
    unit: UnitId
    square: SquareName
    position: Position


@dataclass(frozen=True, slots=True)
class Transfer(Loading):
    """Hand cargo from one unit to another (L1)."""

    player: Id
    source: Annotated[UnitId, Named("from")]
    to: UnitId
    fuel: Tokens
    ammunition: Tokens


@dataclass(frozen=True, slots=True)
class Cache(Loading):
    """Lay tokens on a square (L2)."""

    player: Id
    unit: UnitId
    square: SquareName
    fuel: Tokens
    ammunition: Tokens


@dataclass(frozen=True, slots=True)
class PickUp(Loading):
    """Take loose tokens into a unit's cargo (L2, R26)."""

    player: Id
    unit: UnitId
    square: SquareName
    fuel: Tokens
    ammunition: Tokens


class Source(NamedTuple):
    """So many tokens out of a unit's cargo or a cache."""

    place: Literal["unit", "cache"]
    id: str
    tokens: int


def read_source(value: Json, _: str) -> Source:
    """A source, its place told apart by its key."""
    place, named = read_aim(value, "", ("tokens",))
    return Source(place, named, integer(value["tokens"], "tokens", 1, MOST_LOADED))


class Resupply(NamedTuple):
    """Refill a unit's counters (L4)."""

    player: Id
    unit: UnitId
    resource: Literal["fuel", "ammunition"]
    sources: Annotated[
        tuple[Annotated[Source, ByHand(read_source)], ...], Sized(1, LONGEST_LIST), Named("from")
    ]


class Engineer(NamedTuple):
    """Build, clear or bridge (L5, R28)."""

    player: Id
    unit: UnitId
    work: Work
    square: SquareName
