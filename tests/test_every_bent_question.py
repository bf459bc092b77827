"""Questions and actions bent out of shape: each is answered, or refused with a place; none crashes a game.

`MUTATIONS` says how many of each case; the figure here keeps a test run short.
"""

import copy
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import pytest

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import Game, Procedure
from tests.promised import cases, demo

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
QUESTIONS = [(slug, name) for slug, game in GAMES.items() for name in game.procedures]
LONGEST = 9000
"""What is asked in more characters is bent too slowly for every run."""
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


@pytest.mark.parametrize(("slug", "name"), QUESTIONS)
def test_a_bent_question_is_answered_or_refused_and_never_crashes(slug: str, name: str) -> None:
    procedure, junk = GAMES[slug].procedures[name], JUNK + OWN_WORDS.get(slug, [])
    short = (case for case in cases(slug, name) if len(str(case["input"])) < LONGEST)
    for case, seed in product(short, range(MUTATIONS)):
        random = Random(f"{case['id']} {seed}")
        question = bent(case["input"], random, junk)
        try:
            tried(procedure, question, random)
        except Exception as error:
            error.add_note(f"{case['id']}, seed {seed}: {question!r:.2000}")
            raise


def tried(procedure: Procedure, question: Any, random: Random) -> None:
    """Answered in JSON and in letters, or refused; the question is left as it was."""
    before = copy.deepcopy(question)
    completed, rolls = procedure.complete(question, random)
    assert rolls is None or completed != question
    with suppress(GameError):
        resolved = procedure.resolve(completed)
        json.dumps(resolved.result, allow_nan=False)
        "".join(step.text for step in resolved.steps).encode()
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
