"""The books of a campaign: every figure from the journal, by company, sheet and kind."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import accumulate
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.chronicle import Chronicle, Passage, chronicle_of
from campaigns.door import Visitor, in_campaign, page
from campaigns.models import Campaign, Evening, OpenedBooks
from campaigns.reading import Ask
from companion import shelf
from companion.engine.campaign.books import (
    Booking,
    Books,
    Column,
    Company,
    Prices,
    When,
    Worth,
    trial_balance,
)
from companion.engine.film import Chart, Drawing, Label, Series, on_screen, ticks
from companion.engine.game import Game


class Point(NamedTuple):
    """The last moment of a round: the line that stood last in it, and its place among those that stand."""

    when: When
    number: int
    place: int


class Folded(NamedTuple):
    """What a journal makes of its books: the place of each booking, and the ends of rounds.

    Of each round that is over, what each company was worth then, and what the supply cost.
    """

    places: Sequence[int]
    points: tuple[Point, ...]
    worths: tuple[Mapping[str, Worth], ...]
    prices: tuple[Prices, ...]


class Booked:
    """The books as far as the lines were read: which line wrote which bookings."""

    def __init__(self, system: str) -> None:
        self.system, self.lines = system, 0
        self.places, self.points = array("L"), list[Point]()
        self.worths, self.prices = list[Mapping[str, Worth]](), list[Prices]()

    def read(self, passage: Passage) -> None:
        card = books_of(shelf.game(self.system))
        if card is None:
            return
        self.places.extend([self.lines] * (card.booked(passage.after) - len(self.places)))
        point = Point(card.when(passage.after), passage.number, self.lines)
        if len(self.points) > 1 and self.points[-1].when == point.when:
            self.points[-1] = point
        else:  # The beginning is a point of its own: the budget before anything is bought.
            if self.points:
                state = passage.last
                companies = card.companies(state)
                self.worths.append({each.seat: card.worth(state, each.seat) for each in companies})
                self.prices.append(card.prices(state))
            self.points.append(point)
        self.lines += 1

    @property
    def folded(self) -> Folded:
        return Folded(self.places[:], tuple(self.points), tuple(self.worths), tuple(self.prices))


@dataclass(frozen=True, slots=True)
class Entered:
    """A booking in its book: the journal's line that made it, that line's place, and its evening.

    `balance` is what its company had after it.
    """

    booking: Booking
    number: int
    place: int
    evening: Evening | None
    balance: int


class Book:
    """All companies' bookings, in order. It never changes: what is worked out of it is worked out once."""

    def __init__(self, card: Books[object], chronicle: Chronicle, fold: Folded) -> None:
        self.card, self.chronicle, self.fold, self.points = card, chronicle, fold, fold.points
        self.numbers = chronicle.lines.whole.numbers
        self.entries = list(self._entered(card.bookings(chronicle.state, 0)))
        self._places = {number: place for place, number in enumerate(self.numbers)}
        self._own: dict[str, list[Entered]] = {}
        for each in self.entries:
            self._own.setdefault(each.booking.seat, []).append(each)

    def _entered(self, bookings: Sequence[Booking]) -> Iterator[Entered]:
        balances: dict[str, int] = {}
        evenings = self.chronicle.lines.evening_of
        for booking, place in zip(bookings, self.fold.places, strict=True):
            balance = balances[booking.seat] = balances.get(booking.seat, 0) + booking.amount
            yield Entered(booking, self.numbers[place], place, evenings[place], balance)

    def of(self, seat: str) -> Sequence[Entered]:
        return self._own.get(seat, [])

    def place(self, number: int) -> int | None:
        """Where that line stands in the journal; None where it does not."""
        return self._places.get(number)

    def cash(self, seat: str, place: int) -> int:
        """What the books say that a company had after the line at that place."""
        at = bisect_right(self.of(seat), place, key=lambda each: each.place)
        return self.of(seat)[at - 1].balance if at else 0

    def cash_now(self, seat: str) -> int:
        return self.of(seat)[-1].balance if self.of(seat) else 0

    def memo(self, entered: Entered) -> str:
        """Why somebody set it by hand, in his words; empty for what the rules booked."""
        action = self.chronicle.lines.whole.actions[entered.number] if entered.place else {}
        return str(action.get("reason", "")) if action.get("type") == "adjust" else ""

    @property
    def last(self) -> int:
        """The last line that stands."""
        return self.numbers[-1]


class NoBooks(Http404):
    """A game that keeps no books has none to show."""


def books_of(game: Game[object]) -> Books[object] | None:
    """What a game tells of its money, if it has any."""
    return game.campaign.books if game.campaign else None


def book(chronicle: Chronicle) -> Book:
    """The book of a campaign whose game keeps books; `NoBooks`, `BrokenJournal`."""
    return chronicle.once(("book",), lambda: proven(chronicle))


def proven(chronicle: Chronicle) -> Book:
    """The book of these lines: what was read of them before, read on."""
    card = books_of(chronicle.game)
    if card is None:
        raise NoBooks(chronicle.game.title)
    (fold,) = chronicle.lines.read(booked(chronicle))
    chronicle.lines.reader.keep()
    return Book(card, chronicle, fold)


def booked(chronicle: Chronicle) -> Ask[Booked, Folded]:
    system = chronicle.table.system
    return Ask("books", lambda: Booked(system), lambda read: read.folded)


@dataclass(frozen=True, slots=True)
class Room:
    """A visitor before the books: `shown` are the companies whose books he may read, `own` those he leads."""

    campaign: Campaign
    visitor: Visitor
    book: Book
    companies: Sequence[Company]
    shown: Sequence[Company]
    opened: frozenset[str]

    @property
    def own(self) -> list[Company]:
        return [each for each in self.companies if each.seat in self.visitor.sight.sees]

    def context(self, **more: object) -> dict[str, object]:
        context = page(self.campaign, self.visitor, "books")
        table = self.book.chronicle.table
        return {**context, "room": self, "book": self.book, "table": table, **more}


def in_books(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, room, …)` of the books."""

    @wraps(view)
    def opened(request: HttpRequest, campaign: Campaign, who: Visitor, **place: object) -> HttpResponse:
        if campaign.table_id is None or books_of(shelf.game(campaign.system)) is None:
            return render(request, "campaigns/books/none.html", page(campaign, who, "books"), status=404)
        return view(request, enter(campaign, who), **place)

    return in_campaign(opened)


def of_company(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, room, company, …)` of one company; others' books stay shut, as if not there."""

    @wraps(view)
    def shown(request: HttpRequest, room: Room, seat: str, **place: object) -> HttpResponse:
        company = next((each for each in room.shown if each.seat == seat), None)
        if company is None:
            return render(request, "campaigns/books/shut.html", room.context(), status=403)
        return view(request, room, company, **place)

    return in_books(shown)


def enter(campaign: Campaign, who: Visitor) -> Room:
    """The room as this visitor finds it.

    Sheets are private (R61), to the end and beyond it: a company's books are shown to others only once the
    campaign is over and that company itself has laid them open. Were they opened by the end alone, one
    could end a campaign, read, and take the last line back.
    """
    ledger = book(chronicle_of(campaign))
    companies = ledger.card.companies(ledger.chronicle.state)
    opened = frozenset(OpenedBooks.objects.filter(campaign=campaign).values_list("seat", flat=True))
    sees = who.sight.sees | (opened if ledger.chronicle.over else frozenset())
    return Room(campaign, who, ledger, companies, [each for each in companies if each.seat in sees], opened)


ROWS = 50
"""Lines on a page of the screen."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sheet: its amount stands in its kind's column, the others are None."""

    entered: Entered
    amounts: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Sums:
    """The columns' sums so far, and the balance."""

    amounts: tuple[int, ...]
    balance: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a company's sheet. `before` and `after` are the sums brought and carried forward."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    before: Sums | None
    after: Sums
    page: int
    pages: int
    lines: int

    @property
    def last(self) -> int:
        """The number of its last line; 0 where it has none."""
        return self.rows[-1].entered.booking.n if self.rows else 0


class Sheets:
    """All sheets of a company's own bookings, so many lines each; the sums are run through once."""

    def __init__(self, columns: tuple[Column, ...], own: Sequence[Entered], rows: int = ROWS) -> None:
        self.columns, self.own, self.rows = columns, own, rows
        self.pages = max(1, -(-len(own) // rows))
        self.sums = list(_running(columns, own, rows))

    def page(self, number: int | None) -> Sheet:
        """A page, counting from 1; the last one where there is no such page."""
        n = min(max(number or self.pages, 1), self.pages)
        first, end = (n - 1) * self.rows, n * self.rows
        shown = tuple(Row(each, in_columns(each.booking, self.columns)) for each in self.own[first:end])
        before = self.sums[n - 2] if n > 1 else None
        return Sheet(self.columns, shown, before, self.sums[n - 1], n, self.pages, len(self.own))

    def __iter__(self) -> Iterator[Sheet]:
        return (self.page(n) for n in range(1, self.pages + 1))


def in_columns(booking: Booking, columns: Sequence[Column]) -> tuple[int | None, ...]:
    """A booking's amount in the column of its kind; None in every other."""
    return tuple(booking.amount if each.kind == booking.kind else None for each in columns)


def _running(columns: Sequence[Column], own: Sequence[Entered], rows: int) -> Iterator[Sums]:
    total = dict.fromkeys((each.kind for each in columns), 0)
    for n, each in enumerate(own, 1):
        total[each.booking.kind] += each.booking.amount
        if n % rows == 0 or n == len(own):
            yield Sums(tuple(total.values()), each.balance)
    if not own:
        yield Sums(tuple(total.values()), 0)


def used(columns: Sequence[Column], own: Sequence[Entered]) -> tuple[Column, ...]:
    kinds = {each.booking.kind for each in own}
    return tuple(each for each in columns if each.kind in kinds)


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure and the bookings that it is the sum of: their kind and scenario, empty for all."""

    amount: int
    kind: str = ""
    chapter: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """A row of the statement: a kind of booking, its sum in each scenario, and altogether."""

    title: str
    cells: tuple[Cell, ...]
    total: Cell


@dataclass(frozen=True, slots=True)
class Statement:
    """What came in and went out. `closing` is what was left after each scenario."""

    chapters: tuple[str, ...]
    groups: Mapping[str, tuple[Band, ...]]
    change: Band
    closing: tuple[Cell, ...]


TITLES = {"equity": "Own means", "income": "Income", "expense": "Expense"}


def statement(columns: Sequence[Column], own: Sequence[Entered]) -> Statement:
    """A company's statement over the scenarios that its bookings name, in their order."""
    chapters = tuple(dict.fromkeys(each.booking.chapter for each in own))
    sums: dict[tuple[str, str], int] = {}
    for each in own:
        at = (each.booking.kind, each.booking.chapter)
        sums[at] = sums.get(at, 0) + each.booking.amount
    used = {kind for kind, _ in sums}
    groups = {
        title: bands
        for root, title in TITLES.items()
        if (bands := tuple(_band(c, chapters, sums) for c in columns if c.root == root and c.kind in used))
    }
    change = tuple(
        Cell(sum(n for (_, each), n in sums.items() if each == chapter), chapter=chapter)
        for chapter in chapters
    )
    total = Band("Change", change, Cell(sum(sums.values())))
    return Statement(chapters, groups, total, _closing(change))


def _band(column: Column, chapters: Sequence[str], sums: Mapping[tuple[str, str], int]) -> Band:
    cells = tuple(Cell(sums.get((column.kind, each), 0), column.kind, each) for each in chapters)
    return Band(column.title, cells, Cell(sum(cell.amount for cell in cells), column.kind))


def _closing(change: Sequence[Cell]) -> tuple[Cell, ...]:
    sums = accumulate(each.amount for each in change)
    return tuple(Cell(left, chapter=each.chapter) for left, each in zip(sums, change, strict=True))


@dataclass(frozen=True, slots=True)
class Balance:
    """An account in the trial balance; one of `debit` and `credit` is 0."""

    account: str
    name: str
    debit: int
    credit: int


@dataclass(frozen=True, slots=True)
class Trial:
    """The trial balance of a company: both sums are the same, or its books are wrong."""

    balances: tuple[Balance, ...]
    debit: int
    credit: int

    @property
    def zero(self) -> int:
        return self.debit - self.credit


def trial(own: Sequence[Entered], named: Callable[[str], str] = str) -> Trial:
    """The trial balance of those bookings; `named` gives an account in words."""
    sums = trial_balance(each.booking.transaction for each in own)
    balances = tuple(Balance(name, named(name), max(n, 0), max(-n, 0)) for name, n in sums.items())
    return Trial(balances, sum(each.debit for each in balances), sum(each.credit for each in balances))


class Measured(NamedTuple):
    """A company at the end of a round."""

    point: Point
    cash: int
    liquid: int
    net: int


class Priced(NamedTuple):
    """The shared supply at the end of a round."""

    point: Point
    left: int
    price: int | None


def course(book: Book, seat: str) -> Sequence[Measured]:
    """What a company was worth at the end of each round, the one under way as it stands."""
    now = book.card.worth(book.chronicle.state, seat)
    then = (worths[seat] for worths in book.fold.worths)
    rounds = zip(book.points, (*then, now), strict=True)
    return tuple(Measured(point, worth.cash, worth.liquid, worth.net) for point, worth in rounds)


def supply(book: Book) -> Sequence[Priced]:
    """How many were left of the shared supply whenever that changed, and what the next one cost."""
    return book.chronicle.once(("supply",), lambda: tuple(_changes(book)))


def _changes(book: Book) -> Iterator[Priced]:
    before = None
    now = book.card.prices(book.chronicle.state)
    for point, prices in zip(book.points, (*book.fold.prices, now), strict=True):
        if (prices.left, prices.price) != before:
            yield Priced(point, prices.left, prices.price)
        before = (prices.left, prices.price)


def fortune(company: Company, went: Sequence[Measured]) -> Chart:
    """What a company is worth at the end of each round, the scenarios below."""
    return Chart(
        told=f"Liquid assets and net worth of {company.name} at the end of each round, as in the table.",
        series=(
            Series("Liquid assets", [each.liquid for each in went]),
            Series("Net worth", [each.net for each in went]),
        ),
        labels=_scenarios([each.point for each in went]),
        parted=True,
    )


def _scenarios(points: Sequence[Point]) -> list[Label]:
    rows: list[Label] = []
    for place, point in enumerate(points):
        words = point.when.chapter.upper()
        if rows and rows[-1].words == words:
            rows[-1] = rows[-1]._replace(last=place + 0.5)
        else:
            rows.append(Label(place - 0.5, place + 0.5, words))
    return rows


def ladder(prices: Prices) -> Chart:
    """What the next one costs as the supply dwindles from left to right, and where it stands now."""
    each = [lot.price for lot in prices.lots for _ in range(lot.left - lot.above)]
    left = [n for n in ticks(0, prices.most) if n <= prices.most]
    return Chart(
        told=f"The price of {prices.name} as the pool empties; {prices.left} of {prices.most} are left.",
        series=(Series("Credits each", each),),
        labels=[Label(prices.most - n, prices.most - n, str(n)) for n in left],
        stepped=True,
        used=prices.most - prices.left,
    )


@dataclass(frozen=True, slots=True)
class Account:
    """A company on the first page, and at the head of its chapter in print."""

    company: Company
    now: Measured
    course: Sequence[Measured]
    chart: Drawing
    trial: Trial


def account(book: Book, company: Company) -> Account:
    went = course(book, company.seat)

    def made() -> Account:
        balances = trial(book.of(company.seat), book.card.account)
        return Account(company, went[-1], went, on_screen(fortune(company, went)), balances)

    return book.chronicle.once(("account", company.seat), made)
