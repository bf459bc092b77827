"""Counted on the table: the form, the difference, and the entry that sets it right."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaigns.books.counting import Counted, compared, count, of_seats, settle
from campaigns.books.room import Room, of_company
from campaigns.books.views.company import whole
from campaigns.models import Assertion
from companion.engine.campaign.bookings import Company
from companion.engine.errors import GameError
from companion.tables.errors import StaleTable
from companion.tables.forms import seen_of
from companion.tables.writing import writing


@of_company
def counts(request: HttpRequest, room: Room, company: Company) -> HttpResponse:
    """What was counted so far, and the form for the next count."""
    refusal, status = None, 200
    if request.method == "POST":
        try:
            kept = count(room.book, room.visitor.device, company.seat, request.POST.dict())
        except GameError as error:
            refusal, status = error.as_json()["error"], 422
        else:
            return redirect("campaigns:books_count", room.campaign.code, company.seat, kept.pk)
    found = compared(room.book, of_seats(room.campaign, [company.seat]))
    given = request.POST if request.method == "POST" else {}
    number = whole(request.GET, "line")
    line = number if number and room.book.place(number) is not None else room.book.last
    context = _context(room, company, counts=found, refusal=refusal, given=given, line=line)
    return render(request, "campaigns/books/counts.html", context, status=status)


@require_safe
@of_company
def counted(request: HttpRequest, room: Room, company: Company, number: int) -> HttpResponse:
    """One count beside the books."""
    found = _found(room, company, number)
    return _page(request, room, company, found)


@require_POST
@of_company
def adjust(request: HttpRequest, room: Room, company: Company, number: int) -> HttpResponse:
    """Set the books right by the difference, with a reason, through the table's one door."""
    found = _found(room, company, number)
    if found is None:
        return _page(request, room, company, None)
    try:
        settle(room.book, room.visitor.device, found, request.POST.get("reason", ""), seen_of(request.POST))
    except GameError as error:
        return _page(request, room, company, found, error)
    return redirect("campaigns:books_count", room.campaign.code, company.seat, number)


@require_POST
@of_company
def strike(request: HttpRequest, room: Room, company: Company, number: int) -> HttpResponse:
    """A count that was wrong is struck; nothing else changes."""
    found = _found(room, company, number)
    if found and company.seat in room.visitor.device.holds:
        with writing():
            Assertion.objects.filter(pk=found.assertion.pk).update(struck=True)
    return redirect("campaigns:books_counts", room.campaign.code, company.seat)


def _found(room: Room, company: Company, number: int) -> Counted | None:
    rows = Assertion.objects.filter(campaign=room.campaign, seat=company.seat, pk=number)
    return next(iter(compared(room.book, list(rows))), None)


def _page(
    request: HttpRequest, room: Room, company: Company, found: Counted | None, error: GameError | None = None
) -> HttpResponse:
    if found is None:
        return render(request, "campaigns/books/shut.html", room.context(), status=404)
    status = 409 if isinstance(error, StaleTable) else 422 if error else 200
    refusal = error.as_json()["error"] if error else None
    context = _context(room, company, found=found, refusal=refusal, given=request.POST)
    return render(request, "campaigns/books/count.html", context, status=status)


def _context(room: Room, company: Company, **more: object) -> dict[str, object]:
    mine = company.seat in room.visitor.device.holds
    version = room.book.told.position.version
    return room.context(company=company, part="counts", mine=mine, version=version, **more)
