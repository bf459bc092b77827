"""Where a large drawing is cut into windows, in one direction: overlapping, or on the borders of cells."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from companion.press.errors import CannotPrint

LEAST_OVERLAP, MOST_OVERLAP = 5.0, 10.0
"""Millimetres that neighbouring sheets share: enough to glue, not enough to waste a sheet."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One direction of a tiling: where the windows begin in the drawing, how long they are, their overlap.

    Cut on cell borders, `ends` says where each window ends, and `length` is the longest.
    """

    starts: tuple[float, ...]
    length: float
    overlap: float
    ends: tuple[float, ...] = ()

    def ending(self, number: int) -> float:
        """Where a window ends."""
        return self.ends[number] if self.ends else self.starts[number] + self.length

    @property
    def end(self) -> float:
        """Where the last window ends."""
        return self.ending(len(self.starts) - 1)


def cut(whole: float, safe: float, room: float) -> Cut:
    """As few windows of at most `room` as show all but the blank edge of `safe`, centred on the drawing.

    >>> cut(594, 8, 200).starts
    (2.0, 197.0, 392.0)
    """
    count = max(1, ceil((whole - 2 * safe - LEAST_OVERLAP) / (room - LEAST_OVERLAP) - 1e-9))
    if count == 1:
        shown = min(room, whole)
        return Cut(((whole - shown) / 2,), shown, 0.0)
    spare = (count * room - whole) / (count - 1)
    overlap = min(MOST_OVERLAP, max(LEAST_OVERLAP, spare))
    length = min(room, (whole + (count - 1) * overlap) / count)
    first = (whole - count * length + (count - 1) * overlap) / 2
    return Cut(tuple(round(first + n * (length - overlap), 6) for n in range(count)), length, overlap)


def cut_on(borders: Sequence[float], room: float) -> Cut:
    """As few windows of at most `room` as reach from the first border to the last, each ending on a border.

    >>> cut_on([0, 25, 50, 75, 100, 125], 60)
    Cut(starts=(0, 50, 100), length=50, overlap=0.0, ends=(50, 100, 125))
    """
    starts, ends = [borders[0]], []
    for here, further in pairwise(borders):
        if further - here > room + 1e-9:
            wide = f"{further - here:.1f} mm"
            raise CannotPrint("paper", f"A cell of {wide} is wider than this paper; choose a larger one.")
        if further - starts[-1] > room + 1e-9:
            ends.append(here)
            starts.append(here)
    ends.append(borders[-1])
    longest = max(end - start for start, end in zip(starts, ends, strict=True))
    return Cut(tuple(starts), longest, 0.0, tuple(ends))


class Borders(NamedTuple):
    """Where a map may be cut without cutting through a cell: millimetres from its left and its upper edge."""

    across: Sequence[float]
    down: Sequence[float]
