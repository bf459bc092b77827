"""The dice of a tap: those that it left to the app, and those that its line keeps."""

import json
from collections.abc import Collection
from random import Random, SystemRandom

from django.utils.crypto import salted_hmac

from companion.engine.game import Game
from companion.engine.wire import Json

CHANCE = SystemRandom()


def completed(game: Game[object], state: object, action: object) -> object:
    """The action with the dice that it left to the app, or as it was."""
    return game.roll(state, action, CHANCE)


def mended(
    game: Game[object], state: object, action: object, was: object, written: Collection[object]
) -> object:
    """A correction with what is the app's to deal: the same as often as it is asked, but nobody's to guess.

    So what is written is what was shown before.
    """
    question = json.dumps([action, was, len(written)], sort_keys=True)
    seed = salted_hmac("companion.tables.dice.mended", question, algorithm="sha256").digest()
    return game.mend(state, action, was, written, Random(seed))


def dice_of(action: object) -> Json | None:
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


def faces_of(dice: object, name: str = "") -> list[tuple[str, str]]:
    """Dice as people read them: whose, and what they show.

    >>> faces_of({"attacker": 5, "counter_attack": [6, 1]})
    [('attacker', '5'), ('counter attack', '6 1')]
    >>> faces_of([None, {"d6": 3}])
    [('d6', '3')]
    """
    if isinstance(dice, dict):
        return [row for key, each in dice.items() for row in faces_of(each, key.replace("_", " "))]
    if isinstance(dice, list) and not all(isinstance(each, int) for each in dice):
        return [row for each in dice for row in faces_of(each, name)]
    faces = dice if isinstance(dice, list) else [] if dice is None else [dice]
    return [(name, " ".join(map(str, faces)))] if faces else []


def typed(action: object, name: str = "a") -> dict[str, str]:
    """The numbers in an action, by the names of the fields that they were tapped in.

    >>> typed({"battlefield": "ypres", "rolls": {"attacker": 5}})
    {'a.rolls.attacker': '5'}
    """
    if isinstance(action, dict | list):
        parts = action.items() if isinstance(action, dict) else enumerate(action)
        return {k: v for key, part in parts for k, v in typed(part, f"{name}.{key}").items()}
    return {name: str(action)} if type(action) is int else {}
