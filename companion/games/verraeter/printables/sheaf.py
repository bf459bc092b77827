"""A sheaf of corn, as many ears in it as a supply card is worth."""

from collections.abc import Iterator
from math import cos, radians, sin

from companion.games.verraeter.printables.scenery import Brush, shape
from companion.press.face import Mark
from companion.press.svg import Runs, outline

GRAINS = "M0 0Q-1.7 -1.1 -1.3 -3.1Q0.1 -2.1 0 0Q-0.1 -2.1 1.3 -3.1Q1.7 -1.1 0 0Z"
TIP = "M-0.9 0Q-1 -2 0 -3.6Q1 -2 0.9 0Z"
SPREAD = 46.0
"""Degrees: no ear leans further."""
REACH = 31.0
BAND = 11.0
"""How high over the foot the sheaf is bound."""


def sheaf(brush: Brush, ears: int, at: tuple[float, float, float]) -> Iterator[Mark]:
    """So many ears, bound where they cross; the foot of the sheaf is at x, y."""
    spread = spread_of(ears)
    turns = [spread * (2 * n / (ears - 1) - 1) if ears > 1 else 0.0 for n in range(ears)]
    for turn in sorted(turns, key=abs, reverse=True):
        yield shape(_turned(outline(f"M0 {-BAND}L0 {-REACH + 6}"), turn), brush.pen(0.7, "thatch"), at)
        yield shape(_turned(outline(f"M0 -1L0 {-BAND}"), turn * 0.6), brush.pen(0.7, "thatch"), at)
        for step in range(4):
            grains = _turned(outline(GRAINS), turn, -REACH + 7.4 - 2.2 * step)
            yield shape(grains, brush.thing("sun", 0.18), at)
        yield shape(_turned(outline(TIP), turn, -REACH - 1), brush.thing("sun", 0.18), at)
    yield shape("M-3.4 -12.4Q0 -10.8 3.4 -12.4L3.4 -9.4Q0 -7.8 -3.4 -9.4Z", brush.thing("roof", 0.25), at)


def spread_of(ears: int) -> float:
    """Degrees from upright to the outermost of so many ears."""
    return min(SPREAD, 10.0 * (ears - 1))


def _turned(runs: Runs, turn: float, up: float = 0.0) -> Runs:
    """Lines moved up by so much, then turned about the band of the sheaf."""
    across, down = cos(radians(turn)), sin(radians(turn))
    spots = (tuple((x, y + up + BAND) for x, y in run) for run in runs)
    return tuple(
        tuple((x * across - y * down, x * down + y * across - BAND) for x, y in run) for run in spots
    )
