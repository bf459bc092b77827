"""The film of a table: one address a line, to step, to play, to share."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from companion.htmx import HtmxRequest
from companion.tables.afterwards import film as films
from companion.tables.devices import Device
from companion.tables.models import Table
from companion.tables.views.entrance import at_table


@at_table
def film(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The table after its `?n=`-th line, or the line of that number (`?line=`); `?play=1` goes on by itself.

    A game without a stage has its log.
    """
    place = films.place_of(table, line) if (line := _whole(request, "line")) else _whole(request, "n")
    context = films.film(table, who, place, playing=request.GET.get("play") == "1")
    if context is None:
        return redirect("tables:log", table.code)
    return render(request, f"tables/film.html{'#table' if request.htmx else ''}", context)


def _whole(request: HtmxRequest, name: str) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
