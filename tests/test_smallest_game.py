"""The smallest game is copied by the README's own commands, and stands on the shelf at once."""

import os
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


def as_the_readme_says(house: Path) -> None:
    """Its commands, run there."""
    readme = (HOUSE / "README.md").read_text()
    commands = re.search(r"## Adding a game\n.*?```sh\n(.*?)```", readme, re.S)
    assert commands
    subprocess.run(["sh", "-ec", commands[1]], cwd=house, check=True)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    smallest, games = "companion/smallest", tmp_path / "companion" / "games"
    shutil.copytree(HOUSE / smallest, tmp_path / smallest, ignore=shutil.ignore_patterns("__pycache__"))
    games.mkdir()
    as_the_readme_says(tmp_path)
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


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house of its own, in which a stranger has followed the README and touched nothing else."""
    house, passed_over = tmp_path_factory.mktemp("six"), shutil.ignore_patterns("__pycache__")
    for room in ("companion", "tests"):
        shutil.copytree(HOUSE / room, house / room, ignore=passed_over)
    for beside in ("campaigns", "static", "templates", "pyproject.toml", "manage.py"):
        (house / beside).symlink_to(HOUSE / beside)
    as_the_readme_says(house)
    return house


def tried(house: Path, *words: str) -> str:
    """What pytest says there."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:randomly", *words]
    around = {**os.environ, "COMPANION_HOME": str(house / "var")}
    return subprocess.run(command, cwd=house, env=around, capture_output=True, text=True).stdout


def test_a_copied_game_keeps_every_promise_but_those_that_it_names(six: Path) -> None:
    said = tried(six, "tests/test_every_game.py", "-k", "yours", "--tb=line")
    assert "yours: this game has no demo: add starter/demo.json" in said
    assert "yours: this game has no cover: draw static/yours/cover.svg" in said
    failed = re.findall(r"^FAILED \S+::(\w+)", said, re.M)
    assert "test_the_demo_is_a_game_in_mid_play_that_undoes_line_by_line" in failed
    assert len(failed) == len(re.findall(r"^yours: ", said, re.M)), f"each in its own words: {said}"
    assert int(re.findall(r"(\d+) passed", said)[0]) > 3 * len(failed)


def test_a_sixth_game_stops_no_test_of_the_others(six: Path) -> None:
    """What lists the games when it is read is read to its end, whatever one of them lacks."""
    at_once = re.compile(
        r"^(?! |def |class ).*shelf\.(slugs|games)\(\)|^    for .*shelf\.(slugs|games)\(\)", re.M
    )
    lists = [path for path in (six / "tests").rglob("test_*.py") if at_once.search(path.read_text())]
    files = [str(path.relative_to(six)) for path in lists]
    assert len(files) > 10
    said = tried(six, "--collect-only", *files)
    assert "error" not in said.splitlines()[-1], said[-3000:]


def test_no_house_has_it_on_its_shelf() -> None:
    assert "tally" not in shelf.slugs()
