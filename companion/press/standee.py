"""Pieces of paper that stand, hang or count: tents with a foot, flags round a pin, strips for a bead."""

from collections.abc import Sequence
from functools import lru_cache

from companion.press.colours import BLACK
from companion.press.face import HAIRLINE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.fonts import NUMERAL
from companion.press.text import Style, line

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
