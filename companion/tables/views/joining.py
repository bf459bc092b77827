"""The door: a code is typed, a seat is chosen, asked for, or only looked at."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from companion.engine.errors import IllegalAction
from companion.tables.codes import spelt
from companion.tables.devices import Device, label_of, own_secret, secret_of, with_cookie
from companion.tables.models import Seat, Table, Token
from companion.tables.seating import seats
from companion.tables.seating.leaving import taken_from
from companion.tables.views.entrance import at_door, private


def by_code(request: HttpRequest) -> HttpResponse:
    """Type a code."""
    code = spelt(request.GET.get("code", ""))
    return redirect("tables:join", code) if code else render(request, "tables/join_code.html")


@at_door
def join(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """Choose a seat of this table, or watch."""
    if request.method != "POST":
        return _choose(request, table, who)
    try:
        return _enter(request, table)
    except IllegalAction as error:
        return _choose(request, table, who, error)


@at_door
def gone(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """Why this device has no more part in the table, or not the part that it had."""
    lost = taken_from(table, secret_of(request))
    if lost is None:
        return redirect("tables:table" if who.joined else "tables:join", table.code)
    return private(render(request, "tables/gone.html", {"lost": lost, "left": table, "who": who}))


def _enter(request: HttpRequest, table: Table) -> HttpResponse:
    secret, label = own_secret(request), label_of(request)
    chair, word = request.POST.get("seat", ""), request.POST.get("word", "sit")
    if word == "ask":
        seats.ask_for(table, secret, chair, label)
    elif word in ("watch", "tv"):
        seats.watch(table, secret, label)
    else:
        seats.sit(table, secret, chair, label, request.POST.get("player", "").replace("\0", ""))
    return with_cookie(request, redirect("tables:tv" if word == "tv" else "tables:table", table.code), secret)


def _choose(
    request: HttpRequest, table: Table, who: Device, error: IllegalAction | None = None
) -> HttpResponse:
    taken = set(
        Token.objects.filter(table=table, role="seat", revoked_at=None).values_list("seat__chair", flat=True)
    )
    rows = [
        {"seat": seat, "taken": seat.chair in taken, "mine": seat.chair in who.holds}
        for seat in Seat.objects.filter(table=table)
    ]
    context = {"joining": table, "rows": rows, "who": who, "error": error}
    return private(render(request, "tables/join.html", context, status=422 if error else 200))
