"""What stands in a box: ticked, empty, or doubtful. Ink is measured against the paper around it.

On a sheet that bends each box is found anew, by the line around it. Nothing is guessed: a box whose line
cannot be found, that a shadow's edge crosses, or with too little in it to be a tick is doubtful.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.press.answered.flat import FINE
from companion.press.answered.photo import Grey
from companion.press.page import Tick

type Verdict = Literal["ticked", "empty", "doubtful"]
type Dark = NDArray[np.float32]

AWAY = 1.6
"""Millimetres by which a bent sheet may have put a box away from its place."""
RIM = 0.75
"""Millimetres inside a box's line that are not looked at."""
AROUND = 1.1
"""Millimetres around a box that should be paper."""
INK = 0.15
"""How much darker than its paper a pixel is that has ink on it."""
LINE = 0.22
"""How dark the line around a box is at least."""
EMPTY, TICKED = 0.02, 0.055
"""Shares of a box: with less ink it is empty, with more it is ticked."""
LONG = 0.5
"""A share of a box's side: a stroke of a tick is at least so long."""
FAINT = 0.19
"""What is ticked is on average at least so dark."""
SHADED = 0.3
"""A share of dark pixels around a box, from which on a shadow lies there."""
SMALL = 3.4
"""Pixels a millimetre of the sheet as it is shown."""
PAPER = 7.0
"""Millimetres across which the brightest is the paper."""


class Weighed(NamedTuple):
    """A box: what it is, and how much of it has ink on it."""

    verdict: Verdict
    share: float


def weighed(picture: Grey, ticks: Iterable[Tick]) -> Mapping[str, Weighed]:
    """Every box of a flat sheet, by its name."""
    dark = darkness(picture)
    return {tick.name: _weigh(dark, tick) for tick in ticks}


def marked(picture: Grey, ticks: Iterable[Tick], read: Mapping[str, Weighed]) -> bytes:
    """The sheet as it was read, as a small JPEG: what is ticked framed, what is doubtful ringed."""
    share = SMALL / FINE
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    drawn = cv2.cvtColor(cv2.normalize(small, np.zeros(0), 0, 255, cv2.NORM_MINMAX), cv2.COLOR_GRAY2BGR)
    for tick in ticks:
        box, verdict = tick.box.inset(-0.9), read[tick.name].verdict
        first, last = ((round(x * SMALL), round(y * SMALL)) for x, y in (box.corners[0], box.corners[2]))
        if verdict == "ticked":
            cv2.rectangle(drawn, first, last, (40, 130, 20), 2)
        elif verdict == "doubtful":
            middle = (round((box.x + box.width / 2) * SMALL), round((box.y + box.height / 2) * SMALL))
            cv2.circle(drawn, middle, round(box.width * SMALL * 0.75), (0, 90, 220), 2)
    _, content = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 72])
    return content.tobytes()


def darkness(picture: Grey) -> Dark:
    """How much darker each pixel is than the paper around it, from 0 to 1."""
    calm = cv2.GaussianBlur(picture, (3, 3), 0)
    small = cv2.resize(calm, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    across = round(PAPER * FINE / 4) | 1
    paper = cv2.dilate(small, np.ones((across, across), np.uint8))
    paper = cv2.GaussianBlur(paper, (0, 0), across / 4)
    paper = cv2.resize(paper, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    share = calm.astype(np.float32) / np.maximum(paper.astype(np.float32), 24)
    return np.clip(1 - share, 0, 1)


def _weigh(dark: Dark, tick: Tick) -> Weighed:
    x, y = round(tick.box.x * FINE), round(tick.box.y * FINE)
    side = round(tick.box.width * FINE)
    away, rim, around = (round(each * FINE) for each in (AWAY, RIM, AROUND))
    place = dark[max(0, y - away) : y + side + away + 1, max(0, x - away) : x + side + away + 1]
    dx, found_x = _shift(place[away:-away].mean(axis=0), side, away)
    dy, found_y = _shift(place[:, away:-away].mean(axis=1), side, away)
    x, y = x + dx, y + dy
    inside = dark[y + rim : y + side - rim, x + rim : x + side - rim]
    outside = dark[max(0, y - around) : y + side + around, max(0, x - around) : x + side + around]
    ink = inside > INK
    share = float(ink.mean())
    if min(found_x, found_y) < LINE or _shade(outside, around) > SHADED:
        return Weighed("doubtful", share)
    if share < EMPTY:
        return Weighed("empty", share)
    sure = share > TICKED and _longest(ink) > LONG and float(inside[ink].mean()) > FAINT
    return Weighed("ticked" if sure else "doubtful", share)


def _shift(profile: NDArray[np.float32], side: int, away: int) -> tuple[int, float]:
    """How far a box's two parallel lines are from their places, and how dark the lighter of them is."""
    lines = np.minimum(profile[: len(profile) - side], profile[side:])
    lines = lines[: 2 * away + 1]
    near = lines - 0.004 * np.abs(np.arange(len(lines)) - away)
    best = int(near.argmax())
    return best - away, float(lines[best])


def _longest(ink: NDArray[np.bool_]) -> float:
    """How far the ink reaches across a box or down it, as a share of its side."""
    reaches = (np.flatnonzero(ink.any(axis=n)) for n in (0, 1))
    return max((int(each[-1]) - int(each[0])) / len(ink) for each in reaches)


def _shade(outside: Dark, around: int) -> float:
    """The share of dark pixels on the paper around a box, its own line left out."""
    gap = max(2, around // 4)
    edge = around - gap
    rings = (outside[:edge], outside[-edge:], outside[:, :edge].T, outside[:, -edge:].T)
    return float(np.mean([(ring > INK).mean() for ring in rings]))
