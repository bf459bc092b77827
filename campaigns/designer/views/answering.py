"""What the designer answers to a save: the next page, or in the same one what is kept and what is wrong."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import retarget

from campaigns.designer import paper
from campaigns.designer.door import Bench, at_bench, bench
from campaigns.designer.keeping import Save, Saved, save
from campaigns.designer.showing import told
from campaigns.models import BinderVersion
from companion.engine.errors import GameError, InvalidInput
from companion.engine.wire import Json
from companion.htmx import HtmxRequest
from companion.tables.forms import seen_of

BY_BUTTON = re.compile(r"@(columns|rows|was|brush|across)$")


def at_work(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, bench, …)` that changes the binder; where it cannot, nothing was kept."""

    @wraps(view)
    def page(request: HtmxRequest, here: Bench, **place: Any) -> HttpResponse:
        try:
            return view(request, here, **place)
        except GameError as error:
            return refused(request, here, error)

    return at_bench(page)


def typed(request: HtmxRequest) -> QueryDict:
    """A form as filled in; what a button alone may change does not go along when the page keeps itself."""
    form = request.POST.copy()
    for key in [key for key in form if request.htmx and BY_BUTTON.search(key)]:
        del form[key]
    return form


def seen_content(request: HttpRequest, here: Bench) -> tuple[int, Json]:
    """The version that was on the screen, and its content; `InvalidInput` where there is none such."""
    seen = seen_of(request.POST)
    row = BinderVersion.objects.filter(binder=here.binder, number=seen).first() if type(seen) is int else None
    if row is None:
        raise InvalidInput("seen", "This page does not say which version it was made from; open it anew.")
    return row.number, row.content


def kept(request: HttpRequest, here: Bench, content: Json, what: str) -> Saved:
    """Keep what came of a form."""
    seen, _ = seen_content(request, here)
    return save(here.binder, Save(content=content, seen=seen, what=what, by=here.by))


def answer(request: HtmxRequest, here: Bench, saved: Saved, to: str) -> HttpResponse:
    """After a save: on to `to`; a late one to where both are laid side by side."""
    beside = reverse("campaigns:binder-beside", args=[here.binder.code, saved.version.number])
    if not request.htmx:
        return redirect(beside if saved.late else to)
    if saved.late:
        return _not_kept(request, {"late": beside}, 409)
    return render(request, "campaigns/designer/answered.html", page(bench(here.binder, here.by), ""))


def refused(request: HtmxRequest, here: Bench, error: GameError) -> HttpResponse:
    """Nothing was kept; in words why, and the way back."""
    if request.htmx:
        return _not_kept(request, {"wrong": f"This cannot be kept: {error.message}"}, 422)
    context = {**page(here, ""), "error": error, "back": request.META.get("HTTP_REFERER", "")}
    return render(request, "campaigns/designer/refused.html", context, status=422)


def _not_kept(request: HtmxRequest, told: dict[str, str], status: int) -> HttpResponse:
    return retarget(render(request, "campaigns/designer/kept.html", told, status=status), "#kept")


def page(here: Bench, room: str) -> dict[str, Any]:
    """The context that every page of a binder shares; `room` is where one is."""
    faults = here.faults()
    return {
        "binder": here.binder,
        "version": here.version,
        "game": here.game,
        "design": here.design,
        "here": room,
        "faults": faults,
        "told": told(here, faults),
        "unprinted": told(here, paper.faults(here.version)),
        "can_undo": here.version.based_on > 0,
    }
