"""The books' charts on paper: the same as on the screen, drawn to size."""

from collections.abc import Iterable

from campaigns.books.paper.lettering import CELL, SMALL, Spot, put
from companion.engine.chart import Area, Chart, drawn
from companion.press.book import Strip
from companion.press.chart import Pen, chart, paint
from companion.press.face import Box, Face, Mark, Path, rgb

WIDE, HIGH = 180.0, 58.0
AREA = Area(18, 2, WIDE - 2, HIGH - 14)
PENS = tuple(Pen(rgb(ink)) for ink in ("#274469", "#7a261b", "#46592f", "#79560f"))


def strip(shown: Chart) -> Strip:
    """A chart as a strip of a page, with a key where it has more than one line."""
    marks = list(chart(drawn(shown, AREA, 9), PENS, _write))
    if len(shown.series) > 1:
        for n, each in enumerate(shown.series):
            x = AREA.left + 45 * n
            marks.append(Path((((x, HIGH - 3), (x + 9, HIGH - 3)),), paint(PENS[n], n + 1)))
            marks += put(each.name, CELL, Spot(x + 11, HIGH - 4.8, 33))
    return Strip(face=Face(WIDE, HIGH, tuple(marks)), gap=2.0)


def _write(words: str, box: Box, align: float) -> Iterable[Mark]:
    return put(words, SMALL, Spot(box.x, box.y, box.width), align)
