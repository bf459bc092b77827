"""One company's books: its columnar sheet, income and expense, worth, and the lines behind a figure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from campaigns.books.book import Book, Entered
from campaigns.books.room import Room, of_company
from campaigns.books.sheet import Sheets, used
from campaigns.books.sums import statement as stated
from companion.engine.campaign.bookings import Booking, Company
from companion.tables import lines
from companion.tables.models import Entry

MANY = 25
"""Bookings on a page of those behind a figure."""


@require_safe
@of_company
def sheet(request: HttpRequest, room: Room, company: Company) -> HttpResponse:
    """The Balance Sheet in columns; one scenario of it, or all."""
    own = room.book.of(company.seat)
    chapters = room.book.once(("chapters", company.seat), lambda: _chapters(own))
    chapter = request.GET.get("scenario", "")
    chapter = chapter if chapter in chapters else ""
    narrow = request.GET.get("columns") != "all"
    sheets = room.book.once(
        ("sheets", company.seat, chapter, str(narrow)), lambda: _sheets(room.book, own, chapter, narrow)
    )
    page = sheets.page(whole(request.GET, "page"))
    told = {"scenario": chapter, "columns": "" if narrow else "all"}
    return render(request, "campaigns/books/sheet.html", _at(room, company, "sheet",
        sheet=page, chapters=chapters, chapter=chapter, narrow=narrow,
        brought=_brought(own, sheets.own), query=urlencode({k: v for k, v in told.items() if v}),
    ))  # fmt: skip


def _chapters(own: Sequence[Entered]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.booking.chapter for each in own))


def _sheets(book: Book, own: Sequence[Entered], chapter: str, narrow: bool) -> Sheets:
    """The sheets of one scenario or of all, in the rulebook's columns or in those that are used."""
    shown = [each for each in own if each.booking.chapter == chapter] if chapter else own
    return Sheets(used(book.card.columns, shown) if narrow else book.card.columns, shown)


def _brought(own: Sequence[Entered], shown: Sequence[Entered]) -> int:
    """What the company had before the first line of a scenario."""
    return shown[0].balance - shown[0].booking.amount if shown and shown[0] is not own[0] else 0


@require_safe
@of_company
def statement(request: HttpRequest, room: Room, company: Company) -> HttpResponse:
    """Income and expense, by kind and by scenario."""
    own, columns = room.book.of(company.seat), room.book.card.columns
    told = room.book.once(("statement", company.seat), lambda: stated(columns, own))
    return render(request, "campaigns/books/statement.html", _at(room, company, "statement",
        told=told, names=room.book.card.chapters(room.book.told.state),
    ))  # fmt: skip


@require_safe
@of_company
def worth(request: HttpRequest, room: Room, company: Company) -> HttpResponse:
    """What a company was worth after a line: its cash, and each card at what it would have brought."""
    number = whole(request.GET, "line")
    place = room.book.place(number) if number else None
    passage = room.book.told.passages[-1 if place is None else place]
    return render(request, "campaigns/books/worth.html", _at(room, company, "worth",
        worth=room.book.card.worth(passage.after, company.seat), number=passage.number,
        when=room.book.card.when(passage.after),
    ))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shown:
    """A booking with the journal's words for the line that made it, and its steps."""

    entered: Entered
    words: str
    steps: Sequence[Any]
    debit: str
    credit: str


@require_safe
@of_company
def bookings(request: HttpRequest, room: Room, company: Company) -> HttpResponse:
    """The bookings behind a figure, newest first, each with its line of the log, evening, rule and steps."""
    asked = request.GET
    found = _asked(room.book, company.seat, asked)
    pages = max(1, -(-len(found) // MANY))
    page = min(max(whole(asked, "page") or 1, 1), pages)
    end = len(found) - (page - 1) * MANY
    shown = with_words(room, found[max(end - MANY, 0) : end][::-1])
    filters = _filters(room.book, asked)
    total = sum(each.booking.amount for each in found) if filters else room.book.cash_now(company.seat)
    query = asked.copy()
    query.pop("page", None)
    return render(request, "campaigns/books/bookings.html", _at(room, company, "bookings",
        rows=shown, page=page, pages=pages, many=len(found), filters=filters,
        total=total, query=query.urlencode(),
    ))  # fmt: skip


def _asked(book: Book, seat: str, asked: QueryDict) -> Sequence[Entered]:
    """The bookings that belong to a figure; what is not asked for leaves all in."""
    found = book.of(seat)
    for key, of in WHICH.items():
        wanted = asked.get(key, "")
        if wanted:
            found = [each for each in found if wanted in of(each.booking)]
    number, upto, line = (whole(asked, key) for key in ("n", "upto", "line"))
    place = book.place(line) if line else None
    if number is not None or upto is not None or place is not None:
        found = [
            each
            for each in found
            if number in (None, each.booking.n)
            and (upto is None or each.booking.n <= upto)
            and (place is None or each.place <= place)
        ]
    return found


WHICH: Mapping[str, Callable[[Booking], tuple[str, ...]]] = {
    "kind": lambda booking: (booking.kind,),
    "scenario": lambda booking: (booking.chapter,),
    "account": lambda booking: (booking.debit, booking.credit),
}


def _filters(book: Book, asked: QueryDict) -> list[str]:
    """What the figure is of, in words."""
    titles = {each.kind: each.title for each in book.card.columns}
    told = [titles.get(asked.get("kind", ""), "")]
    scenario = asked.get("scenario", "")
    told.append(f"scenario {scenario.upper()[:4]}" if scenario else "")
    known = {name for each in book.entries[-1:] for name in (each.booking.debit, each.booking.credit)}
    known |= {f"{column.root}:{column.kind}" for column in book.card.columns}
    account = asked.get("account", "")
    told.append(f"account “{book.card.account(account)}”" if account in known else "")
    told += [words.format(n) for key, words in UNTIL.items() if (n := whole(asked, key)) is not None]
    return [each for each in told if each]


UNTIL = {"upto": "up to booking {}", "line": "up to line {} of the log", "n": "booking {}"}


def with_words(room: Room, rows: Sequence[Entered]) -> list[Shown]:
    """Those bookings with what the journal says of their lines, as the log tells it to this visitor."""
    known, card = room.book.told.position, room.book.card
    found = Entry.objects.filter(table=room.book.told.table, number__in={each.number for each in rows})
    entries = {each.number: each for each in found}
    names = {each.seat: each.name for each in card.companies(room.book.told.state)}
    return [
        Shown(
            each,
            _said(room, entries[each.number], each),
            lines.steps(entries[each.number], known, names),
            card.account(each.booking.debit),
            card.account(each.booking.credit),
        )
        for each in rows
    ]


def _said(room: Room, row: Entry, entered: Entered) -> str:
    """The log's words for a line, for this visitor."""
    known, sight = room.book.told.position, room.visitor.sight
    if row.kind != "action":
        return lines.words(row, known, sight)
    # The log looks for the state before a line from the journal's beginning; the book knows where it is.
    shown = known.game.redact_action(known.state, row.action, sight)
    return lines.told_by(known.game, room.book.told.passages[entered.place].before, shown, sight)


def whole(asked: QueryDict, key: str) -> int | None:
    """A number out of an address; None where none that can be meant stands there."""
    text = asked.get(key, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _at(room: Room, company: Company, part: str, **more: Any) -> dict[str, Any]:
    mine = company.seat in room.visitor.sight.sees
    return room.context(company=company, part=part, mine=mine, **more)
