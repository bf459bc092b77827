"""The host's place anew: asked for by the seats, taken with a recovery code; and the code on paper."""

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.engine.errors import IllegalAction
from companion.tables.devices import Device, label_of, own_secret, secret_of, with_cookie
from companion.tables.guesses import allow_guess, count_guess
from companion.tables.models import Table
from companion.tables.seating import host_place, recovery
from companion.tables.seating.recovery import WrongCode
from companion.tables.views.entrance import find, hosts_only, missing, private

SHOWN, HALF_A_DAY = "companion_recovery", 43_200
"""The cookie that holds a new code for the host's own screen until it is written down."""


def place(request: HttpRequest, code: str) -> HttpResponse:
    """The host's place: who holds a seat here asks for it, who holds a recovery code takes it."""
    table, who = find(request, code, secret_of(request))
    if table is None:
        return missing(request, code)
    if who.host:
        return redirect("tables:seats", table.code)
    return _claimed(request, table, who) if request.method == "POST" else _shown(request, table, who)


def _claimed(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    try:
        if request.POST.get("word") != "ask":
            return _taken(request, table)
        host_place.ask(table, who)
        return redirect("tables:table", table.code)
    except WrongCode as error:
        count_guess(request)
        return _shown(request, table, who, error)
    except IllegalAction as error:
        return _shown(request, table, who, error)


def _taken(request: HttpRequest, table: Table) -> HttpResponse:
    allow_guess(request)
    secret = own_secret(request)
    host_place.take_by_code(table, secret, label_of(request), request.POST.get("code", ""))
    response = with_cookie(request, redirect("tables:seats", table.code), secret)
    return with_code(response, table)


def _shown(
    request: HttpRequest, table: Table, who: Device, error: IllegalAction | None = None
) -> HttpResponse:
    context = {"hosted": table, "who": who, "plea": host_place.open_plea(table), "error": error}
    return private(render(request, "tables/host.html", context, status=422 if error else 200))


@require_POST
@hosts_only
def renew(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """A new recovery code, or the word that it is written down."""
    response = redirect("tables:seats", table.code)
    if request.POST.get("word") != "noted":
        return with_code(response, table)
    response.delete_cookie(SHOWN, path=_page(table))
    return response


def with_code(response: HttpResponse, table: Table) -> HttpResponse:
    """The response, leaving a new recovery code to the seats' page of the device that it goes to."""
    told = signing.dumps(recovery.new_code(table), salt=SHOWN)
    response.set_cookie(SHOWN, told, max_age=HALF_A_DAY, httponly=True, samesite="Lax", path=_page(table))
    return response


def code_shown(request: HttpRequest, table: Table) -> str:
    """The code that this host has still to write down; empty where there is none, or it has served."""
    try:
        code = signing.loads(request.COOKIES.get(SHOWN, ""), salt=SHOWN, max_age=HALF_A_DAY)
    except signing.BadSignature:
        return ""
    return code if recovery.stands(table, code) else ""


def _page(table: Table) -> str:
    return reverse("tables:seats", args=[table.code])
