"""The four procedures that need the whole game: setup, replay, legal, view (specification 6.1 to 6.4)."""

from typing import NamedTuple

from companion.engine import shape
from companion.engine.errors import GameError, join, under
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.verraeter.data import PHASE_NAMES
from companion.games.verraeter.rules import apply
from companion.games.verraeter.rules.legal import checked_legal
from companion.games.verraeter.rules.secrets import seen_state
from companion.games.verraeter.rules.setting_up import set_up
from companion.games.verraeter.state.naming import PlayerId, spoken
from companion.games.verraeter.state.table import State, read_state, state_json

MOST_ACTIONS = 5000
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


class Viewed(NamedTuple):
    """Procedure 6.4's input: a state, and who looks; nobody is the tablet in the middle."""

    state: State
    seat: PlayerId | None


def resolve_setup(question: Json) -> Resolution:
    """Procedure 6.1: the game set up."""
    begun = set_up(question)
    return Resolution({"state": state_json(begun.state)}, begun.steps)


def resolve_replay(question: Json) -> Resolution:
    """Procedure 6.2: a whole journal played again; nothing is dealt or shuffled."""
    reading = Reading(question, ("setup", "actions"))
    setup = reading.raw("setup")
    with under("setup"):
        state, steps = set_up(setup)
    told = list(steps)
    for n, action in enumerate(reading.items("actions", 0, MOST_ACTIONS)):
        try:
            state, steps = apply(state, action)
        except GameError as error:
            raise type(error)(join("actions", n, error.path), error.unnamed) from error
        told += steps
    return Resolution({"state": state_json(state)}, tuple(told))


def resolve_legal(question: Json) -> Resolution:
    """Procedure 6.3: what may be done in a state."""
    state = read_state(Reading(question, ("state",)).raw("state"), "state")
    entries = checked_legal(state)
    values = {
        "phase": PHASE_NAMES[state.phase],
        "who": spoken(state.active) if state.active else "the whole table",
    }
    words = "{phase}: nothing is left to do." if not entries else "{phase}: it is for {who} to act."
    step = Step(PHASE_RULES[state.phase], words, values)
    return Resolution({"phase": state.phase, "active": state.active, "actions": entries}, (step,))


def resolve_view(question: Json) -> Resolution:
    """Procedure 6.4: a state as one seat sees it, or the tablet in the middle."""
    said: Viewed = shape.read(Viewed, question)
    seen = seen_state(said.state, () if said.seat is None else (said.seat,))
    return Resolution({"seat": said.seat, "view": seen}, (_seen_step(said.state, said.seat),))


def _seen_step(state: State, seat: str | None) -> Step:
    if state.phase == "finished":
        return Step("end", "The game is over: all is open but the draw pile.")
    if seat is None:
        return Step("2", "The tablet in the middle shows no hand and no action card that is still face down.")
    return Step(
        "2",
        "{who} sees his own hand and action card, and of the others only how many.",
        {"who": spoken(seat)},
    )
