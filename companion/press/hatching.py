"""Hatching: what tells two sides apart where there is no colour."""

from functools import lru_cache
from math import ceil, floor

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
        here, there = x0 + lean * y0 - key, x1 + lean * y1 - key
        if here == there or here * there > 0:
            continue
        share = here / (here - there)
        met.append((round(x0 + share * (x1 - x0), 4), round(y0 + share * (y1 - y0), 4)))
    if not met:
        return None
    low, high = min(met, key=lambda p: p[1]), max(met, key=lambda p: p[1])
    return None if low == high else (low, high)
