"""The Move phase without special attacks: escapes, moves, passes, exchanges (8.2)."""

from collections.abc import Iterator
from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.games.proelii.actions import kinds
from companion.games.proelii.data import QUARTER, Side
from companion.games.proelii.procedures.field.binding import binders, is_bound
from companion.games.proelii.procedures.field.paths import Walk, ends_on_square, follow
from companion.games.proelii.procedures.fights.throwing import volley
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.rules.activating import (
    check_activation,
    close,
    closed,
    opened,
    own,
    paid,
    placed,
)
from companion.games.proelii.state.dice import Roll
from companion.games.proelii.state.ground import is_square, neighbours
from companion.games.proelii.state.table import Activation, State
from companion.games.proelii.state.unit import Unit, moved


def escape(state: State, action: kinds.Escape) -> Done:
    """Break away: the way is told, the enemy strikes, then the unit pays and goes (8.2.3, R20)."""
    unit = _escaper(state, action.unit)
    arrived = follow(Walk(state, action.unit, 2 * unit.kind.mp), action.path)
    done = volleys(Done(state), action)
    unit = done.unit(action.unit)
    if state.step == "movement":
        done = done.now(done.state.acting(action.unit))
    if not unit.is_living:
        return done
    gone = replace(placed(moved(without_swords(unit), -QUARTER), arrived), inactive=True)
    words = "{unit} escapes to {to} for 25 energy and does nothing more this round."
    return done.put(action.unit, gone).told("8.2.3", words, {"unit": unit.name, "to": arrived.at})


def _escaper(state: State, name: str) -> Unit:
    if state.step == "movement":
        return check_activation(state, name)
    unit = own(state, name)
    if unit.inactive or not unit.has_energy or not is_bound(state, name):
        raise IllegalAction("unit", "Only a bound unit that is active and has 25 energy escapes here.")
    return unit


def volleys(done: Done, action: kinds.Escape) -> Done:
    """The one-sided attacks of the enemies that bind who escapes (7.1, R21)."""
    binding = binders(done.state, action.unit)
    for n, each in enumerate(action.attacks):
        attacker = done.state.units.get(each.unit)
        again = each.unit in [before.unit for before in action.attacks[:n]]
        one = n and done.state.options.escape_attacks == "one"
        if attacker is None or each.unit not in binding or again or one:
            raise IllegalAction(f"attacks.{n}.unit", "An enemy that binds the unit strikes at it, once.")
        if attacker.inactive or not attacker.has_energy:
            raise IllegalAction(f"attacks.{n}.unit", "It is inactive, or has no 25 energy.")
        done = volley(done, action.unit, each.unit, Roll(each.faces, each.rerolls), f"attacks.{n}")
    return done


def without_swords(unit: Unit) -> Unit:
    """Of a roll that it kept from a defence, only shields are left to who escapes (R41)."""
    return replace(unit, roll=replace(unit.roll, swords=0)) if unit.roll else unit


def move(state: State, action: kinds.Move) -> Done:
    """Activate a unit, or go on with the one whose move is open (8.2.2)."""
    side = state.on_move
    activation = state.open[side]
    if activation is not None:
        own(state, action.unit)
        if activation.unit != action.unit:
            raise IllegalAction("unit", "Another unit's move is held open; it goes on, or halts.")
        unit, mp, begun = state.units[action.unit], activation.mp, activation.begun
    else:
        unit = check_activation(state, action.unit)
        mp, begun = unit.kind.mp, unit.at
    arrived = follow(Walk(state, action.unit, mp), action.path)
    if action.hold and (arrived.stopped or not arrived.left or not ends_on_square(action.path, unit)):
        raise IllegalAction("hold", "The move cannot be held open: it is stopped, or at its end.")
    done = Done(state) if activation else paid(Done(state), action.unit)
    done = done.put(action.unit, placed(done.unit(action.unit), arrived))
    done = done.told("8.2.2", "{unit} moves to {to}.", {"unit": unit.name, "to": _spoken(action.path[-1])})
    if action.hold:
        return done.now(opened(done.state, side, Activation(action.unit, arrived.left, begun)))
    return closed(done.now(opened(done.state, side, None)), action.unit, begun)


def _spoken(place: str) -> str:
    return {"line": "the line to the distant battlefield", "entry": "the Entry Position"}.get(place, place)


def halt(state: State, action: kinds.Halt) -> Done:
    """Close the open move of the side to act."""
    side = state.on_move
    activation = state.open[side]
    if activation is None:
        raise IllegalAction("type", "No move of the side to act is held open.")
    told = Done(state).told("8.2.2", "{unit} halts.", {"unit": state.units[activation.unit].name})
    return close(told, side)


def pass_on(state: State, action: kinds.Pass) -> Done:
    """A unit waits in this tier, at no cost (R18)."""
    unit = check_activation(state, action.unit)
    waits = Done(state.acting(action.unit))
    return waits.told("8.2.2", "{unit} waits in this tier.", {"unit": unit.name})


def exchange(state: State, action: kinds.Exchange) -> Done:
    """Two neighbours change places, 25 energy each (8.2.6)."""
    for n, name in enumerate(action.units):
        unit = own(state, name, f"units.{n}")
        if not may_exchange(unit):
            words = "It stands on a square, is active and has 25 energy."
            raise IllegalAction(f"units.{n}", words)
    one, other = action.units
    if not fit(state, one, other):
        raise IllegalAction("units", "Two neighbours change places, at most one of them bound.")
    first, second = state.units[one], state.units[other]
    changed = {
        one: moved(replace(first, at=second.at), -QUARTER),
        other: moved(replace(second, at=first.at), -QUARTER),
    }
    words = "{one} and {other} change places for 25 energy each."
    return Done(state.with_units(changed)).told("8.2.6", words, {"one": first.name, "other": second.name})


def may_exchange(unit: Unit) -> bool:
    """Whether a unit can change places with anybody."""
    return is_square(unit.at) and unit.has_energy and not unit.inactive


def fit(state: State, one: str, other: str) -> bool:
    """Whether two units that may exchange stand next to each other, at most one of them bound (R26)."""
    near = neighbours(state.units[one].at, state.board.columns, state.options.adjacency)
    return state.units[other].at in near and not (is_bound(state, one) and is_bound(state, other))


def exchanges(state: State, side: Side) -> Iterator[tuple[str, str]]:
    """The exchanges that a side can make."""
    able = [name for name, unit in state.army(side) if may_exchange(unit)]
    for n, one in enumerate(able):
        yield from ((one, other) for other in able[n + 1 :] if fit(state, one, other))
