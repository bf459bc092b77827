"""The special situations of the Movement subphase: Hit & Run, Charge, Push out (5.4, 8.2.4)."""

from companion.engine.errors import IllegalAction
from companion.games.proelii.actions import kinds
from companion.games.proelii.data import DISTANT, ENTRY, LINE, QUARTER, Ability
from companion.games.proelii.procedures.field.binding import beside, binders, is_bound
from companion.games.proelii.procedures.field.paths import Arrived, Walk, ends_on_square, follow
from companion.games.proelii.procedures.field.pushing import push
from companion.games.proelii.procedures.fights.striking import Blow, charge_home, check_answer, struck
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.rules.activating import check_activation, paid, placed
from companion.games.proelii.state.ground import FORWARD, is_square, way
from companion.games.proelii.state.table import State
from companion.games.proelii.state.unit import Unit, fighting

HIT_AND_RUN_ENERGY = 50


def able(state: State, name: str, ability: Ability, energy: int = QUARTER) -> Unit:
    """The unit, if it can be activated and its type has the ability."""
    unit = check_activation(state, name, energy)
    if ability not in unit.kind.abilities:
        raise IllegalAction("type", "This type of unit has no such ability.")
    return unit


def came(done: Done, name: str, arrived: Arrived) -> Done:
    """The unit paid for and at the end of its way."""
    after = paid(done, name)
    return after.put(name, placed(after.unit(name), arrived))


def check_target(state: State, action: kinds.HitAndRun | kinds.PushOut, arrived: Arrived) -> None:
    """Refuse a target that is no living enemy on a square next to the way's end."""
    unit, target = state.units[action.unit], state.units.get(action.target)
    ends = ends_on_square(action.path, unit) and action.path[-1:] != (LINE,)
    there = target is not None and target.is_living and is_square(target.at)
    if not ends or not there or action.target not in beside(state, unit, arrived.at):
        raise IllegalAction("target", "A living enemy on a square next to the way's end is wanted.")


def hit_and_run(state: State, action: kinds.HitAndRun) -> Done:
    """Strike from where the way ends, and go on if nobody answers (8.2.4.1, R23, R24)."""
    unit = able(state, action.unit, "hit_and_run", HIT_AND_RUN_ENERGY)
    arrived = follow(Walk(state, action.unit, unit.kind.mp), action.path)
    check_target(state, action, arrived)
    check_response(state, action)
    done = came(Done(state), action.unit, arrived)
    done = done.put(action.unit, fighting(done.unit(action.unit), -QUARTER))
    blow = Blow(action.attack, action.defence, action.response, action.response_attack)
    done = struck(done, action.unit, action.target, blow).done
    return gone_on(done, action.unit, action.after, arrived.left)


def check_response(state: State, action: kinds.HitAndRun) -> None:
    """Refuse an answer that the target cannot give (R24)."""
    if action.response is None:
        if action.response_attack is not None:
            raise IllegalAction("response_attack", "Without an answer there are no dice for it.")
        return
    target = state.units[action.target]
    others = [each for each in binders(state, action.target) if each != action.unit]
    can = action.response in target.kind.abilities and target.has_energy and not target.inactive
    if not can or others:
        raise IllegalAction("response", "The target lacks that ability or the energy, or others bind it.")
    if action.after:
        raise IllegalAction("after", "Who is answered goes no further.")
    check_answer(action.response, action.defence, action.response_attack)


def gone_on(done: Done, name: str, path: tuple[str, ...], mp: int) -> Done:
    """The unit on the rest of its way after an attack."""
    if not path:
        return done
    arrived = follow(Walk(done.state, name, mp), path, "after")
    unit = done.unit(name)
    gone = done.put(name, placed(unit, arrived))
    return gone.told("8.2.4.1", "{unit} goes on to {to}.", {"unit": unit.name, "to": arrived.at})


def charge(state: State, action: kinds.Charge) -> Done:
    """A free attack at the end of a straight last step; the charger binds whom it charged (8.2.4.2)."""
    unit = able(state, action.unit, "charge")
    arrived = follow(Walk(state, action.unit, unit.kind.mp - 1), action.path)
    _check_charge(state, action)
    done = came(Done(state), action.unit, arrived)
    return charge_home(done, action.unit, action.target, Blow(action.attack, action.defence)).done


def _check_charge(state: State, action: kinds.Charge) -> None:
    unit, target = state.units[action.unit], state.units.get(action.target)
    if target is None or not target.is_living or target.side == unit.side or not is_square(target.at):
        raise IllegalAction("target", "A living enemy on a square is wanted.")
    before, end = (unit.at, *action.path)[-2:]
    if not is_square(end) or before == DISTANT:
        raise IllegalAction("target", "A charge ends on a square, and does not come from afar.")
    step = (0, FORWARD[unit.side]) if before == ENTRY else way(before, end)
    if way(end, target.at) != step:
        raise IllegalAction("target", "The target stands one step on, straight ahead of the last step.")
    if unit.type == "cavalry" and target.type == "war_elephants":
        raise IllegalAction("target", "Cavalry does not charge war elephants.")


def push_out(state: State, action: kinds.PushOut) -> Done:
    """Elephants drive an enemy one step on, and go on where nothing binds them (8.2.4.3)."""
    unit = able(state, action.unit, "push_out")
    arrived = follow(Walk(state, action.unit, unit.kind.mp - 1), action.path)
    check_target(state, action, arrived)
    done = came(Done(state), action.unit, arrived)
    done = push(done, done.unit(action.unit).at, action.target)
    if action.after and is_bound(done.state, action.unit):
        raise IllegalAction("after.0", "Something binds the elephants: they go no further.")
    return gone_on(done, action.unit, action.after, arrived.left)
