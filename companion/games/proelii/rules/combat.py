"""The Combat phase: rolls, rerolls, cancellation, conversion, losses, advance (8.4)."""

from collections.abc import Iterable
from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.games.proelii.actions import kinds
from companion.games.proelii.data import CONVERSION_NAMES, FACE_NAMES, QUARTER, SOURCE_NAMES
from companion.games.proelii.procedures.energy.gains import conversions, converted, gained, rests
from companion.games.proelii.procedures.field.binding import attached, beside, is_bound
from companion.games.proelii.procedures.fights.losses import lost
from companion.games.proelii.procedures.rerolls import (
    check_face,
    has_fought,
    is_open,
    lying,
    open_sources,
    reroll,
)
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.ground import is_square
from companion.games.proelii.state.orders import Orders
from companion.games.proelii.state.table import Advance, State
from companion.games.proelii.state.unit import Unit, fighting


def living(state: State, name: str) -> Unit:
    """A living unit of either side; refused at `unit` otherwise."""
    unit = state.units.get(name)
    if unit is None or not unit.is_living:
        raise IllegalAction("unit", f"There is no living unit {name}.")
    return unit


def may_roll(state: State, unit: Unit) -> bool:
    """Whether a unit may roll its combat die (8.4.1)."""
    if not unit.is_living or unit.roll is not None or unit.inactive or not unit.has_energy:
        return False
    return any(True for _ in beside(state, unit))


def roll(state: State, action: kinds.CombatRoll) -> Done:
    """A unit's combat die, for 25 energy."""
    unit = living(state, action.unit)
    if not may_roll(state, unit):
        words = "It rolls once, active, with 25 energy, and next to an enemy."
        raise IllegalAction("unit", words)
    check_face(state, unit, action.face, "face")
    rolled = replace(has_fought(fighting(unit, -QUARTER)), roll=lying(action.face))
    values = {"unit": unit.name, "face": FACE_NAMES[action.face]}
    return Done(state.with_unit(action.unit, rolled)).told(
        "8.4.1", "{unit} rolls {face} for 25 energy.", values
    )


def again(state: State, action: kinds.Reroll) -> Done:
    """The same die once more (8.4.2)."""
    unit = living(state, action.unit)
    if unit.roll is None or unit.roll.retained:
        raise IllegalAction("unit", "It has no roll of this phase.")
    if not is_open(state, unit, unit.roll.rerolls, action.source):
        words = f"There is no reroll {SOURCE_NAMES[action.source]} here, or none that can be paid."
        raise IllegalAction("source", words)
    check_face(state, unit, action.face, "face")
    after, used = reroll(state, action.unit, unit.roll.rerolls, action.source)
    rolled = replace(after.units[action.unit], roll=lying(action.face, used))
    values = {"unit": unit.name, "face": FACE_NAMES[action.face], "by": SOURCE_NAMES[action.source]}
    return Done(after.with_unit(action.unit, rolled)).told(
        "8.4.2", "{unit} rolls again {by}: {face}.", values
    )


def may_cancel(state: State, unit: Unit) -> bool:
    """Whether a unit's whole roll can be given up (8.4.3, R28)."""
    roll = unit.roll
    if roll is None or roll.spent or not unit.is_living:
        return False
    return roll.face != "blank" or state.options.cancel_blank


def cancel(state: State, action: kinds.Cancel) -> Done:
    """A whole roll given up for its energy."""
    unit = living(state, action.unit)
    if not may_cancel(state, unit):
        raise IllegalAction("unit", "Only an unused roll that is no blank is cancelled.")
    rested = fighting(replace(unit, roll=None), QUARTER)
    words = "{unit} gives its roll up: 25 energy."
    return Done(state.with_unit(action.unit, rested)).told("8.4.3", words, {"unit": unit.name})


def convert(state: State, action: kinds.Convert) -> Done:
    """Tokens turned into others, and 25 energy (8.4.4)."""
    unit = living(state, action.unit)
    possible = conversions(state, unit)
    if not possible:
        raise IllegalAction("unit", "It has nothing to convert, or its round's balance does not allow it.")
    if action.kind not in possible:
        words = " or ".join(CONVERSION_NAMES[each] for each in possible)
        raise IllegalAction("kind", f"Here {words}.")
    values = {"unit": unit.name, "how": CONVERSION_NAMES[action.kind]}
    after = Done(state.with_unit(action.unit, converted(unit, action.kind)))
    return after.told("8.4.4", "{unit}: {how}, and 25 energy.", values)


def rest(done: Done) -> Done:
    """Energy for every unit that has rolled no die in this round (8.4.3)."""
    names = [name for name in done.state.ids if rests(done.state, done.unit(name))]
    rested = {name: gained(done.unit(name)) for name in names}
    if not names:
        return done
    words = "{units:# unit has|# units have} not fought and rest: 25 energy each."
    return done.now(done.state.with_units(rested)).told("7.5", words, {"units": len(names)})


def strikers(state: State) -> list[str]:
    """The units with a sword and an attached enemy."""
    armed = (name for name in state.ids if state.units[name].is_living and state.units[name].swords)
    return [name for name in armed if any(True for _ in beside(state, state.units[name]))]


def losses(state: State, action: Orders) -> Done:
    """Both sides' losses at once, the unbroken shields, and who may step forward (8.4.5, 8.4.6)."""
    near = {name: attached(state, name) for name in state.ids if state.units[name].is_living}
    done, melee = lost(Done(state), near, action)
    may = [
        Advance(killer, state.units[victim].at)
        for victim, killer in melee.killers.items()
        if is_square(state.units[victim].at) and _may_follow(done.state, killer)
    ]
    return done.now(replace(done.state, step="advance", may_advance=tuple(sorted(may))))


def _may_follow(state: State, name: str) -> bool:
    unit = state.units[name]
    return unit.is_living and is_square(unit.at) and not is_bound(state, name)


def still_open(state: State, entries: Iterable[Advance]) -> tuple[Advance, ...]:
    """The advances that are still possible: the unit free on a square, the place not taken."""
    return tuple(each for each in entries if _may_follow(state, each.unit) and each.to not in state.standing)


def advance(state: State, action: kinds.Follow) -> Done:
    """Step forward where the victim stood (8.4.6)."""
    unit = living(state, action.unit)
    own = [each.to for each in state.may_advance if each.unit == action.unit]
    if not own:
        raise IllegalAction("unit", "It took nobody's last CP, or is bound.")
    if action.to not in own:
        raise IllegalAction("to", f"It may step to {' or '.join(own)}.")
    put = state.with_unit(action.unit, replace(unit, at=action.to, crossing=0))
    others = [each for each in state.may_advance if each.unit != action.unit]
    after = Done(replace(put, may_advance=still_open(put, others)))
    return after.told("8.4.6", "{unit} steps forward to {to}.", {"unit": unit.name, "to": action.to})


def can_roll_at_all(state: State) -> bool:
    """Whether anybody may still roll or reroll."""
    units = (unit for unit in state.units.values() if unit.is_living)
    return any(may_roll(state, unit) or open_sources(state, unit) for unit in units)
