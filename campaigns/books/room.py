"""Who stands in the books' room, and whose books lie open to him."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.books.book import Book, book, books_of
from campaigns.door import Visitor, in_campaign, page
from campaigns.models import Campaign, OpenedBooks
from companion import shelf
from companion.engine.campaign.bookings import Company


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
        """The companies whose seats this device holds."""
        return [each for each in self.companies if each.seat in self.visitor.sight.sees]

    @property
    def over(self) -> bool:
        """Whether the campaign has come to its end."""
        return self.book.told.game.is_over(self.book.told.state)

    def context(self, **more: Any) -> dict[str, Any]:
        """What every page of this room shows."""
        here = page(self.campaign, self.visitor, "books")
        table = self.book.told.table
        return {**here, "room": self, "book": self.book, "table": table, **more}


def in_books(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, room, …)` of the books."""

    @wraps(view)
    def opened(request: HttpRequest, campaign: Campaign, who: Visitor, **place: Any) -> HttpResponse:
        if campaign.table_id is None or books_of(shelf.game(campaign.system)) is None:
            return render(request, "campaigns/books/none.html", page(campaign, who, "books"), status=404)
        return view(request, enter(campaign, who), **place)

    return in_campaign(opened)


def of_company(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, room, company, …)` of one company; others' books stay shut, as if not there."""

    @wraps(view)
    def shown(request: HttpRequest, room: Room, seat: str, **place: Any) -> HttpResponse:
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
    known = book(campaign)
    companies = known.card.companies(known.told.state)
    opened = frozenset(OpenedBooks.objects.filter(campaign=campaign).values_list("seat", flat=True))
    over = known.told.game.is_over(known.told.state)
    sees = who.sight.sees | (opened if over else frozenset())
    return Room(campaign, who, known, companies, [each for each in companies if each.seat in sees], opened)
