"""Files that an owner brings to a table: whatever is spoilt in them is refused, and never a traceback."""

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import OwnerFile
from tests.conftest import tenth

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
