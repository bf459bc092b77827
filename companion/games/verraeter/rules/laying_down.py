"""Surplus laid down after picking up: who drew the app's cards says which go, having seen them (R20)."""

from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import InvalidInput, calling
from companion.engine.game import Question
from companion.engine.shape import Known
from companion.engine.wire import Json
from companion.games.verraeter.actions.things import THINGS
from companion.games.verraeter.procedures.supply_refill import surplus
from companion.games.verraeter.state.naming import SupplyCards
from companion.games.verraeter.state.table import State

ASKED = "lay_down"


class LayDown(NamedTuple):
    """Which cards go, by who drew them."""

    type: Literal["lay_down"]
    player: Annotated[str, Known("players", "It is for {names} to say which cards go.")]
    discard: SupplyCards


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


@calling(THINGS)
def answer(state: State, action: Json, reply: Json) -> Json:
    """The refill with the cards that go; errors have paths in the reply."""
    question = asks(state, action)
    if question is None:
        raise InvalidInput("", "This action waits for no answer.")
    said: LayDown = shape.read(LayDown, reply, names={"players": (question.seat,)})
    count = question.ask["count"]
    if len(said.discard) != count:
        raise InvalidInput("discard", f"Exactly {count} of these cards go; {len(said.discard)} were named.")
    return {**action, "discard": list(said.discard)}
