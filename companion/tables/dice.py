"""The dice of a tap: those that it left to the app, and those that its line keeps."""

from random import SystemRandom
from typing import Any

from companion.engine.game import Game
from companion.engine.wire import Json

CHANCE = SystemRandom()


def completed(game: Game[Any], state: Any, action: Json) -> Json:
    """The action with the dice that it left to the app, or as it was."""
    return game.roll(state, action, CHANCE)


def dice_of(action: Any) -> Json | None:
    """The dice in an action, typed or rolled, in the action's own form; None where it has none.

    >>> dice_of({"type": "frontal_charge", "rolls": {"attacker": 5, "defender": 2}})
    {'attacker': 5, 'defender': 2}
    >>> dice_of({"choices": [None, {"battlefield": "ypres", "rolls": {"d6": 3}}]})
    {'choices': [None, {'d6': 3}]}
    """
    if isinstance(action, dict):
        if "rolls" in action:
            return action["rolls"]
        parts = {key: dice_of(value) for key, value in action.items()}
        return {key: part for key, part in parts.items() if part is not None} or None
    if isinstance(action, list):
        dice = [dice_of(value) for value in action]
        return dice if any(part is not None for part in dice) else None
    return None
