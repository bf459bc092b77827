"""Verräter's rules: the one way from a state to the next (specification 4 and 5)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.engine.wire import Json
from companion.games.verraeter.actions import kinds, read_action
from companion.games.verraeter.actions.things import THINGS
from companion.games.verraeter.data import PHASE_NAMES, Phase
from companion.games.verraeter.rules import (
    building,
    drafting,
    overruling,
    placing,
    refilling,
    revealing,
    supplying,
)
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import State

__all__ = ["apply"]


class Rule(NamedTuple):
    """The phase to which an action belongs (None: any), and what it does."""

    phase: Phase | None
    act: Callable[[State, Any], Outcome[State]]


RULES: Mapping[type, Rule] = {
    kinds.PlaceEstate: Rule("estates", placing.place_estate),
    kinds.ChooseSite: Rule("site", placing.choose_site),
    kinds.DealActions: Rule("draft", drafting.deal_actions),
    kinds.DraftOffline: Rule("draft", drafting.draft_offline),
    kinds.PickAction: Rule("draft", drafting.pick_action),
    kinds.PlaySupply: Rule("supply", supplying.play_supply),
    kinds.Reveal: Rule("reveal", revealing.reveal),
    kinds.PlaceBuilding: Rule("build", building.place),
    kinds.MoveBuilding: Rule("build", building.move),
    kinds.FlipBuilding: Rule("build", building.flip),
    kinds.PassBuilding: Rule("build", building.do_nothing),
    kinds.Refill: Rule("refill", refilling.refill),
    kinds.Adjust: Rule(None, overruling.adjust),
}


@calling(THINGS)
def apply(state: State, action: Json) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    done = read_action(action, state)
    rule = RULES[type(done)]
    if rule.phase is not None:
        _in_phase(state, rule.phase)
    if not isinstance(done, kinds.Reveal | kinds.Adjust):
        _acting(state, done.player)
    return rule.act(state, done)


def _in_phase(state: State, phase: Phase) -> None:
    if state.phase != phase:
        belongs, now = PHASE_NAMES[phase], PHASE_NAMES[state.phase]
        raise IllegalAction("type", f"This belongs to “{belongs}”; the game is at “{now}”.")


def _acting(state: State, player: str) -> None:
    if player != state.active:
        raise IllegalAction(
            "player", f"It is for {spoken(state.active)} to act now, not for {spoken(player)}."
        )
