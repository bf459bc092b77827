"""The pages of the books: each company's sheet, worth and purse as steps, what was counted, files to take.

Of a purse every booking goes up or down from where the one before it ended.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from campaigns.books import (
    Book,
    Entered,
    Room,
    Sheets,
    Trial,
    account,
    in_books,
    ladder,
    of_company,
    supply,
    used,
)
from campaigns.books import statement as stated
from campaigns.books.paper import as_xlsx, balances, bound, columnar, journal, ledger
from campaigns.books.proof import Counted, compared, count, of_seats, settle
from campaigns.chronicle import table_of
from campaigns.door import Value, as_csv, sent, stem
from campaigns.models import Assertion, OpenedBooks
from companion.engine.campaign.books import Booking, Company
from companion.engine.errors import GameError, InvalidInput
from companion.engine.film import on_screen, ticks
from companion.tables import bell, lines
from companion.tables.errors import StaleTable
from companion.tables.forms import seen_of
from companion.tables.models import Entry, writing

LEFT, RIGHT, TOP, FLOOR = 52.0, 640.0, 24.0, 346.0
"""The raster on a drawing of 656 x 400."""
MANY = 25
"""Bookings on a page of those behind a figure."""
MOST_STEPS = 40
"""With more bookings than this, those of one round are one step."""


class Step(NamedTuple):
    """One step on the drawing: its box; whether it goes up, is broken off above, is of what is chosen."""

    x: float
    y: float
    wide: float
    tall: float
    up: bool
    broken: bool
    chosen: bool
    amount: int
    account: str
    words: str


class Steps(NamedTuple):
    """All of it; `joins` lead from step to step, `start` is told where the first step is broken off."""

    steps: tuple[Step, ...]
    joins: str
    levels: tuple[tuple[float, int], ...]
    chapters: tuple[tuple[float, float, float, str], ...]
    start: int
    end: tuple[float, float]


class Row(NamedTuple):
    """An account beside the chart: what it did to the purse, as a bar on one scale with all others."""

    account: str
    name: str
    amount: int
    x: float
    wide: float
    chosen: bool


def drawn(own: Sequence[Entered], account: str, chapter: str) -> Steps | None:
    """The steps of a scenario, or of all; None where nothing is booked."""
    rows = [each for each in own if chapter in ("", each.booking.chapter)]
    if not rows:
        return None
    groups = list(_groups(rows))
    ends = [group[-1].balance for group in groups]
    highest = max((end for end in ends[1:]), default=ends[0])
    before = [group[0].balance - group[0].booking.amount for group in groups]
    broken = len(ends) > 1 and before[0] == 0 and ends[0] > 1.2 * max(highest, 1)
    top = max(highest, *(before[2:] or [0]), 1) * 1.1 if broken else max(*ends, *before, 1) * 1.05
    pitch = (RIGHT - LEFT) / len(groups)

    def y(value: float) -> float:
        return round(FLOOR - (FLOOR - TOP) * max(0.0, min(1.0, value / top)), 1)

    steps = tuple(
        _step(group, (LEFT + n * pitch, pitch), (y(one), y(end)), account, broken=broken and n == 0)
        for n, (group, one, end) in enumerate(zip(groups, before, ends, strict=True))
    )
    ways = zip(steps[:-1], ends, strict=False)
    joins = "".join(f"M{step.x:.1f} {y(end)}H{step.x + pitch + step.wide:.1f}" for step, end in ways)
    levels = tuple((y(level), level) for level in ticks(0, int(top), 6) if level <= top)
    last = steps[-1]
    return Steps(
        steps, joins, levels, tuple(_stretches(groups, pitch)), ends[0] if broken else 0,
        (round(last.x + last.wide, 1), y(ends[-1])),
    )  # fmt: skip


def _groups(rows: Sequence[Entered]) -> Iterator[list[Entered]]:
    if len(rows) <= MOST_STEPS:
        yield from ([each] for each in rows)
        return
    for _, group in groupby(rows, key=lambda each: (each.booking.chapter, each.booking.round)):
        yield list(group)


def _touches(entered: Entered, account: str) -> bool:
    return account in (entered.booking.debit, entered.booking.credit)


def _step(
    group: Sequence[Entered],
    across: tuple[float, float],
    heights: tuple[float, float],
    account: str,
    *,
    broken: bool,
) -> Step:
    (x, pitch), (high, low) = across, sorted(heights)
    amount, first = sum(each.booking.amount for each in group), group[0].booking
    accounts = {each.booking.debit for each in group} | {each.booking.credit for each in group}
    other = next((each for each in (first.debit, first.credit) if not each.startswith("assets:")), "")
    what = first.item if len(group) == 1 else f"{len(group)} bookings"
    words = f"{what}, {first.chapter.upper()} round {first.round}: {amount:+}"
    return Step(
        x=round(x + 0.1 * pitch, 1), y=high, wide=round(0.8 * pitch, 1), tall=round(max(1.5, low - high), 1),
        up=amount >= 0, broken=broken, chosen=bool(account) and account in accounts,
        amount=sum(each.booking.amount for each in group if _touches(each, account)) if account else amount,
        account=other, words=words,
    )  # fmt: skip


def _stretches(
    groups: Sequence[Sequence[Entered]], pitch: float
) -> Iterator[tuple[float, float, float, str]]:
    """Each scenario's stretch of the axis, its middle and its code."""
    at = 0
    for chapter, run in groupby(groups, key=lambda group: group[0].booking.chapter):
        long = len(list(run))
        first, last = LEFT + at * pitch, LEFT + (at + long) * pitch
        yield round(first + 2, 1), round(last - 2, 1), round((first + last) / 2, 1), chapter
        at += long


def bars(trial: Trial, chosen: str) -> list[Row]:
    """Every account but the purse itself, in the order of first use: what it brought, or (negative) took."""
    rows = [each for each in trial.balances if not each.account.startswith("assets:")]
    most = max((each.debit + each.credit for each in rows), default=1) or 1
    return [
        Row(
            each.account, each.name, each.credit - each.debit,
            0.0 if each.credit else round(70 - 70 * each.debit / most, 1),
            round(max(2.0, 70 * (each.debit + each.credit) / most), 1), each.account == chosen,
        )
        for each in rows
    ]  # fmt: skip


@require_safe
@of_company
def sheet(request: HttpRequest, room: Room, company: Company) -> HttpResponse:
    """The Balance Sheet in columns; one scenario of it, or all."""
    own = room.book.of(company.seat)
    chapters = room.book.chronicle.once(("chapters", company.seat), lambda: _chapters(own))
    chapter = request.GET.get("scenario", "")
    chapter = chapter if chapter in chapters else ""
    narrow = request.GET.get("columns") != "all"
    sheets = room.book.chronicle.once(
        ("sheets", company.seat, chapter, str(narrow)), lambda: _sheets(room.book, own, chapter, narrow)
    )
    page = sheets.page(whole_number(request.GET, "page"))
    choices = {"scenario": chapter, "columns": "" if narrow else "all"}
    rows = sheets.own
    brought = rows[0].balance - rows[0].booking.amount if rows and rows[0] is not own[0] else 0
    return render(request, "campaigns/books/sheet.html", _at(room, company, "sheet",
        sheet=page, chapters=chapters, chapter=chapter, narrow=narrow,
        brought=brought, query=urlencode({k: v for k, v in choices.items() if v}),
    ))  # fmt: skip


def _chapters(own: Sequence[Entered]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.booking.chapter for each in own))


def _sheets(book: Book, own: Sequence[Entered], chapter: str, narrow: bool) -> Sheets:
    """The sheets of one scenario or of all, in the rulebook's columns or in those that are used."""
    shown = [each for each in own if each.booking.chapter == chapter] if chapter else own
    return Sheets(used(book.card.columns, shown) if narrow else book.card.columns, shown)


@require_safe
@of_company
def statement(request: HttpRequest, room: Room, company: Company) -> HttpResponse:
    """Income and expense, by kind and by scenario."""
    own, columns = room.book.of(company.seat), room.book.card.columns
    sheet = room.book.chronicle.once(("statement", company.seat), lambda: stated(columns, own))
    return render(request, "campaigns/books/statement.html", _at(room, company, "statement",
        told=sheet, names=room.book.card.chapters(room.book.chronicle.state),
    ))  # fmt: skip


@require_safe
@of_company
def worth(request: HttpRequest, room: Room, company: Company) -> HttpResponse:
    """What a company was worth after a line: its cash, and each card at what it would have brought."""
    number = whole_number(request.GET, "line")
    place = room.book.place(number) if number else None
    whole = room.book.chronicle.lines.whole
    at = len(whole.numbers) - 1 if place is None else place
    state = whole.trail[at]
    return render(request, "campaigns/books/worth.html", _at(room, company, "worth",
        worth=room.book.card.worth(state, company.seat), number=whole.numbers[at],
        when=room.book.card.when(state),
    ))  # fmt: skip


@dataclass(frozen=True, slots=True)
class BookingRow:
    """A booking with the journal's words for the line that made it, and its steps."""

    entered: Entered
    words: str
    steps: Sequence[object]
    debit: str
    credit: str


@require_safe
@of_company
def bookings(request: HttpRequest, room: Room, company: Company) -> HttpResponse:
    """The bookings behind a figure, newest first, each with its line of the log, evening, rule and steps."""
    asked = request.GET
    entries = _chosen(room.book, company.seat, asked)
    pages = max(1, -(-len(entries) // MANY))
    page = min(max(whole_number(asked, "page") or 1, 1), pages)
    end = len(entries) - (page - 1) * MANY
    rows = with_words(room, entries[max(end - MANY, 0) : end][::-1])
    filters = _filters(room.book, asked)
    total = sum(each.booking.amount for each in entries) if filters else room.book.cash_now(company.seat)
    query = asked.copy()
    query.pop("page", None)
    return render(request, "campaigns/books/bookings.html", _at(room, company, "bookings",
        rows=rows, page=page, pages=pages, many=len(entries), filters=filters,
        total=total, query=query.urlencode(),
    ))  # fmt: skip


def _chosen(book: Book, seat: str, query: QueryDict) -> Sequence[Entered]:
    """The bookings that belong to a figure; what is not asked for leaves all in."""
    entries = book.of(seat)
    for key, of in WHICH.items():
        wanted = query.get(key, "")
        if wanted:
            entries = [each for each in entries if wanted in of(each.booking)]
    number, upto, line = (whole_number(query, key) for key in ("n", "upto", "line"))
    place = book.place(line) if line else None
    if number is not None or upto is not None or place is not None:
        entries = [
            each
            for each in entries
            if number in (None, each.booking.n)
            and (upto is None or each.booking.n <= upto)
            and (place is None or each.place <= place)
        ]
    return entries


WHICH: Mapping[str, Callable[[Booking], tuple[str, ...]]] = {
    "kind": lambda booking: (booking.kind,),
    "scenario": lambda booking: (booking.chapter,),
    "account": lambda booking: (booking.debit, booking.credit),
}


def _filters(book: Book, query: QueryDict) -> list[str]:
    """What the figure is of, in words."""
    titles = {each.kind: each.title for each in book.card.columns}
    rows = [titles.get(query.get("kind", ""), "")]
    scenario = query.get("scenario", "")
    rows.append(f"scenario {scenario.upper()[:4]}" if scenario else "")
    accounts = {name for each in book.entries[-1:] for name in (each.booking.debit, each.booking.credit)}
    accounts |= {f"{column.root}:{column.kind}" for column in book.card.columns}
    account = query.get("account", "")
    rows.append(f"account “{book.card.account(account)}”" if account in accounts else "")
    rows += [words.format(n) for key, words in UNTIL.items() if (n := whole_number(query, key)) is not None]
    return [each for each in rows if each]


UNTIL = {"upto": "up to booking {}", "line": "up to line {} of the log", "n": "booking {}"}


def with_words(room: Room, rows: Sequence[Entered]) -> list[BookingRow]:
    """Those bookings with what the journal says of their lines, as the log tells it to this visitor."""
    position, card = room.book.chronicle.position, room.book.card
    found = Entry.objects.filter(table=room.book.chronicle.table, number__in={each.number for each in rows})
    entries = {each.number: each for each in found}
    names = {each.seat: each.name for each in card.companies(room.book.chronicle.state)}
    return [
        BookingRow(
            each,
            _words(room, entries[each.number], each),
            lines.steps(entries[each.number], position, names),
            card.account(each.booking.debit),
            card.account(each.booking.credit),
        )
        for each in rows
    ]


def _words(room: Room, row: Entry, entered: Entered) -> str:
    """The log's words for a line, for this visitor."""
    position, sight = room.book.chronicle.position, room.visitor.sight
    if row.kind != "action":
        return lines.words(row, position, sight)
    # The log looks for the state before a line from the journal's beginning; the book knows where it is.
    shown = position.game.redact_action(position.state, row.action, sight)
    before = room.book.chronicle.lines.whole.before(entered.number)
    return lines.told_by(position.game, before, shown, sight)


def whole_number(query: QueryDict, key: str) -> int | None:
    """A number out of an address; None where none that can be meant stands there."""
    text = query.get(key, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _at(room: Room, company: Company, part: str, **more: object) -> dict[str, object]:
    mine = company.seat in room.visitor.sight.sees
    return room.context(company=company, part=part, mine=mine, **more)


@of_company
def counts(request: HttpRequest, room: Room, company: Company) -> HttpResponse:
    """What was counted so far, and the form for the next count."""
    refusal, status = None, 200
    if request.method == "POST":
        try:
            assertion = count(room.book, room.visitor.device, company.seat, request.POST.dict())
        except GameError as error:
            refusal, status = error.as_json()["error"], 422
        else:
            return redirect("campaigns:books_count", room.campaign.code, company.seat, assertion.pk)
    rows = compared(room.book, of_seats(room.campaign, [company.seat]))
    given = request.POST if request.method == "POST" else {}
    number = whole_number(request.GET, "line")
    line = number if number and room.book.place(number) is not None else room.book.last
    context = _context(room, company, counts=rows, refusal=refusal, given=given, line=line)
    return render(request, "campaigns/books/counts.html", context, status=status)


@require_safe
@of_company
def counted(request: HttpRequest, room: Room, company: Company, number: int) -> HttpResponse:
    count = _count(room, company, number)
    return _page(request, room, company, count)


@require_POST
@of_company
def adjust(request: HttpRequest, room: Room, company: Company, number: int) -> HttpResponse:
    """Set the books right by the difference, with a reason, through the table's one door."""
    count = _count(room, company, number)
    if count is None:
        return _page(request, room, company, None)
    try:
        settle(room.book, room.visitor.device, count, request.POST.get("reason", ""), seen_of(request.POST))
    except GameError as error:
        return _page(request, room, company, count, error)
    return redirect("campaigns:books_count", room.campaign.code, company.seat, number)


@require_POST
@of_company
def strike(request: HttpRequest, room: Room, company: Company, number: int) -> HttpResponse:
    """A count that was wrong is struck; nothing else changes."""
    count = _count(room, company, number)
    if count and company.seat in room.visitor.device.holds:
        with writing():
            Assertion.objects.filter(pk=count.assertion.pk).update(struck=True)
    return redirect("campaigns:books_counts", room.campaign.code, company.seat)


def _count(room: Room, company: Company, number: int) -> Counted | None:
    rows = Assertion.objects.filter(campaign=room.campaign, seat=company.seat, pk=number)
    return next(iter(compared(room.book, list(rows))), None)


def _page(
    request: HttpRequest,
    room: Room,
    company: Company,
    counted: Counted | None,
    error: GameError | None = None,
) -> HttpResponse:
    if counted is None:
        return render(request, "campaigns/books/shut.html", room.context(), status=404)
    status = 409 if isinstance(error, StaleTable) else 422 if error else 200
    refusal = error.as_json()["error"] if error else None
    context = _context(room, company, found=counted, refusal=refusal, given=request.POST)
    return render(request, "campaigns/books/count.html", context, status=status)


def _context(room: Room, company: Company, **more: object) -> dict[str, object]:
    mine = company.seat in room.visitor.device.holds
    version = room.book.chronicle.position.version
    return room.context(company=company, part="counts", mine=mine, version=version, **more)


KINDS = ("csv", "xlsx", "pdf", "beancount")
BETWEEN = {"": ",", "comma": ",", "semicolon": ";"}


@require_safe
@in_books
def whole_file(request: HttpRequest, room: Room, form: str) -> HttpResponse:
    """Everything that this visitor may read; as CSV, the journal of it."""
    if not room.shown:
        raise InvalidInput(
            "", "No company's books lie open to this device; take your seat at the table first."
        )
    if form == "csv":
        return _csv(request, room, journal(room.book, room.shown), "books")
    return _book(request, room, room.shown, form)


@require_safe
@of_company
def company_file(request: HttpRequest, room: Room, company: Company, form: str) -> HttpResponse:
    """One company's book; as CSV, its Balance Sheet in columns."""
    if form == "csv":
        return _csv(request, room, columnar(room.book, company.seat), company.seat)
    return _book(request, room, [company], form)


def _csv(request: HttpRequest, room: Room, rows: Sequence[Sequence[Value]], name: str) -> HttpResponse:
    between = request.GET.get("between", "")
    if between not in BETWEEN:
        raise InvalidInput("between", "Between the cells stands a comma or a semicolon.")
    return _file(room, as_csv(rows, BETWEEN[between]), name, "csv")


def _book(request: HttpRequest, room: Room, companies: Sequence[Company], form: str) -> HttpResponse:
    name = "books" if len(companies) > 1 else companies[0].seat
    if form == "xlsx":
        sheets = [(each.name, columnar(room.book, each.seat)) for each in companies]
        sheets += [
            ("Journal", journal(room.book, companies)),
            ("Trial balance", balances(room.book, companies)),
        ]
        return _file(room, as_xlsx(sheets), name, form)
    if form == "pdf":
        return _file(room, bound(room, companies, request.GET.get("paper", "a4")).pdf(), name, form)
    if form == "beancount":
        return _file(room, ledger(room.book, companies, room.campaign.title), name, form)
    raise InvalidInput("form", f"The books are had as {', '.join(KINDS)}; “{form[:20]}” was asked.")


def _file(room: Room, data: bytes, name: str, form: str) -> HttpResponse:
    return sent(data, f"{stem(room.campaign)}-{slugify(name)}.{form}")


@require_safe
@in_books
def overview(request: HttpRequest, room: Room) -> HttpResponse:
    """A company's purse as steps, its accounts, and the bookings of what is chosen; or the prices."""
    query, seat = request.GET, request.GET.get("company", "")
    company = next((each for each in room.shown if each.seat == seat), next(iter(room.shown), None))
    prices = room.book.card.prices(room.book.chronicle.state)
    more: dict[str, object] = {"view": query.get("view", ""), "company": company, "prices": prices}
    if more["view"] == "prices" or company is None:
        more |= {"ladder": on_screen(ladder(prices)), "supply": supply(room.book)}
    if company is not None:
        more |= _steps(room, company, query)
    return render(request, "campaigns/books/overview.html", room.context(
        counts=compared(room.book, of_seats(room.campaign, [each.seat for each in room.shown])),
        shut=[each for each in room.companies if each not in room.shown], **more,
    ))  # fmt: skip


def _steps(room: Room, company: Company, query: QueryDict) -> dict[str, object]:
    """What its page draws, and which account and scenario are chosen there."""
    book, balance = room.book, account(room.book, company)
    own = book.of(company.seat)
    chapters, names = _chapters(own), {each.account: each.name for each in balance.trial.balances}
    chosen = query.get("account", "") if query.get("account") in names else ""
    chapter = query.get("scenario", "") if query.get("scenario") in chapters else ""
    listed = [each for each in own if chapter in ("", each.booking.chapter)]
    listed = [each for each in listed if _touches(each, chosen)] if chosen else listed[::-1][:MANY]
    glance = book.chronicle.card.glance if book.chronicle.card else None
    parts = glance.means(book.chronicle.state, company.seat) if glance else ()
    return {
        "account": balance,
        "chosen": chosen,
        "chosen_name": names.get(chosen, ""),
        "chapter": chapter,
        "kept": urlencode({"company": company.seat} | ({"scenario": chapter} if chapter else {})),
        "chart": book.chronicle.once(
            ("steps", company.seat, chosen, chapter), lambda: drawn(own, chosen, chapter)
        ),
        "rows": bars(balance.trial, chosen),
        "listed": listed,
        "together": sum(each.booking.amount for each in listed),
        "home": balance.now.cash - sum(part.amount for part in parts if part.look == "home"),
    }


@require_POST
@in_books
def lay_open(request: HttpRequest, room: Room) -> HttpResponse:
    """Lay one's own books open to the table, once the campaign is over; said again, shut them."""
    mine = [each.seat for each in room.own]
    if room.book.chronicle.over and mine:
        with writing():
            shut = OpenedBooks.objects.filter(campaign=room.campaign, seat__in=mine)
            if not shut.delete()[0]:
                OpenedBooks.objects.bulk_create(OpenedBooks(campaign=room.campaign, seat=s) for s in mine)
            bell.stir(table_of(room.campaign))
    return redirect("campaigns:books", room.campaign.code)
