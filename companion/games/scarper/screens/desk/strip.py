"""One battlefield as a strip of spaces, from the Allied end to the German: before, and after."""

from collections.abc import Mapping

from companion.engine.told import Drawing
from companion.engine.wire import Json
from companion.engine.wording import count, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES
from companion.games.scarper.state import Board


def strip(board: Board, battlefield: str, after: Json, before: Json | None = None) -> Drawing:
    """The spaces of one battlefield: whose ground, its value, trenches, the line, and where it was before.

    `after` and `before` are battlefields as questions and answers write them.
    """
    track = board.tracks[battlefield]
    line, was = after["frontline"], (before or after)["frontline"]
    now, then = after.get("trenches", {}), (before or after).get("trenches", {})
    cells = [
        {
            "space": signed(space),
            "value": abs(track.values[space]),
            "side": "allied" if space < line else "german" if space > line else "",
            "trenches": now.get(str(space), 0),
            "change": _change(now.get(str(space), 0) - then.get(str(space), 0)),
            "here": space == line,
            "was": space == was != line,
        }
        for space in track.spaces
    ]
    label = f"{BATTLEFIELD_NAMES[battlefield]}: {in_words(line, now)}"
    picture = {"name": BATTLEFIELD_NAMES[battlefield], "cells": cells, "label": label}
    return Drawing("scarper/desk/strip.html", picture)


def strips(board: Board, fronts: Mapping[str, Json]) -> Drawing:
    """Several battlefields, beside each other where there is room."""
    drawn = [strip(board, name, front).picture for name, front in fronts.items()]
    return Drawing("scarper/desk/strips.html", drawn)


def _change(trenches: int) -> str:
    return signed(trenches) if trenches else ""


def in_words(line: int, trenches: Mapping[str, int]) -> str:
    """The strip for those who listen."""
    dug = ", ".join(
        f"{count(n, 'trench', 'trenches')} on {signed(int(space))}" for space, n in trenches.items()
    )
    return f"frontline on {signed(line)}; {dug or 'no trenches'}"
