"""Questions and actions bent out of shape: each is answered, or refused with a place; none crashes a game.

`MUTATIONS` says how many of each case; the figure here keeps a test run short.
"""

import copy
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import Game
from tests.promised import demo

MUTATIONS = int(os.environ.get("MUTATIONS", "4"))
JUNK: list[Any] = [
    *(None, True, False, 0, -1, 3, 7, 99, 10**30, 1.5),
    *("", "x", "\ud800", "0", "-4", "01", [], [[]], {}, {"1": 1}),
]
OWN_WORDS: Mapping[str, list[Any]] = {
    "scarper": ["ypres", "german", ["ypres"], {"p": "table"}, {"kind": "morale"}],
    "scope": [
        *("a1", "b3", "h8", "german", "sniper", "custom", "duel_of_aces"),
        *(["a1"], ["a1", "a1"], {"type": "move"}, {"weapon": "sniper"}),
    ],
    "verraeter": ["supply", "ada", [0, 0], ["farmer"], {"type": "build"}],
    "proelii": [
        *("c3", "entry", "distant", "white", "optimal", "cavalry", "sword", "zama"),
        *(["c3"], ["sword", "sword"], {"type": "move"}, {"faces": ["sword"], "rerolls": []}),
    ],
    "parabellum": ["a1", ["a1", "a1"], "tank", "red", {"fuel": 1}, {"type": "move"}],
}
KEYS = ("odd", "", "side", "seat", "5", "\ud800")
GAMES = shelf.games()
CASES = [
    pytest.param(game, case, id=f"{slug}-{case['id']}")
    for slug, game in GAMES.items()
    for path in sorted((game.folder / "examples").glob("*.jsonl"))
    for case in map(json.loads, path.read_text("utf-8").splitlines())
    if len(str(case["input"])) < 9000
]
PLAYED = [pytest.param(game, id=slug) for slug, game in GAMES.items() if game.demo]


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a question with each of its keys."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [(value, key) for key, _ in pairs]
    return found + [spot for holder, key in found for spot in spots(holder[key])]


def bent(question: Any, random: Random, junk: list[Any]) -> Any:
    question = copy.deepcopy(question)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        places = spots(question)
        if not places:
            return copy.deepcopy(random.choice(junk))
        holder, key = random.choice(places)
        bend(holder, key, random, junk)
    return question


def bend(holder: Any, key: Any, random: Random, junk: list[Any]) -> None:
    """One value dropped, joined by another, or replaced."""
    deed = random.randrange(4)
    if deed == 0:
        del holder[key]
    elif deed == 1 and isinstance(holder, dict):
        holder[random.choice(KEYS)] = copy.deepcopy(random.choice(junk))
    elif deed == 1:
        holder.append(copy.deepcopy(random.choice([*junk, holder[key]])))
    else:
        holder[key] = copy.deepcopy(random.choice(junk))


@pytest.mark.parametrize(("game", "case"), CASES)
def test_a_bent_question_is_answered_or_refused_and_never_crashes(game: Game[Any], case: Any) -> None:
    procedure, junk = game.procedures[case["procedure"]], JUNK + OWN_WORDS.get(game.slug, [])
    for seed in range(MUTATIONS):
        random = Random(f"{case['id']} {seed}")
        question = bent(case["input"], random, junk)
        before = copy.deepcopy(question)
        completed, rolls = procedure.complete(question, random)
        assert rolls is None or completed != question
        with suppress(GameError):
            found = procedure.resolve(completed)
            json.dumps(found.result, allow_nan=False)
            "".join(step.text for step in found.steps).encode()
        assert question == before


@pytest.mark.parametrize("seed", range(MUTATIONS))
@pytest.mark.parametrize("game", PLAYED)
def test_a_bent_action_leaves_the_table_as_it_was(game: Game[Any], seed: int) -> None:
    random, junk = Random(seed), JUNK + OWN_WORDS.get(game.slug, [])
    setup, actions = demo(game.slug)
    state = game.open(setup).state
    for action in actions:
        bad = game.roll(state, bent(action, random, junk), random)
        game.asks(state, bad)
        game.describe(bad).encode("utf-8", "backslashreplace")
        game.is_irrevocable(state, bad, False)
        before = game.state_json(state)
        with suppress(GameError):
            game.apply(state, bad)
        assert game.state_json(state) == before
        state = game.apply(state, action).state
