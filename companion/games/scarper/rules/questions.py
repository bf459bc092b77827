"""The three procedures that need the whole game: setup, legal and replay (specification 6.1-6.3)."""

from companion.engine.errors import GameError, join, under
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.data import PHASE_NAMES
from companion.games.scarper.rules import apply, set_up
from companion.games.scarper.rules.legal import actors, legal
from companion.games.scarper.state.table import read_state, state_json


def resolve_setup(question: Json) -> Resolution:
    """Procedure 6.1: the game set up."""
    begun = set_up(question)
    return Resolution({"state": state_json(begun.state)}, begun.steps)


def resolve_legal(question: Json) -> Resolution:
    """Procedure 6.2: what may be done in a state."""
    state = read_state(Reading(question, ("state",)).raw("state"), "state")
    acting = actors(state)
    actor = "both" if len(acting) == 2 else acting[0] if acting else None
    step = state.turn.step if state.turn else None
    entries = legal(state)
    values = {"count": len(entries), "phase": PHASE_NAMES[state.phase]}
    steps = (Step("4.3", "At “{phase}” {count:# kind|# kinds} of action can be chosen.", values),)
    return Resolution({"actor": actor, "phase": state.phase, "step": step, "actions": entries}, steps)


def resolve_replay(question: Json) -> Resolution:
    """Procedure 6.3: a whole journal played again; nothing is rolled or shuffled."""
    reading = Reading(question, ("setup", "actions"))
    setup = reading.raw("setup")
    with under("setup"):
        state, steps = set_up(setup)
    told = list(steps)
    for n, action in enumerate(reading.items("actions")):
        try:
            state, steps = apply(state, action)
        except GameError as error:
            raise type(error)(join("actions", n, error.path), error.unnamed) from error
        told += steps
    return Resolution({"state": state_json(state)}, tuple(told))
