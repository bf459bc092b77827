"""Charts as data: lines over places, the raster behind them, and where all of it lies on a drawing.

A screen draws them as SVG and paper in millimetres, both by the same scale.
"""

from collections.abc import Sequence
from typing import NamedTuple

STEPS = (1, 2, 5)

type Spots = Sequence[tuple[float, float]]


class Series(NamedTuple):
    """A line of a chart: its name, and a value for each place along the axis."""

    name: str
    values: Sequence[int]


class Label(NamedTuple):
    """A stretch of the axis below, from one place to another, and its words."""

    first: int
    last: int
    words: str


class Area(NamedTuple):
    """The edges of a chart's raster on its drawing."""

    left: float
    top: float
    right: float
    bottom: float


class Scale(NamedTuple):
    """How places from 0 to `last` and values from `low` to `high` lie on an area, to so many digits."""

    area: Area
    last: float
    low: float
    high: float
    digits: int = 1

    def x(self, place: float) -> float:
        """Across."""
        wide = self.area.right - self.area.left
        return round(self.area.left + wide * place / max(self.last, 1), self.digits)

    def y(self, value: float) -> float:
        """Down."""
        tall, span = self.area.bottom - self.area.top, max(self.high - self.low, 1)
        return round(self.area.bottom - tall * (value - self.low) / span, self.digits)

    def spots(self, values: Sequence[float]) -> Spots:
        """Where a line's values lie, place after place."""
        return [(self.x(place), self.y(value)) for place, value in enumerate(values)]


def around(series: Sequence[Series], area: Area, digits: int = 1) -> tuple[Scale, list[int]]:
    """The scale that holds these lines and zero, and the values at which its raster lies."""
    values = [value for each in series for value in each.values] or [0]
    marks = ticks(min(0, *values), max(1, *values))
    last = max((len(each.values) for each in series), default=1) - 1
    return Scale(area, last, marks[0], marks[-1], digits), marks


def path(spots: Spots) -> str:
    """A line as SVG writes it.

    >>> path([(0, 1.5), (2, 3)])
    'M0 1.5L2 3'
    """
    return "M" + "L".join(f"{x} {y}" for x, y in spots)


def ticks(low: int, high: int, most: int = 6) -> list[int]:
    """Round figures, at most so many, that reach from at or below `low` to at or above `high`.

    >>> ticks(0, 2400), ticks(-3, 7)
    ([0, 500, 1000, 1500, 2000, 2500], [-5, 0, 5, 10])
    """
    power = 1
    while True:
        for step in (each * power for each in STEPS):
            first, after = low // step, -(-high // step)
            if after - first < most:
                return [step * n for n in range(first, after + 1)]
        power *= 10
