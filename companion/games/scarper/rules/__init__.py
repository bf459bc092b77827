"""Scarper's rules: every deed by its name in the journal, the one way from a state to the next (4, 5)."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_type_hints

from companion.engine import shape
from companion.engine.errors import calling, things_of
from companion.engine.game import Outcome
from companion.engine.shape import By
from companion.engine.wire import Json
from companion.games.scarper import actions
from companion.games.scarper.data import FOLDER
from companion.games.scarper.rules import cards, rounds
from companion.games.scarper.rules.setting_up import set_up
from companion.games.scarper.state import State

__all__ = ["set_up"]


RULES: Mapping[str, Callable[[State, Any], Outcome[State]]] = {
    "choose_missions": rounds.choose_missions,
    "choose_first": rounds.choose_first,
    "build_trenches": rounds.build_trenches,
    "play_card": rounds.play_card,
    "resolve_event": cards.resolve_event,
    "publish_propaganda": cards.publish_propaganda,
    "invest_economy": cards.invest_economy,
    "steady_push": cards.steady_push,
    "frontal_charge": cards.frontal_charge,
    "concentrated_assault": cards.concentrated_assault,
    "end_commands": cards.end_commands,
    "reveal_missions": rounds.reveal_missions,
    "score_year": rounds.score_year,
    "adjust": rounds.adjust,
    "add_card": rounds.add_card,
    "resign": rounds.resign,
}
KINDS = {name: get_type_hints(rule)["action"] for name, rule in RULES.items()}
ACTIONS = {
    "app": Annotated[Any, By("type", KINDS)],
    "table": Annotated[Any, By("type", {**KINDS, "reveal_missions": actions.RevealCards})],
}
"""By whose cards are played: those on the table are named as they are turned over."""
THINGS = things_of(FOLDER)


def read_action(value: Json, state: State) -> Any:
    """An action's record at this table; `InvalidInput` at the first fault, with its path in the action."""
    return shape.read(ACTIONS[state.options.cards], value, names={"state": state})


@calling(THINGS)
def apply(state: State, action: Json) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    done = read_action(action, state)
    return RULES[action["type"]](state, done)
