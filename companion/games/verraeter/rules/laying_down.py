"""Surplus laid down after picking up: who drew the app's cards says which go, having seen them (R20)."""

from companion.engine.errors import InvalidInput
from companion.engine.game import Question
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.verraeter.procedures.supply_refill import surplus
from companion.games.verraeter.state.naming import read_values, spoken
from companion.games.verraeter.state.table import State

ASKED = "lay_down"


def asks(state: State, action: Json) -> Question | None:
    """The question to the player himself which of all his cards go, where a refill leaves it open."""
    drawn = _drawn(state, action)
    if state.active is None or drawn is None:
        return None
    hand = state.player(state.active).hand
    count = surplus(len(hand), len(drawn), state.options)
    ask = {"type": ASKED, "player": state.active, "count": count, "from": sorted((*hand, *drawn))}
    return Question(state.active, ask) if count else None


def _drawn(state: State, action: Json) -> list[int] | None:
    """The cards of a refill that does not say what goes; None of any other action."""
    if type(action) is not dict or action.get("type") != "refill" or "discard" in action:
        return None
    here = state.phase == "refill" and action.get("player") == state.active
    cards = action.get("cards")
    if not here or state.options.surplus == "before" or type(cards) is not list:
        return None
    return cards if all(type(card) is int for card in cards) else None


def answer(state: State, action: Json, reply: Json) -> Json:
    """The refill with the cards that go; errors have paths in the reply."""
    question = asks(state, action)
    if question is None:
        raise InvalidInput("", "This action waits for no answer.")
    reading = Reading(reply, ("type", "player", "discard"))
    reading.name("type", (ASKED,))
    if reading.raw("player") != question.seat:
        raise InvalidInput("player", f"It is for {spoken(question.seat)} to say which cards go.")
    count, going = question.ask["count"], read_values(reading, "discard")
    if len(going) != count:
        raise InvalidInput("discard", f"Exactly {count} of these cards go; {len(going)} were named.")
    return {**action, "discard": list(going)}
