"""Questions bent out of shape: each is answered, or refused with a place; none crashes a procedure.

`SCOPE_MUTATIONS` says how many of each case; the figure here keeps a test run short.
"""

import copy
import json
import os
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.games.scope.game import GAME

MUTATIONS = int(os.environ.get("SCOPE_MUTATIONS", "4"))
CASES = [
    json.loads(line)
    for name in ("worked.jsonl", "practice.jsonl")
    for line in (GAME.folder / "examples" / name).read_text("utf-8").splitlines()
]
JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    7,
    10**30,
    1.5,
    "",
    "x",
    "\ud800",
    "a1",
    "h8",
    "german",
    "sniper",
    [],
    [[]],
]
JUNK += [
    [[]],
    {},
    {"type": "move"},
    ["a1"],
    ["a1", "a1"],
    {"weapon": "sniper"},
    "custom",
    "duel_of_aces",
    3,
    "b3",
]


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a question with each of its keys."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [(value, key) for key, _ in pairs]
    return found + [spot for holder, key in found for spot in spots(holder[key])]


def bent(question: Any, random: Random) -> Any:
    question = copy.deepcopy(question)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        places = spots(question)
        if not places:
            return copy.deepcopy(random.choice(JUNK))
        holder, key = random.choice(places)
        deed = random.randrange(4)
        if deed == 0:
            del holder[key]
        elif deed == 1 and isinstance(holder, dict):
            holder[random.choice(["odd", "", "seat", "\ud800"])] = copy.deepcopy(random.choice(JUNK))
        else:
            holder[key] = copy.deepcopy(random.choice(JUNK))
    return question


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_bent_question_is_answered_or_refused_and_never_crashes(case: Any) -> None:
    procedure = GAME.procedure(case["procedure"])
    for seed in range(MUTATIONS):
        random = Random(f"{case['id']} {seed}")
        question = bent(case["input"], random)
        before = copy.deepcopy(question)
        completed, _ = procedure.complete(question, random)
        with suppress(GameError):
            found = procedure.resolve(completed)
            json.dumps(found.result, allow_nan=False)
            "".join(step.text for step in found.steps).encode()
        assert question == before


@pytest.mark.parametrize("seed", range(MUTATIONS * 4))
def test_a_bent_action_leaves_the_table_as_it_was(seed: int) -> None:
    random = Random(seed)
    setup, actions = GAME.demo()  # type: ignore[misc]
    state = GAME.open(setup).state
    for action in actions:
        bad = bent(action, random)
        GAME.describe(bad).encode("utf-8", "backslashreplace")
        GAME.is_irrevocable(state, bad, False)
        before = GAME.state_json(state)
        with suppress(GameError):
            GAME.apply(state, bad)
        assert GAME.state_json(state) == before
        state = GAME.apply(state, action).state
