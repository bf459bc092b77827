"""Set up, played again, what may be done, who sees what: a whole game's procedures (6.1 to 6.4)."""

from companion.engine.game import Step
from companion.engine.whole_game import Eyes, WholeGame, questions
from companion.engine.wire import Json
from companion.games.scope.data import PHASE_NAMES, Seat
from companion.games.scope.rules import apply
from companion.games.scope.rules.chance import deal
from companion.games.scope.rules.legal import checked_legal
from companion.games.scope.rules.opening import open_table
from companion.games.scope.rules.secrets import seen_state
from companion.games.scope.rules.setting_up import Said, set_up
from companion.games.scope.state.naming import spoken
from companion.games.scope.state.table import State, read_state, state_json


def _may(state: State) -> tuple[Json, Step]:
    entries = checked_legal(state)
    seat = None if state.phase == "finished" else state.slot
    values = {"phase": PHASE_NAMES[state.phase], "who": spoken(seat)}
    words = "{phase}: it is for the {who}." if seat else "{phase}: nothing is left to do."
    step = Step("objective" if seat is None else "move", words, values)
    return {"phase": state.phase, "seat": seat, "actions": entries}, step


EYES = Eyes(
    seats=lambda state: state.slots,
    seen=seen_state,
    spoken=spoken,
    is_over=lambda state: state.phase == "finished",
    over=Step("setup", "The game is over: all cards lie open."),
    middle=Step("setup", "The tablet in the middle shows no card that lies face down."),
    own=Step("setup", "{who}: the own side's cards, and of the enemy only what is turned up now."),
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
    opening="The opening state: both fronts, objective, whose turn it is.",
    deal=deal,
    most=LONGEST,
    described=questions(State, Said, LONGEST, {"seat": Seat | None}),
)
