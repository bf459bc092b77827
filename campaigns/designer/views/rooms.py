"""A room of a binder: its entries as cards, or the telling fields of all of them in one form."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from campaigns.designer import showing
from campaigns.designer.asking import data_of, entered
from campaigns.designer.door import Bench, at_bench
from campaigns.designer.leading import leading
from campaigns.designer.places import entries
from campaigns.designer.showing import Asked
from campaigns.designer.views.answering import answer, at_work, kept, page, seen_content, typed
from companion.engine.campaign.design import Room
from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.htmx import HtmxRequest

MOST_FIELDS = 900
"""A browser's form of more fields than that is turned away at the house's door."""


@at_bench
def first(request: HtmxRequest, here: Bench) -> HttpResponse:
    """The binder's first room."""
    return _room(request, here, here.design.rooms[0])


@at_work
def room(request: HtmxRequest, here: Bench, key: str) -> HttpResponse:
    """One room."""
    found = next((each for each in here.design.rooms if each.key == key), None)
    if found is None:
        raise Http404("There is no such room in this binder.")
    if found.at_once or "all" in request.GET:
        return _at_once(request, here, found)
    return _room(request, here, found)


def _room(request: HtmxRequest, here: Bench, found: Room) -> HttpResponse:
    context = page(here, found.key)
    context |= {"room": found, "parts": showing.cards(here, found, context["faults"])}
    context["glance"] = any(part.glance for part in found.parts)
    return render(request, "campaigns/designer/room.html", context)


def _at_once(request: HtmxRequest, here: Bench, found: Room) -> HttpResponse:
    to = request.get_full_path()
    if request.method == "POST":
        _, content = seen_content(request, here)
        after = entered(here.design, content, asked(found, content), data_of(typed(request)))
        return answer(request, here, kept(request, here, after, found.title), to)
    context = page(here, found.key)
    rows = [_row(here, each, context["faults"]) for each in asked(found, here.content)]
    heads = [field["label"] for field in rows[0]["fields"]] if rows else []
    context |= {"room": found, "rows": rows, "heads": heads, "action": to}
    context["leading"] = leading(here, request.GET.get("from", "")) if found.tree else None
    context["back"] = (
        "" if found.at_once else reverse("campaigns:binder-room", args=[here.binder.code, found.key])
    )
    return render(request, "campaigns/designer/at_once.html", context)


def asked(found: Room, content: Json) -> list[Asked]:
    """The telling fields of every entry of a room, as many as a form may have."""
    listed = [
        Asked(spot, tuple(field for field in part.fields if field.key in part.glance))
        for part in found.parts
        if part.glance
        for spot in entries(found, part, content)
    ]
    most = MOST_FIELDS // max((len(each.fields) for each in listed), default=1)
    return listed[:most]


def _row(here: Bench, each: Asked, faults: list[GameError]) -> Json:
    spot, fields = each
    return {
        "title": spot.title(here.content),
        "code": spot.id.upper() if spot.part.ids and spot.part.ids.typed else "",
        "href": showing.address(here, spot),
        "fields": [showing.widget(here.content, spot, field, faults) for field in fields],
    }
