"""Refusals at a table with screens: none tells a card that only its owner may know (R35, R61).

Dice are counted against hidden cards: a wrong number would say how many people a unit has, the place of the
first wrong one where the right ones end. So whatever hangs on another's card is refused in one way.
"""

from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Outcome
from companion.engine.wire import Json
from companion.games.parabellum.actions import read_action
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.secrets import OPEN
from companion.games.parabellum.state.table import State

TARGET = (
    "The target's dice do not fit its card: it rolls one for each of its people, "
    "of the defence die on its card. Its owner knows how many, and which."
)
ANSWER = (
    "These dice do not fit the two cards, or the target cannot hit back: each side rolls one die for each "
    "of its people, of the die on its card. Each owner knows the own."
)
SHOTS = (
    "These dice do not fit what is fired at: a shot takes one die of the gun, and one for each of the people "
    "that its target has left by then, or one d6 a token of a cache and then the dice of its explosion; "
    "none where nothing is left. The owners know their cards."
)
CHAIN = (
    "These dice do not fit what stands near: each combat takes one d8 a token of the cache that goes up, and "
    "one die for each of the people struck (one d6 a token of a cache); no dice where nothing explodes. "
    "The owners know their cards."
)
OTHERS = ("rolls.defense", "rolls.counter_attack", "rolls.counter_defense")


def apply_at_table(state: State, action: Json) -> Outcome[State]:
    """`apply`, its refusals silent on what only another may know."""
    try:
        return apply(state, action)
    except GameError as refused:
        raise veiled(action, refused) from None


def looks(state: State, action: Json) -> tuple[str, ...]:
    """Whose cards, reserve and money the rules look at; shape, phase and turn anybody may know."""
    player = action.get("player") if type(action) is dict else None
    if type(player) is not str or player not in state.players or action.get("type") in OPEN:
        return ()
    try:
        read_action(action, tracked=state.tracked)
    except GameError:
        return ()
    return (player,)


def veiled(action: Json, refused: GameError) -> GameError:
    """The refusal itself, or the same words for everything that hangs on hidden cards."""
    kind = action.get("type") if type(action) is dict else None
    if kind == "attack":
        return _attack(action, refused)
    if kind == "attack_cache" and _under(refused.path, "rolls.explosions") and _given(action, refused.path):
        return InvalidInput("rolls.explosions", CHAIN)
    if kind == "barrage" and refused.path.startswith("rolls."):
        return InvalidInput("rolls", SHOTS)
    return refused


def _attack(action: dict[str, Json], refused: GameError) -> GameError:
    against = refused.path == "counter" and isinstance(refused, IllegalAction)
    dice = any(_under(refused.path, key) for key in OTHERS) and _given(action, refused.path)
    if not against and not dice:
        return refused
    return InvalidInput("rolls", ANSWER) if action["counter"] else InvalidInput("rolls.defense", TARGET)


def _under(path: str, key: str) -> bool:
    return path == key or path.startswith(f"{key}.")


def _given(action: dict[str, Json], path: str) -> bool:
    """Whether those dice are there at all; that a key is missing anybody may know."""
    rolls = action.get("rolls")
    return type(rolls) is dict and path.split(".")[1] in rolls
