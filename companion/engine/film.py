"""What a game tells once people look back on it: its course as a chart, what turned it, whose dice were kind.

A game says it as data (`Game.film`); the house draws the chart as a strip to walk along, the turning points
to tap, and the luck of each side. All of it is what everybody may know. A chart is lines over places, the
raster behind them, and where all of it lies on a drawing: `templates/pieces/chart.html` draws one on a
screen, `companion.press.look` on paper, by the same scale.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from companion.engine.dice import Throw
from companion.engine.shape import public
from companion.engine.stage import Words
from companion.engine.wire import Json
from companion.engine.wording import grouped

STEPS = (1, 2, 5)
WIDE, HIGH, TOP, FOOT, GAP = 480, 270, 16, 40, 8
"""A screen's drawing, and what lies outside its raster above, below and beside."""
LETTER = 8.5
"""About how wide a letter is on it."""
APART = 20
"""The words at the ends of lines keep so far from each other."""

type Spots = Sequence[tuple[float, float]]


@public("name", "values")
class Series(NamedTuple):
    """A line of a chart: its name, and a value for each place along the axis.

    * `look`: what a style sheet knows it by, beside its number. `words`: what stands at its end.
    """

    name: str
    values: Sequence[float]
    look: str = ""
    words: str = ""


class Label(NamedTuple):
    """A stretch of the axis below, from one place to another, and its words."""

    first: float
    last: float
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """What a chart shows; `told` says it in words.

    * `reach`: the lowest and the highest value that its raster holds at least; `last`: the last place.
    * `levels`: values and their words, where the raster's are not the round ones; they are its edges.
    * `stepped`: that each value holds from its place to the next. `parted`: that rules part the stretches.
    * `filled`: what a style sheet knows the ground by, between the first line and zero: above it, below it.
    * `marked`: that each value has a mark. `used`: the place up to which the axis is used up.
    """

    told: str
    series: Sequence[Series]
    labels: Sequence[Label] = ()
    reach: tuple[float, float] = (0, 1)
    last: float | None = None
    levels: Mapping[int, str] | None = None
    stepped: bool = False
    parted: bool = False
    filled: tuple[str, str] | None = None
    marked: bool = False
    used: float | None = None


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
        wide = self.area.right - self.area.left
        return round(self.area.left + wide * place / max(self.last, 1), self.digits)

    def y(self, value: float) -> float:
        tall, span = self.area.bottom - self.area.top, max(self.high - self.low, 1)
        return round(self.area.bottom - tall * (value - self.low) / span, self.digits)

    def spots(self, values: Sequence[float], *, stepped: bool = False) -> Spots:
        """Where a line's values lie, place after place; `stepped`, each with the end of its step."""
        if stepped:
            return [(self.x(place + n), self.y(v)) for place, v in enumerate(values) for n in (0, 1)]
        return [(self.x(place), self.y(value)) for place, value in enumerate(values)]


class Mark(NamedTuple):
    """Words on the raster: where they stand, and where a rule parts them from those before, if one does."""

    at: float
    words: str
    rule: float | None = None


class Drawn(NamedTuple):
    """A line where it lies: its number from 1 on, and the height of the words at its end."""

    n: int
    series: Series
    spots: Spots
    label: float

    @property
    def path(self) -> str:
        return path(self.spots)

    @property
    def end(self) -> tuple[float, float]:
        return self.spots[-1]

    @property
    def lead(self) -> str:
        """The way from its end to its words, on a screen."""
        x, y = self.end
        return path([(x + GAP, y), (x + 2 * GAP, self.label)])


class Drawing(NamedTuple):
    """A chart on its drawing: all that a drawer needs, and nothing that it has to reckon."""

    chart: Chart
    area: Area
    levels: Sequence[Mark]
    labels: Sequence[Mark]
    lines: Sequence[Drawn]
    zero: float
    used: float | None

    width: float = WIDE
    height: float = HIGH

    @property
    def ground(self) -> str:
        """The ground between the first line and zero, as SVG writes it."""
        first, last = self.lines[0].spots[0], self.lines[0].end
        return path([(first[0], self.zero), *self.lines[0].spots, (last[0], self.zero)]) + "Z"


def on_screen(chart: Chart) -> Drawing:
    """The chart on a screen's drawing: left of the raster its figures have room, right of it the words."""
    figures = _levels(chart).values()
    left = GAP * 2 + LETTER * max(len(words) for words in figures)
    most = max((len(each.words) for each in chart.series), default=0)
    right = GAP * 2 + (2 * GAP + LETTER * most if most else 0)
    return drawn(chart, Area(left, TOP, WIDE - right, HIGH - FOOT), apart=APART)


def drawn(chart: Chart, area: Area, digits: int = 1, apart: float = 0) -> Drawing:
    """The chart, its raster on that area; the words at its lines' ends keep `apart` from each other."""
    levels = _levels(chart)
    longest = max((len(each.values) for each in chart.series), default=1)
    last = longest - (not chart.stepped) if chart.last is None else chart.last
    scale = Scale(area, last, min(levels), max(levels), digits)
    spots = [scale.spots(each.values, stepped=chart.stepped) for each in chart.series]
    heights = spread([each[-1][1] for each in spots], apart, area.bottom + apart / 2)
    return Drawing(
        chart=chart,
        area=area,
        levels=[Mark(scale.y(value), words) for value, words in levels.items()],
        labels=[_label(each, scale, chart.parted) for each in chart.labels],
        lines=[Drawn(n, *each) for n, each in enumerate(zip(chart.series, spots, heights, strict=True), 1)],
        zero=scale.y(0),
        used=None if chart.used is None else scale.x(chart.used),
    )


def _label(label: Label, scale: Scale, parted: bool) -> Mark:
    rule = scale.x(label.first) if parted and label.first > 0 else None
    return Mark(scale.x((label.first + label.last) / 2), label.words, rule)


def _levels(chart: Chart) -> Mapping[int, str]:
    if chart.levels is not None:
        return chart.levels
    values = [*chart.reach, *(value for each in chart.series for value in each.values)]
    return {mark: grouped(mark) for mark in ticks(min(values), max(values))}


def path(spots: Spots) -> str:
    """A line as SVG writes it.

    >>> path([(0, 1.5), (2, 3)])
    'M0 1.5L2 3'
    """
    return "M" + "L".join(f"{x} {y}" for x, y in spots)


def steps(spots: Iterable[tuple[float, float]]) -> Iterator[str]:
    """A line of steps; of those that fall in half a unit's width the highest, the lowest and the last.

    >>> "".join(steps([(1, 9), (2, 4), (2.1, 7), (2.2, 6)]))
    'H1V9.0H2V4.0V7.0V6.0'
    """
    for column, within in groupby(spots, lambda spot: round(2 * spot[0]) / 2):
        heights = [y for _, y in within]
        ends = (min(heights), max(heights)) if heights[1:] else ()
        yield f"H{column:g}" + "".join(f"V{y:.1f}" for y in (*ends, heights[-1]))


def spread(heights: Sequence[float], apart: float, lowest: float) -> list[float]:
    """The same heights pushed apart, so that no words cover others; none comes below `lowest`.

    >>> spread([10, 12, 90], 20, 100)
    [10, 30, 90]
    """
    placed = list(heights)
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    for before, n in pairwise(order):
        placed[n] = max(heights[n], placed[before] + apart)
    below = lowest + apart
    for n in reversed(order):
        placed[n] = below = min(placed[n], below - apart)
    return placed


def ticks(low: float, high: float, most: int = 6) -> list[int]:
    """Round figures, at most so many, that reach from at or below `low` to at or above `high`.

    >>> ticks(0, 2400), ticks(-3, 7)
    ([0, 500, 1000, 1500, 2000, 2500], [-5, 0, 5, 10])
    """
    power = 1
    while True:
        for step in (each * power for each in STEPS):
            first, after = int(low // step), int(-(-high // step))
            if after - first < most:
                return [step * n for n in range(first, after + 1)]
        power *= 10


STRIP = Area(0, 26, 1000, 90)
"""The drawing of the lines, stretched over the strip: between these heights they lie on it."""
NARROW = 1.5
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
    return Scale(STRIP, _last(chart), min(values), max(values))


def _band(chart: Chart, n: int) -> Band:
    label = chart.labels[n]
    x = _across(chart, label.first)
    wide = round(_across(chart, label.last) - x, 2)
    return Band(x, wide, label.words if wide > len(label.words) * NARROW else "", n % 2 == 1)


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
