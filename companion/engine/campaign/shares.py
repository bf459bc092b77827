"""So many of so many, and between which bounds the true share lies."""

from math import sqrt
from typing import NamedTuple

SURE = 1.959964
"""Standard deviations on each side of nineteen cases in twenty."""


class Share(NamedTuple):
    """`n` cases `of` so many.

    >>> str(Share(30, 40)), Share(30, 40).percent, Share(30, 40).bounds
    ('30 of 40', 75, (60, 86))
    """

    n: int
    of: int

    def __str__(self) -> str:
        return f"{self.n} of {self.of}"

    @property
    def percent(self) -> int:
        """Of a hundred; none of nothing is 0."""
        return round(100 * self.n / self.of) if self.of else 0

    @property
    def bounds(self) -> tuple[int, int]:
        """Between how many of a hundred the true share lies, in 19 cases of 20 (Wilson's score interval).

        >>> Share(0, 10).bounds, Share(10, 10).bounds, Share(0, 0).bounds
        ((0, 28), (72, 100), (0, 100))
        """
        low, high = self._wilson()
        return round(100 * low), round(100 * high)

    def against(self, fair: float) -> int:
        """1 where it is more than a fair share for certain, -1 where it is less, 0 where it may be either."""
        low, high = self._wilson()
        return (low > fair) - (high < fair)

    def _wilson(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        seen, square = self.n / self.of, SURE * SURE / self.of
        middle = (seen + square / 2) / (1 + square)
        reach = sqrt(seen * (1 - seen) * square + square * square / 4) / (1 + square)
        return max(0.0, middle - reach), min(1.0, middle + reach)
