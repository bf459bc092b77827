"""Entries added, copied, moved, renamed and taken away; and the last save undone."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.designer import changing, showing
from campaigns.designer.door import Bench
from campaigns.designer.fitting import check_fit
from campaigns.designer.keeping import restore
from campaigns.designer.places import Spot, part_at, spot
from campaigns.designer.views.answering import answer, at_work, kept, seen_content
from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.htmx import HtmxRequest

type Done = tuple[Json, str, str]
"""The content after it, the path of the entry to go to (empty: stay in the room), and what was done."""


@require_POST
@at_work
def change(request: HtmxRequest, here: Bench) -> HttpResponse:
    """One change; where it cannot be, nothing is."""
    _, content = seen_content(request, here)
    do, at = request.POST.get("do", ""), request.POST.get("at", "")
    deed = {"add": _add, "lead": _lead}.get(do, _done)
    after, path, what = deed(request, here, content, at)
    check_fit(here.design, after)
    saved = kept(request, here, after, what)
    to = _next(here, after, path, request.POST.get("to", ""))
    return answer(request, here, saved, f"{to}{_in_hand(request)}" if do == "lead" else to)


def _add(request: HtmxRequest, here: Bench, content: Json, base: str) -> Done:
    found = part_at(here.design, content, base)
    if found is None or found[1].form not in ("keyed", "listed"):
        raise InvalidInput("at", "Nothing can be added there; go back and look again.")
    part = found[1]
    name = request.POST.get("name", "")
    after, path = changing.added(content, part, base, name, request.POST.get("id", ""))
    return after, path, f"{name.strip() or part.one} added"


def _lead(request: HtmxRequest, here: Bench, content: Json, at: str) -> Done:
    """A scenario leads to another from now on, or no longer."""
    found = spot(here.design, content, at)
    if found is None:
        raise InvalidInput("at", "This scenario is not there any more; go back and look again.")
    goal = request.POST.get("goal", "")
    after = here.design.lead(content, found.id, goal)
    still = any(edge.goal == goal for edge in here.design.tree(after).out_of(found.id))
    return after, "", f"{found.id.upper()} leads {'to' if still else 'no longer to'} {goal.upper()}"


def _in_hand(request: HtmxRequest) -> str:
    """The scenario that was in hand stays there."""
    chosen = request.POST.get("from", "")
    return f"?from={chosen}#ways" if chosen.isalnum() else "#ways"


def _done(request: HtmxRequest, here: Bench, content: Json, at: str) -> Done:
    found = spot(here.design, content, at)
    do = request.POST.get("do", "")
    if found is None or do not in DEEDS or not found.id or not found.held(content):
        raise InvalidInput("at", "This entry is not there any more; go back and look again.")
    return DEEDS[do](request, content, found)


def _copy(request: HtmxRequest, content: Json, found: Spot) -> Done:
    after, path = changing.copied(content, found)
    return after, path, f"{found.title(content)} copied"


def _remove(request: HtmxRequest, content: Json, found: Spot) -> Done:
    above = found.above.path if found.above else ""
    return changing.removed(content, found), above, f"{found.title(content)} taken away"


def _move(by: int) -> Callable[[HtmxRequest, Json, Spot], Done]:
    def deed(request: HtmxRequest, content: Json, found: Spot) -> Done:
        above = found.above.path if found.above else ""
        return changing.moved(content, found, by), above, f"{found.title(content)} moved"

    return deed


def _rename(request: HtmxRequest, content: Json, found: Spot) -> Done:
    identifier = request.POST.get("id", "").strip()
    if identifier == found.id:
        return content, found.path, ""
    after, path = changing.renamed(content, found, identifier)
    return after, path, f"{found.id} is {identifier} now"


DEEDS = {"copy": _copy, "remove": _remove, "up": _move(-1), "down": _move(1), "rename": _rename}


def _next(here: Bench, after: Json, path: str, room: str) -> str:
    found = spot(here.design, after, path) if path else None
    if found:
        return showing.address(here, found)
    known = room if room in {each.key for each in here.design.rooms} else here.design.rooms[0].key
    return reverse("campaigns:binder-room", args=[here.binder.code, known])


@require_POST
@at_work
def undo(request: HtmxRequest, here: Bench) -> HttpResponse:
    """The last save undone; pressed again, the one before it."""
    seen, _ = seen_content(request, here)
    if not here.version.based_on:
        raise InvalidInput("", "This is how the binder began; there is nothing to undo.")
    saved = restore(here.binder, here.version.based_on, seen, here.by, undo=True)
    to = request.POST.get("to", "")
    safe = to if to.startswith(reverse("campaigns:binder", args=[here.binder.code])) else ""
    return answer(request, here, saved, safe or reverse("campaigns:binder", args=[here.binder.code]))
