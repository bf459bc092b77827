"""Set up, played again, what may be done: a whole battle's procedures (6.1 to 6.3)."""

from companion.engine.game import Step
from companion.engine.whole_game import WholeGame, questions
from companion.engine.wire import Json
from companion.games.proelii.data import SIDE_NAMES, STEP_NAMES
from companion.games.proelii.rules import apply
from companion.games.proelii.rules.legal import legal
from companion.games.proelii.rules.setting_up import Said, set_up
from companion.games.proelii.state.table import State, read_state, state_json


def _may(state: State) -> tuple[Json, Step]:
    told = {"phase": state.phase, "step": state.step, "to_act": state.to_act, "actions": legal(state)}
    values = {"step": STEP_NAMES.get(state.step or "", ""), "side": SIDE_NAMES.get(state.to_act or "", "")}
    if state.is_over:
        return told, Step("4.0", "The battle is over: nothing is left to do.")
    words = "{step}: {side} is to act." if state.to_act else "{step}: both sides act, in any order."
    return told, Step("3.0", words, values)


LONGEST = 5000
"""Actions: the longest journal that is played again."""

WHOLE_GAME = WholeGame(
    set_up=set_up,
    apply=apply,
    read_state=read_state,
    state_json=state_json,
    may=_may,
    opening="The opening state: both armies where the battle has them, white to act.",
    most=LONGEST,
    described=questions(State, Said, LONGEST),
)
