"""SCOPE's rules: the one way from a state to the next (specification 4 and 5)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.games.scope import actions
from companion.games.scope.actions import THINGS, normal, read_action
from companion.games.scope.data import PHASE_NAMES, Phase
from companion.games.scope.rules import setting_up, turn
from companion.games.scope.rules.setting_up import acting
from companion.games.scope.state import State, spoken

__all__ = ["apply", "carry_out", "check_turn"]


class Rule(NamedTuple):
    """What an action does, and the phases to which it belongs."""

    act: Callable[[State, Any], Outcome[State]]
    phases: tuple[Phase, ...] = ("turn",)


PLAYED: tuple[Phase, ...] = ("turn", "decide", "after")
RULES: Mapping[type, Rule] = {
    actions.LayOut: Rule(setting_up.lay_out, ("laying_out",)),
    actions.Move: Rule(turn.move),
    actions.Search: Rule(turn.search),
    actions.Shoot: Rule(turn.shoot, ("decide",)),
    actions.Hold: Rule(turn.hold, ("decide",)),
    actions.Recognition: Rule(turn.recognition),
    actions.Howitzer: Rule(turn.howitzer),
    actions.OffensiveFire: Rule(turn.offensive_fire),
    actions.Assault: Rule(turn.assault),
    actions.Advance: Rule(turn.advance, ("decide",)),
    actions.Reinforce: Rule(turn.reinforce),
    actions.Deploy: Rule(turn.deploy, ("turn", "after")),
    actions.EndTurn: Rule(turn.end_turn, ("after",)),
    actions.Pass: Rule(turn.do_nothing),
    actions.Resign: Rule(turn.resign, PLAYED),
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
    if isinstance(deed, actions.Adjust):
        return turn.adjust(state, deed)
    return RULES[type(deed)].act(state, deed)


def check_turn(state: State, deed: actions.SeatsAction) -> None:
    """`IllegalAction` for a deed of another phase or another seat, or a pass where something can be done."""
    phases = RULES[type(deed)].phases
    if state.phase not in phases:
        belongs = " or ".join(f"“{PHASE_NAMES[each]}”" for each in phases)
        now = PHASE_NAMES[state.phase]
        raise IllegalAction("type", f"This belongs to {belongs}; the game is at “{now}”.")
    if deed.seat not in acting(state):
        raise IllegalAction("seat", f"It is for {spoken(state.slot)} to act, not for {spoken(deed.seat)}.")
    if isinstance(deed, actions.Pass) and normal(state):
        raise IllegalAction("type", "Something can be done; only who can do nothing passes.")
