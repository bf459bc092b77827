"""From where a unit can attack: the cheapest way to each target (6.3)."""

from collections.abc import Iterator, Mapping

from companion.engine.squares import row_of
from companion.games.proelii.data import DISTANT, ENTRY
from companion.games.proelii.procedures.field.binding import stops
from companion.games.proelii.procedures.field.paths import Walk, Way, ways
from companion.games.proelii.state.ground import (
    CORNERS,
    FIRST_ROW,
    FORWARD,
    STRAIGHT,
    is_square,
    neighbours,
    step_from,
)
from companion.games.proelii.state.table import State
from companion.games.proelii.state.unit import Unit

STAYING = Way(0, ())


def strike_targets(state: State, name: str, mp: int, energy: int) -> Mapping[str, str]:
    """The enemies that a unit can strike or push from a square, each with that square."""
    unit = state.units[name]
    if unit.energy < energy:
        return {}
    there = dict(ways(Walk(state, name, mp)))
    there[unit.at] = STAYING
    found = {}
    for target, enemy in state.units.items():
        if enemy.side != unit.side and is_square(enemy.at):
            near = neighbours(enemy.at, state.board.columns, state.options.adjacency)
            froms = [(there[at], at) for at in near if at in there]
            if froms:
                found[target] = min(froms)[1]
    return found


def charge_targets(state: State, name: str) -> Mapping[str, str]:
    """The enemies that a unit can charge, each with the square where the way to it ends."""
    found = charges(Walk(state, name, state.units[name].kind.mp - 1))
    return {target: way.path[-1] for target, way in found.items()}


def charges(walk: Walk) -> Mapping[str, Way]:
    """The cheapest way to every enemy that a unit can charge."""
    unit, there = walk.unit, dict(ways(walk))
    there[unit.at] = STAYING
    found = {}
    for target, enemy in walk.state.units.items():
        barred = unit.type == "cavalry" and enemy.type == "war_elephants"
        if enemy.side != unit.side and is_square(enemy.at) and not barred:
            each = list(_approaches(walk, there, enemy))
            if each:
                found[target] = min(each)
    return found


def _approaches(walk: Walk, there: Mapping[str, Way], enemy: Unit) -> Iterator[Way]:
    """The ways whose last step points at an enemy."""
    state, unit = walk.state, walk.unit
    steps = STRAIGHT + CORNERS if state.options.adjacency == "all" else STRAIGHT
    for step in steps:
        back = (-step[0], -step[1])
        end = step_from(enemy.at, back, state.board.columns)
        if end is None or not walk.is_free(end):
            continue
        before = _before(unit, end, step, step_from(end, back, state.board.columns))
        way = there.get(before) if before else None
        if way is None or way.mp + 1 > walk.mp or (way.path and stops(state, unit, way.path[-1])):
            continue
        yield Way(way.mp + 1, (*way.path, end))


def _before(unit: Unit, end: str, step: tuple[int, int], square: str | None) -> str | None:
    """Where the last step begins: a square, or the Entry Position for the step straight out of it."""
    straight = step == (0, FORWARD[unit.side]) and row_of(end) == FIRST_ROW[unit.side]
    if straight and unit.at in (ENTRY, DISTANT):
        return ENTRY
    return square
