"""The log: every line with its steps, undone ones struck through and still readable."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from companion.engine.scene import NOBODY
from companion.htmx import HtmxRequest
from companion.tables import lines, screen
from companion.tables.devices import Device
from companion.tables.may import sight
from companion.tables.models import Seat, Table
from companion.tables.position import position
from companion.tables.screen import Look
from companion.tables.views.entrance import at_table


@at_table
def log(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """A page of the log, newest first; `?before=` goes back."""
    known, seats = position(table), list(Seat.objects.filter(table=table))
    before = _before(request.GET.get("before", ""), table.version + 1)
    look = Look(table=table, who=who, draft={}, back=request.get_full_path())
    shown = lines.page(
        table, known, sight(table, who, {seat.chair: seat.name for seat in seats}), seats, before
    )
    older = shown[-1].number if shown and shown[-1].number > 1 else None
    context = screen.page(look) | {"lines": shown, "older": older, "latest": before > table.version}
    return render(request, f"tables/log.html{'#table' if request.htmx else ''}", context)


@at_table
def drawer(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The newest lines for the drawer beside the board, as everybody may read them: it may stand open."""
    known, seats = position(table), list(Seat.objects.filter(table=table))
    shown = lines.page(table, known, NOBODY, seats, table.version + 1)
    context = {
        "chapters": lines.chapters(known, shown),
        "slug": known.game.slug,
        "whole": reverse("tables:log", args=[table.code]),
        "film": reverse("tables:film", args=[table.code]),
    }
    return render(request, "stage/log.html", context)


def _before(text: str, top: int) -> int:
    return min(int(text), top) if text.isascii() and text.isdigit() and len(text) < 10 else top
