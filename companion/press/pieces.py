"""Pieces to cut out: tokens, tents, flags, strips for a bead, blank cards."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from companion.press.face import (
    BLACK,
    HAIRLINE,
    WHITE,
    Box,
    Circle,
    Colour,
    Face,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
)
from companion.press.page import SAFE, Size
from companion.press.text import NUMERAL, Style, line

type Shape = Literal["round", "square"]

TOKEN_BLEED = 1.5
"""Millimetres of ink beyond a token's cut."""

INSCRIBED = 0.70
"""The share of a round token that a square drawing takes."""


@lru_cache(maxsize=256)
def token(art: Face, size: float, shape: Shape, ground: Colour | None) -> Face:
    """A drawing on a token of `size` millimetres, its ground reaching beyond the cut.

    A square token is filled by a square drawing; on a round one the drawing stands within the circle.
    """
    share = INSCRIBED if shape == "round" else 1.0
    scale = size * share / max(art.width, art.height)
    left, top = (size - art.width * scale) / 2, (size - art.height * scale) / 2
    return Face(
        size, size, (*_ground(size, shape, ground), Stamp(art, left, top, scale=scale)), art.name, TOKEN_BLEED
    )


def _ground(size: float, shape: Shape, ground: Colour | None) -> tuple[Mark, ...]:
    if ground is None or ground == WHITE:
        return ()
    if shape == "round":
        return (Circle(size / 2, size / 2, size / 2 + TOKEN_BLEED, Paint(fill=ground)),)
    return (Rectangle(Box(0, 0, size, size).inset(-TOKEN_BLEED), Paint(fill=ground)),)


FOOT = 12.0
"""Millimetres of foot under each side of a tent: to glue under a base, or to put into a stand."""

GLUE = 3.0
"""Millimetres at the end of a flag that are glued round its pin."""

BEAD = 8.0
"""Millimetres: the side of a space for a bead."""

FOLD = Paint(stroke=BLACK, width=HAIRLINE * 1.5, dash=(1.5, 1))
EDGE = Paint(stroke=(0.6,), width=HAIRLINE)


@lru_cache(maxsize=64)
def standee(art: Face, width: float, height: float) -> Face:
    """A tent: the drawing upright below the fold, the same on its head above it, and a foot at each end."""
    whole = 2 * (height + FOOT)
    scale = min((width - 2) / art.width, (height - 2) / art.height)
    wide, high = art.width * scale, art.height * scale
    left, lift = (width - wide) / 2, (height - high) / 2
    middle = whole / 2
    folds = tuple(((0.0, y), (width, y)) for y in (FOOT, middle, whole - FOOT))
    marks: tuple[Mark, ...] = (
        Stamp(art, left, middle - lift - high, scale=scale, turn=2),
        Stamp(art, left, middle + lift, scale=scale),
        Path(folds, FOLD),
    )
    return Face(width, whole, marks, art.name)


@lru_cache(maxsize=64)
def flag(art: Face, width: float, height: float) -> Face:
    """A flag to fold round a pin: the drawing on both wings, read from either side, and a strip for glue."""
    scale = min((width - 1) / art.width, (height - 1) / art.height)
    wide, high = art.width * scale, art.height * scale
    top = (height - high) / 2
    places = ((width - wide) / 2, width + (width - wide) / 2)
    folds = tuple(((x, 0.0), (x, height)) for x in (width, 2 * width))
    stamps = tuple(Stamp(art, x, top, scale=scale) for x in places)
    return Face(2 * width + GLUE, height, (*stamps, Path(folds, FOLD)), art.name)


@lru_cache(maxsize=64)
def bead_strip(values: Sequence[str], art: Face, name: str) -> Face:
    """A strip of spaces for a bead or a paper clip, what it counts at its head."""
    style = Style(font=NUMERAL, size=13, smallest=9, leading=1)
    marks: list[Mark] = [Stamp(art, 0.8, 0.8, scale=(BEAD - 1.6) / max(art.width, art.height))]
    for number, value in enumerate(values, 1):
        box = Box(number * BEAD, 0, BEAD, BEAD)
        block = line(value, style, BEAD - 1, name)
        marks.append(Rectangle(box, EDGE))
        marks += block.at(box.x, (BEAD - block.height) / 2, width=BEAD, align=0.5)
    return Face((len(values) + 1) * BEAD, BEAD, tuple(marks), name)


FRAME = Paint(stroke=(0.45,), width=HAIRLINE * 2)
RULE = Paint(stroke=(0.7,), width=HAIRLINE)
LINE_HEIGHT, HEAD = 7.0, 11.0
"""Millimetres: for a hand that writes, and for a title."""


@lru_cache(maxsize=64)
def blank(size: Size, name: str, *, bleed: float = 0.0) -> Face:
    """A frame clear of the cut, a place for the title, and lines to write on."""
    box = Box(0, 0, *size).inset(SAFE + 1)
    head = min(HEAD, box.height / 3)
    lines = int((box.height - head) / LINE_HEIGHT + 1e-9)
    step = (box.height - head) / max(1, lines)
    ys = [box.y + head + number * step for number in range(1, lines)]
    rules = tuple(((box.x + 2, y), (box.right - 2, y)) for y in ys)
    title = (((box.x, box.y + head), (box.right, box.y + head)),)
    marks: tuple[Mark, ...] = (Rectangle(box, FRAME, 1.5), Path(title, FRAME))
    return Face(*size, (*marks, Path(rules, RULE)) if rules else marks, name, bleed, SAFE)
