"""Deeds of the Combat phase (specification 5.6)."""

from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.reading import Reading
from companion.engine.shape import ByHand, Sized
from companion.engine.wire import Json
from companion.games.parabellum.state.naming import Id, UnitId
from companion.games.parabellum.state.squares import SquareName

MOST_SHOTS = 20


class Recon(NamedTuple):
    """Find out what an enemy unit is (A4)."""

    player: Id
    unit: UnitId
    target: UnitId


class Aim(NamedTuple):
    """What one shot is fired at."""

    place: Literal["unit", "cache"]
    id: str


def read_aim(value: Json, _: str = "", more: tuple[str, ...] = ()) -> Aim:
    """A unit or a cache, told apart by its key; `more` keys are for the caller."""
    place: Literal["unit", "cache"] = "cache" if type(value) is dict and "cache" in value else "unit"
    named = Reading.complete(value, (place, *more)).raw(place)
    return Aim(place, shape.read(SquareName if place == "cache" else UnitId, named, place))


class Barrage(NamedTuple):
    """Shell units and caches (A5)."""

    player: Id
    unit: UnitId
    shots: Annotated[tuple[Annotated[Aim, ByHand(read_aim)], ...], Sized(1, MOST_SHOTS)]
    rolls: Json


class Attack(NamedTuple):
    """Attack a unit, which may counterattack (A1–A3)."""

    player: Id
    unit: UnitId
    target: UnitId
    counter: bool
    rolls: Json


class AttackCache(NamedTuple):
    """Attack loose tokens (R37)."""

    player: Id
    unit: UnitId
    square: SquareName
    rolls: Json
