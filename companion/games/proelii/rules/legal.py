"""What may be done now, entry by entry (specification 6.3): the one place that says what is possible."""

from collections.abc import Callable, Iterator, Mapping

from companion.engine.wire import Json
from companion.games.proelii.procedures.energy.gains import conversions
from companion.games.proelii.procedures.field.binding import attached, binders, escaping
from companion.games.proelii.procedures.field.paths import Walk, reached
from companion.games.proelii.procedures.fights.losses import Melee
from companion.games.proelii.procedures.rerolls import open_sources
from companion.games.proelii.rules import combat, course, starting
from companion.games.proelii.rules.activating import eligible
from companion.games.proelii.rules.aiming import charge_targets, strike_targets
from companion.games.proelii.rules.moving import exchanges
from companion.games.proelii.state.orders import Orders
from companion.games.proelii.state.table import State

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
        if unit.at != "distant" and (to := starting.free_places(state, unit)):
            yield {"type": "deploy", "unit": name, "to": to}
    yield DONE


def _march(state: State) -> Iterator[Entry]:
    if units := starting.could_march(state, state.on_move):
        yield {"type": "march", "units": units}
    yield DONE


def _start_moves(state: State) -> Iterator[Entry]:
    for name, unit in state.army(state.on_move):
        if starting.may_start_move(state, name, unit) and (to := _to(state, name, unit.kind.mp)):
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
        if combat.may_roll(state, unit):
            yield {"type": "roll", "unit": name}
        elif unit.is_living and (sources := open_sources(state, unit)):
            yield {"type": "reroll", "unit": name, "sources": sources}
    yield CLOSE


def _cancel(state: State) -> Iterator[Entry]:
    able = (name for name, unit in state.units.items() if combat.may_cancel(state, unit))
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
        for name in combat.strikers(state)
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
