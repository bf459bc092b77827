"""Tables of the printed books: fixed columns, one line a row, their headings again on each page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from campaigns.books.paper.lettering import CELL, FIRST, NARROW, Spot, put
from companion.press.book import Strip
from companion.press.face import BLACK, Box, Face, Mark, Paint, Path, Rectangle, rgb
from companion.press.text import Style

RULE, PALE = rgb("#cdbfa6"), rgb("#f1ece1")
HIGH, PAD = 4.9, 1.2
SHORT = 26
"""Rows: a statement that is no longer stays on one page."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A column: its heading, its width in millimetres, and whether figures stand at its right edge."""

    title: str
    width: float
    right: bool = False


def table(columns: Sequence[Kept], rows: Sequence[Sequence[object]], sums: int = 0) -> list[Strip]:
    """The rows under their headings; the last `sums` of them are sums, which stay with the row before."""
    top = Strip(face=_row(columns, [each.title for each in columns], NARROW), gap=1.0, tied=True)
    head = replace(top, gap=0.0, tied=False)
    strips = [top]
    for n, row in enumerate(rows):
        total = n >= len(rows) - sums
        face = _row(columns, row, FIRST if total else CELL, ground=total)
        tied = n + 1 < len(rows) and (n + 1 >= len(rows) - sums or (len(rows) <= SHORT and bool(sums)))
        strips.append(Strip(face=face, tied=tied, head=head))
    return strips


def _row(columns: Sequence[Kept], cells: Sequence[object], style: Style, *, ground: bool = False) -> Face:
    wide = sum(each.width for each in columns)
    marks: list[Mark] = [Rectangle(Box(0, 0, wide, HIGH), Paint(fill=PALE))] if ground else []
    x = 0.0
    for n, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        own = FIRST if n == 0 and style is CELL else style
        if cell not in ("", None):
            marks += put(cell, own, Spot(x + PAD, 0.9, column.width - 2 * PAD), float(column.right))
        x += column.width
    dark = style is NARROW
    marks.append(Path((((0, HIGH), (wide, HIGH)),), Paint(stroke=BLACK if dark else RULE, width=0.2)))
    return Face(wide, HIGH, tuple(marks))
