"""A chart as a strip to walk along: its bands, lines and marks in hundredths of its width and height."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.chart import Area, Chart, Scale, Series

WIDE, HIGH, TOP, FOOT = 1000, 100, 26, 90
"""The drawing of the lines, stretched over the strip, and the heights between which they lie on it."""
LETTER = 1.5
"""How much of a phone's width a letter takes: a band too narrow for its words has none."""


class Band(NamedTuple):
    """A stretch of the strip: where it begins, how wide it is, its words; every other one is `dark`."""

    x: float
    wide: float
    words: str
    dark: bool


class Way(NamedTuple):
    """A line as SVG writes it, what a style sheet knows it by, and its name."""

    path: str
    look: str
    name: str


class Spot(NamedTuple):
    """A place on the strip."""

    x: float
    y: float


class Strip(NamedTuple):
    """All of it."""

    chart: Chart
    bands: Sequence[Band]
    ways: Sequence[Way]
    zero: float

    def spot(self, place: int, look: str = "") -> Spot:
        """Where a place lies on the line of that look, else on the first."""
        series = next((each for each in self.chart.series if each.look == look), self.chart.series[0])
        return Spot(_across(self.chart, place), _scale(self.chart).y(series.values[place]))


def strip(chart: Chart) -> Strip:
    """The chart laid out on a strip; between two places the earlier value holds."""
    scale = _scale(chart)
    return Strip(
        chart,
        [_band(chart, n) for n in range(len(chart.labels))],
        [Way(_steps(each, scale), each.look, each.name) for each in chart.series],
        scale.y(0),
    )


def _last(chart: Chart) -> int:
    return max(max(len(each.values) for each in chart.series) - 1, 1)


def _across(chart: Chart, place: float) -> float:
    return round(100 * min(place, _last(chart)) / _last(chart), 2)


def _scale(chart: Chart) -> Scale:
    """Lowest and highest lie a little inside, so that no line touches the edge."""
    values = [*chart.reach, *(value for each in chart.series for value in each.values)]
    return Scale(Area(0, TOP, WIDE, FOOT), _last(chart), min(values), max(values))


def _band(chart: Chart, n: int) -> Band:
    label = chart.labels[n]
    x = _across(chart, label.first)
    wide = round(_across(chart, label.last) - x, 2)
    return Band(x, wide, label.words if wide > len(label.words) * LETTER else "", n % 2 == 1)


def _steps(series: Series, scale: Scale) -> str:
    """Level from place to place, and up or down where a place changes it."""
    way, before = "", None
    for place, value in enumerate(series.values):
        x, y = scale.x(place), scale.y(value)
        way += f"M{x} {y}" if before is None else f"H{x}" if value == before else f"H{x}V{y}"
        before = value
    return way
