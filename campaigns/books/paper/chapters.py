"""A company's chapter: what it is worth, its statement, its trial balance, its sheets and its journal."""

from collections.abc import Iterator, Sequence

from campaigns.books.book import Book, Entered
from campaigns.books.charts import fortune, ladder
from campaigns.books.counting import Counted
from campaigns.books.paper import columnar
from campaigns.books.paper.drawings import strip
from campaigns.books.paper.lettering import FIGURE, HEAD, SECTION, SMALL, WORDS, Spot, one, put
from campaigns.books.paper.tables import Kept, table
from campaigns.books.sheet import Sheets
from campaigns.books.sums import Band, Cell, Statement, Trial, statement, trial
from campaigns.books.worth import course
from companion.engine.campaign.bookings import Company, Worth
from companion.engine.wording import grouped, moved
from companion.press.book import Chapter, Strip, drawn, evenly, leaves
from companion.press.face import Mark
from companion.press.page import Size


def company(book: Book, whose: Company, counts: Sequence[Counted], room: Size) -> Chapter:
    """The chapter of one company."""
    own = book.of(whose.seat)
    first = leaves(_first(book, whose, counts, room), room.height)
    pages = Sheets(book.card.columns, own, columnar.ROWS)
    sheets = [columnar.leaf(each, room.width) for each in pages]
    journal = evenly(_journal(book, own, room), room.height)
    entries = [("Balance Sheet", len(first)), ("Journal", len(first) + len(sheets))]
    return Chapter(whose.name, [*first, *sheets, *journal], entries=entries)


def _first(book: Book, whose: Company, counts: Sequence[Counted], room: Size) -> Iterator[Strip]:
    own, went = book.of(whose.seat), course(book, whose.seat)
    yield one(whose.name, HEAD, room.width, tied=True)
    now = went[-1]
    yield _figures([("Credits", now.cash), ("Liquid assets", now.liquid), ("Net worth", now.net)], room.width)
    yield strip(fortune(whose, went))
    yield from _statement(statement(book.card.columns, own), room.width)
    yield from _trial(trial(own, book.card.account))
    yield from _worth(book.card.worth(book.told.state, whose.seat), room.width)
    if counts:
        yield from _counts(counts, room.width)


def _figures(figures: Sequence[tuple[str, int]], width: float) -> Strip:
    marks: list[Mark] = []
    for n, (title, amount) in enumerate(figures):
        marks += put(title, SMALL, Spot(n * 50, 1, 48))
        marks += put(grouped(amount), FIGURE, Spot(n * 50, 5, 48))
    return drawn(marks, width, 13, tied=True)


def _statement(told: Statement, width: float) -> Iterator[Strip]:
    yield one("Income and expense", SECTION, width, 5, tied=True)
    each = min(26.0, (width - 66) / max(len(told.chapters), 1))
    columns = [Kept("Kind", 40), *(Kept(name.upper(), each, True) for name in told.chapters)]
    rows = [_band(band) for bands in told.groups.values() for band in bands]
    closing = ["In hand after it", *(grouped(cell.amount) for cell in told.closing)]
    sums = [_band(told.change), [*closing, grouped(told.change.total.amount)]]
    yield from table([*columns, Kept("Together", 26, True)], [*rows, *sums], 2)


def _band(band: Band) -> list[str]:
    return [band.title, *(_amount(cell) for cell in band.cells), moved(band.total.amount)]


def _amount(cell: Cell) -> str:
    return moved(cell.amount) if cell.amount else ""


def _trial(told: Trial) -> Iterator[Strip]:
    yield one("Trial balance", SECTION, 130, 5, tied=True)
    columns = (Kept("Account", 70), Kept("Debit", 30, True), Kept("Credit", 30, True))
    rows = [(each.name, _figure(each.debit), _figure(each.credit)) for each in told.balances]
    rows.append(("Together", grouped(told.debit), grouped(told.credit)))
    rows.append(("Debits less credits", "", grouped(told.zero)))
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


def _counts(counts: Sequence[Counted], width: float) -> Iterator[Strip]:
    yield one("Counted on the table", SECTION, width, 5, tied=True)
    columns = (
        Kept("After line", 24), Kept("Note", 90), Kept("Counted", 26, True), Kept("Booked", 26, True),
        Kept("Difference", 26, True), Kept("Set right", 30),
    )  # fmt: skip
    yield from table(columns, [_count(each) for each in counts])


def _count(each: Counted) -> tuple[object, ...]:
    booked = "its line stands no more" if each.booked is None else grouped(each.booked)
    settled = f"line {each.settled}" if each.settled else ""
    found = each.assertion
    return found.number, found.note, grouped(found.counted), booked, moved(each.difference), settled


def _journal(book: Book, own: Sequence[Entered], room: Size) -> Iterator[Strip]:
    yield one("Journal", HEAD, room.width, tied=True)
    item = room.width - 212
    columns = (
        Kept("No.", 12), Kept("Evening", 34), Kept("Scenario", 22), Kept("Item", item), Kept("Debit", 42),
        Kept("Credit", 42), Kept("Amount", 20, True), Kept("Rule", 22), Kept("Log line", 18, True),
    )  # fmt: skip
    yield from table(columns, [_entry(book, each) for each in own])


def _entry(book: Book, each: Entered) -> tuple[object, ...]:
    line, evening = each.booking, each.evening
    when = f"{evening.number}, {evening.date:%-d %b %Y}" if evening else ""
    item = f"{line.item} × {line.quantity}" if line.quantity > 1 else line.item
    item = f"{item}: {memo}" if (memo := book.memo(each)) else item
    account = book.card.account
    place = f"{line.chapter.upper()}, round {line.round}"
    sides = (account(line.debit), account(line.credit), moved(line.amount))
    return line.n, when, place, item, *sides, line.rule, each.number


def prices(book: Book, room: Size) -> Chapter:
    """The price of the shared supply, for everybody."""
    now = book.card.prices(book.told.state)
    title = f"The price of {now.name}"
    said = "Nothing is left to buy." if now.price is None else f"The next one costs {now.price}; "
    said += "" if now.price is None else f"{now.left} of {now.most} are left."
    columns = (Kept("Left in the pool", 40), Kept("Credits each", 30, True))
    rows = [(f"{lot.left} to {lot.above + 1}", lot.price) for lot in now.lots]
    strips = [one(title, HEAD, room.width, tied=True), one(said, WORDS, room.width), strip(ladder(now))]
    return Chapter(title, leaves([*strips, *table(columns, rows)], room.height))
