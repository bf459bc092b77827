"""A device is taught its first round, or no more: a cookie of its own at that table."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.tables.devices import A_YEAR, Device
from companion.tables.guiding import AGAIN, COOKIE, ON
from companion.tables.models import Table
from companion.tables.screen import Look
from companion.tables.views.covering import opens
from companion.tables.views.entrance import at_table


def is_guided(request: HttpRequest) -> bool:
    """Whether this browser wishes to be taught at the table whose page it asks for."""
    return request.COOKIES.get(COOKIE) == ON


def guided(request: HttpRequest, look: Look) -> Look:
    """The look as this browser has it: taught or not, which lesson it reads again, what of it is uncovered.

    No game's half-made choice holds a lesson.
    """
    draft = {key: value for key, value in look.draft.items() if key != AGAIN}
    opened = opens(request, look.who)
    return replace(
        look, guided=is_guided(request), lesson=look.draft.get(AGAIN, ""), draft=draft, opens=opened
    )


@require_POST
@at_table
def guide(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """The word of this device, on or off; back to where it was tapped."""
    home = reverse("tables:table", args=[table.code])
    back = request.POST.get("back", "")
    response = redirect(back if back.startswith(home) else home)
    if request.POST.get("word") == "on":
        secure = request.is_secure()
        response.set_cookie(COOKIE, ON, A_YEAR, path=home, httponly=True, samesite="Lax", secure=secure)
    else:
        response.delete_cookie(COOKIE, path=home)
    return response
