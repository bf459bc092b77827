"""A game's worked examples, as they lie in its folder: what is asked, what comes of it, and words for it."""

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.engine.wire import Json, loads


class Example(NamedTuple):
    """A worked case: its name, its procedure, what is asked and what comes of it."""

    id: str
    procedure: str
    input: Json
    expect: Json


@cache
def examples(folder: Path) -> tuple[Example, ...]:
    """The worked examples of a game, in the order of its specification."""
    cases = folder / "examples" / "worked.jsonl"
    return tuple(Example(**loads(line)) for line in cases.read_bytes().splitlines()) if cases.exists() else ()


@cache
def words(folder: Path) -> dict[str, str]:
    """What people call those of the examples that have a name, by their id."""
    named = folder / "examples" / "words.json"
    return dict(loads(named.read_bytes())) if named.exists() else {}


def worked(folder: Path, example: str) -> Json:
    """The question of one example; `LookupError` where there is none of that name."""
    found = next((each for each in examples(folder) if each.id == example), None)
    if found is None:
        raise LookupError(f"There is no example “{example}”.")
    return deepcopy(found.input)
