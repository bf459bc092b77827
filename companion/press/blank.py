"""A card to fill in by hand."""

from functools import lru_cache

from companion.press.face import HAIRLINE, Box, Face, Mark, Paint, Path, Rectangle
from companion.press.paper import SAFE, Size

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
