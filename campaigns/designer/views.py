"""The designer's pages: rooms, entries and their changes, versions, and what a save is answered."""

import json
import re
from collections.abc import Callable, Sequence
from functools import wraps

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import retarget

from campaigns import designer
from campaigns.designer import (
    Asked,
    Bench,
    Save,
    Saved,
    Spot,
    at_bench,
    bench,
    changing,
    drawings,
    entries,
    joined,
    part_at,
    restore,
    save,
    spot,
    told,
)
from campaigns.designer.changing import check_fit, data_of, entered
from campaigns.designer.drawings import compared, leading, trees
from campaigns.files import sent
from campaigns.models import BinderVersion
from companion.engine.campaign.design import Room
from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form import Field
from companion.engine.wire import Json
from companion.htmx import HtmxRequest
from companion.tables.forms import seen_of

type Done = tuple[Json, str, str]
"""The content after it, the path of the entry to go to (empty: stay in the room), and what was done."""


BY_BUTTON = re.compile(r"@(columns|rows|was|brush|across)$")


def at_work(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, bench, …)` that changes the binder; where it cannot, nothing was kept."""

    @wraps(view)
    def page(request: HtmxRequest, here: Bench, **place: object) -> HttpResponse:
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


def page(here: Bench, room: str) -> dict[str, object]:
    """The context that every page of a binder shares; `room` is where one is."""
    return {
        "binder": here.binder,
        "version": here.version,
        "game": here.game,
        "design": here.design,
        "here": room,
        "faults": here.faults,
        "told": list(told(here, here.faults)),
        "unprinted": list(told(here, drawings.faults(here.version))),
        "can_undo": here.version.based_on > 0,
    }


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
    if do == "lead":  # The scenario that was in hand stays there.
        chosen = request.POST.get("from", "")
        to += f"?from={chosen}#ways" if chosen.isalnum() else "#ways"
    return answer(request, here, saved, to)


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


def _done(request: HtmxRequest, here: Bench, content: Json, at: str) -> Done:
    """An entry copied, taken away, moved, or called by another id."""
    found, identifier = spot(here.design, content, at), request.POST.get("id", "").strip()
    if found and found.id and found.held(content):
        title, above = found.title(content), found.above.path if found.above else ""
        match request.POST.get("do"):
            case "copy":
                return *changing.copied(content, found), f"{title} copied"
            case "remove":
                return changing.removed(content, found), above, f"{title} taken away"
            case "up" | "down" as way:
                by = {"up": -1, "down": 1}[way]
                return changing.moved(content, found, by), above, f"{title} moved"
            case "rename" if identifier == found.id:
                return content, found.path, ""
            case "rename":
                return *changing.renamed(content, found, identifier), f"{found.id} is {identifier} now"
    raise InvalidInput("at", "This entry is not there any more; go back and look again.")


def _next(here: Bench, after: Json, path: str, room: str) -> str:
    found = spot(here.design, after, path) if path else None
    if found:
        return designer.address(here, found)
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


@at_work
def entry(request: HtmxRequest, here: Bench, at: str) -> HttpResponse:
    """The entry at an address; a form sent in is kept whatever is wrong with it."""
    if request.method == "POST":
        found, after = said(request, here, at)
        saved = kept(request, here, after, found.title(after))
        return answer(request, here, saved, designer.address(here, found))
    there = spot(here.design, here.content, at)
    if there is None:
        return redirect("campaigns:binder", here.binder.code)
    return render(request, "campaigns/designer/entry.html", _context(here, there))


@require_POST
@at_work
def check(request: HtmxRequest, here: Bench, at: str) -> HttpResponse:
    """What is wrong with a form as it is being filled in. Nothing is kept."""
    _, after = said(request, here, at)
    context = {"told": list(told(here, here.design.faults(after)))}
    return render(request, "campaigns/designer/to_mend.html", context)


def said(request: HtmxRequest, here: Bench, at: str) -> tuple[Spot, Json]:
    """The entry, and the content with what the form says of it."""
    _, content = seen_content(request, here)
    found = spot(here.design, content, at)
    if found is None:
        raise Http404("This entry is not in the binder any more.")
    asked = [Asked(found, found.part.fields)]
    return found, entered(here.design, content, asked, data_of(typed(request)))


def _context(here: Bench, found: Spot) -> dict[str, Json]:
    inside = [
        designer.part_card(
            here, part, entries(found.room, part, here.content, found), join(found.path, part.key)
        )
        for part in found.part.inside
    ]
    action = designer.address(here, found)
    if found.above:
        above = {"title": found.above.title(here.content), "href": designer.address(here, found.above)}
    else:
        room = reverse("campaigns:binder-room", args=[here.binder.code, found.room.key])
        above = {"title": found.room.title, "href": room}
    return page(here, found.room.key) | {
        "room": found.room,
        "spot": found,
        "title": found.title(here.content),
        "sections": list(designer.sections(here, found)),
        "loose": designer.loose(found, here.faults),
        "inside": inside,
        "above": above,
        "held": found.held(here.content),
        "action": action,
        "check": f"{action}check/",
    }


MOST_FIELDS = 900
"""A browser's form of more fields than that is turned away at the house's door."""


@at_bench
def first(request: HtmxRequest, here: Bench) -> HttpResponse:
    return _room(request, here, here.design.rooms[0])


@at_work
def room(request: HtmxRequest, here: Bench, key: str) -> HttpResponse:
    found = next((each for each in here.design.rooms if each.key == key), None)
    if found is None:
        raise Http404("There is no such room in this binder.")
    if found.at_once or "all" in request.GET:
        return _at_once(request, here, found)
    return _room(request, here, found)


def _room(request: HtmxRequest, here: Bench, found: Room) -> HttpResponse:
    context = page(here, found.key) | {
        "room": found,
        "parts": [designer.part_card(here, part, entries(found, part, here.content)) for part in found.parts],
        "glance": any(part.glance for part in found.parts),
    }
    return render(request, "campaigns/designer/room.html", context)


def _at_once(request: HtmxRequest, here: Bench, found: Room) -> HttpResponse:
    to = request.get_full_path()
    if request.method == "POST":
        _, content = seen_content(request, here)
        after = entered(here.design, content, asked(found, content), data_of(typed(request)))
        return answer(request, here, kept(request, here, after, found.title), to)
    rows = [_entry_row(here, *each) for each in asked(found, here.content)]
    back = reverse("campaigns:binder-room", args=[here.binder.code, found.key])
    context = page(here, found.key) | {
        "room": found,
        "rows": rows,
        "heads": [field["label"] for field in rows[0]["fields"]] if rows else [],
        "action": to,
        "leading": leading(here, request.GET.get("from", "")) if found.tree else None,
        "back": "" if found.at_once else back,
    }
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


def _entry_row(here: Bench, spot: Spot, fields: Sequence[Field]) -> Json:
    return {
        "title": spot.title(here.content),
        "code": spot.id.upper() if spot.part.ids and spot.part.ids.typed else "",
        "href": designer.address(here, spot),
        "fields": [designer.widget(here.content, spot, field, here.faults) for field in fields],
    }


A_PAGE = 50


@at_bench
def versions(request: HtmxRequest, here: Bench) -> HttpResponse:
    """Every version, the newest first; `named=1`: those alone that have a name or are played."""
    rows = BinderVersion.objects.filter(binder=here.binder).prefetch_related("plays__campaign")
    if "named" in request.GET:
        rows = rows.exclude(note="", plays=None)
    listed = Paginator(rows.distinct().order_by("-number").defer("text"), A_PAGE)
    shown = listed.get_page(request.GET.get("page"))
    context = page(here, "versions") | {"shown": shown, "named": "named" in request.GET}
    return render(request, "campaigns/designer/versions.html", context)


@at_bench
def version(request: HtmxRequest, here: Bench, number: int) -> HttpResponse:
    """One version against another: `with` names it, else the one that it was made from."""
    one = _version(here, number)
    wanted = request.GET.get("with", "")
    other = _version(here, int(wanted) if wanted.isdecimal() and len(wanted) < 9 else one.based_on or 1)
    differences = compared(here.design, other.content, one.content)
    context = page(here, "versions") | {
        "one": one,
        "other": other,
        "differences": differences,
        "trees": trees(here.design, other.content, one.content, differences),
        "plays": one.plays.select_related("campaign"),
    }
    return render(request, "campaigns/designer/version.html", context)


@at_bench
def beside(request: HtmxRequest, here: Bench, number: int) -> HttpResponse:
    """A save that came late, beside the version that had been saved meanwhile."""
    late = _version(here, number)
    base = _version(here, late.based_on)
    context = page(here, "versions") | {
        "late": late,
        "base": base,
        "mine": compared(here.design, base.content, late.content),
        "theirs": compared(here.design, base.content, here.content),
    }
    return render(request, "campaigns/designer/beside.html", context, status=409)


@require_POST
@at_work
def put_on_top(request: HtmxRequest, here: Bench, number: int) -> HttpResponse:
    """What a late save changed, on top of the latest version."""
    late = _version(here, number)
    seen, _ = seen_content(request, here)
    content = joined(_version(here, late.based_on).content, late.content, here.content)
    what = f"Version {late.number}'s changes put on top"
    saved = save(here.binder, Save(content=content, seen=seen, what=what, by=here.by))
    return answer(request, here, saved, reverse("campaigns:binder", args=[here.binder.code]))


@require_POST
@at_work
def again(request: HtmxRequest, here: Bench, number: int) -> HttpResponse:
    seen, _ = seen_content(request, here)
    saved = restore(here.binder, _version(here, number).number, seen, here.by)
    return answer(request, here, saved, reverse("campaigns:binder", args=[here.binder.code]))


@require_POST
@at_work
def name(request: HtmxRequest, here: Bench, number: int) -> HttpResponse:
    """Give a version a name: all that is ever changed of one."""
    note = " ".join(request.POST.get("note", "").split())
    if "\0" in note or len(note) > 80:
        raise InvalidInput("note", f"A version's name has at most 80 letters; this has {len(note)}.")
    BinderVersion.objects.filter(pk=_version(here, number).pk).update(note=note)
    return redirect("campaigns:binder-versions", here.binder.code)


@at_work
def download(request: HtmxRequest, here: Bench, number: int, form: str) -> HttpResponse:
    """A version as a JSON file, or as a spreadsheet where it can be played."""
    found = _version(here, number)
    called = f"{here.binder.system}-binder-{here.binder.code.lower()}-{found.number}"
    if form == "json":
        text = json.dumps(found.content, ensure_ascii=False, indent=1)
        return sent(text.encode(), f"{called}.json")
    if found.fault:
        words = f"A spreadsheet is made of a version that can be played. Version {number}: {found.fault}"
        raise InvalidInput(found.place, words)
    return sent(here.design.write(found.content), f"{called}.xlsx")


def _version(here: Bench, number: int) -> BinderVersion:
    return get_object_or_404(BinderVersion, binder=here.binder, number=number)
