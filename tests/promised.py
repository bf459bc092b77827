"""What every game brings: a promise that is not kept fails in words that say what to add, and where."""

import json
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from math import isclose
from random import Random
from types import ModuleType
from typing import Any

import pytest

from companion import shelf
from companion.engine.game import Game

DEMO = "add starter/demo.json (a setup and its actions), and demo=partial(recorded, FOLDER) to the card"


def keeps(promise: object, slug: str, words: str) -> None:
    """Fail in these words, unless the game keeps that promise."""
    if not promise:
        pytest.fail(f"{slug}: {words}.", pytrace=False)


def demo(slug: str) -> tuple[Any, list[Any]]:
    """The recorded game that is well under way: its setup, and its actions."""
    recorded = shelf.game(slug).demo
    keeps(recorded, slug, f"this game has no demo: {DEMO}")
    assert recorded
    setup, actions = recorded()
    return setup, list(actions)


def played(game: Game[Any], seed: int = 1) -> tuple[Any, list[Any]]:
    """The demo; of a game that has none yet a game that has just been dealt, so that the rest is tried."""
    return demo(game.slug) if game.demo else (game.shuffle({}, Random(seed)), [])


def own_tests(slug: str, name: str, holds: str) -> ModuleType:
    """What a game's own tests hold for those that are everybody's."""
    room = f"tests.games.{slug}"
    there = find_spec(room) is not None and find_spec(f"{room}.{name}") is not None
    keeps(there, slug, f"this game has no {name}: add tests/games/{slug}/{name}.py with {holds}")
    return import_module(f"{room}.{name}")


def cases(slug: str, procedure: str = "") -> Iterator[dict[str, Any]]:
    """Its worked examples, all or those of one procedure; none of a game that has no folder of them yet."""
    for path in sorted((shelf.game(slug).folder / "examples").glob("*.jsonl")):
        for case in map(json.loads, path.read_text("utf-8").splitlines()):
            if procedure in ("", case["procedure"]):
                yield case


def agrees(answer: Any, expected: Any) -> bool:
    """The result to the last key, or the same fault at the same place with a word about it."""
    if "error" not in expected:
        return "result" in answer and same(answer["result"], expected["result"])
    fault = answer.get("error", {})
    alike = {key: fault.get(key) for key in ("code", "path")} == expected["error"]
    return alike and bool(fault["message"])


def same(one: Any, two: Any) -> bool:
    """Equal to the last key; floats to 1e-9; a boolean is no number."""
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, float) or isinstance(two, float):
        return isclose(one, two, abs_tol=1e-9)
    return type(one) is type(two) and one == two
