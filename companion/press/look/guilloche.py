"""Engraved lines of shares and bank notes: rosettes and braids of fine waves, in millimetres."""

from functools import lru_cache
from math import cos, pi, sin

from companion.press.outlines import Runs

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
