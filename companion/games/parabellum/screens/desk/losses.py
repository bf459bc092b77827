"""The picture of exact odds: how many fall, with the chance of each number and of at least so many."""

from collections.abc import Mapping
from fractions import Fraction

from companion.engine.wire import Json
from companion.engine.wording import tenths

type Values = Mapping[str, object]

WIDE, TALL = 260, 26


def losses_picture(report: Json, struck: str, rolled: int | None = None) -> Values:
    """A report of the odds as bars; `rolled` marks what came about."""
    chances = [Fraction(row["probability"]) for row in report["distribution"]]
    top = max(chances)
    rows = [_bar(n, chances, top) | {"rolled": n == rolled} for n in range(len(chances))]
    return {
        "struck": struck,
        "rows": rows,
        "wide": WIDE,
        "mean": f"{report['expected']['float']:.2f}",
        "none": tenths(chances[0]),
        "destroyed": tenths(chances[-1]),
    }


def _bar(n: int, chances: list[Fraction], top: Fraction) -> dict[str, object]:
    width = round(float(chances[n] / top) * WIDE, 1)
    return {
        "losses": n,
        "percent": tenths(chances[n]),
        "at_least": tenths(sum(chances[n:], Fraction(0))),
        "width": max(width, 1.5) if chances[n] else 0,
        "tall": TALL,
    }
