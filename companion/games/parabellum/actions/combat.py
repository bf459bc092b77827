"""Deeds of the Combat phase (specification 5.6)."""

from typing import Literal, NamedTuple

from companion.engine.wire import Json


class Recon(NamedTuple):
    """Find out what an enemy unit is (A4)."""

    player: str
    unit: str
    target: str


class Aim(NamedTuple):
    """What one shot is fired at."""

    place: Literal["unit", "cache"]
    id: str


class Barrage(NamedTuple):
    """Shell units and caches (A5)."""

    player: str
    unit: str
    shots: tuple[Aim, ...]
    rolls: Json


class Attack(NamedTuple):
    """Attack a unit, which may counterattack (A1–A3)."""

    player: str
    unit: str
    target: str
    counter: bool
    rolls: Json


class AttackCache(NamedTuple):
    """Attack loose tokens (R37)."""

    player: str
    unit: str
    square: str
    rolls: Json
