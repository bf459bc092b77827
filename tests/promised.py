"""What every game brings: a promise that is not kept fails in words that say what to add, and where."""

from importlib import import_module
from importlib.util import find_spec
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
