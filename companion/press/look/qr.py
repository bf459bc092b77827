"""A QR code as a drawing: what a tablet's camera reads off a card."""

from functools import lru_cache

import segno

from companion.press.colours import WHITE
from companion.press.face import Box, Face, Paint, Path, Rectangle
from companion.press.look import INK

QUIET = 3
"""Modules of white around the code."""


@lru_cache(maxsize=256)
def code(address: str, size: float) -> Face:
    """The address as a code `size` millimetres wide, its white border within."""
    made = segno.make(address, error="l", boost_error=True, micro=False)
    rows = [bytes(row) for row in made.matrix]
    module = size / (len(rows) + 2 * QUIET)
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                left, top = (QUIET + start) * module, (QUIET + y) * module
                right, low = left + (x - start) * module, top + module
                runs.append(((left, top), (right, top), (right, low), (left, low)))
            x += 1
    ground = Rectangle(Box(0, 0, size, size), Paint(fill=WHITE))
    return Face(size, size, (ground, Path(tuple(runs), Paint(fill=INK), closed=True)), name=f"code {address}")
