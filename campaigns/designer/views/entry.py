"""One entry of a binder: all its fields in a form, what is inside it, and what can be done with it."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.designer import showing
from campaigns.designer.asking import data_of, entered
from campaigns.designer.door import Bench
from campaigns.designer.places import Spot, entries, spot
from campaigns.designer.showing import Asked
from campaigns.designer.views.answering import answer, at_work, kept, page, seen_content, typed
from companion.engine.errors import join
from companion.engine.wire import Json
from companion.htmx import HtmxRequest


@at_work
def entry(request: HtmxRequest, here: Bench, at: str) -> HttpResponse:
    """The entry at an address; a form sent in is kept whatever is wrong with it."""
    if request.method == "POST":
        found, after = said(request, here, at)
        saved = kept(request, here, after, found.title(after))
        return answer(request, here, saved, showing.address(here, found))
    there = spot(here.design, here.content, at)
    if there is None:
        return redirect("campaigns:binder", here.binder.code)
    return render(request, "campaigns/designer/entry.html", _context(here, there))


@require_POST
@at_work
def check(request: HtmxRequest, here: Bench, at: str) -> HttpResponse:
    """What is wrong with a form as it is being filled in. Nothing is kept."""
    _, after = said(request, here, at)
    context = {"told": showing.told(here, here.design.faults(after))}
    return render(request, "campaigns/designer/to_mend.html", context)


def said(request: HtmxRequest, here: Bench, at: str) -> tuple[Spot, Json]:
    """The entry, and the content with what the form says of it."""
    _, content = seen_content(request, here)
    found = _found(here, content, at)
    asked = [Asked(found, found.part.fields)]
    return found, entered(here.design, content, asked, data_of(typed(request)))


def _found(here: Bench, content: Json, at: str) -> Spot:
    found = spot(here.design, content, at)
    if found is None:
        raise Http404("This entry is not in the binder any more.")
    return found


def _context(here: Bench, found: Spot) -> dict[str, Json]:
    context = page(here, found.room.key)
    faults = context["faults"]
    inside = [
        showing.part_card(
            here, entries(found.room, part, here.content, found), part, faults, join(found.path, part.key)
        )
        for part in found.part.inside
    ]
    action = showing.address(here, found)
    return context | {
        "room": found.room,
        "spot": found,
        "title": found.title(here.content),
        "sections": showing.sections(here.content, found, faults),
        "loose": showing.loose(found, faults),
        "inside": inside,
        "above": _above(here, found),
        "held": found.held(here.content),
        "action": action,
        "check": f"{action}check/",
    }


def _above(here: Bench, found: Spot) -> Json:
    if found.above:
        return {"title": found.above.title(here.content), "href": showing.address(here, found.above)}
    where = reverse("campaigns:binder-room", args=[here.binder.code, found.room.key])
    return {"title": found.room.title, "href": where}
