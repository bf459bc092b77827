"""A device covers what is its own, or keeps it open: a cookie of its own at that table.

What it holds a finger on is asked for with a header, and never kept. Its script may clear the cookie itself.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from companion.tables.devices import A_YEAR, Device
from companion.tables.models import Table
from companion.tables.screen.addresses import urls
from companion.tables.screen.covers import HELD, KEPT, kept_as
from companion.tables.views.entrance import at_table

COOKIE, HEADER, SHUT = "companion_open", "Companion-Held", "no"
LONGEST = 60


def opens(request: HttpRequest, who: Device) -> str:
    """What this browser says of its cover.

    Of a device of one seat that has not said anything a phone is covered, and a tablet lies open.
    """
    if request.headers.get(HEADER):
        return HELD
    said = request.COOKIES.get(COOKIE, "")[:LONGEST]
    if len(who.holds) > 1:
        return "" if said in (HELD, KEPT, SHUT) else said
    if said in (KEPT, SHUT):
        return KEPT if said == KEPT else ""
    return "" if "Mobi" in request.headers.get("User-Agent", "") else KEPT


@require_POST
@at_table
def cover(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """It is covered, or stays open: on a device that several share until that seat's say is over."""
    home, back, seat = urls(table)["table"], request.POST.get("back", ""), request.POST.get("seat", "")
    response = redirect(back if back.startswith(home) else home)
    stays, shared = request.POST.get("word") == "open", len(who.holds) > 1
    kept = kept_as(seat, table.version) if shared else KEPT if stays else SHUT
    if shared and not (stays and seat in who.holds):
        response.delete_cookie(COOKIE, path=home)
    else:
        response.set_cookie(
            COOKIE, kept, None if shared else A_YEAR, path=home, samesite="Lax", secure=request.is_secure()
        )
    return response
