"""The host's page: who is here, the door, the code to join, and the end of a table."""

from socket import gethostname
from urllib.parse import urlsplit

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST

from companion.engine.errors import IllegalAction
from companion.htmx import HtmxRequest
from companion.serving import addresses, listens_everywhere
from companion.tables import house, screen
from companion.tables.devices import Device
from companion.tables.guesses import scanned
from companion.tables.keeping import kept
from companion.tables.lobby import plates
from companion.tables.models import Table, Token
from companion.tables.screen import Look
from companion.tables.seating.seats import play_for
from companion.tables.views.entrance import at_table, hosts_only
from companion.tables.views.recovering import code_shown

AFTER = {"archive": "home", "play_for": "table", "play_no_more": "table"}
"""Where a deed leads that does not leave the host on this page."""
HERE_ALONE = ("localhost", "::1", "0.0.0.0", "::")
NO_NETWORK = "This machine is on no network, so nobody else can come in. Join one, then load this page again."
LISTENS_HERE = "This house was opened for this machine alone; without --host it is for everybody."


@at_table
def seats(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Who sits where; for the host also each device, the door and the end."""
    look = Look(table=table, who=who, draft={}, back=request.get_full_path())
    door = way_in(request, "tables:join", table.code)
    shown = screen.page(look) if table.laid_out is None else plates.page(look)
    context = shown | {
        "row": table,
        **door,
        "devices": _devices(table, who) if who.host else [],
        "kept": kept(table),
        "programs": bool(who.holds),
        "recovery": code_shown(request, table) if who.host else "",
    }
    return render(request, f"tables/seats.html{'#table' if request.htmx else ''}", context)


def _devices(table: Table, who: Device) -> list[dict[str, object]]:
    rows = Token.objects.filter(table=table, revoked_at=None).exclude(role="host", seat__isnull=False)
    rows = rows.select_related("seat").order_by("pk")
    return [{"row": row, "own": row.pk in who.tokens, "may_go": row.role != "host"} for row in rows]


def way_in(request: HttpRequest, name: str, code: str) -> dict[str, str]:
    """A door for the others: its address, that as a QR code, and why nobody else can come in, where so."""
    address = reachable(request.build_absolute_uri(reverse(name, args=[code])))
    why = (NO_NETWORK if listens_everywhere() else LISTENS_HERE) if is_here_alone(address) else ""
    return {"join_address": address, "qr": qr(scanned(address, code)), "only_here": why}


def reachable(address: str) -> str:
    """The address as others on the network reach it, where it was opened on the machine itself."""
    if not is_here_alone(address):
        return address
    parts = urlsplit(address)
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=addresses()[0] + port).geturl()


def is_here_alone(address: str) -> bool:
    """Whether an address leads to this machine only from this machine: by loopback, or by its bare name.

    >>> [is_here_alone(f"http://{name}/") for name in ("127.0.0.2:8000", "a.localhost", "192.168.1.20")]
    [True, True, False]
    """
    name = urlsplit(address).hostname or ""
    looped = name in HERE_ALONE or name.startswith("127.") or name.endswith(".localhost")
    return looped or name == gethostname().lower()


def qr(text: str) -> SafeString:
    """The text as a QR code, drawn as SVG without any style."""
    made = segno.make(text, error="m")
    return mark_safe(made.svg_inline(omitsize=True, border=3, light="#fff", dark="#000"))


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
