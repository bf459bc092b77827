"""A unit on the march, as a potter painted it: dark figures on terracotta between two running keys."""

from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

from companion.games.proelii.data import Kind
from companion.games.proelii.printables.look import SIGN, sign
from companion.press.face import WHITE, Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, rgb
from companion.press.look import INK, Look
from companion.press.svg import Runs

FRIEZE, KEY = 16.0, 2.0
"""Millimetres: how high a frieze is, and the keys at its edges."""
CLAY: Colour = rgb("#c9733f")
GLAZE: Colour = rgb("#231a14")
FIGURES = 4


def frieze(kind: Kind, box: Box, look: Look) -> Iterator[Mark]:
    """The frieze of a kind of units over the whole width of a box."""
    yield Stamp(_frieze(kind, box.width, look), box.x, box.y)


@lru_cache(maxsize=64)
def _frieze(kind: Kind, width: float, look: Look) -> Face:
    ink = INK if look.saver else GLAZE
    key = Paint(stroke=ink, width=0.28)
    size, pitch = FRIEZE - 2 * KEY - 2.6, width / FIGURES
    marks: list[Mark] = [
        Rectangle(Box(0, 0, width, FRIEZE), Paint(fill=WHITE if look.saver else CLAY, stroke=ink, width=0.4)),
        Path(meander(width - 1.2, KEY, 0.6, 0.5), key),
        Path(meander(width - 1.2, KEY, 0.6, FRIEZE - KEY - 0.5), key),
        Path((((0.6, FRIEZE - KEY - 1), (width - 0.6, FRIEZE - KEY - 1)),), key),
    ]
    for n in range(FIGURES):
        marks.append(Stamp(sign(kind, ink), n * pitch + (pitch - size) / 2, KEY + 1.2, size / SIGN))
    return Face(width, FRIEZE, tuple(marks), f"{kind} frieze")


def procession(width: float, look: Look) -> Face:
    """All eight kinds on the march in one frieze, for the head of a sheet."""
    ink = INK if look.saver else GLAZE
    kinds: tuple[Kind, ...] = get_args(Kind.__value__)
    pitch, size = width / len(kinds), FRIEZE - 2 * KEY - 2.6
    keys = (*meander(width - 1.2, KEY, 0.6, 0.5), *meander(width - 1.2, KEY, 0.6, FRIEZE - KEY - 0.5))
    clay = WHITE if look.saver else CLAY
    marks: list[Mark] = [
        Rectangle(Box(0, 0, width, FRIEZE).inset(0.2), Paint(fill=clay, stroke=ink, width=0.4)),
        Path(keys, Paint(stroke=ink, width=0.28)),
    ]
    for n, kind in enumerate(kinds):
        marks.append(Stamp(sign(kind, ink), n * pitch + (pitch - size) / 2, KEY + 1.2, size / SIGN))
    return Face(width, FRIEZE, tuple(marks), "procession")


def meander(length: float, high: float, x: float, y: float) -> Runs:
    """A running key of that height from (x, y) to the right, as many whole turns as fit.

    >>> len(meander(50, 2, 0, 0))
    20
    """
    count = max(1, int(length / (1.25 * high)))
    step, unit = length / count, high / 4
    hook = ((0, 4), (0, 0), (4, 0), (4, 3), (1.6, 3), (1.6, 1.6), (2.8, 1.6))
    return tuple(
        tuple((round(x + n * step + a * unit, 3), round(y + b * unit, 3)) for a, b in hook)
        for n in range(count)
    )
