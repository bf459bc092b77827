"""The host's page: who is here, the door, the code to join, and the end of a table."""

from urllib.parse import urlsplit

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST

from companion.engine.errors import IllegalAction
from companion.htmx import HtmxRequest
from companion.serving import addresses
from companion.tables import house, screen
from companion.tables.devices import Device
from companion.tables.guesses import scanned
from companion.tables.keeping import kept
from companion.tables.models import Table, Token
from companion.tables.screen import Look
from companion.tables.seating.seats import play_for
from companion.tables.views.entrance import at_table, hosts_only
from companion.tables.views.recovering import code_shown

AFTER = {"archive": "home", "play_for": "table", "play_no_more": "table"}
"""Where a deed leads that does not leave the host on this page."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@at_table
def seats(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Who sits where; for the host also each device, the door and the end."""
    look = Look(table=table, who=who, draft={}, back=request.get_full_path())
    door = way_in(request, "tables:join", table.code)
    context = screen.page(look) | {
        "row": table,
        **door,
        "only_here": (urlsplit(door["join_address"]).hostname or "") in LOOPBACK,
        "devices": _devices(table, who) if who.host else [],
        "kept": kept(table),
        "recovery": code_shown(request, table) if who.host else "",
    }
    return render(request, f"tables/seats.html{'#table' if request.htmx else ''}", context)


def _devices(table: Table, who: Device) -> list[dict[str, object]]:
    rows = Token.objects.filter(table=table, revoked_at=None).exclude(role="host", seat__isnull=False)
    rows = rows.select_related("seat").order_by("pk")
    return [{"row": row, "own": row.pk in who.tokens, "may_go": row.role != "host"} for row in rows]


def way_in(request: HttpRequest, name: str, code: str) -> dict[str, str]:
    """A door for the others: its address, and that as a QR code."""
    address = reachable(request.build_absolute_uri(reverse(name, args=[code])))
    return {"join_address": address, "qr": qr(scanned(address, code))}


def reachable(address: str) -> str:
    """The address as others on the network reach it, where it was opened on the machine itself."""
    parts = urlsplit(address)
    if parts.hostname not in LOOPBACK:
        return address
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=addresses()[0] + port).geturl()


def qr(text: str) -> SafeString:
    """The text as a QR code, drawn as SVG without any style."""
    return mark_safe(segno.make(text, error="m").svg_inline(scale=6, border=3, light="#fff", dark="#000"))


@require_POST
@hosts_only
def manage(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """One of the host's deeds."""
    deeds = {
        "open_door": lambda: house.set_door(table, is_open=True),
        "shut_door": lambda: house.set_door(table, is_open=False),
        "close": lambda: house.close(table),
        "reopen": lambda: house.reopen(table),
        "archive": lambda: house.archive(table),
        "play_for": lambda: play_for(table, who, request.POST.get("seat", ""), yes=True),
        "play_no_more": lambda: play_for(table, who, request.POST.get("seat", ""), yes=False),
        "revoke": lambda: house.revoke(table, _number(request.POST.get("token", ""))),
    }
    deed = deeds.get(request.POST.get("deed", ""))
    try:
        if deed is not None:
            deed()
    except IllegalAction as error:
        return render(request, "tables/refused.html", {"error": error, "code": table.code}, status=422)
    there = AFTER.get(request.POST.get("deed", ""), "seats")
    return redirect("tables:home") if there == "home" else redirect(f"tables:{there}", table.code)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


@hosts_only
def delete(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """Delete a closed table for good: the one thing that asks twice."""
    wrong = False
    if request.method == "POST":
        wrong = request.POST.get("code", "").strip().upper() != table.code
        if not wrong:
            try:
                house.delete(table)
                return redirect("tables:home")
            except IllegalAction as error:
                return render(
                    request, "tables/refused.html", {"error": error, "code": table.code}, status=422
                )
    context = {"row": table, "wrong": wrong, "kept": kept(table)}
    return render(request, "tables/delete.html", context, status=422 if wrong else 200)
