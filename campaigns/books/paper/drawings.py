"""The books' charts on paper: the same lines as on the screen, drawn to size."""

from collections.abc import Iterator, Sequence

from campaigns.books.charts import STROKES, grouped
from campaigns.books.paper.lettering import CELL, SMALL, Spot, put
from campaigns.books.paper.tables import PALE, RULE
from companion.engine.campaign.bookings import Prices
from companion.engine.chart import Area, Label, Scale, Series, around, ticks
from companion.press.book.flow import Strip
from companion.press.colours import rgb
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle

WIDE, HIGH = 180.0, 78.0
AREA = Area(18, 2, WIDE - 2, HIGH - 14)
DASHES: tuple[tuple[float, ...], ...] = ((), (2.4, 1.6), (0.5, 1.2), (3, 1, 0.5, 1))
LINE = 0.7


def lines(series: Sequence[Series], labels: Sequence[Label]) -> Strip:
    """Lines over the ends of rounds, the scenarios below, and which line is which."""
    scale, marks = around(series, AREA, 9)
    drawn: list[Mark] = [*_grid(scale, marks), *_stretches(labels, scale)]
    for n, each in enumerate(series):
        paint = Paint(stroke=rgb(STROKES[n % 4]), width=LINE, dash=DASHES[n % 4])
        drawn.append(Path((tuple(scale.spots(each.values)),), paint))
        drawn.append(Path((((AREA.left + 45 * n, HIGH - 3), (AREA.left + 45 * n + 9, HIGH - 3)),), paint))
        drawn += put(each.name, CELL, Spot(AREA.left + 45 * n + 11, HIGH - 4.8, 33))
    return Strip(face=Face(WIDE, HIGH, tuple(drawn)), gap=2.0)


def ladder(prices: Prices) -> Strip:
    """What the next one costs as the supply dwindles, and where it stands."""
    marks = ticks(0, max(lot.price for lot in prices.lots))
    most, scale = prices.most, Scale(AREA, prices.most, marks[0], marks[-1], 9)
    here = scale.x(most - prices.left)
    used = Rectangle(Box(AREA.left, AREA.top, here - AREA.left, AREA.bottom - AREA.top), Paint(fill=PALE))
    spots: list[tuple[float, float]] = []
    for lot in prices.lots:
        at = scale.y(lot.price)
        spots += [(scale.x(most - lot.left), at), (scale.x(most - lot.above), at)]
    drawn: list[Mark] = [used, *_grid(scale, marks)]
    drawn.append(Path((tuple(spots),), Paint(stroke=rgb(STROKES[0]), width=LINE)))
    drawn.append(Path((((here, AREA.top), (here, AREA.bottom)),), Paint(stroke=rgb("#8e2418"), width=0.5)))
    for left in (each for each in ticks(0, most) if each <= most):
        drawn += put(left, SMALL, Spot(scale.x(most - left) - 10, AREA.bottom + 1.5, 20), 0.5)
    return Strip(face=Face(WIDE, HIGH, tuple(drawn)), gap=2.0)


def _grid(scale: Scale, marks: Sequence[int]) -> Iterator[Mark]:
    for mark in marks:
        y = scale.y(mark)
        yield Path((((AREA.left, y), (AREA.right, y)),), Paint(stroke=RULE, width=0.15))
        yield from put(grouped(mark), SMALL, Spot(0, y - 1.9, AREA.left - 2), 1.0)


def _stretches(labels: Sequence[Label], scale: Scale) -> Iterator[Mark]:
    for each in labels:
        if each.first:
            x = scale.x(each.first - 0.5)
            rule = Paint(stroke=rgb("#8b7b62"), width=0.2, dash=(0.8, 1.0))
            yield Path((((x, AREA.top), (x, AREA.bottom + 2)),), rule)
        middle = scale.x((each.first + each.last) / 2)
        yield from put(each.words, SMALL, Spot(middle - 15, AREA.bottom + 1.5, 30), 0.5)
