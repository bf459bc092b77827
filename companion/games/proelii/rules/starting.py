"""The Start phase: deployment, the march to the contact line, start moves (5.1, R17)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.games.proelii.actions import kinds
from companion.games.proelii.data import DISTANT, ENTRY, QUARTER, SIDE_NAMES, Side
from companion.games.proelii.procedures.field.binding import is_bound
from companion.games.proelii.procedures.field.paths import Walk, follow
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.rules.activating import own, placed
from companion.games.proelii.state.ground import FORWARD, first_row, step_from
from companion.games.proelii.state.table import State
from companion.games.proelii.state.unit import Unit, moved


def free_places(state: State, unit: Unit) -> list[str]:
    """Where a unit may be deployed: the free squares of its first row, and the Entry Position."""
    row = first_row(unit.side, state.board.columns)
    squares = [at for at in row if at not in state.standing and at not in state.board.closed]
    return sorted(squares if unit.at == ENTRY else [*squares, ENTRY])


def deploy(state: State, action: kinds.Deploy) -> Done:
    """Put a unit somewhere else before the battle."""
    unit = own(state, action.unit)
    if unit.at == DISTANT:
        raise IllegalAction("unit", "It begins on the distant battlefield and stays there.")
    if action.to not in free_places(state, unit):
        raise IllegalAction("to", "A free square of the own first row is wanted, or the Entry Position.")
    put = state.with_unit(action.unit, replace(unit, at=action.to))
    return Done(put).told("5.1", "{side} deploys a unit behind the screen.", {"side": SIDE_NAMES[unit.side]})


def marches_to(state: State, unit: Unit) -> str | None:
    """Where a unit of the first row marches: two squares straight ahead, both free."""
    if unit.at not in first_row(unit.side, state.board.columns):
        return None
    at: str | None = unit.at
    for _ in range(2):
        at = step_from(at, (0, FORWARD[unit.side]), state.board.columns) if at else None
        if at is None or at in state.standing or at in state.board.closed:
            return None
    return at


def march(state: State, action: kinds.March) -> Done:
    """Units go to the contact line, free."""
    done = Done(state)
    for n, name in enumerate(action.units):
        unit = own(done.state, name, f"units.{n}")
        to = None if name in done.state.acted else marches_to(done.state, unit)
        if to is None:
            words = "Only a unit of the first row with two free squares ahead marches, once."
            raise IllegalAction(f"units.{n}", words)
        done = done.now(done.state.acting(name)).put(name, replace(unit, at=to))
        done = done.told("5.1", "{unit} marches to {to}.", {"unit": unit.name, "to": to})
    return done


def may_start_move(state: State, name: str, unit: Unit) -> bool:
    """Whether a unit may make a start move."""
    return unit.has_energy and name not in state.acted and not is_bound(state, name)


def start_move(state: State, action: kinds.StartMove) -> Done:
    """One move before the battle, paid when the Start phase closes."""
    unit = own(state, action.unit)
    if not may_start_move(state, action.unit, unit):
        raise IllegalAction("unit", "It has acted already, is bound, or has no 25 energy.")
    arrived = follow(Walk(state, action.unit, unit.kind.mp), action.path)
    unpaid = tuple(sorted({*state.unpaid, action.unit}))
    after = Done(replace(state.acting(action.unit), unpaid=unpaid)).put(action.unit, placed(unit, arrived))
    words = "{unit} moves to {to} and will pay 25 energy."
    return after.told("5.1", words, {"unit": unit.name, "to": arrived.at})


def without_gone(state: State) -> State:
    """The state with nobody owing for a start move who has left the battle."""
    unpaid = tuple(name for name in state.unpaid if state.units[name].is_living)
    return state if unpaid == state.unpaid else replace(state, unpaid=unpaid)


def settle_up(done: Done) -> Done:
    """Who made a start move pays for it (R17)."""
    for name in done.state.unpaid:
        unit = done.unit(name)
        if unit.is_living and unit.has_energy:
            words = "{unit} pays 25 energy for its start move."
            done = done.put(name, moved(unit, -QUARTER)).told("5.1", words, {"unit": unit.name})
    return done


def could_march(state: State, side: Side) -> list[str]:
    """The units that could march now."""
    army = state.army(side)
    return [name for name, unit in army if name not in state.acted and marches_to(state, unit)]
