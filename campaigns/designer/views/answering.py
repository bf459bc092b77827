"""What the designer answers to a save: the next page, or for its script what was kept and what is wrong."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns.designer.door import Bench, bench
from campaigns.designer.keeping import Save, Saved, save
from campaigns.designer.showing import told
from campaigns.models import BinderVersion
from companion.engine.errors import GameError, InvalidInput
from companion.engine.wire import Json
from companion.tables.forms import seen_of


def asks_json(request: HttpRequest) -> bool:
    """Whether the page's script asks, not the browser itself."""
    return request.headers.get("X-Designer") == "1"


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


def answer(request: HttpRequest, here: Bench, saved: Saved, to: str) -> HttpResponse:
    """After a save: on to `to`; a late one to where both are laid side by side."""
    beside = reverse("campaigns:binder-beside", args=[here.binder.code, saved.version.number])
    if not asks_json(request):
        return redirect(beside if saved.late else to)
    if saved.late:
        return JsonResponse({"late": beside, "version": saved.version.number}, status=409)
    now = bench(here.binder, here.by)
    return JsonResponse({"version": now.version.number, "faults": told(now, now.faults())})


def refused(request: HttpRequest, here: Bench, error: GameError) -> HttpResponse:
    """Nothing was kept; in words why, and the way back."""
    if asks_json(request):
        return JsonResponse(error.as_json(), status=422)
    context = {**page(here, ""), "error": error, "back": request.META.get("HTTP_REFERER", "")}
    return render(request, "campaigns/designer/refused.html", context, status=422)


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
        "can_undo": here.version.based_on > 0,
    }
