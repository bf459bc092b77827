"""Proelii's rules: the one way from a state to the next (specification 4 and 5)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.engine.wire import Json
from companion.games.proelii.actions import kinds, read_action
from companion.games.proelii.actions.things import THINGS
from companion.games.proelii.data import SIDES, STEP_NAMES, Step
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.rules import combat, course, ending, moving, overruling, special, starting
from companion.games.proelii.state.orders import Orders
from companion.games.proelii.state.table import State

__all__ = ["apply"]


class Rule(NamedTuple):
    """What an action does, and the steps to which it belongs; none: any before the end."""

    act: Callable[[State, Any], Done]
    steps: tuple[Step, ...] = ()


def finish(state: State, action: kinds.Finish) -> Done:
    """The part of the side to act is over."""
    if state.step == "detachment" and course.must_escape(state, state.on_move):
        raise IllegalAction("type", "A unit that faces four times its CP must escape while it can.")
    return course.part_ended(Done(state))


def close(state: State, action: kinds.Close) -> Done:
    """Both sides are ready with this step."""
    return course.part_ended(Done(state))


PARTS: tuple[Step, ...] = ("deploy", "march", "start_moves", "detachment", "exchange")
CLOSED: tuple[Step, ...] = ("roll", "cancel", "convert", "advance")
RULES: Mapping[type, Rule] = {
    kinds.Deploy: Rule(starting.deploy, ("deploy",)),
    kinds.March: Rule(starting.march, ("march",)),
    kinds.StartMove: Rule(starting.start_move, ("start_moves",)),
    kinds.Finish: Rule(finish, PARTS),
    kinds.Escape: Rule(moving.escape, ("detachment", "movement")),
    kinds.Move: Rule(moving.move, ("movement",)),
    kinds.Halt: Rule(moving.halt, ("movement",)),
    kinds.Pass: Rule(moving.pass_on, ("movement",)),
    kinds.HitAndRun: Rule(special.hit_and_run, ("movement",)),
    kinds.Charge: Rule(special.charge, ("movement",)),
    kinds.PushOut: Rule(special.push_out, ("movement",)),
    kinds.Exchange: Rule(moving.exchange, ("exchange",)),
    kinds.CombatRoll: Rule(combat.roll, ("roll",)),
    kinds.Reroll: Rule(combat.again, ("roll",)),
    kinds.Cancel: Rule(combat.cancel, ("cancel",)),
    kinds.Convert: Rule(combat.convert, ("convert",)),
    kinds.Close: Rule(close, CLOSED),
    Orders: Rule(combat.losses, ("losses",)),
    kinds.Follow: Rule(combat.advance, ("advance",)),
    kinds.Surrender: Rule(overruling.surrender),
    kinds.Stalemate: Rule(overruling.stalemate),
    kinds.Adjust: Rule(overruling.adjust),
}


@calling(THINGS)
def apply(state: State, action: Json) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    done = read_action(action, state)
    if state.is_over:
        raise IllegalAction("type", "The battle is over; only an undo leads back into it.")
    rule = RULES[type(done)]
    if rule.steps and state.step not in rule.steps:
        belongs = " or ".join(f"“{STEP_NAMES[each]}”" for each in rule.steps)
        now = STEP_NAMES[state.step or ""]
        raise IllegalAction("type", f"This belongs to {belongs}; the battle is at “{now}”.")
    adjusted = isinstance(done, kinds.Adjust)
    after = rule.act(state, done)
    if adjusted:
        listed = combat.still_open(after.state, after.state.may_advance)
        after = after.now(replace(after.state, may_advance=listed))
    if after.state.phase == "start":
        return Outcome(*after.now(starting.without_gone(after.state)))
    order = course.order_after(state, adjusted=adjusted) if state.step == "movement" else SIDES
    return Outcome(*course.settled(ending.checked(after), order))
