"""The books to take away: bound on paper, as a workbook, as a beancount ledger."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from io import BytesIO
from typing import Any, NamedTuple

from django.utils.text import slugify

from campaigns import books
from campaigns.books import Book, Entered, Sheets, in_columns, trial
from campaigns.books.proof import Counted, compared, of_seats
from campaigns.door import Value, printable
from companion.engine.campaign.books import ROOTS, Company, Posting, Worth
from companion.engine.errors import InvalidInput
from companion.engine.film import Area, Chart
from companion.engine.film import drawn as chart_of
from companion.engine.wording import grouped, moved
from companion.press.book import Binding, Chapter, Leaf, Strip, drawn, evenly, leaves
from companion.press.book import bound as bind
from companion.press.document import Document
from companion.press.face import BLACK, Box, Face, Mark, Paint, Path, Rectangle, Stamp, rgb
from companion.press.look import Pen, chart, paint
from companion.press.page import PAPERS, Size
from companion.press.text import BODY, LABEL, STRONG, SUBTITLE, TITLE, Block, Style, clean, measure

CURRENCY = "CREDIT"
CALLED = dict(zip(ROOTS, ("Assets", "Liabilities", "Equity", "Income", "Expenses"), strict=True))
DAY = timedelta(days=1)


def ledger(book: Book, companies: Sequence[Company], title: str) -> bytes:
    """All bookings of those companies, each an own branch of the accounts, dated by its evening.

    At the end stands, for the day after the last, what each company has: beancount itself checks the sums.
    """
    # What each company's accounts are called after their root: its name, as far as an account holds it.
    branches: dict[str, str] = {}
    for company in companies:
        name = slugify(company.name).title() or "Company"
        branches[company.seat] = f"{name}-{len(branches) + 1}" if name in branches.values() else name
    own = [each for each in book.entries if each.booking.seat in branches]
    days = [_day(book, each) for each in own]
    first, last = min(days, default=_opened(book)), max(days, default=_opened(book))
    lines = [
        f"option {_text('title')} {_text(title)}",
        f"option {_text('operating_currency')} {_text(CURRENCY)}",
        "",
        f"{first} commodity {CURRENCY}",
        *(f"{first} open {account} {CURRENCY}" for account in _accounts(own, branches)),
        *(line for day, each in zip(days, own, strict=True) for line in _transaction(day, each, branches)),
        "",
        *_balances(own, branches, last + DAY),
    ]
    return ("\n".join(lines) + "\n").encode()


def _account(posting: Posting, branch: str) -> str:
    root, _, rest = posting.account.partition(":")
    parts = [slugify(part.replace("_", "-")).title() or "Other" for part in rest.split(":")]
    return ":".join([CALLED[root], branch, *parts])


def _accounts(own: Sequence[Entered], branches: dict[str, str]) -> list[str]:
    used = (
        _account(posting, branches[each.booking.seat])
        for each in own
        for posting in each.booking.transaction.postings
    )
    return sorted(set(used))


def _transaction(day: date, entered: Entered, branches: dict[str, str]) -> Iterator[str]:
    line = entered.booking
    evening = f" #evening-{entered.evening.number}" if entered.evening else ""
    item = f"{line.item} × {line.quantity}" if line.quantity > 1 else line.item
    yield ""
    yield f"{day} * {_text(line.chapter.upper())} {_text(item)}{evening} ^line-{entered.number}"
    yield f"  booking: {line.n}"
    yield f"  round: {line.round}"
    yield f"  rule: {_text(line.rule)}"
    for posting in line.transaction.postings:
        yield f"  {_account(posting, branches[line.seat])}  {posting.amount} {CURRENCY}"


def _balances(own: Sequence[Entered], branches: dict[str, str], day: date) -> Iterator[str]:
    """What each company's accounts under its assets hold at the end."""
    sums: dict[str, int] = {}
    for each in own:
        for posting in each.booking.transaction.postings:
            account = _account(posting, branches[each.booking.seat])
            sums[account] = sums.get(account, 0) + posting.amount
    for account in sorted(sums):
        if account.startswith("Assets:"):
            yield f"{day} balance {account}  {sums[account]} {CURRENCY}"


def _day(book: Book, entered: Entered) -> date:
    return entered.evening.date if entered.evening else _opened(book)


def _opened(book: Book) -> date:
    return book.chronicle.campaign.created.date()


def _text(value: str) -> str:
    return json.dumps(" ".join(printable(value).split()), ensure_ascii=False)


JOURNAL = (
    "Booking", "Log line", "Evening", "Date", "Scenario", "Round", "Company", "Kind", "Item", "Memo",
    "Quantity", "Debit", "Credit", "Amount", "Balance", "Rule",
)  # fmt: skip
SHEET = ("Booking", "Scenario", "Round", "Item", "Quantity")
BESIDE = ("Log line", "Evening", "Date", "Memo")
SHEET_NAME = 31
"""Letters in the name of a spreadsheet's sheet, at most."""


def journal(book: Book, companies: Sequence[Company]) -> list[list[Value]]:
    """Every booking of those companies in order, with both sides."""
    names = {each.seat: each.name for each in companies}
    titles = {each.kind: each.title for each in book.card.columns}
    rows = [_journal_row(book, each, names, titles) for each in book.entries if each.booking.seat in names]
    return [list(JOURNAL), *rows]


def _journal_row(book: Book, entered: Entered, names: dict[str, str], titles: dict[str, str]) -> list[Value]:
    line = entered.booking
    account = book.card.account
    return [
        line.n, entered.number, *_evening(entered), line.chapter.upper(), line.round, names[line.seat],
        titles[line.kind], line.item, book.memo(entered) or None, line.quantity, account(line.debit),
        account(line.credit), line.amount, entered.balance, line.rule,
    ]  # fmt: skip


def _evening(entered: Entered) -> tuple[Value, Value]:
    return (entered.evening.number, entered.evening.date) if entered.evening else (None, None)


def columnar(book: Book, seat: str) -> list[list[Value]]:
    """A company's Balance Sheet in the rulebook's columns, its sums in the last row."""
    own, columns = book.of(seat), book.card.columns
    head: list[Value] = [*SHEET, *(each.title for each in columns), "Balance", *BESIDE]
    total = Sheets(columns, own).sums[-1]
    last: list[Value] = [
        None,
        None,
        None,
        "Together",
        None,
        *total.amounts,
        total.balance,
        *(None for _ in BESIDE),
    ]
    return [head, *(_columnar_row(book, each) for each in own), last]


def _columnar_row(book: Book, entered: Entered) -> list[Value]:
    line = entered.booking
    head: list[Value] = [line.n, line.chapter.upper(), line.round, line.item, line.quantity]
    beside = [entered.number, *_evening(entered), book.memo(entered) or None]
    return [*head, *in_columns(line, book.card.columns), entered.balance, *beside]


def balances(book: Book, companies: Sequence[Company]) -> list[list[Value]]:
    rows: list[list[Value]] = [["Company", "Account", "Debit", "Credit"]]
    for company in companies:
        sums = trial(book.of(company.seat), book.card.account)
        rows += [[company.name, each.name, each.debit or None, each.credit or None] for each in sums.balances]
        rows.append([company.name, "Together", sums.debit, sums.credit])
    return rows


def as_xlsx(sheets: Sequence[tuple[str, Sequence[Sequence[Value]]]]) -> bytes:
    """A workbook of named sheets, the first row of each standing still as its heading."""
    from openpyxl import Workbook  # costs a quarter of a second: only where somebody takes a sheet

    book = Workbook()
    book.remove(book.active)
    taken: set[str] = set()
    for name, rows in sheets:
        _fill(book.create_sheet(_sheet_name(name, taken)), rows)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _sheet_name(name: str, taken: set[str]) -> str:
    """A name that spreadsheets take: without their own signs, short, and no other sheet's."""
    plain = "".join(each for each in printable(name) if each not in "[]:*?/\\'\t\r\n").strip() or "Company"
    title, n = plain[:SHEET_NAME], 2
    while title.lower() in taken:
        title, n = f"{plain[: SHEET_NAME - 4]} {n}", n + 1
    taken.add(title.lower())
    return title


def _fill(sheet: Any, rows: Sequence[Sequence[Value]]) -> None:
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    for down, row in enumerate(rows, 1):
        for across, value in enumerate(row, 1):
            _put(sheet.cell(down, across), value)
    for cell in (*sheet[1], *(sheet[sheet.max_row] if len(rows) > 1 else ())):
        cell.font = Font(bold=cell.row == 1 or "Together" in rows[-1])
    for across, head in enumerate(rows[0], 1):
        longest = max(len(str(row[across - 1] or "")) for row in rows)
        sheet.column_dimensions[get_column_letter(across)].width = min(max(longest, len(str(head))) + 2, 42)
    sheet.freeze_panes = "A2"
    sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = "1:1"


def _put(cell: Any, value: Value) -> None:
    if isinstance(value, str):
        cell.value, cell.data_type = printable(value), "s"
        cell.quotePrefix = True
    elif value is not None:
        cell.value = value
        cell.number_format = "yyyy-mm-dd" if isinstance(value, date) else "#,##0"


HEADING = Style(font=TITLE, size=22, leading=1.1)
SECTION = Style(font=TITLE, size=13, leading=1.2)
WORDS = Style(font=BODY, size=9.5, leading=1.35)
SMALL = Style(font=SUBTITLE, size=9, leading=1.2)
FIGURE = Style(font=TITLE, size=18, leading=1.1)
CELL = Style(font=LABEL, size=8, leading=1.15)
FIRST = Style(font=STRONG, size=8, leading=1.15)
NARROW = Style(font=SUBTITLE, size=7.5, leading=1.1)
CUT = "…"


def shown(text: object, font: str) -> str:
    """A text on one line; `MissingGlyph` for a letter that no font here has."""
    return clean(" ".join(str(text).split()), font, "")


def fitted(text: object, style: Style, width: float) -> Block:
    """One line of at most `width` millimetres; what is too long ends in an ellipsis."""
    words = shown(text, style.font)
    if measure(words, style.font, style.size) > width:
        while words and measure(words + CUT, style.font, style.size) > width:
            words = words[:-1].rstrip()
        words += CUT
    return Block(words, style, style.size)


class Spot(NamedTuple):
    """Where a line stands, and how much room it has, in millimetres."""

    x: float
    y: float
    width: float


def put(text: object, style: Style, spot: Spot, align: float = 0.0) -> tuple[Mark, ...]:
    """The marks of such a line; `align` 0 is left, 0.5 the middle of its room, 1 right."""
    return fitted(text, style, spot.width).at(spot.x, spot.y, width=spot.width, align=align)


def one(text: object, style: Style, width: float, gap: float = 0.0, *, tied: bool = False) -> Strip:
    block = fitted(text, style, width)
    return drawn(block.at(0, 0), width, block.height + 0.6, gap, tied=tied)


RULE, PALE = rgb("#cdbfa6"), rgb("#f1ece1")
ROW_HEIGHT, PAD = 4.9, 1.2
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
    top = Strip(face=_table_row(columns, [each.title for each in columns], NARROW), gap=1.0, tied=True)
    head = replace(top, gap=0.0, tied=False)
    strips = [top]
    for n, row in enumerate(rows):
        total = n >= len(rows) - sums
        face = _table_row(columns, row, FIRST if total else CELL, ground=total)
        tied = n + 1 < len(rows) and (n + 1 >= len(rows) - sums or (len(rows) <= SHORT and bool(sums)))
        strips.append(Strip(face=face, tied=tied, head=head))
    return strips


def _table_row(
    columns: Sequence[Kept], cells: Sequence[object], style: Style, *, ground: bool = False
) -> Face:
    wide = sum(each.width for each in columns)
    marks: list[Mark] = [Rectangle(Box(0, 0, wide, ROW_HEIGHT), Paint(fill=PALE))] if ground else []
    x = 0.0
    for n, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        own = FIRST if n == 0 and style is CELL else style
        if cell not in ("", None):
            marks += put(cell, own, Spot(x + PAD, 0.9, column.width - 2 * PAD), float(column.right))
        x += column.width
    dark = style is NARROW
    marks.append(
        Path((((0, ROW_HEIGHT), (wide, ROW_HEIGHT)),), Paint(stroke=BLACK if dark else RULE, width=0.2))
    )
    return Face(wide, ROW_HEIGHT, tuple(marks))


CHART_WIDTH, CHART_HEIGHT = 180.0, 58.0
AREA = Area(18, 2, CHART_WIDTH - 2, CHART_HEIGHT - 14)
PENS = tuple(Pen(rgb(ink)) for ink in ("#274469", "#7a261b", "#46592f", "#79560f"))


def strip(shown: Chart) -> Strip:
    """A chart as a strip of a page, with a key where it has more than one line."""
    marks = list(chart(chart_of(shown, AREA, 9), PENS, _write))
    if len(shown.series) > 1:
        for n, each in enumerate(shown.series):
            x = AREA.left + 45 * n
            marks.append(Path((((x, CHART_HEIGHT - 3), (x + 9, CHART_HEIGHT - 3)),), paint(PENS[n], n + 1)))
            marks += put(each.name, CELL, Spot(x + 11, CHART_HEIGHT - 4.8, 33))
    return Strip(face=Face(CHART_WIDTH, CHART_HEIGHT, tuple(marks)), gap=2.0)


def _write(words: str, box: Box, align: float) -> Iterable[Mark]:
    return put(words, SMALL, Spot(box.x, box.y, box.width), align)


ROWS = 25
COLUMNS = (("No.", 10.0), ("Scen.", 9.0), ("Round", 10.0), ("Item", 42.0), ("Qty", 9.0))
BALANCE, TOP, LINE_HEIGHT = 17.0, 7.0, 5.4
RED = rgb("#8e2418")


def leaf(sheet: books.Sheet, width: float) -> Leaf:
    each = (width - sum(wide for _, wide in COLUMNS) - BALANCE) / len(sheet.columns)
    widths = [*(wide for _, wide in COLUMNS), *([each] * len(sheet.columns)), BALANCE]
    titles = [*(title for title, _ in COLUMNS), *(column.title for column in sheet.columns), "Balance"]
    rows: list[tuple[Sequence[object], Style]] = [(titles, NARROW)]
    if sheet.before:
        rows.append((_sums("Brought forward", sheet.before), FIRST))
    rows += [(_line(row), CELL) for row in sheet.rows]
    rows.append((_sums("Carried forward" if sheet.page < sheet.pages else "Together", sheet.after), FIRST))
    marks: list[Mark] = []
    y = 0.0
    for cells, style in rows:
        high = TOP if style is NARROW else LINE_HEIGHT
        marks += _sheet_line(cells, widths, y, style)
        y += high
        marks.append(Path((((0, y), (width, y)),), Paint(stroke=RULE, width=0.15)))
    return (Stamp(Face(width, y, (*marks, *_rules(widths, y))), 0, 0),)


def _line(row: books.Row) -> Sequence[object]:
    booking = row.entered.booking
    amounts = ["" if n is None else grouped(n) for n in row.amounts]
    head = [booking.n, booking.chapter.upper(), booking.round, booking.item, booking.quantity]
    return [*head, *amounts, grouped(row.entered.balance)]


def _sums(words: str, sums: books.Sums) -> Sequence[object]:
    return ["", "", "", words, "", *(grouped(n) if n else "" for n in sums.amounts), grouped(sums.balance)]


def _sheet_line(cells: Sequence[object], widths: Sequence[float], y: float, style: Style) -> list[Mark]:
    high = TOP if style is NARROW else LINE_HEIGHT
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


def company(book: books.Book, whose: Company, counts: Sequence[Counted], room: Size) -> Chapter:
    own = book.of(whose.seat)
    first = leaves(_first(book, whose, counts, room), room.height)
    pages = books.Sheets(book.card.columns, own, ROWS)
    sheets = [leaf(each, room.width) for each in pages]
    journal = evenly(_journal(book, own, room), room.height)
    entries = [("Balance Sheet", len(first)), ("Journal", len(first) + len(sheets))]
    return Chapter(whose.name, [*first, *sheets, *journal], entries=entries)


def _first(book: books.Book, whose: Company, counts: Sequence[Counted], room: Size) -> Iterator[Strip]:
    own, went = book.of(whose.seat), books.course(book, whose.seat)
    yield one(whose.name, HEADING, room.width, tied=True)
    now = went[-1]
    yield _figures([("Credits", now.cash), ("Liquid assets", now.liquid), ("Net worth", now.net)], room.width)
    yield strip(books.fortune(whose, went))
    yield from _statement(books.statement(book.card.columns, own), room.width)
    yield from _trial(books.trial(own, book.card.account))
    yield from _worth(book.card.worth(book.chronicle.state, whose.seat), room.width)
    if counts:
        yield one("Counted on the table", SECTION, room.width, 5, tied=True)
        columns = (
            Kept("After line", 24), Kept("Note", 90), Kept("Counted", 26, True), Kept("Booked", 26, True),
            Kept("Difference", 26, True), Kept("Set right", 30),
        )  # fmt: skip
        yield from table(columns, [_count(each) for each in counts])


def _figures(figures: Sequence[tuple[str, int]], width: float) -> Strip:
    marks: list[Mark] = []
    for n, (title, amount) in enumerate(figures):
        marks += put(title, SMALL, Spot(n * 50, 1, 48))
        marks += put(grouped(amount), FIGURE, Spot(n * 50, 5, 48))
    return drawn(marks, width, 13, tied=True)


def _statement(statement: books.Statement, width: float) -> Iterator[Strip]:
    yield one("Income and expense", SECTION, width, 5, tied=True)
    each = min(26.0, (width - 66) / max(len(statement.chapters), 1))
    columns = [Kept("Kind", 40), *(Kept(name.upper(), each, True) for name in statement.chapters)]
    rows = [_band(band) for bands in statement.groups.values() for band in bands]
    closing = ["In hand after it", *(grouped(cell.amount) for cell in statement.closing)]
    sums = [_band(statement.change), [*closing, grouped(statement.change.total.amount)]]
    yield from table([*columns, Kept("Together", 26, True)], [*rows, *sums], 2)


def _band(band: books.Band) -> list[str]:
    return [band.title, *(_amount(cell) for cell in band.cells), moved(band.total.amount)]


def _amount(cell: books.Cell) -> str:
    return moved(cell.amount) if cell.amount else ""


def _trial(trial: books.Trial) -> Iterator[Strip]:
    yield one("Trial balance", SECTION, 130, 5, tied=True)
    columns = (Kept("Account", 70), Kept("Debit", 30, True), Kept("Credit", 30, True))
    rows = [(each.name, _figure(each.debit), _figure(each.credit)) for each in trial.balances]
    rows.append(("Together", grouped(trial.debit), grouped(trial.credit)))
    rows.append(("Debits less credits", "", grouped(trial.zero)))
    yield from table(columns, rows, 2)


def _figure(amount: int) -> str:
    return grouped(amount) if amount else ""


def _worth(worth: Worth, width: float) -> Iterator[Strip]:
    if worth.holdings:
        yield one("What the cards would bring", SECTION, width, 5, tied=True)
        columns = (Kept("Card", 60), Kept("How it stands", 100), Kept("Brings", 24, True))
        yield from table(columns, [(each.name, each.told, grouped(each.amount)) for each in worth.holdings])
    goods = ", ".join(f"{n} {name}" for name, n in worth.goods.items())
    yield one(f"Beside that, bought back by nobody: {goods}.", WORDS, width, 3)


def _count(each: Counted) -> tuple[object, ...]:
    booked = "its line stands no more" if each.booked is None else grouped(each.booked)
    settled = f"line {each.settled}" if each.settled else ""
    check = each.assertion
    return check.number, check.note, grouped(check.counted), booked, moved(each.difference), settled


def _journal(book: books.Book, own: Sequence[books.Entered], room: Size) -> Iterator[Strip]:
    yield one("Journal", HEADING, room.width, tied=True)
    item = room.width - 212
    columns = (
        Kept("No.", 12), Kept("Evening", 34), Kept("Scenario", 22), Kept("Item", item), Kept("Debit", 42),
        Kept("Credit", 42), Kept("Amount", 20, True), Kept("Rule", 22), Kept("Log line", 18, True),
    )  # fmt: skip
    yield from table(columns, [_entry(book, each) for each in own])


def _entry(book: books.Book, each: books.Entered) -> tuple[object, ...]:
    line, evening = each.booking, each.evening
    when = f"{evening.number}, {evening.date:%-d %b %Y}" if evening else ""
    item = f"{line.item} × {line.quantity}" if line.quantity > 1 else line.item
    item = f"{item}: {memo}" if (memo := book.memo(each)) else item
    account = book.card.account
    place = f"{line.chapter.upper()}, round {line.round}"
    sides = (account(line.debit), account(line.credit), moved(line.amount))
    return line.n, when, place, item, *sides, line.rule, each.number


def prices(book: books.Book, room: Size) -> Chapter:
    """The price of the shared supply, for everybody."""
    now = book.card.prices(book.chronicle.state)
    title = f"The price of {now.name}"
    words = "Nothing is left to buy." if now.price is None else f"The next one costs {now.price}; "
    words += "" if now.price is None else f"{now.left} of {now.most} are left."
    columns = (Kept("Left in the pool", 40), Kept("Credits each", 30, True))
    rows = [(f"{lot.left} to {lot.above + 1}", lot.price) for lot in now.lots]
    strips = [
        one(title, HEADING, room.width, tied=True),
        one(words, WORDS, room.width),
        strip(books.ladder(now)),
    ]
    return Chapter(title, leaves([*strips, *table(columns, rows)], room.height))


ASKED = ("a4", "letter")


def bound(room: books.Room, companies: Sequence[Company], paper: str) -> Document:
    """The book of those companies, all of which lie open to the visitor; `InvalidInput` at `paper`."""
    if paper not in ASKED:
        raise InvalidInput("paper", f"The book is printed on {' or '.join(ASKED)}; “{paper[:20]}” was asked.")
    binding = Binding(paper=PAPERS[paper].turned(), sides="loose")
    title = shown(f"{room.campaign.title}: the books", SUBTITLE)
    counts = compared(room.book, of_seats(room.campaign, [each.seat for each in companies]))
    rows = [
        company(
            room.book,
            each._replace(name=shown(each.name, SUBTITLE)),
            [count for count in counts if count.assertion.seat == each.seat],
            binding.room,
        )
        for each in companies
    ]
    rows.append(prices(room.book, binding.room))
    cover = leaves(_cover(room, companies, binding.room), binding.room.height)[0]
    return Document(title, bind(title, cover, rows, binding), paper)


def _cover(room: books.Room, companies: Sequence[Company], area: Size) -> Iterator[Strip]:
    table_ = room.book.chronicle.table
    yield one(room.campaign.title, HEADING, area.width, tied=True)
    yield one("The books", SECTION, area.width, tied=True)
    yield one(table_.headline, WORDS, area.width, 4)
    yield one(f"Up to line {room.book.last} of the log of table {table_.code}.", WORDS, area.width)
    yield one(f"In them: {', '.join(each.name for each in companies)}.", WORDS, area.width)
    columns = (Kept("Evening", 20), Kept("Date", 40), Kept("Title", 110), Kept("From line", 24, True))
    rows = [(e.number, f"{e.date:%-d %B %Y}", e.title, e.first) for e in room.book.chronicle.evenings]
    yield from table(columns, rows[-20:])
