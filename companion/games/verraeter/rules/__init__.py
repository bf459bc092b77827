"""Verräter's rules: the one way from a state to the next (specification 4 and 5)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.games.verraeter import actions
from companion.games.verraeter.actions import THINGS, read_action
from companion.games.verraeter.data import PHASE_NAMES, Phase
from companion.games.verraeter.rules import rounds
from companion.games.verraeter.state import State, spoken

__all__ = ["apply"]


class Rule(NamedTuple):
    """The phase to which an action belongs (None: any), and what it does."""

    phase: Phase | None
    act: Callable[[State, Any], Outcome[State]]


RULES: Mapping[type, Rule] = {
    actions.PlaceEstate: Rule("estates", rounds.place_estate),
    actions.ChooseSite: Rule("site", rounds.choose_site),
    actions.DealActions: Rule("draft", rounds.deal_actions),
    actions.DraftOffline: Rule("draft", rounds.draft_offline),
    actions.PickAction: Rule("draft", rounds.pick_action),
    actions.PlaySupply: Rule("supply", rounds.play_supply),
    actions.Reveal: Rule("reveal", rounds.reveal),
    actions.PlaceBuilding: Rule("build", rounds.place),
    actions.MoveBuilding: Rule("build", rounds.move),
    actions.FlipBuilding: Rule("build", rounds.flip),
    actions.PassBuilding: Rule("build", rounds.do_nothing),
    actions.Refill: Rule("refill", rounds.refill),
    actions.Adjust: Rule(None, rounds.adjust),
}


@calling(THINGS)
def apply(state: State, action: object) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    deed = read_action(action, state)
    rule = RULES[type(deed)]
    if rule.phase is not None and state.phase != rule.phase:
        belongs, now = PHASE_NAMES[rule.phase], PHASE_NAMES[state.phase]
        raise IllegalAction("type", f"This belongs to “{belongs}”; the game is at “{now}”.")
    if not isinstance(deed, actions.Reveal | actions.Adjust) and deed.player != state.active:
        words = f"It is for {spoken(state.active)} to act now, not for {spoken(deed.player)}."
        raise IllegalAction("player", words)
    return rule.act(state, deed)
