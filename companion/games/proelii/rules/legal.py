"""What may be done now, entry by entry, and whence a unit can attack (6.1, 6.3)."""

from collections.abc import Callable, Iterator, Mapping

from companion.engine.squares import row_of
from companion.engine.wire import Json
from companion.games.proelii.actions import Orders
from companion.games.proelii.data import DISTANT, ENTRY
from companion.games.proelii.procedures.combat import Melee
from companion.games.proelii.procedures.energy import conversions, open_sources
from companion.games.proelii.procedures.field import (
    Walk,
    Way,
    attached,
    binders,
    escaping,
    reached,
    stops,
    ways,
)
from companion.games.proelii.rules import course, movement
from companion.games.proelii.rules.movement import eligible, exchanges
from companion.games.proelii.state import (
    CORNERS,
    FIRST_ROW,
    FORWARD,
    STRAIGHT,
    State,
    Unit,
    is_square,
    neighbours,
    step_from,
)

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


type Entry = dict[str, Json]
DONE: Entry = {"type": "done"}
CLOSE: Entry = {"type": "close"}


def legal(state: State) -> list[Entry]:
    """All entries; surrender, stalemate and `adjust` are possible before the end and not listed."""
    if state.is_over or state.step is None:
        return []
    found = STEPS[state.step](state)
    return sorted(found, key=lambda each: (each["type"], each.get("unit", ""), each.get("units", [])))


def _deploy(state: State) -> Iterator[Entry]:
    for name, unit in state.army(state.on_move):
        if unit.at != "distant" and (to := movement.free_places(state, unit)):
            yield {"type": "deploy", "unit": name, "to": to}
    yield DONE


def _march(state: State) -> Iterator[Entry]:
    if units := movement.could_march(state, state.on_move):
        yield {"type": "march", "units": units}
    yield DONE


def _start_moves(state: State) -> Iterator[Entry]:
    for name, unit in state.army(state.on_move):
        if movement.may_start_move(state, name, unit) and (to := _to(state, name, unit.kind.mp)):
            yield {"type": "start_move", "unit": name, "to": to}
    yield DONE


def _to(state: State, name: str, mp: int) -> list[str]:
    return list(reached(Walk(state, name, mp)))


def _detachment(state: State) -> Iterator[Entry]:
    side = state.on_move
    for name in escaping(state, side):
        attackers = [each for each in binders(state, name) if _strikes(state, each)]
        if to := _to(state, name, 2 * state.units[name].kind.mp):
            yield {"type": "escape", "unit": name, "to": to, "attackers": attackers}
    if not course.must_escape(state, side):
        yield DONE


def _strikes(state: State, name: str) -> bool:
    return state.units[name].has_energy and not state.units[name].inactive


def _movement(state: State) -> Iterator[Entry]:
    side = state.on_move
    activation = state.open[side]
    if activation is not None:
        if to := _to(state, activation.unit, activation.mp):
            yield {"type": "move", "unit": activation.unit, "to": to}
        yield {"type": "halt"}
        return
    for name in eligible(state, side):
        yield from _activations(state, name)


def _activations(state: State, name: str) -> Iterator[Entry]:
    unit = state.units[name]
    if to := _to(state, name, 2 * unit.kind.mp):
        yield {"type": "escape", "unit": name, "to": to, "attackers": []}
    if to := _to(state, name, unit.kind.mp):
        yield {"type": "move", "unit": name, "to": to}
    yield {"type": "pass", "unit": name}
    for ability in unit.kind.abilities:
        if ability in TARGETS and (targets := TARGETS[ability](state, name)):
            listed = [{"target": target, "from": at} for target, at in sorted(targets.items())]
            yield {"type": ability, "unit": name, "targets": listed}


TARGETS: Mapping[str, Callable[[State, str], Mapping[str, str]]] = {
    "hit_and_run": lambda state, name: strike_targets(state, name, state.units[name].kind.mp, 50),
    "charge": charge_targets,
    "push_out": lambda state, name: strike_targets(state, name, state.units[name].kind.mp - 1, 25),
}


def _exchange(state: State) -> Iterator[Entry]:
    yield from ({"type": "exchange", "units": list(pair)} for pair in exchanges(state, state.on_move))
    yield DONE


def _roll(state: State) -> Iterator[Entry]:
    for name, unit in state.units.items():
        if course.may_roll(state, unit):
            yield {"type": "roll", "unit": name}
        elif unit.is_living and (sources := open_sources(state, unit)):
            yield {"type": "reroll", "unit": name, "sources": sources}
    yield CLOSE


def _cancel(state: State) -> Iterator[Entry]:
    able = (name for name, unit in state.units.items() if course.may_cancel(state, unit))
    yield from ({"type": "cancel", "unit": name} for name in able)
    yield CLOSE


def _convert(state: State) -> Iterator[Entry]:
    for name, unit in state.units.items():
        if kinds := conversions(state, unit):
            yield {"type": "convert", "unit": name, "kinds": kinds}
    yield CLOSE


def _losses(state: State) -> Iterator[Entry]:
    near = {name: attached(state, name) for name in state.ids if state.units[name].is_living}
    melee = Melee(state, near, Orders())
    listed = [
        {"unit": name, "swords": state.units[name].swords, "targets": melee.targets(name)}
        for name in course.strikers(state)
    ]
    yield {"type": "losses", "strikers": listed}


def _advance(state: State) -> Iterator[Entry]:
    for name in sorted({each.unit for each in state.may_advance}):
        yield {"type": "advance", "unit": name, "to": [e.to for e in state.may_advance if e.unit == name]}
    yield CLOSE


STEPS: Mapping[str, Callable[[State], Iterator[Entry]]] = {
    "deploy": _deploy,
    "march": _march,
    "start_moves": _start_moves,
    "detachment": _detachment,
    "movement": _movement,
    "exchange": _exchange,
    "roll": _roll,
    "cancel": _cancel,
    "convert": _convert,
    "losses": _losses,
    "advance": _advance,
}
