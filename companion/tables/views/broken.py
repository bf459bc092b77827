"""A table that stands in no state that can be read: what was recorded of it, and how to go on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from companion.tables import lines
from companion.tables.codes import new_key
from companion.tables.devices import Device
from companion.tables.models import Table
from companion.tables.position import BrokenJournal, position


def broken(request: HttpRequest, table: Table, who: Device, error: BrokenJournal) -> HttpResponse:
    """Its headline, its log, and the way on where there is one. A tap that met it is refused."""
    given = request.GET.get("before", "")
    before = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else table.version + 1
    recorded = lines.recorded(table, before)
    told = {
        "table": table, "error": error, "who": who, "lines": recorded, "key": new_key(),
        "older": recorded[-1].number if recorded and recorded[-1].number > 1 else None,
        "to": _way_on(table) if who.plays and table.closed_at is None else None,
    }  # fmt: skip
    return render(request, "tables/broken.html", told, status=200 if request.method == "GET" else 422)


def _way_on(table: Table) -> int | None:
    """The line after which the table can go on; None where not even the first can be read."""
    known = position(table)
    try:
        return known.farthest[0] or known.numbers[-1]
    except BrokenJournal:
        return None
