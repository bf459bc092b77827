"""The procedures that need the whole game: setup, replay, legal, view (specification 6.1)."""

from companion.engine.errors import GameError, IllegalAction, join, under
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import PHASE_NAMES
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.rules.secrets import view_of
from companion.games.parabellum.rules.setting_up import set_up
from companion.games.parabellum.state import state_json
from companion.games.parabellum.state.naming import read_id, spoken
from companion.games.parabellum.state.reading_back import read_state

MOST_ACTIONS = 20000


def resolve_setup(question: Json) -> Resolution:
    """Procedure `setup`."""
    begun = set_up(question)
    return Resolution({"state": state_json(begun.state)}, begun.steps)


def resolve_replay(question: Json) -> Resolution:
    """Procedure `replay`: a whole journal played again."""
    reading = Reading.complete(question, ("setup", "actions"))
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
    """Procedure `legal`: what may be done in a state."""
    state = read_state(Reading.complete(question, ("state",)).raw("state"), "state")
    entries = legal(state)
    values = {
        "phase": PHASE_NAMES[state.phase],
        "who": spoken(state.active) if state.active else "the whole table",
        "n": len(entries),
    }
    words = "{phase}: {n:# kind|# kinds} of thing can be done, and it is for {who} to act."
    step = Step("P1", words if entries else "{phase}: nothing is left to do.", values)
    return Resolution({"actions": entries}, (step,))


def resolve_view(question: Json) -> Resolution:
    """Procedure `view`: a state as one player sees it."""
    reading = Reading.complete(question, ("state", "viewer"))
    state = read_state(reading.raw("state"), "state")
    viewer = read_id(reading.raw("viewer"), "viewer")
    if viewer not in state.players:
        raise IllegalAction("viewer", f"“{viewer}” does not sit here; {', '.join(state.seated)} do.")
    words = "{who} sees own units, reserve and sheet whole; of the others what stands on the table."
    step = Step("RULING R61", words, {"who": spoken(viewer)})
    return Resolution({"view": view_of(state, viewer)}, (step,))
