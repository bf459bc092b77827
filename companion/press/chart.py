"""A chart on paper: the raster, the stretches below it, the lines, each drawn with a pen of its own."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine.chart import Area, Chart, Drawing, drawn
from companion.press.face import Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.text import LABEL, Style, line

GREY: Colour = (0.72,)
NOW: Colour = (0.56, 0.14, 0.09)
DASHES: tuple[tuple[float, ...], ...] = ((), (2.4, 1.0), (0.5, 0.9), (2.4, 0.7, 0.5, 0.7))
GAP = 1.5
FIGURES = 10.0
"""The room left of a small chart for its figures."""
SMALL = Style(font=LABEL, size=7, leading=1, colour=(0.32,))

type Write = Callable[[str, Box, float], Iterable[Mark]]
"""Words on one line in a box; 0 is left, 0.5 the middle, 1 right."""


class Pen(NamedTuple):
    """What a line is drawn with: its ink, and the sign at its end, `size` millimetres wide."""

    ink: Colour
    sign: Face | None = None
    size: float = 0


def chart(drawing: Drawing, pens: Sequence[Pen], write: Write) -> Iterator[Mark]:
    """The marks of a chart; a line's dash is that of its place among them."""
    yield from _ground(drawing)
    yield from _levels(drawing, write)
    yield from _labels(drawing, write)
    for drawn_line, pen in zip(drawing.lines, pens, strict=False):
        if len(drawn_line.spots) > 1:
            yield Path((tuple(drawn_line.spots),), paint(pen, drawn_line.n))
    if drawing.used is not None:
        area = drawing.area
        now = ((drawing.used, area.top), (drawing.used, area.bottom))
        yield Path((now,), Paint(stroke=NOW, width=0.5))
    yield from _signs([line.end for line in drawing.lines], pens)


def paint(pen: Pen, n: int) -> Paint:
    """How line `n` is drawn, from 1 on."""
    return Paint(stroke=pen.ink, width=0.75, dash=DASHES[(n - 1) % len(DASHES)])


def _ground(drawing: Drawing) -> Iterator[Mark]:
    left, top, _, bottom = drawing.area
    if drawing.used is not None:
        yield Rectangle(Box(left, top, drawing.used - left, bottom - top), Paint(fill=(0.93,)))


def _levels(drawing: Drawing, write: Write) -> Iterator[Mark]:
    left, _, right, _ = drawing.area
    for level in drawing.levels:
        width = 0.3 if level.at == drawing.zero else 0.12
        yield Path((((left, level.at), (right, level.at)),), Paint(stroke=GREY, width=width))
        yield from write(level.words, Box(0, level.at - 1.6, left - GAP, 3.2), 1)


def _labels(drawing: Drawing, write: Write) -> Iterator[Mark]:
    area = drawing.area
    rule = Paint(stroke=(0.5,), width=0.15)
    for label in drawing.labels:
        if label.rule is not None:
            parted = ((label.rule, area.top), (label.rule, area.bottom + GAP))
            yield Path((parted,), replace(rule, dash=(0.8, 1.0)))
        yield from write(label.words, Box(label.at - 15, area.bottom + GAP, 30, 3.2), 0.5)


def _signs(ends: Sequence[tuple[float, float]], pens: Sequence[Pen]) -> Iterator[Mark]:
    """The sign at the end of each line; where lines end together, side by side."""
    beside: list[tuple[float, float]] = []
    for pen, (x, y) in zip(pens, ends, strict=False):
        if pen.sign is None:
            continue
        while any(abs(y - other) < pen.size * 0.9 and abs(x - at) < pen.size * 0.95 for at, other in beside):
            x += pen.size
        beside.append((x, y))
        yield Stamp(pen.sign, x - pen.size * 0.2, y - pen.size / 2, pen.size / 10)


def small_chart(shown: Chart, room: Box, pens: Sequence[Pen]) -> Face:
    """A chart in small letters on a face of its own."""
    area = Area(room.x + FIGURES, room.y + 2, room.right - 2, room.bottom - 6)
    marks = tuple(chart(drawn(shown, area, 3), pens, _small))
    return Face(room.width, room.height, marks, name=shown.told.partition(":")[0])


def _small(words: str, box: Box, align: float) -> Iterable[Mark]:
    return line(words, SMALL, box.width, "chart").at(box.x, box.y, width=box.width, align=align)
