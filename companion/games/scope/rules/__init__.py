"""SCOPE's rules: the one way from a state to the next (specification 4 and 5)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.engine.wire import Json
from companion.games.scope.actions import kinds, read_action
from companion.games.scope.actions.things import THINGS
from companion.games.scope.data import PHASE_NAMES, Phase
from companion.games.scope.rules import (
    deciding,
    firing,
    laying,
    moving,
    overruling,
    searching,
    storming,
    turns,
)
from companion.games.scope.rules.laying import acting
from companion.games.scope.rules.legal import normal
from companion.games.scope.state.naming import spoken
from companion.games.scope.state.table import State

__all__ = ["apply", "carry_out", "check_turn"]


class Rule(NamedTuple):
    """What an action does, and the phases to which it belongs."""

    act: Callable[[State, Any], Outcome[State]]
    phases: tuple[Phase, ...] = ("turn",)


PLAYED: tuple[Phase, ...] = ("turn", "decide", "after")
RULES: Mapping[type, Rule] = {
    kinds.LayOut: Rule(laying.lay_out, ("laying_out",)),
    kinds.Move: Rule(moving.move),
    kinds.Search: Rule(searching.search),
    kinds.Shoot: Rule(searching.shoot, ("decide",)),
    kinds.Hold: Rule(deciding.hold, ("decide",)),
    kinds.Recognition: Rule(firing.recognition),
    kinds.Howitzer: Rule(firing.howitzer),
    kinds.OffensiveFire: Rule(firing.offensive_fire),
    kinds.Assault: Rule(storming.assault),
    kinds.Advance: Rule(storming.advance, ("decide",)),
    kinds.Reinforce: Rule(moving.reinforce),
    kinds.Deploy: Rule(moving.deploy, ("turn", "after")),
    kinds.EndTurn: Rule(turns.end_turn, ("after",)),
    kinds.Pass: Rule(turns.do_nothing),
    kinds.Resign: Rule(turns.resign, PLAYED),
}


@calling(THINGS)
def apply(state: State, action: Json) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    done = read_action(action, state)
    if not isinstance(done, kinds.Adjust):
        check_turn(state, done)
    return carry_out(state, done)


def carry_out(state: State, done: kinds.Action) -> Outcome[State]:
    """What a deed does that has been read, and found to be of this phase and seat."""
    if isinstance(done, kinds.Adjust):
        return overruling.adjust(state, done)
    return RULES[type(done)].act(state, done)


def check_turn(state: State, done: kinds.SeatsAction) -> None:
    """`IllegalAction` for a deed of another phase or another seat, or a pass where something can be done."""
    phases = RULES[type(done)].phases
    if state.phase not in phases:
        belongs = " or ".join(f"“{PHASE_NAMES[each]}”" for each in phases)
        now = PHASE_NAMES[state.phase]
        raise IllegalAction("type", f"This belongs to {belongs}; the game is at “{now}”.")
    if done.seat not in acting(state):
        raise IllegalAction("seat", f"It is for {spoken(state.slot)} to act, not for {spoken(done.seat)}.")
    if isinstance(done, kinds.Pass) and normal(state):
        raise IllegalAction("type", "Something can be done; only who can do nothing passes.")
