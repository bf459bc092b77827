"""Where a large drawing is cut into windows: on its own lines, to lie edge to edge or to overlap."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from companion.press.errors import CannotPrint
from companion.press.face import Box

LEAST_OVERLAP, MOST_OVERLAP = 5.0, 10.0
"""Millimetres that sheets to glue share beyond the line: enough to glue, not enough to waste a sheet."""

NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class Cut:
    """One direction of a tiling: where each window begins and ends in the drawing, and how far it reaches
    under the next one."""

    starts: tuple[float, ...]
    ends: tuple[float, ...]
    overlap: float = 0.0

    @property
    def length(self) -> float:
        """The longest window."""
        return max(end - start for start, end in zip(self.starts, self.ends, strict=True))


class Borders(NamedTuple):
    """Where a drawing may be cut through nothing: millimetres from its left and its upper edge. The outer
    windows show up to `blank` millimetres more where their paper has room."""

    across: Sequence[float]
    down: Sequence[float]
    blank: float = 0.0


def cut_on(borders: Sequence[float], room: float, *, least: float = 0.0, blank: float = 0.0) -> Cut:
    """As few windows of at most `room` as reach from the first border to the last, as equal as can be.

    Each begins on a border, and reaches at least `least` beyond the border on which the next begins.

    >>> cut_on([0.0, 25.0, 50.0, 75.0, 100.0, 125.0, 150.0], 70)
    Cut(starts=(0.0, 50.0, 100.0), ends=(50.0, 100.0, 150.0), overlap=0.0)
    """
    lines = _lines(borders, room, least)
    spans = list(pairwise(lines))
    longest = max(end - start for start, end in spans[:-1]) if spans[1:] else 0.0
    overlap = min(MOST_OVERLAP, room - longest) if least and spans[1:] else 0.0
    starts, ends = list(lines[:-1]), [end + overlap for end in lines[1:-1]] + [lines[-1]]
    starts[0] -= min(blank, (room - (ends[0] - starts[0])) / (1 if spans[1:] else 2))
    ends[-1] += min(blank, room - (ends[-1] - starts[-1]))
    return Cut(tuple(starts), tuple(ends), overlap)


def _lines(borders: Sequence[float], room: float, beyond: float) -> list[float]:
    """The borders to cut on, the outer two among them: the fewest, then those that leave equal shares."""
    best: list[tuple[int, float, list[float]]] = [(0, 0.0, [borders[0]])]
    for number, end in enumerate(borders[1:], 1):
        reach = room - (beyond if number < len(borders) - 1 else 0.0) + NEAR
        ways = [
            (count + 1, squares + (end - lines[-1]) ** 2, [*lines, end])
            for count, squares, lines in best
            if end - lines[-1] <= reach
        ]
        if not ways:
            wide = f"{end - borders[number - 1]:.1f} mm"
            raise CannotPrint("paper", f"A cell of {wide} is wider than this paper; choose a larger one.")
        best.append(min(ways))
    return best[-1][2]


def between(spans: Iterable[tuple[float, float]], first: float, last: float) -> list[float]:
    """Where a line goes through none of these spans, from a first line to a last one.

    >>> between([(10, 20), (20, 30), (14, 18), (36, 40)], 0, 50)
    [0, 20, 33.0, 50]
    """
    found, reach = [first], first
    for start, end in sorted(spans):
        if start >= reach - NEAR and reach > first:
            found.append(reach if start - reach < NEAR else (reach + start) / 2)
        reach = max(reach, end)
    return [*found, last]


def around(things: Iterable[Box], shown: Box, blank: float = 0.0) -> Borders:
    """Where a drawing may be cut so that none of these things is cut through; `shown` must be on a sheet."""
    boxes = list(things)
    across = between(((box.x, box.right) for box in boxes), shown.x, shown.right)
    down = between(((box.y, box.bottom) for box in boxes), shown.y, shown.bottom)
    return Borders(across, down, blank)
