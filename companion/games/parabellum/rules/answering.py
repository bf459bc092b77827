"""The defender's word: whether to counterattack is said once the attack's losses are known (A3)."""

from companion.engine.errors import GameError, InvalidInput, calling
from companion.engine.game import Question
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.actions import THINGS, kinds, read_action
from companion.games.parabellum.data import TURN_PHASES
from companion.games.parabellum.procedures.combat.volleys import read_dice
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.combat.attacking import (
    ANSWER,
    VOLLEY,
    against_counter,
    die_of,
    rolled_volley,
)
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.table import State

ASKED = "counterattack"


def asks(state: State, action: Json) -> Question | None:
    """The question to the owner of a unit that survives an attack and could hit back."""
    if type(action) is not dict or action.get("type") != "attack" or "counter" in action:
        return None
    try:
        volley = _without_answer(action)
        apply(state, volley)
        attack = read_action(volley, tracked=state.tracked)
    except GameError:
        return None
    assert isinstance(attack, kinds.Attack)
    losses = rolled_volley(state, attack).losses
    left = state.units[attack.target].strength - losses
    if not left or against_counter(state, attack.unit, attack.target) or state.phase not in TURN_PHASES:
        return None
    owner = state.units[attack.target].owner
    ask = {"type": ASKED, "player": owner, "unit": attack.target, "against": attack.unit}
    return Question(owner, {**ask, "losses": losses, "strength": left})


def _without_answer(action: dict[str, Json]) -> dict[str, Json]:
    """The attack alone, as if nobody hit back."""
    rolls = action.get("rolls")
    dice = {key: rolls[key] for key in VOLLEY if key in rolls} if type(rolls) is dict else rolls
    return {**action, "counter": False, "rolls": dice}


@calling(THINGS)
def answer(state: State, action: Json, reply: Json) -> Json:
    """The attack with the defender's word, and with the defender's dice where the reply brings them."""
    question = asks(state, action)
    if question is None:
        raise InvalidInput("", "This action waits for no answer.")
    reading = Reading.complete(reply, ("type", "player", "counter"), ("rolls",))
    reading.name("type", (ASKED,))
    if reading.raw("player") != question.seat:
        raise InvalidInput("player", f"It is for {spoken(question.seat)} to say whether to hit back.")
    if not reading.boolean("counter"):
        return _without_answer(action)
    typed = Reading(reading.value.get("rolls", {}), ANSWER, "rolls")
    if ANSWER[0] in typed:
        # Who answers knows the own unit: here, and nowhere else, the right number may be said.
        sides = die_of(state, question.ask["unit"])
        read_dice(typed.raw(ANSWER[0]), typed.at(ANSWER[0]), question.ask["strength"], sides)
    return {**action, "counter": True, "rolls": {**action["rolls"], **typed.value}}
