"""The columnar Balance Sheet on paper, as the rulebook's table keeps it: twenty-five lines a sheet."""

from collections.abc import Sequence

from campaigns.books.paper.lettering import CELL, FIRST, NARROW, Spot, put
from campaigns.books.paper.tables import PALE, RULE
from campaigns.books.sheet import Row, Sheet, Sums
from companion.engine.wording import grouped
from companion.press.book import Leaf
from companion.press.face import BLACK, Box, Face, Mark, Paint, Path, Rectangle, Stamp, rgb
from companion.press.text import Style

ROWS = 25
HEAD = (("No.", 10.0), ("Scen.", 9.0), ("Round", 10.0), ("Item", 42.0), ("Qty", 9.0))
BALANCE, TOP, HIGH = 17.0, 7.0, 5.4
RED = rgb("#8e2418")


def leaf(sheet: Sheet, width: float) -> Leaf:
    """One sheet, as wide as the page."""
    each = (width - sum(wide for _, wide in HEAD) - BALANCE) / len(sheet.columns)
    widths = [*(wide for _, wide in HEAD), *([each] * len(sheet.columns)), BALANCE]
    titles = [*(title for title, _ in HEAD), *(column.title for column in sheet.columns), "Balance"]
    rows: list[tuple[Sequence[object], Style]] = [(titles, NARROW)]
    if sheet.before:
        rows.append((_sums("Brought forward", sheet.before), FIRST))
    rows += [(_line(row), CELL) for row in sheet.rows]
    rows.append((_sums("Carried forward" if sheet.page < sheet.pages else "Together", sheet.after), FIRST))
    marks: list[Mark] = []
    y = 0.0
    for cells, style in rows:
        high = TOP if style is NARROW else HIGH
        marks += _row(cells, widths, y, style)
        y += high
        marks.append(Path((((0, y), (width, y)),), Paint(stroke=RULE, width=0.15)))
    return (Stamp(Face(width, y, (*marks, *_rules(widths, y))), 0, 0),)


def _line(row: Row) -> Sequence[object]:
    booking = row.entered.booking
    amounts = ["" if n is None else grouped(n) for n in row.amounts]
    head = [booking.n, booking.chapter.upper(), booking.round, booking.item, booking.quantity]
    return [*head, *amounts, grouped(row.entered.balance)]


def _sums(words: str, sums: Sums) -> Sequence[object]:
    return ["", "", "", words, "", *(grouped(n) if n else "" for n in sums.amounts), grouped(sums.balance)]


def _row(cells: Sequence[object], widths: Sequence[float], y: float, style: Style) -> list[Mark]:
    high = TOP if style is NARROW else HIGH
    whole = Box(0, y, sum(widths), high)
    marks: list[Mark] = [Rectangle(whole, Paint(fill=PALE))] if style is FIRST else []
    x = 0.0
    for n, (cell, wide) in enumerate(zip(cells, widths, strict=True)):
        if cell != "":
            own = NARROW if n == 3 else style
            align = 0.0 if n == 3 else 0.5 if style is NARROW else 1.0
            marks += put(cell, own, Spot(x + 0.7, y + (high - 3.3) / 2, wide - 1.4), align)
        x += wide
    return marks


def _rules(widths: Sequence[float], high: float) -> list[Mark]:
    """Upright rules: red before what is paid and before what comes in, double before the balance."""
    marks: list[Mark] = []
    x = 0.0
    for n, wide in enumerate([*widths, 0.0]):
        red = n in (6, 13)
        marks.append(_upright(x, high, Paint(stroke=RED if red else RULE, width=0.4 if red else 0.15)))
        if n == len(widths) - 1:
            marks += [_upright(x, high, Paint(stroke=RED, width=0.25)),
                      _upright(x + 0.7, high, Paint(stroke=RED, width=0.25))]  # fmt: skip
        x += wide
    marks.append(Path((((0, TOP), (x, TOP)),), Paint(stroke=BLACK, width=0.3)))
    return marks


def _upright(x: float, high: float, paint: Paint) -> Path:
    return Path((((x, 0), (x, high)),), paint)
