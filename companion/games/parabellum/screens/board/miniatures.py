"""Where a miniature is drawn: alone in its square, or at its place in it; its sign and its beads."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.wording import Values
from companion.games.parabellum.data import FOOTPRINT_INCHES
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import place

SIDE = 40
"""Of a square."""
CENTRE: Mapping[str, tuple[float, float]] = {
    "c": (0.5, 0.5), "n": (0.5, 0.25), "s": (0.5, 0.75), "e": (0.75, 0.5), "w": (0.25, 0.5),
    "nw": (0.25, 0.25), "ne": (0.75, 0.25), "sw": (0.25, 0.75), "se": (0.75, 0.75),
}  # fmt: skip


class Box(NamedTuple):
    """Where a miniature is drawn."""

    x: float
    y: float
    wide: float
    tall: float


ALONE = {"small": (28, 36), "medium": (38, 30), "large": (38, 38)}
"""What has a square to itself is drawn as large as fingers need it; its footprint shows in its shape."""


def _alone(state: State, unit: str) -> Box:
    column, row = place(state.units[unit].square or "a1")
    wide, tall = ALONE[state.footprint(unit)]
    return Box(column * SIDE + (SIDE - wide) / 2, row * SIDE + (SIDE - tall) / 2, wide, tall)


def _in_place(state: State, unit: str) -> Box:
    """At its place in the square, where others stand beside it."""
    each = state.units[unit]
    column, row = place(each.square or "a1")
    wide, tall = (inches * SIDE - 2 for inches in FOOTPRINT_INCHES[state.footprint(unit)])
    if each.position in ("e", "w"):
        wide, tall = tall, wide
    right, down = CENTRE[each.position or "c"]
    return Box((column + right) * SIDE - wide / 2, (row + down) * SIDE - tall / 2, wide, tall)


def icon(box: Box) -> Values:
    """Where its sign is."""
    size = min(box.wide - 4, box.tall - (12 if box.tall > 20 else 8))
    across = box.x + (box.wide - size) / 2 if box.tall > 20 or box.wide < 20 else box.x + 2
    return {"x": across, "y": box.y + 1.5, "size": size}


def spots(box: Box, beads: list[Values]) -> list[Values]:
    """The beads of the flag in a row along the foot, as large as they fit."""
    radius = min(4.6, (box.wide - 3) / (2.1 * max(1, len(beads))))
    pitch = 2.1 * radius
    start = box.x + box.wide / 2 - pitch * (len(beads) - 1) / 2
    down = box.y + box.tall - radius - 1.2
    return [
        bead | {"x": round(start + n * pitch, 1), "y": down, "down": down + radius / 2, "r": round(radius, 1)}
        for n, bead in enumerate(beads)
    ]


def box(state: State, unit: str) -> Box:
    """As large as it fits."""
    return (
        _alone(state, unit)
        if len(state.standing_on(state.units[unit].square or "")) == 1
        else _in_place(state, unit)
    )
