"""Fine lines: rosettes and braids of bank notes, and hatching where there is no colour."""

from functools import lru_cache
from math import ceil, cos, floor, pi, sin

from companion.press.svg import Runs

FINE = 24
"""Points to a wave: no corner is seen at the size of a note. A larger sheet is seen from farther away."""


@lru_cache(maxsize=64)
def rosette(outer: float, inner: float, lobes: int, strands: int, fine: int = FINE) -> Runs:
    """Waves that run round between two circles about (0, 0), each a little further on.

    >>> len(rosette(10, 6, 8, 5))
    5
    """
    middle, swing, points = (outer + inner) / 2, (outer - inner) / 2, lobes * fine
    return tuple(
        tuple(
            _on_circle(middle + swing * cos(lobes * turn + 2 * pi * strand / strands), turn)
            for turn in (2 * pi * n / points for n in range(points + 1))
        )
        for strand in range(strands)
    )


def _on_circle(radius: float, turn: float) -> tuple[float, float]:
    return round(radius * cos(turn), 3), round(radius * sin(turn), 3)


@lru_cache(maxsize=64)
def braid(length: float, height: float, waves: int, strands: int, fine: int = FINE) -> Runs:
    """Waves side by side from (0, 0) to the right, as high as the band that they fill.

    >>> max(y for run in braid(40, 3, 8, 4) for _, y in run)
    3.0
    """
    points = waves * fine
    return tuple(
        tuple(
            (
                round(length * n / points, 3),
                round(height / 2 * (1 + sin(2 * pi * (waves * n / points + strand / strands))), 3),
            )
            for n in range(points + 1)
        )
        for strand in range(strands)
    )


type Point = tuple[float, float]
type Run = tuple[Point, ...]


@lru_cache(maxsize=256)
def hatch(polygon: tuple[Point, ...], *, step: float, lean: int) -> tuple[Run, ...]:
    """Slanted lines that fill a convex polygon, `step` apart across; `lean` +1 rises to the right, −1 falls.

    Lines of neighbouring polygons meet: they all lie on one raster of the whole face.

    >>> hatch(((0, 0), (2, 0), (2, 2), (0, 2)), step=2, lean=1)
    (((2.0, 0.0), (0.0, 2.0)),)
    """
    keys = [x + lean * y for x, y in polygon]
    first, last = ceil(min(keys) / step - 1e-9), floor(max(keys) / step + 1e-9)
    runs = (_cut(polygon, number * step, lean) for number in range(first, last + 1))
    return tuple(run for run in runs if run)


def _cut(polygon: tuple[Point, ...], key: float, lean: int) -> Run | None:
    """The part of the line x + lean·y = key that lies within the polygon."""
    met: list[Point] = []
    for (x0, y0), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        near, there = x0 + lean * y0 - key, x1 + lean * y1 - key
        if near == there or near * there > 0:
            continue
        share = near / (near - there)
        met.append((round(x0 + share * (x1 - x0), 4), round(y0 + share * (y1 - y0), 4)))
    if not met:
        return None
    low, high = min(met, key=lambda p: p[1]), max(met, key=lambda p: p[1])
    return None if low == high else (low, high)
