"""A discard that another side must name: asked from its own seat, put into the owner's choices (5.3, R32)."""

from companion.engine.errors import GameError, InvalidInput, calling
from companion.engine.game import Question
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.data import SIDE_NAMES
from companion.games.scarper.rules.deeds import THINGS, read_action
from companion.games.scarper.rules.effects import Doing, discards_due, named_discards
from companion.games.scarper.rules.events import open_discard
from companion.games.scarper.state.table import State

ASKED = "name_discards"


def asks(state: State, action: Json) -> Question | None:
    """The question to the side whose cards an event discards, if its cards are still to be named."""
    try:
        doing = _open(state, action)
    except GameError:
        return None
    if doing is None:
        return None
    hand = doing.state.hands[doing.side].cards
    cards = None if hand is None else sorted(hand)
    ask = {"type": ASKED, "side": doing.side, "count": discards_due(doing), "from": cards}
    return Question(doing.side, ask)


def _open(state: State, action: Json) -> Doing | None:
    if type(action) is not dict or action.get("type") != "resolve_event":
        return None
    return open_discard(state, read_action(action, state))


@calling(THINGS)
def answer(state: State, action: Json, reply: Json) -> Json:
    """The action with the cards that the other side named; errors have paths in the reply."""
    doing = _open(state, action)
    if doing is None:
        raise InvalidInput("", "This action waits for no answer.")
    reading = Reading(reply, ("type", "side", "cards"))
    reading.name("type", (ASKED,))
    if reading.raw("side") != doing.side:
        raise InvalidInput("side", f"It is for the {SIDE_NAMES[doing.side]} side to name its cards.")
    cards = named_discards(doing, reading.items("cards"), "cards")
    place = int(doing.path.rpartition(".")[2])
    choices = [{"cards": list(cards)} if n == place else each for n, each in enumerate(action["choices"])]
    return {**action, "choices": choices}
