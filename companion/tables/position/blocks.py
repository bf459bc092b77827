"""The long rows of a state, cut into blocks that are written once.

A campaign's books are thousands of lines, and a tap adds one: what is full is kept under its checksum, and a
kept state holds only what has come since.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from itertools import batched, chain, takewhile
from typing import Any, NamedTuple

from pydantic_core import from_json

from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.wire import Json, dumps

FULL = 256
"""Entries of a block."""


type Entries = tuple[Any, ...]


class Laid(NamedTuple):
    """A row of a state as it was last cut, and the checksums of its blocks."""

    row: Entries
    digests: Sequence[str]


class Cut(NamedTuple):
    """A state's text without its blocks, their checksums by field, and the texts of those not held yet."""

    text: str
    blocks: Mapping[str, Sequence[str]]
    new: Mapping[str, str]


def cut(game: Game[Any], state: Any, laid: dict[str, Laid], held: Set[str]) -> Cut:
    """A state without what is `held` of it. `laid` is known of an earlier one, and now of this.

    What was cut before is not even looked at: a row's entries are the same objects from state to state.
    """
    rows = long_rows(state)
    known = {name: list(_known(laid.get(name), row, held)) for name, row in rows.items()}
    over = {name: row[len(known[name]) * FULL :] for name, row in rows.items()}
    told = game.state_json(replace(state, **over) if over else state)
    new: dict[str, str] = {}
    for name, row in rows.items():
        texts = [dumps(each) for each in batched(told[name], FULL, strict=False) if len(each) == FULL]
        told[name] = told[name][len(texts) * FULL :]
        named = [digest(text) for text in texts]
        new |= zip(named, texts, strict=True)
        laid[name] = Laid(row, (*known[name], *named))
    return Cut(dumps(told), {name: laid[name].digests for name in rows}, new)


def joined(text: str, blocks: Mapping[str, Sequence[str]]) -> Json:
    """The whole JSON of a state that was cut, its blocks' texts by field; `ValueError` where it is none."""
    told = from_json(text, allow_inf_nan=False)
    for name, texts in blocks.items():
        told[name] = [*_entries(texts), *told[name]]
    return told


def read(game: Game[Any], text: str, blocks: Mapping[str, Sequence[str]], known: dict[str, Entries]) -> Any:
    """The state that was cut so. `known` are the entries of blocks that were read before, and now of these.

    States that begin with the same blocks share their entries. Raises what the game's rules do.
    """
    before = {name: list(takewhile(known.__contains__, texts)) for name, texts in blocks.items()}
    over = {name: texts[len(before[name]) :] for name, texts in blocks.items()}
    try:
        state = game.read_state(joined(text, over), "")
    except GameError:  # A row of so many and no fewer is read whole.
        return game.read_state(joined(text, blocks), "")
    rows = {name: getattr(state, name) for name in blocks}
    for name, texts in over.items():
        known |= zip(texts, batched(rows[name], FULL, strict=False), strict=False)
    whole = {name: tuple(chain(*map(known.__getitem__, before[name]), rows[name])) for name in blocks}
    return replace(state, **whole) if whole else state


def _entries(texts: Sequence[str]) -> Iterator[Json]:
    return chain.from_iterable(from_json(text, allow_inf_nan=False) for text in texts)


def long_rows(state: Any) -> dict[str, Entries]:
    """The rows of a state that fill a block, by field."""
    if not is_dataclass(state):
        return {}
    values = ((field.name, getattr(state, field.name)) for field in fields(state))
    return {name: value for name, value in values if type(value) is tuple and len(value) >= FULL}


def digest(text: str, blocks: Mapping[str, Sequence[str]] | None = None) -> str:
    """The checksum of a kept text, and of the blocks that it names."""
    named = (
        dumps(dict(sorted(blocks.items()))) if blocks else ""
    )  # A database may put its keys in another order.
    return sha256((text + named).encode()).hexdigest()


def _known(laid: Laid | None, row: Entries, held: Set[str]) -> Iterator[str]:
    """The checksums of the blocks with which this row still begins, as far as they are held."""
    for n, each in enumerate(laid.digests if laid else ()):
        part = slice(n * FULL, (n + 1) * FULL)
        if laid is None or each not in held or laid.row[part] != row[part]:
            return
        yield each
