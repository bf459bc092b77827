"""What the app rolls and shuffles where a table leaves it out; the malformed is left for the rules."""

from functools import partial
from random import Random

from companion.engine.dice import roll as die
from companion.engine.errors import InvalidInput
from companion.engine.procedure import rolling
from companion.engine.wire import Json
from companion.games.scarper.data import SIDES, YEARS
from companion.games.scarper.state.library import Library, own_library
from companion.games.scarper.state.table import State

type Given = dict[str, Json]


DICE = {
    "frontal_charge": ("attacker", "defender"),
    "concentrated_assault": ("d6",),
    "charge": ("attacker", "defender"),
    "assault": ("d6",),
}
"""By type of action and by kind of effect; from a `d6` a d3 is read."""


def _rolls(kind: str, random: Random) -> Given:
    return {key: die(random, 6) for key in DICE[kind]}


roll_charge = rolling(partial(_rolls, "charge"))
roll_assault = rolling(partial(_rolls, "assault"))


def roll(state: State, action: Json, random: Random) -> Json:
    """The action with every die that it left out."""
    if type(action) is not dict:
        return action
    kind = action.get("type")
    if kind == "resolve_event":
        return _roll_event(state, action, random)
    if type(kind) is not str or kind not in DICE or "rolls" in action:
        return action
    return {**action, "rolls": _rolls(kind, random)}


def _roll_event(state: State, action: Given, random: Random) -> Given:
    choices = action.get("choices")
    card = state.box.cards.get(state.turn.card or "") if state.turn else None
    if type(choices) is not list or card is None or len(choices) != len(card.effects):
        return action
    rolled = [
        {**choice, "rolls": _rolls(effect.kind, random)} if _lacks_dice(effect.kind, choice) else choice
        for effect, choice in zip(card.effects, choices, strict=True)
    ]
    return action if rolled == choices else {**action, "choices": rolled}


def _lacks_dice(kind: str, choice: Json) -> bool:
    return kind in DICE and type(choice) is dict and "battlefield" in choice and "rolls" not in choice


def shuffle_setup(question: Json, random: Random) -> tuple[Json, Json | None]:
    """A setup with the piles that it leaves to the app, and those piles."""
    library = _library(question)
    if library is None:
        return question, None
    piles = {key: shuffled(library, random) for key, shuffled in PILES.items() if key not in question}
    return ({**question, **piles}, piles) if piles else (question, None)


def shuffle(setup: Json, random: Random) -> Json:
    """A setup with every pile shuffled that it leaves to the app."""
    return shuffle_setup(setup, random)[0]


def _library(question: Json) -> Library | None:
    """The library of a setup whose cards the app deals; `None` for any other setup."""
    if type(question) is not dict:
        return None
    options = question.get("options", {})
    if type(options) is not dict or options.get("cards", "app") != "app":
        return None
    try:
        return own_library(question.get("library"))
    except InvalidInput:
        return None


def _decks(library: Library, random: Random) -> Given:
    return {str(year): _shuffled(library.of_year(year), random) for year in YEARS}


def _mission_decks(library: Library, random: Random) -> Given:
    return {side: _shuffled(library.missions_of(side), random) for side in SIDES}


def _shuffled(cards: tuple[str, ...], random: Random) -> list[str]:
    return random.sample(cards, len(cards))


PILES = {"decks": _decks, "mission_decks": _mission_decks}
