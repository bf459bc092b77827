"""Fronts laid out by the app where a table leaves them to it; the malformed is left for the rules."""

from random import Random

from companion.engine import shape
from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.games.scope.data import SIDES, Card
from companion.games.scope.rules.choices import chosen
from companion.games.scope.rules.own_scenario import own_scenario
from companion.games.scope.rules.sealing import salt
from companion.games.scope.rules.setting_up import Said, configured
from companion.games.scope.state import State

FIRST = "quick_duel"
"""What is played where nobody says what."""
OF_THE_TABLE = ("salts", "laying", "luck")
"""What a table's setup says beside the specification's."""
BLANK: Json = {side: [["empty"]] for side in SIDES}
"""Fronts that are fit to be read, for the rules to say what is wrong with the scenario."""


def shuffle(setup: Json, random: Random) -> Json:
    """A setup with a scenario, both fronts and the salts that seal them, each where it leaves it out.

    Fronts that people lay out themselves are left to them. `luck` is what decides where a card comes to lie
    that a side leaves to chance: its own secret, so that nobody can deal the same cards again.
    """
    if type(setup) is not dict:
        return setup
    whole = {"scenario": "custom" if setup.get("custom") else FIRST, **chosen(setup)}
    if whole.get("laying") == "table":
        return whole
    if "laying" in whole:
        return {"luck": {side: salt(random) for side in SIDES}, **whole}
    fronts = whole.get("fronts", {})
    if type(fronts) is dict:
        whole["fronts"] = {**_dealt(whole, random), **fronts}
    salts = whole.get("salts", {})
    if type(salts) is dict:
        whole["salts"] = {**{side: salt(random) for side in SIDES}, **salts}
    return whole


def roll(state: State, action: Json, random: Random) -> Json:
    """An action with the salt that seals a front, where it lays one out."""
    if type(action) is not dict or action.get("type") != "lay_out" or "salt" in action:
        return action
    return {**action, "salt": salt(random)}


def deal(question: Json, random: Random) -> tuple[Json, Json | None]:
    """A question of `setup` with fronts, and those alone, where it leaves them out."""
    if type(question) is not dict or "fronts" in question:
        return question, None
    if not _cards(question):
        return question, None
    fronts = _dealt(question, random)
    return {**question, "fronts": fronts}, {"fronts": fronts}


def unshuffled(setup: dict[str, Json]) -> Json:
    """Fronts whose cards lie in the order of their kinds: where nothing is laid out yet."""
    cards = _cards(setup)
    return {side: _rows(setup, cards) for side in SIDES} if cards else BLANK


def _dealt(setup: dict[str, Json], random: Random) -> dict[str, Json]:
    """Both fronts at random."""
    cards = _cards(setup)
    if not cards:
        return dict(BLANK)
    return {side: _rows(setup, random.sample(cards, len(cards))) for side in SIDES}


def _rows(setup: dict[str, Json], cards: list[Card]) -> Json:
    columns = _said(setup).plan.columns
    return [cards[n : n + columns] for n in range(0, len(cards), columns)]


def _cards(setup: dict[str, Json]) -> list[Card]:
    """The cards of one front; none where the scenario itself is at fault."""
    try:
        said = _said(setup)
        if (said.custom is None) == (said.scenario == "custom"):
            return []
        counts = configured(said)
    except GameError:
        return []
    return [card for card, number in counts.items() for _ in range(number)]


def _said(setup: dict[str, Json]) -> Said:
    asked = {key: value for key, value in setup.items() if key not in OF_THE_TABLE}
    said: Said = shape.read(Said, {**asked, **own_scenario(asked), "fronts": BLANK})
    return said
