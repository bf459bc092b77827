"""Outlines written as artists write them, made into the straight lines that the press knows."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

type Point = tuple[float, float]
type Runs = tuple[tuple[Point, ...], ...]

TOKEN = re.compile(r"[MLQCZ]|-?\d+(?:\.\d+)?")
PIECES = 8
"""Straight lines to a curve: at the size of a card no corner is seen."""
TAKES = {"M": 1, "L": 1, "Q": 2, "C": 3}
"""How many points each command is followed by."""


@lru_cache(maxsize=512)
def outline(written: str) -> Runs:
    """The runs of a drawing in the commands M, L, Q, C and Z, all points absolute.

    >>> outline("M0 0L2 0L2 2Z M5 5L6 6")
    (((0.0, 0.0), (2.0, 0.0), (2.0, 2.0)), ((5.0, 5.0), (6.0, 6.0)))
    """
    runs: list[list[Point]] = []
    for command, points in _commands(written):
        if command == "M":
            runs.append([points[0]])
        elif command == "L":
            runs[-1] += points
        elif command != "Z":
            runs[-1] += _curve((runs[-1][-1], *points))
    return tuple(tuple(run) for run in runs)


def _commands(written: str) -> Iterator[tuple[str, list[Point]]]:
    tokens = iter(TOKEN.findall(written))
    command = ""
    for token in tokens:
        if token.isalpha():
            command = token
            if command == "Z":
                yield command, []
                continue
            token = next(tokens)
        numbers = [float(token), *(float(next(tokens)) for _ in range(2 * TAKES[command] - 1))]
        yield command, list(zip(numbers[::2], numbers[1::2], strict=True))


def _curve(points: tuple[Point, ...]) -> Iterator[Point]:
    """A curve of the second or third degree, without its first point."""
    for n in range(1, PIECES + 1):
        share, left = n / PIECES, points
        while len(left) > 1:
            left = tuple(
                (x0 + share * (x1 - x0), y0 + share * (y1 - y0)) for (x0, y0), (x1, y1) in pairwise(left)
            )
        yield round(left[0][0], 3), round(left[0][1], 3)


def moved(runs: Runs, x: float, y: float, scale: float = 1.0) -> Runs:
    """The same, enlarged about its origin, then put there."""
    return tuple(tuple((x + scale * a, y + scale * b) for a, b in run) for run in runs)
