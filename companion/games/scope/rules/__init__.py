"""SCOPE's rules: the one way from a state to the next (specification 4 and 5)."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.games.scope import actions
from companion.games.scope.actions import DEEDS, KINDS, THINGS, normal, read_action
from companion.games.scope.data import PHASE_NAMES
from companion.games.scope.rules import setting_up, turn
from companion.games.scope.rules.setting_up import acting
from companion.games.scope.state import State, spoken

__all__ = ["apply", "carry_out", "check_turn"]


ACTS: Mapping[str, Callable[[State, Any], Outcome[State]]] = {
    "lay_out": setting_up.lay_out,
    "move": turn.move,
    "search": turn.search,
    "shoot": turn.shoot,
    "hold": turn.hold,
    "recognition": turn.recognition,
    "howitzer": turn.howitzer,
    "offensive_fire": turn.offensive_fire,
    "assault": turn.assault,
    "advance": turn.advance,
    "reinforce": turn.reinforce,
    "deploy": turn.deploy,
    "end_turn": turn.end_turn,
    "pass": turn.do_nothing,
    "resign": turn.resign,
    "adjust": turn.adjust,
}


@calling(THINGS)
def apply(state: State, action: object) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    deed = read_action(action, state)
    if not isinstance(deed, actions.Adjust):
        check_turn(state, deed)
    return carry_out(state, deed)


def carry_out(state: State, deed: actions.Action) -> Outcome[State]:
    """What a deed does that has been read, and found to be of this phase and seat."""
    return ACTS[KINDS[type(deed)]](state, deed)


def check_turn(state: State, deed: actions.SeatsAction) -> None:
    """`IllegalAction` for a deed of another phase or another seat, or a pass where something can be done."""
    phases = DEEDS[KINDS[type(deed)]].phases
    if state.phase not in phases:
        belongs = " or ".join(f"“{PHASE_NAMES[each]}”" for each in phases)
        now = PHASE_NAMES[state.phase]
        raise IllegalAction("type", f"This belongs to {belongs}; the game is at “{now}”.")
    if deed.seat not in acting(state):
        raise IllegalAction("seat", f"It is for {spoken(state.slot)} to act, not for {spoken(deed.seat)}.")
    if isinstance(deed, actions.Pass) and normal(state):
        raise IllegalAction("type", "Something can be done; only who can do nothing passes.")
