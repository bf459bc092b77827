"""What a house keeps to itself, and what it refuses of files that an owner brings."""

import copy
import json
import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion import shelf, strongbox
from companion.engine.errors import GameError
from companion.engine.game import OwnerFile
from tests.conftest import House, tenth


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def _open_minded() -> object:
    """People's own machines let others read what is written."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_new_folder_and_all_that_is_written_then_is_its_owners_alone(tmp_path: Path) -> None:
    home = strongbox.shut(tmp_path / "a" / "house")
    (home / "companion.sqlite3").write_bytes(b"every hand")
    (home / "prints").mkdir()
    assert mode(home) == mode(home / "prints") == 0o700
    assert mode(home / "companion.sqlite3") == 0o600


def test_a_house_that_stood_open_is_shut_at_its_next_start(tmp_path: Path) -> None:
    home = tmp_path / "house"
    home.mkdir(mode=0o755)
    names = ("companion.sqlite3", "companion.sqlite3-wal", "companion.sqlite3-shm", "shop.sqlite3", "secret")
    for name in names:
        (home / name).write_text("known")
    strongbox.shut(home)
    assert strongbox.key(home / "secret") == "known"
    assert {mode(home / name) for name in names} == {0o600}
    assert mode(home) == 0o700


def test_a_folder_that_everybody_writes_in_is_not_taken_from_them(tmp_path: Path) -> None:
    shared = tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    strongbox.shut(shared)
    assert mode(shared) == 0o1777


def test_the_key_is_made_once_however_many_start_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(strongbox.key, [tmp_path / "secret"] * 24))
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    assert mode(tmp_path / "secret") == 0o600


def test_an_empty_key_that_a_power_cut_left_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "secret").touch()
    assert len(strongbox.key(tmp_path / "secret")) > 50


def test_what_cannot_be_written_whole_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    strongbox.write_whole(file, b"first")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        strongbox.write_whole(file, b"second")
    with pytest.raises(OSError, match="No space"):
        strongbox.key(tmp_path / "secret")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert file.read_bytes() == b"first"


@pytest.mark.sampled
def test_a_served_house_and_its_backup_are_closed_to_others(new_house: House) -> None:
    house = new_house
    house.manage("backup", str(house.home / "all.backup"))
    left = [path for path in house.home.rglob("*") if path.name != "server.log"]
    assert house.home / "all.backup" in left
    assert {path.name: oct(mode(path)) for path in left if mode(path) & 0o077} == {}


FILES = [(slug, file) for slug, game in shelf.games().items() for file in game.files]
every_file = pytest.mark.parametrize("file", [f for _, f in FILES], ids=[f"{s}-{f.key}" for s, f in FILES])
ODD: tuple[Any, ...] = (None, True, -1, 2**70, 1.5, "", "x", "\ud83d", [], [None], {}, {"x": 1})


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a file, of a list's entries the first two."""
    yield path
    pairs = (
        value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    )
    for key, inner in pairs:
        yield from spots(inner, (*path, key))


def put(file: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(file)
    inside = changed
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return changed


def spoilt(file: Any) -> Iterator[Any]:
    found = list(spots(file))[1:]
    for path in tenth(found[:: max(len(found) // 60, 1)]):
        yield from (put(file, path, odd) for odd in ODD)
    for path in tenth(found):
        parent = file
        for key in path[:-1]:
            parent = parent[key]
        if isinstance(parent, dict):
            yield (
                put(file, path[:-1], {k: v for k, v in parent.items() if k != path[-1]})
                if path[:-1]
                else {k: v for k, v in file.items() if k != path[-1]}
            )
            yield put(file, (*path[:-1], "colour"), "red")


@every_file
def test_what_is_spoilt_is_refused_or_does_no_harm(file: OwnerFile) -> None:
    sample = file.sample()
    file.check(sample)
    for odd in spoilt(sample):
        with suppress(GameError):
            file.check(odd)


@every_file
def test_a_damaged_byte_is_read_or_refused(file: OwnerFile) -> None:
    data = file.template() if file.template else json.dumps(file.sample()).encode()
    for at in tenth(range(0, len(data), max(len(data) // 150, 1))):
        with suppress(GameError):
            file.check(file.read(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]))
