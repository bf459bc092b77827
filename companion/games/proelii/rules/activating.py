"""Activations: who may be moved in this tier, how a move begins and closes (8.2.2, R18, R19)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.games.proelii.data import QUARTER, Side
from companion.games.proelii.procedures.energy.gains import crossed, may_cross
from companion.games.proelii.procedures.field.binding import is_bound
from companion.games.proelii.procedures.field.paths import Arrived
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.ground import crosses, is_square
from companion.games.proelii.state.table import Activation, State
from companion.games.proelii.state.unit import Unit, moved

NOT_NOW = "It cannot be activated now: by its tier, its experience, what binds it, or what it did."
STILL_OPEN = "A move is held open; it is closed first."


def is_eligible(state: State, name: str, unit: Unit) -> bool:
    """Whether a unit can be activated in this tier and rank (R18)."""
    if unit.inactive or state.tier is None or unit.energy < state.tier or not unit.is_living:
        return False
    if state.rank not in ("all", unit.experience) or name in state.acted:
        return False
    return not is_bound(state, name)


def eligible(state: State, side: Side) -> list[str]:
    """The units of a side that can be activated now."""
    return [name for name, unit in state.army(side) if is_eligible(state, name, unit)]


def own(state: State, name: str, path: str = "unit") -> Unit:
    """A living unit of the side to act; refused at `path` otherwise."""
    unit = state.units.get(name)
    if unit is None or not unit.is_living or unit.side != state.to_act:
        raise IllegalAction(path, f"A living unit of the side to act is wanted; {name} is none.")
    return unit


def check_activation(state: State, name: str, energy: int = QUARTER) -> Unit:
    """The unit, if it can be activated now with so much energy."""
    unit = own(state, name)
    if state.open[unit.side] is not None:
        raise IllegalAction("type", STILL_OPEN)
    if not is_eligible(state, name, unit) or unit.energy < energy:
        raise IllegalAction("unit", NOT_NOW)
    return unit


def paid(done: Done, name: str) -> Done:
    """A unit's activation paid and noted (7.5)."""
    unit = done.unit(name)
    words = "{unit} is activated for 25 energy."
    after = done.now(done.state.acting(name)).put(name, moved(unit, -QUARTER))
    return after.told("8.2.2", words, {"unit": unit.name})


def placed(unit: Unit, arrived: Arrived) -> Unit:
    """The unit at the end of its way; outside the battle it keeps no roll."""
    roll = unit.roll if arrived.at != "escaped" else None
    return replace(unit, at=arrived.at, crossing=arrived.crossing, ambush=arrived.ambush, roll=roll)


def opened(state: State, side: Side, activation: Activation | None) -> State:
    """The state with another open move of a side, or none."""
    return replace(state, open={**state.open, side: activation})


def closed(done: Done, name: str, begun: str) -> Done:
    """An activation closed, with the bonus of a red line that infantry has crossed (6.1, 7.5, R9)."""
    unit = done.unit(name)
    if "red_line" not in unit.kind.abilities or not is_square(unit.at) or not may_cross(done.state, unit):
        return done
    if not crosses(done.state.board.red_lines, unit.side, begun, unit.at):
        return done
    return done.put(name, crossed(unit)).told(
        "6.1", "{unit} crosses a red line forward: 25 energy.", {"unit": unit.name}
    )


def close(done: Done, side: Side) -> Done:
    """A side's open move closed, if there is one."""
    activation = done.state.open[side]
    if activation is None:
        return done
    return closed(done.now(opened(done.state, side, None)), activation.unit, activation.begun)
