"""Circles for a quick start, each card twice, once for each house (specification 9.5)."""

import json
from functools import cache
from typing import NamedTuple

from companion.engine.wire import Json
from companion.games.verraeter.data import FOLDER


class StarterCircle(NamedTuple):
    """One circle as a setup takes it, clockwise from position 0."""

    id: str
    title: str
    circle: Json


@cache
def starter_circles() -> tuple[StarterCircle, ...]:
    """The circles that the project lays out for those who do not want to shuffle."""
    listed = json.loads((FOLDER / "starter" / "circles.json").read_text("utf-8"))
    return tuple(StarterCircle(**each) for each in listed)
