"""The books to take away, of all companies that lie open to the visitor, or of one of them."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaigns.books.beancount import ledger
from campaigns.books.paper.bound import bound
from campaigns.books.room import Room, in_books, of_company
from campaigns.books.spreadsheet import as_xlsx, balances, columnar, journal
from campaigns.cells import Value, as_csv
from campaigns.files import sent, stem
from companion.engine.campaign.bookings import Company
from companion.engine.errors import InvalidInput

KINDS = ("csv", "xlsx", "pdf", "beancount")
BETWEEN = {"": ",", "comma": ",", "semicolon": ";"}


@require_safe
@in_books
def whole(request: HttpRequest, room: Room, form: str) -> HttpResponse:
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
def one(request: HttpRequest, room: Room, company: Company, form: str) -> HttpResponse:
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
