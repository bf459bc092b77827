"""The log: every line with its steps, undone ones struck through and still readable."""

from django.http import HttpResponse
from django.shortcuts import render

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


def _before(text: str, top: int) -> int:
    return min(int(text), top) if text.isascii() and text.isdigit() and len(text) < 10 else top
