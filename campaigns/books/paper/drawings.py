"""The books' charts on paper: the same lines as on the screen, drawn to size."""

from collections.abc import Iterator, Sequence

from campaigns.books.charts import STROKES, Label, Series, grouped, ticks
from campaigns.books.paper.lettering import CELL, SMALL, Spot, put
from campaigns.books.paper.tables import PALE, RULE
from companion.engine.bookings import Prices
from companion.press.colours import rgb
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle
from companion.press.flow import Strip

WIDE, HIGH = 180.0, 78.0
AREA = Box(18, 2, WIDE - 20, HIGH - 16)
DASHES: tuple[tuple[float, ...], ...] = ((), (2.4, 1.6), (0.5, 1.2), (3, 1, 0.5, 1))
LINE = 0.7


def lines(series: Sequence[Series], labels: Sequence[Label]) -> Strip:
    """Lines over the ends of rounds, the scenarios below, and which line is which."""
    values = [value for each in series for value in each.values] or [0]
    marks = ticks(min(0, *values), max(1, *values))
    many = max(len(each.values) for each in series)
    drawn: list[Mark] = [*_grid(marks), *_stretches(labels, many)]
    for n, each in enumerate(series):
        spots = tuple((_x(place, many), _y(value, marks)) for place, value in enumerate(each.values))
        paint = Paint(stroke=rgb(STROKES[n % 4]), width=LINE, dash=DASHES[n % 4])
        drawn.append(Path((spots,), paint))
        drawn.append(Path((((AREA.x + 45 * n, HIGH - 3), (AREA.x + 45 * n + 9, HIGH - 3)),), paint))
        drawn += put(each.name, CELL, Spot(AREA.x + 45 * n + 11, HIGH - 4.8, 33))
    return Strip(face=Face(WIDE, HIGH, tuple(drawn)), gap=2.0)


def ladder(prices: Prices) -> Strip:
    """What the next one costs as the supply dwindles, and where it stands."""
    marks = ticks(0, max(lot.price for lot in prices.lots))
    most = prices.most + 1
    here = _x(prices.most - prices.left, most)
    used = Rectangle(Box(AREA.x, AREA.y, here - AREA.x, AREA.height), Paint(fill=PALE))
    spots: list[tuple[float, float]] = []
    for lot in prices.lots:
        at = _y(lot.price, marks)
        spots += [(_x(prices.most - lot.left, most), at), (_x(prices.most - lot.above, most), at)]
    drawn: list[Mark] = [used, *_grid(marks)]
    drawn.append(Path((tuple(spots),), Paint(stroke=rgb(STROKES[0]), width=LINE)))
    drawn.append(Path((((here, AREA.y), (here, AREA.bottom)),), Paint(stroke=rgb("#8e2418"), width=0.5)))
    for left in (each for each in ticks(0, prices.most) if each <= prices.most):
        drawn += put(left, SMALL, Spot(_x(prices.most - left, most) - 10, AREA.bottom + 1.5, 20), 0.5)
    return Strip(face=Face(WIDE, HIGH, tuple(drawn)), gap=2.0)


def _x(place: float, many: int) -> float:
    return AREA.x + AREA.width * place / max(many - 1, 1)


def _y(value: float, marks: Sequence[int]) -> float:
    return AREA.bottom - AREA.height * (value - marks[0]) / max(marks[-1] - marks[0], 1)


def _grid(marks: Sequence[int]) -> Iterator[Mark]:
    for mark in marks:
        y = _y(mark, marks)
        yield Path((((AREA.x, y), (AREA.right, y)),), Paint(stroke=RULE, width=0.15))
        yield from put(grouped(mark), SMALL, Spot(0, y - 1.9, AREA.x - 2), 1.0)


def _stretches(labels: Sequence[Label], many: int) -> Iterator[Mark]:
    for each in labels:
        if each.first:
            x = _x(each.first - 0.5, many)
            rule = Paint(stroke=rgb("#8b7b62"), width=0.2, dash=(0.8, 1.0))
            yield Path((((x, AREA.y), (x, AREA.bottom + 2)),), rule)
        middle = _x((each.first + each.last) / 2, many)
        yield from put(each.words, SMALL, Spot(middle - 15, AREA.bottom + 1.5, 30), 0.5)
