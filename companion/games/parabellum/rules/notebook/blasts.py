"""Who threw dice under shells and beside caches that went up, read off the dice alone (A5, L3, R38).

Neither cards nor people are looked at: whoever stood there threw as many dice as lie on the table.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine.wire import Json
from companion.games.parabellum.data import DICE
from companion.games.parabellum.procedures.caches.explosions import Bystander, Combat, Thrown, explode
from companion.games.parabellum.procedures.combat.shots import shoot
from companion.games.parabellum.rules.field import cover_of, on
from companion.games.parabellum.state.table import State

type Standing = tuple[str, Sequence[int]]
"""A unit, and the dice that it threw."""


class Struck(NamedTuple):
    """Who threw dice, and the map once those are gone whom they did not save."""

    thrown: tuple[Standing, ...]
    state: State


def shelled(state: State, shots: Json, rolls: Json) -> Iterator[Standing]:
    """Everybody who threw dice in a barrage, shot by shot."""
    for aim, dice in zip(shots, rolls, strict=True):
        if dice is None:
            continue
        struck = _shot(state, aim["unit"], dice) if "unit" in aim else _at_cache(state, aim["cache"], dice)
        yield from struck.thrown
        state = struck.state


def _shot(state: State, unit: str, dice: Json) -> Struck:
    hit = shoot(dice["artillery"], dice["defense"], cover_of(state, unit)).hit
    gone = hit and len(dice["defense"]) == 1
    return Struck(((unit, dice["defense"]),), state.without_unit(unit) if gone else state)


def _at_cache(state: State, square: str, dice: Json) -> Struck:
    return blown_up(state, square, dice["explosions"])


def blown_up(state: State, square: str, rolls: Json) -> Struck:
    """Everybody near a cache that goes up, and near those that it sets off."""
    if not rolls:
        return Struck((), state)
    left, thrown = iter(rolls), list[tuple[str | None, Sequence[int]]]()

    def dice(combat: Combat) -> Thrown:
        entry = next(left)
        thrown.append((combat.unit, entry["defense"]))
        return entry["attack"], entry["defense"]

    around = [
        Bystander(unit, on(each), 1, DICE[-1], cover_of(state, unit))
        for unit, each in state.units.items()
        if each.where == "map"
    ]
    exploded = explode(state.caches, around, square, dice, state.options.metric)
    state = state.changed(caches=dict(exploded.caches))
    for unit in exploded.destroyed:
        state = state.without_unit(unit)
    return Struck(tuple((unit, faces) for unit, faces in thrown if unit is not None), state)
