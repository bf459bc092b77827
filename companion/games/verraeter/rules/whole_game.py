"""Set up, played again, what may be done, who sees what: a whole game's procedures (6.1 to 6.4)."""

from companion.engine import shape
from companion.engine.errors import under
from companion.engine.game import Step
from companion.engine.whole_game import WholeGame
from companion.engine.wire import Json
from companion.games.verraeter.data import PHASE_NAMES
from companion.games.verraeter.rules import apply
from companion.games.verraeter.rules.legal import checked_legal
from companion.games.verraeter.rules.secrets import seen_state
from companion.games.verraeter.rules.setting_up import set_up
from companion.games.verraeter.state.naming import PlayerId, spoken
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


def _sees(state: State, viewer: Json) -> tuple[Json, Step]:
    """Who looks; nobody is the tablet in the middle."""
    with under("seat"):
        seat: str | None = shape.read(PlayerId | None, viewer, names={"players": state.ids})
    return {"seat": seat, "view": seen_state(state, () if seat is None else (seat,))}, _seen(state, seat)


def _seen(state: State, seat: str | None) -> Step:
    if state.phase == "finished":
        return Step("end", "The game is over: all is open but the draw pile.")
    if seat is None:
        return Step("2", "The tablet in the middle shows no hand and no action card that is still face down.")
    words = "{who} sees his own hand and action card, and of the others only how many."
    return Step("2", words, {"who": spoken(seat)})


WHOLE_GAME = WholeGame(
    set_up=set_up,
    apply=apply,
    read_state=read_state,
    state_json=state_json,
    may=_may,
    sees=_sees,
    opening="The opening state: circle, oaths, hands, who holds the strategy card.",
    most=5000,
)
