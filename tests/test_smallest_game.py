"""The smallest game is copied by the README's own commands, and stands on the shelf at once."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import games as rooms
from companion import shelf
from companion.engine.game import Scene, Sight

HOUSE = Path(__file__).resolve().parent.parent


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    smallest, games = "companion/smallest", tmp_path / "companion" / "games"
    shutil.copytree(HOUSE / smallest, tmp_path / smallest, ignore=shutil.ignore_patterns("__pycache__"))
    games.mkdir()
    readme = (HOUSE / "README.md").read_text()
    commands = re.search(r"## Adding a game\n.*?```sh\n(.*?)```", readme, re.S)
    assert commands
    subprocess.run(["sh", "-ec", commands[1]], cwd=tmp_path, check=True)
    monkeypatch.setattr(rooms, "__path__", [*rooms.__path__, str(games)])
    yield games / "yours"
    shelf.game.cache_clear()
    for name in [name for name in sys.modules if name.startswith("companion.games.yours")]:
        del sys.modules[name]


def test_the_smallest_game_is_copied_and_played(copied: Path) -> None:
    assert "yours" in shelf.slugs()
    game = shelf.game("yours")
    assert (game.slug, game.folder) == ("yours", copied)
    setup = game.shuffle({}, Random(1))
    state = game.open(setup).state
    assert type(state).__module__ == "companion.games.yours.state"
    assert game.apply(state, {"type": "add", "side": "red", "count": 5}).state.total == 5
    assert game.legal(state, Sight(frozenset({"red"}), frozenset({"red"})))
    shown = game.view(Scene(state, Sight(frozenset({"red"}), frozenset({"red"})))).stage
    assert shown
    assert shown.ask.main
    assert not [path for path in copied.rglob("*.*") if path.is_file() and b"tally" in path.read_bytes()]


def test_no_house_has_it_on_its_shelf() -> None:
    assert "tally" not in shelf.slugs()
