"""A game's shelf in the print shop: its words in a file, in the shop's order, and what makes each thing."""

import json
from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.engine.game import Option, Printable
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.press.document import Printed

type Make = Callable[[Mapping[str, Json], Seen[Any] | None], Printed]
type Answers = Callable[[Seen[Any], str, Collection[str]], Iterable[Change]]
type Made = tuple[Make, tuple[Option, ...]]
"""What makes a thing, and which choices it offers."""


def on_shelf(
    file: Path, *rooms: Mapping[str, Made], answers: Mapping[str, Answers] | None = None
) -> Mapping[str, Printable]:
    """All that a game prints, by name; `file` says of each its title, a summary, and what use it has for a
    table; `answers` what the ticks on a sheet ask for."""
    told: Mapping[str, Mapping[str, Any]] = json.loads(file.read_text("utf-8"))
    takes = answers or {}
    made = dict(ChainMap(*map(dict, rooms)))
    assert told.keys() == made.keys(), f"{file}: {sorted(told.keys() ^ made.keys())}"
    return {
        name: Printable(
            name=name, make=made[name][0], options=made[name][1], answers=takes.get(name), **words
        )
        for name, words in told.items()
    }
