"""Proelii's rules: the one way from a state to the next (specification 4 and 5)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.engine.wire import Json
from companion.games.proelii import actions
from companion.games.proelii.actions import THINGS, Orders, read_action
from companion.games.proelii.data import SIDES, STEP_NAMES, Step
from companion.games.proelii.procedures.questions import Done
from companion.games.proelii.rules import course, movement
from companion.games.proelii.state import State

__all__ = ["apply"]


class Rule(NamedTuple):
    """What an action does, and the steps to which it belongs; none: any before the end."""

    act: Callable[[State, Any], Done]
    steps: tuple[Step, ...] = ()


def finish(state: State, action: actions.Finish) -> Done:
    """The part of the side to act is over."""
    if state.step == "detachment" and course.must_escape(state, state.on_move):
        raise IllegalAction("type", "A unit that faces four times its CP must escape while it can.")
    return course.part_ended(Done(state))


def close(state: State, action: actions.Close) -> Done:
    """Both sides are ready with this step."""
    return course.part_ended(Done(state))


PARTS: tuple[Step, ...] = ("deploy", "march", "start_moves", "detachment", "exchange")
CLOSED: tuple[Step, ...] = ("roll", "cancel", "convert", "advance")
RULES: Mapping[type, Rule] = {
    actions.Deploy: Rule(movement.deploy, ("deploy",)),
    actions.March: Rule(movement.march, ("march",)),
    actions.StartMove: Rule(movement.start_move, ("start_moves",)),
    actions.Finish: Rule(finish, PARTS),
    actions.Escape: Rule(movement.escape, ("detachment", "movement")),
    actions.Move: Rule(movement.move, ("movement",)),
    actions.Halt: Rule(movement.halt, ("movement",)),
    actions.Pass: Rule(movement.pass_on, ("movement",)),
    actions.HitAndRun: Rule(movement.hit_and_run, ("movement",)),
    actions.Charge: Rule(movement.charge, ("movement",)),
    actions.PushOut: Rule(movement.push_out, ("movement",)),
    actions.Exchange: Rule(movement.exchange, ("exchange",)),
    actions.CombatRoll: Rule(course.roll, ("roll",)),
    actions.Reroll: Rule(course.again, ("roll",)),
    actions.Cancel: Rule(course.cancel, ("cancel",)),
    actions.Convert: Rule(course.convert, ("convert",)),
    actions.Close: Rule(close, CLOSED),
    Orders: Rule(course.losses, ("losses",)),
    actions.Follow: Rule(course.advance, ("advance",)),
    actions.Surrender: Rule(course.surrender),
    actions.Stalemate: Rule(course.stalemate),
    actions.Adjust: Rule(course.adjust),
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
    adjusted = isinstance(done, actions.Adjust)
    after = rule.act(state, done)
    if adjusted:
        listed = course.still_open(after.state, after.state.may_advance)
        after = after.now(replace(after.state, may_advance=listed))
    if after.state.phase == "start":
        return Outcome(*after.now(movement.without_gone(after.state)))
    order = course.order_after(state, adjusted=adjusted) if state.step == "movement" else SIDES
    return Outcome(*course.settled(course.checked(after), order))
