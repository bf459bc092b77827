"""Set up, played again, what may be done, who sees what: a whole game's procedures (6.1 to 6.4)."""

from companion.engine.game import Step
from companion.engine.whole_game import Eyes, WholeGame, questions
from companion.engine.wire import Json
from companion.games.verraeter.data import PHASE_NAMES
from companion.games.verraeter.rules import apply
from companion.games.verraeter.rules.legal import checked_legal
from companion.games.verraeter.rules.secrets import seen_state
from companion.games.verraeter.rules.setting_up import Said, open_table, set_up
from companion.games.verraeter.state.naming import Id, spoken
from companion.games.verraeter.state.table import State, read_state, state_json

PHASE_RULES = {
    "estates": "setup.estates",
    "site": "1",
    "draft": "2",
    "supply": "3",
    "reveal": "4",
    "build": "7",
    "refill": "10",
    "finished": "end",
}


def _may(state: State) -> tuple[Json, Step]:
    entries = checked_legal(state)
    values = {
        "phase": PHASE_NAMES[state.phase],
        "who": spoken(state.active) if state.active else "the whole table",
    }
    words = "{phase}: nothing is left to do." if not entries else "{phase}: it is for {who} to act."
    step = Step(PHASE_RULES[state.phase], words, values)
    return {"phase": state.phase, "active": state.active, "actions": entries}, step


EYES = Eyes(
    seats=lambda state: state.ids,
    seen=seen_state,
    spoken=spoken,
    is_over=lambda state: state.phase == "finished",
    over=Step("end", "The game is over: all is open but the draw pile."),
    middle=Step("2", "The tablet in the middle shows no hand and no action card that is still face down."),
    own=Step("2", "{who} sees his own hand and action card, and of the others only how many."),
)

LONGEST = 5000
"""Actions: the longest journal that is played again."""

WHOLE_GAME = WholeGame(
    set_up=set_up,
    opens=open_table,
    apply=apply,
    read_state=read_state,
    state_json=state_json,
    may=_may,
    sees=EYES,
    opening="The opening state: circle, oaths, hands, who holds the strategy card.",
    most=LONGEST,
    described=questions(State, Said, LONGEST, {"seat": Id | None}),
)
