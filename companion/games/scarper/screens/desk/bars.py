"""Odds as a small picture: a bar for every way in which it can end, with its chance."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.wording import Values, percent

NARROW, WIDE, ALL, GAP, TALL, FOOT = 44, 88, 480, 6, 120, 44


class Bar(NamedTuple):
    """One way to end: the figure below the bar, its chance, whose success it is, whether it came about."""

    label: str
    chance: float
    side: str
    rolled: bool = False


def bars(told: Sequence[Bar], label: str) -> Values:
    """The drawing of these bars, side by side, the tallest as tall as the picture."""
    highest = max((bar.chance for bar in told), default=1) or 1
    wide = max(NARROW, min(WIDE, ALL // max(1, len(told))))
    drawn = [_drawn(n, bar, wide, round(TALL * bar.chance / highest)) for n, bar in enumerate(told)]
    return {
        "bars": drawn,
        "width": len(told) * (wide + GAP),
        "height": TALL + FOOT,
        "base": TALL + 18,
        "foot": TALL + 38,
        "label": label,
    }


def _drawn(n: int, bar: Bar, wide: int, tall: int) -> Values:
    tall = max(2, tall) if bar.chance else 0
    x = n * (wide + GAP) + GAP // 2
    told = {"label": bar.label, "percent": percent(bar.chance), "side": bar.side, "rolled": bar.rolled}
    place = {"x": x, "y": TALL + 18 - tall, "middle": x + wide // 2, "over": TALL + 13 - tall}
    return {**told, **place, "wide": wide, "tall": tall}
