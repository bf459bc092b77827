"""What a game tells once people look back on it: its course as a chart, what turned it, whose dice were kind.

A game says it as data (`Game.film`); the house draws the chart as a strip to walk along, the turning points
to tap, and the luck of each side. All of it is what everybody may know.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine.chart import Area, Chart, Scale, Series
from companion.engine.dice import Throw
from companion.engine.stage.question import Words
from companion.engine.wire import Json

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


class Replayed(NamedTuple):
    """One line that is looked back on: what was done, as all may read it, and why, as it is kept.

    `before` is None for the setup. `steps` hold `rule`, `text` and, where they have values, `values`.
    """

    number: int
    action: Json
    before: Any
    after: Any
    steps: Sequence[Mapping[str, Json]] = ()


type Replay = Sequence[Replayed]
"""The lines that stand, oldest first, the setup's first."""


class Turning(NamedTuple):
    """A line that changed much: its words, when and why in a few small ones, how much, for whom, its weight.

    Without `words` it is told as the log tells it. `gain` is read as it stands (“+3”); `side` is what a style
    sheet knows the gainer by.
    """

    number: int
    words: Words = ""
    small: Words = ""
    gain: str = ""
    side: str = ""
    weight: int = 0


class Best(NamedTuple):
    """What stands out besides, under a title of its own: the best card, the dearest deed."""

    title: Words
    number: int
    words: Words
    small: Words = ""
    side: str = ""


def nothing(_: Replay) -> tuple[Any, ...]:
    """What a game tells that has none of it."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Film[S]:
    """A game as it is looked back on.

    * `course(trail)`: the chart of it all, one value a line for each series; its labels are years or rounds.
    * `turnings(replay)`: every line that changed the chart or the odds of the end; `weighed` says in what.
    * `throws(replay)`: all that was thrown, with exact chances; `thrown` says what is counted.
    * `best(replay)`: what stands out besides.
    * `look(state, seat)`: what a style sheet knows a seat by.
    """

    course: Callable[[Sequence[S]], Chart]
    turnings: Callable[[Replay], Iterable[Turning]]
    weighed: str = ""
    throws: Callable[[Replay], Iterable[Throw]] = nothing
    thrown: str = ""
    best: Callable[[Replay], Iterable[Best]] = nothing
    look: Callable[[S, str], str] = lambda state, seat: seat


MOST_TURNINGS = 4


def turning_points(turnings: Iterable[Turning]) -> list[Turning]:
    """The heaviest few, in the order in which they came; of equals the earlier."""
    heaviest = sorted((each for each in turnings if each.weight), key=lambda each: -each.weight)
    return sorted(heaviest[:MOST_TURNINGS], key=lambda each: each.number)
