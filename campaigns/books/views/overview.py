"""The books' first page: what each company is worth, how it went, and whether all of it balances."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaigns.books.accounts import account
from campaigns.books.charts import ladder
from campaigns.books.counting import compared, of_seats
from campaigns.books.room import Room, in_books
from campaigns.books.worth import supply
from campaigns.evenings import table_of
from campaigns.models import OpenedBooks
from companion.engine.chart import on_screen
from companion.tables import bell
from companion.tables.writing import writing


@require_safe
@in_books
def overview(request: HttpRequest, room: Room) -> HttpResponse:
    """All books that lie open to this visitor."""
    accounts = [account(room.book, each) for each in room.shown]
    prices = room.book.card.prices(room.book.told.state)
    counts = compared(room.book, of_seats(room.campaign, [each.seat for each in room.shown]))
    return render(request, "campaigns/books/overview.html", room.context(
        accounts=accounts, prices=prices,
        ladder=on_screen(ladder(prices)), supply=supply(room.book), counts=counts,
        shut=[each for each in room.companies if each not in room.shown],
    ))  # fmt: skip


@require_POST
@in_books
def lay_open(request: HttpRequest, room: Room) -> HttpResponse:
    """Lay one's own books open to the table, once the campaign is over; said again, shut them."""
    mine = [each.seat for each in room.own]
    if room.over and mine:
        with writing():
            shut = OpenedBooks.objects.filter(campaign=room.campaign, seat__in=mine)
            if not shut.delete()[0]:
                OpenedBooks.objects.bulk_create(OpenedBooks(campaign=room.campaign, seat=s) for s in mine)
            bell.stir(table_of(room.campaign))
    return redirect("campaigns:books", room.campaign.code)
