"""The lobby: people sit down, the host puts them in order, and begins."""

from collections.abc import Callable, Mapping
from functools import partial

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect, replace_url

from companion.engine.errors import GameError
from companion.htmx import HtmxRequest
from companion.tables.devices import Device, label_of, own_secret
from companion.tables.lobby import plates, sitting_down
from companion.tables.lobby.beginning import begin
from companion.tables.models import Table
from companion.tables.screen import Look
from companion.tables.seating import seats
from companion.tables.views.entrance import at_table
from companion.tables.views.hosting import way_in

TAKES_NAMES = ("begin", "begin_all", "shuffle", "swap", "size")
"""Deeds before which what was typed on any plate counts."""


@at_table
def lobby(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Who sits where, and how the others come in; once the host has begun, the table itself."""
    if table.laid_out is None:
        return redirect("tables:table", table.code)
    return _shown(request, table, who, None)


@require_POST
@at_table
def arrange(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Swap two people, name one, say who begins, take a seat; or begin."""
    there, refusal = reverse("tables:lobby", args=[table.code]), None
    deed = _deeds(request, table, who).get(request.POST.get("deed", ""))
    try:
        if deed:
            if request.POST["deed"] in TAKES_NAMES:
                _call_typed(request.POST, table, own_secret(request))
            deed()
    except GameError as error:
        refusal = error
    fresh = Table.objects.get(pk=table.pk)
    if fresh.laid_out is None:
        there = reverse("tables:table", args=[table.code])
        return HttpResponseClientRedirect(there) if request.htmx else redirect(there)
    if not refusal and not request.htmx:
        return redirect(there)
    if not refusal and request.POST.get("deed") == "call":
        return HttpResponse(status=204)  # Whoever types may be at something else already: the bell shows it.
    return replace_url(_shown(request, fresh, who, refusal), there)


def _call_typed(given: QueryDict, table: Table, secret: str) -> None:
    """The names that the page has not sent yet: whoever types one and begins at once means it."""
    for seat, was, name in zip(
        given.getlist("plate"), given.getlist("was"), given.getlist("player"), strict=False
    ):
        if name.strip() != was:
            sitting_down.call(table, secret, seat, name)


def _deeds(request: HttpRequest, table: Table, who: Device) -> Mapping[str, Callable[[], None]]:
    given: QueryDict = request.POST
    seat, secret = given.get("seat", ""), own_secret(request)
    return {
        "swap": lambda: sitting_down.swap(table, who, seat, given.get("with", "")),
        "shuffle": lambda: sitting_down.shuffle(table, who),
        "let_begin": lambda: sitting_down.let_begin(table, who, seat),
        "call": lambda: sitting_down.call(table, secret, seat, given.get("player", "")),
        "sit": lambda: seats.sit(table, secret, seat, label_of(request), given.get("player", "")),
        "size": lambda: sitting_down.choose_size(table, who, given.get("size", "")),
        "begin": partial(begin, table, who),
        "begin_all": partial(begin, table, who, everybody=True),
    }


def _shown(request: HtmxRequest, table: Table, who: Device, refusal: GameError | None) -> HttpResponse:
    draft = request.GET.dict() if request.method == "GET" else {}
    back = request.get_full_path() if draft else reverse("tables:lobby", args=[table.code])
    door = way_in(request, "tables:join", table.code)
    context = plates.page(Look(table=table, who=who, draft=draft, back=back)) | {
        **door,
        "house_address": door["join_address"].partition("/join/")[0].partition("://")[2],
        "refusal": refusal and refusal.as_json()["error"],
    }
    part = "#table" if request.htmx else ""
    return render(request, f"tables/lobby.html{part}", context, status=422 if refusal else 200)
