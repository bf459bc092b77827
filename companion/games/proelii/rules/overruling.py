"""What the people at the table may set by hand, and how they end a battle themselves (`adjust`, R42)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.games.proelii.actions import kinds
from companion.games.proelii.data import DESTROYED, OTHER
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.rules.ending import decided, over
from companion.games.proelii.state.ground import is_square
from companion.games.proelii.state.table import Ending, State
from companion.games.proelii.state.unit import Unit, destroyed


def surrender(state: State, action: kinds.Surrender) -> Done:
    """A side gives up."""
    return over(Done(state), Ending(OTHER[action.side], "surrender"))


def stalemate(state: State, action: kinds.Stalemate) -> Done:
    """Both agree that nothing can lead to combat any more: the centre decides."""
    if state.phase == "start":
        raise IllegalAction("type", "The battle has not begun.")
    return decided(Done(state).told("6.1", "Nothing can lead to combat any more: the centre decides."))


def adjust(state: State, action: kinds.Adjust) -> Done:
    """A unit or a side set by hand."""
    done = Done(state).told("R42", "Set by hand: {reason}.", {"reason": action.reason.rstrip(".")})
    if action.side is not None:
        army = state.sides[action.side]
        prestige = army.prestige if action.set.prestige is None else action.set.prestige
        changed = {**state.sides, action.side: army._replace(prestige=prestige)}
        return done.now(replace(state, sides=changed))
    name = action.unit or ""
    unit = state.units.get(name)
    if unit is None:
        raise IllegalAction("unit", f"There is no unit {name}.")
    return done.put(name, _set(state, name, unit, action.set))


def _set(state: State, name: str, unit: Unit, given: kinds.Set) -> Unit:
    _check_cp(unit, given)
    _check_at(state, name, unit, given)
    if given.cp is not None:
        unit = replace(unit, cp=given.cp) if given.cp else destroyed(unit)
    if given.at == DESTROYED:
        unit = destroyed(unit)
    elif given.at is not None:
        crossing = unit.crossing if given.at == unit.at else 0
        roll = None if given.at == "escaped" else unit.roll
        unit = replace(unit, at=given.at, crossing=crossing, roll=roll)
    return replace(
        unit,
        energy=unit.energy if given.energy is None else given.energy,
        experience=given.experience or unit.experience,
        inactive=unit.inactive if given.inactive is None else given.inactive,
    )


def _check_cp(unit: Unit, given: kinds.Set) -> None:
    if given.cp is None:
        return
    if given.cp > unit.kind.cp:
        raise IllegalAction("set.cp", f"It has {unit.kind.cp} CP at most.")
    stays = given.at is None or given.at == DESTROYED
    if given.cp and unit.at == DESTROYED and stays:
        raise IllegalAction("set.cp", "A destroyed unit needs a place as well.")


def _check_at(state: State, name: str, unit: Unit, given: kinds.Set) -> None:
    if given.at is None:
        return
    taken = is_square(given.at) and state.standing.get(given.at, name) != name
    if taken or given.at in state.board.closed:
        raise IllegalAction("set.at", f"{given.at} is blocked or taken.")
    cp = unit.cp if given.cp is None else given.cp
    if not cp and given.at != DESTROYED:
        raise IllegalAction("set.at", "A destroyed unit stands nowhere; give it CP as well.")
