"""Deeds on the map but fighting: movement, deployment, logistics (specification 5.3 to 5.5)."""

from typing import Literal, NamedTuple

from companion.games.parabellum.data import Position, Work
from companion.games.parabellum.state.pieces import Load


class Move(NamedTuple):
    """Walk or drive a path (M1)."""

    player: str
    unit: str
    path: tuple[str, ...]
    position: Position


class Reposition(NamedTuple):
    """Stand elsewhere in the same square (M5)."""

    player: str
    unit: str
    position: Position


class Entrench(NamedTuple):
    """Dig in one layer deeper (M6)."""

    player: str
    unit: str


class DigOut(NamedTuple):
    """Spend the movement phase on becoming mobile again (M6)."""

    player: str
    unit: str


class Extract(NamedTuple):
    """Take a unit off the map (M7)."""

    player: str
    unit: str


class Deploy(NamedTuple):
    """Bring a unit onto the map (M7)."""

    player: str
    unit: str
    square: str
    position: Position


class Transfer(NamedTuple):
    """Hand cargo from one unit to another (L1)."""

    player: str
    source: str
    to: str
    load: Load


class Cache(NamedTuple):
    """Lay tokens on a square (L2)."""

    player: str
    unit: str
    square: str
    load: Load


class PickUp(NamedTuple):
    """Take loose tokens into a unit's cargo (L2, R26)."""

    player: str
    unit: str
    square: str
    load: Load


class Source(NamedTuple):
    """So many tokens out of a unit's cargo or a cache."""

    place: Literal["unit", "cache"]
    id: str
    tokens: int


class Resupply(NamedTuple):
    """Refill a unit's counters (L4)."""

    player: str
    unit: str
    resource: Literal["fuel", "ammunition"]
    sources: tuple[Source, ...]


class Engineer(NamedTuple):
    """Build, clear or bridge (L5, R28)."""

    player: str
    unit: str
    work: Work
    square: str
