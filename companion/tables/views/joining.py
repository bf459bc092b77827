"""The door: a code is typed, a seat is chosen, asked for, or only looked at."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from companion import shelf
from companion.engine.errors import IllegalAction
from companion.tables.codes import spelt
from companion.tables.devices import Device, label_of, own_secret, secret_of, with_cookie
from companion.tables.lobby.sitting_down import call
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
        return _enter(request, table, who)
    except IllegalAction as error:
        return _choose(request, table, who, error)


@at_door
def gone(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """Why this device has no more part in the table, or not the part that it had."""
    lost = taken_from(table, secret_of(request))
    if lost is None:
        return redirect("tables:table" if who.joined else "tables:join", table.code)
    return private(render(request, "tables/gone.html", {"lost": lost, "left": table, "who": who}))


def _enter(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    secret, label = own_secret(request), label_of(request)
    word, _, asked = request.POST.get("word", "sit").partition(":")
    chair, player = asked or request.POST.get("seat", ""), request.POST.get("player", "").replace("\0", "")
    if word == "type":
        if table.laid_out is not None:
            with suppress(IllegalAction):  # Somebody sat down there in this instant: the part shows it.
                call(table, secret, chair, player)
        return _choose(request, table, who, part="#as")
    if word == "ask":
        seats.ask_for(table, secret, chair, label)
    elif word in ("watch", "tv"):
        seats.watch(table, secret, label)
    else:
        seats.sit(table, secret, chair, label, player)
    return with_cookie(request, redirect("tables:tv" if word == "tv" else "tables:table", table.code), secret)


def _choose(
    request: HttpRequest, table: Table, who: Device, error: IllegalAction | None = None, part: str = ""
) -> HttpResponse:
    rows = _rows(table, who)
    free = [row["seat"] for row in rows if row["free"]]
    wanted = request.POST.get("seat", "")
    chosen = next((seat for seat in free if seat.chair == wanted), next(iter(free), None))
    for row in rows:
        row["chosen"] = row["seat"] == chosen
    typed = request.POST.get("player")
    context = {
        "joining": table, "game": shelf.game(table.system).title, "rows": rows, "who": who, "error": error,
        "shut": not table.door_open and not who.joined, "chosen": chosen,
        "player": typed if typed is not None else chosen.player if chosen else "",
        "beside": neighbours(chosen, [row["seat"] for row in rows]) if chosen else "",
    }  # fmt: skip
    return private(render(request, f"tables/join.html{part}", context, status=422 if error else 200))


def _rows(table: Table, who: Device) -> list[dict[str, Any]]:
    """Each seat: who may sit in it."""
    rows = Token.objects.filter(table=table, role="seat", revoked_at=None)
    taken = set(rows.values_list("seat__chair", flat=True))
    return [
        {"seat": seat, "free": seat.chair not in taken, "mine": seat.chair in who.holds}
        for seat in Seat.objects.filter(table=table)
    ]


def neighbours(seat: Seat, seats: Sequence[Seat]) -> str:
    """Between whom somebody sits, where there are more than two."""
    at = next(place for place, each in enumerate(seats) if each == seat)
    if len(seats) < 3:
        return ""
    before, after = seats[at - 1], seats[(at + 1) % len(seats)]
    return f"Between {before.player or before.name} and {after.player or after.name}."
