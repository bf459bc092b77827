"""Questions bent out of shape: each is answered, or refused with a place; none crashes a procedure.

`SCARPER_MUTATIONS` says how many of each case; the figure here keeps a test run short.
"""

import copy
import json
import os
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.games.scarper.game import GAME

MUTATIONS = int(os.environ.get("SCARPER_MUTATIONS", "6"))
FOLDER = GAME.folder / "examples"
CASES = [
    json.loads(line)
    for name in ("worked.jsonl", "practice.jsonl")
    for line in (FOLDER / name).read_text("utf-8").splitlines()
]
JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    7,
    99,
    10**30,
    1.5,
    "",
    "x",
    "\ud800",
    "ypres",
    "german",
    [],
    [[]],
    {},
]
JUNK += [{"p": "table"}, {"kind": "morale"}, ["ypres"], "0", "-4", "01", {"1": 1}]


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a question with each of its keys."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        found += [(value, key) for key in value]
    elif isinstance(value, list):
        found += [(value, n) for n in range(len(value))]
    for holder, key in list(found):
        found += spots(holder[key])
    return found


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
            holder[random.choice(["odd", "", "side", "5", "\ud800"])] = copy.deepcopy(random.choice(JUNK))
        elif deed == 1:
            holder.append(copy.deepcopy(random.choice([*JUNK, holder[key]])))
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
        completed, rolls = procedure.complete(question, random)
        assert rolls is None or completed != question
        with suppress(GameError):
            found = procedure.resolve(completed)
            json.dumps(found.result, allow_nan=False)
            "".join(step.text for step in found.steps).encode()
        assert question == before


@pytest.mark.parametrize("seed", range(MUTATIONS * 5))
def test_a_bent_action_leaves_the_table_as_it_was(seed: int) -> None:
    random = Random(seed)
    setup, actions = GAME.demo()  # type: ignore[misc]
    state = GAME.open(setup).state
    for action in actions:
        bad = GAME.roll(state, bent(action, random), random)
        GAME.asks(state, bad)
        GAME.describe(bad).encode("utf-8", "backslashreplace")
        GAME.is_irrevocable(state, bad, False)
        before = GAME.state_json(state)
        with suppress(GameError):
            GAME.apply(state, bad)
        assert GAME.state_json(state) == before
        state = GAME.apply(state, action).state
