"""Fronts laid out by the app where a table leaves them to it; the malformed is left for the rules."""

from random import Random

from companion.engine import shape
from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.games.scope.data import SIDES, Card
from companion.games.scope.rules.own_scenario import own_scenario
from companion.games.scope.rules.sealing import salt
from companion.games.scope.rules.setting_up import Said, configured

FIRST = "quick_duel"
"""What is played where nobody says what."""


def shuffle(setup: Json, random: Random) -> Json:
    """A setup with a scenario, both fronts and the salts that seal them, each where it leaves it out."""
    if type(setup) is not dict:
        return setup
    whole = {"scenario": "custom" if setup.get("custom") else FIRST, **setup}
    fronts = whole.get("fronts", {})
    if type(fronts) is dict:
        whole["fronts"] = {**{side: _front(whole, random) for side in SIDES}, **fronts}
    salts = whole.get("salts", {})
    if type(salts) is dict:
        whole["salts"] = {**{side: salt(random) for side in SIDES}, **salts}
    return whole


def deal(question: Json, random: Random) -> tuple[Json, Json | None]:
    """A question of `setup` with fronts, and those alone, where it leaves them out."""
    if type(question) is not dict or "fronts" in question:
        return question, None
    fronts = {side: _front(question, random) for side in SIDES}
    if not all(fronts.values()):
        return question, None
    return {**question, "fronts": fronts}, {"fronts": fronts}


def _front(setup: dict[str, Json], random: Random) -> Json:
    """One front at random; empty where the scenario itself is at fault, for the rules to say so."""
    blank = {side: [["empty"]] for side in SIDES}
    asked = {key: value for key, value in setup.items() if key != "salts"}
    try:
        said: Said = shape.read(Said, {**asked, **own_scenario(asked), "fronts": blank})
        if (said.custom is None) == (said.scenario == "custom"):
            return []
        counts = configured(said)
    except GameError:
        return []
    cards: list[Card] = [card for card, number in counts.items() for _ in range(number)]
    random.shuffle(cards)
    columns = said.plan.columns
    return [cards[n : n + columns] for n in range(0, len(cards), columns)]
