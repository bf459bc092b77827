"""What a game tells once people look back on it: its course as a chart, what turned it, whose dice were kind.

A game says it as data (`Game.film`); the house draws the chart to walk along, the turning points to tap, and
the luck of each side. All of it is what everybody may know.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine.chart import Chart
from companion.engine.luck import Throw
from companion.engine.stage.said import Words
from companion.engine.wire import Json


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


def turning_points(found: Iterable[Turning]) -> list[Turning]:
    """The heaviest few, in the order in which they came; of equals the earlier."""
    heaviest = sorted((each for each in found if each.weight), key=lambda each: -each.weight)
    return sorted(heaviest[:MOST_TURNINGS], key=lambda each: each.number)
