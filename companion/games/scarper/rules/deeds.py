"""Everything that can be done at the table: its name in the journal, and the rule that knows its record."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_type_hints

from companion.engine import shape
from companion.engine.errors import calling
from companion.engine.game import Outcome
from companion.engine.shape import By
from companion.engine.thing import things_of
from companion.engine.wire import Json
from companion.games.scarper.actions import kinds
from companion.games.scarper.data import FOLDER
from companion.games.scarper.rules import commands, events, new_cards, overruling, rounds, years
from companion.games.scarper.state.table import State

RULES: Mapping[str, Callable[[State, Any], Outcome[State]]] = {
    "choose_missions": years.choose_missions,
    "choose_first": years.choose_first,
    "build_trenches": rounds.build_trenches,
    "play_card": rounds.play_card,
    "resolve_event": events.resolve_event,
    "publish_propaganda": commands.publish_propaganda,
    "invest_economy": commands.invest_economy,
    "steady_push": commands.steady_push,
    "frontal_charge": commands.frontal_charge,
    "concentrated_assault": commands.concentrated_assault,
    "end_commands": commands.end_commands,
    "reveal_missions": years.reveal_missions,
    "score_year": years.score_year,
    "adjust": overruling.adjust,
    "add_card": new_cards.add_card,
    "resign": overruling.resign,
}
KINDS = {name: get_type_hints(rule)["action"] for name, rule in RULES.items()}
ACTIONS = {
    "app": Annotated[Any, By("type", KINDS)],
    "table": Annotated[Any, By("type", {**KINDS, "reveal_missions": kinds.RevealCards})],
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
