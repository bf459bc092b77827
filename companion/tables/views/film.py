"""The film of a table: one address a line, to step, to play, to share."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from companion.engine.errors import GameError
from companion.htmx import HtmxRequest
from companion.tables.afterwards import film as films
from companion.tables.afterwards.rematch import again as rematch
from companion.tables.branching.forking import may_fork
from companion.tables.devices import Device
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.views.entrance import at_table
from companion.tables.views.playing import plain


@at_table
def film(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The table after its `?n=`-th line, or the line of that number (`?line=`); `?play=1` goes on by itself.

    A game without a stage has its log.
    """
    place = films.place_of(table, line) if (line := _whole(request, "line")) else _whole(request, "n")
    context = films.film(table, who, place, playing=request.GET.get("play") == "1")
    if context is None:
        return redirect("tables:log", table.code)
    here = f"{context['film']['address']}?n={context['film']['n']}"
    context["film"]["shared"] = request.build_absolute_uri(here)
    if may_fork(position(table), who):
        line = context["table"].last[0].number
        context["film"]["branch"] = reverse("tables:branch_begin", args=[table.code, line])
    return render(request, f"tables/film.html{'#table' if request.htmx else ''}", context)


@require_POST
@at_table
def again(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The next game with sides changed; whoever asks for it is led there."""
    try:
        opened = rematch(table, who)
    except GameError as refusal:
        return plain(reverse("tables:table", args=[table.code]), table, refusal)
    there = reverse("tables:table", args=[opened.code])
    return HttpResponseClientRedirect(there) if request.htmx else redirect(there)


def _whole(request: HtmxRequest, name: str) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
