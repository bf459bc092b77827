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
    Bench,
    Questions,
    Save,
    Saved,
    Spot,
    at_bench,
    bench_of,
    changing,
    drawings,
    entries,
    joined,
    mendable,
    part_at,
    restore,
    save,
    spot_at,
)
from campaigns.designer.changing import check_fit, data_of, entered
from campaigns.designer.drawings import compared, leading, trees
from campaigns.door import sent
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
    def page(request: HtmxRequest, bench: Bench, **place: object) -> HttpResponse:
        try:
            return view(request, bench, **place)
        except GameError as error:
            return refused(request, bench, error)

    return at_bench(page)


def typed(request: HtmxRequest) -> QueryDict:
    """A form as filled in; what a button alone may change does not go along when the page keeps itself."""
    form = request.POST.copy()
    for key in [key for key in form if request.htmx and BY_BUTTON.search(key)]:
        del form[key]
    return form


def seen_content(request: HttpRequest, bench: Bench) -> tuple[int, Json]:
    """The version that was on the screen, and its content; `InvalidInput` where there is none such."""
    seen = seen_of(request.POST)
    row = (
        BinderVersion.objects.filter(binder=bench.binder, number=seen).first() if type(seen) is int else None
    )
    if row is None:
        raise InvalidInput("seen", "This page does not say which version it was made from; open it anew.")
    return row.number, row.content


def keep(request: HttpRequest, bench: Bench, content: Json, what: str) -> Saved:
    seen, _ = seen_content(request, bench)
    return save(bench.binder, Save(content=content, seen=seen, what=what, by=bench.by))


def answer(request: HtmxRequest, bench: Bench, saved: Saved, to: str) -> HttpResponse:
    """After a save: on to `to`; a late one to where both are laid side by side."""
    beside = reverse("campaigns:binder-beside", args=[bench.binder.code, saved.version.number])
    if not request.htmx:
        return redirect(beside if saved.late else to)
    if saved.late:
        return _not_kept(request, {"late": beside}, 409)
    return render(request, "campaigns/designer/answered.html", page(bench_of(bench.binder, bench.by), ""))


def refused(request: HtmxRequest, bench: Bench, error: GameError) -> HttpResponse:
    """Nothing was kept; in words why, and the way back."""
    if request.htmx:
        return _not_kept(request, {"wrong": f"This cannot be kept: {error.message}"}, 422)
    context = {**page(bench, ""), "error": error, "back": request.META.get("HTTP_REFERER", "")}
    return render(request, "campaigns/designer/refused.html", context, status=422)


def _not_kept(request: HtmxRequest, words: dict[str, str], status: int) -> HttpResponse:
    return retarget(render(request, "campaigns/designer/kept.html", words, status=status), "#kept")


def page(bench: Bench, room: str) -> dict[str, object]:
    """The context that every page of a binder shares; `room` is where one is."""
    return {
        "binder": bench.binder,
        "version": bench.version,
        "game": bench.game,
        "design": bench.design,
        "here": room,
        "faults": bench.faults,
        "told": list(mendable(bench, bench.faults)),
        "unprinted": list(mendable(bench, drawings.faults(bench.version))),
        "can_undo": bench.version.based_on > 0,
    }


@require_POST
@at_work
def change(request: HtmxRequest, bench: Bench) -> HttpResponse:
    """One change; where it cannot be, nothing is."""
    _, content = seen_content(request, bench)
    do, at = request.POST.get("do", ""), request.POST.get("at", "")
    deed = {"add": _add, "lead": _lead}.get(do, _change)
    after, path, what = deed(request, bench, content, at)
    check_fit(bench.design, after)
    saved = keep(request, bench, after, what)
    to = _next(bench, after, path, request.POST.get("to", ""))
    if do == "lead":  # The scenario that was in hand stays there.
        chosen = request.POST.get("from", "")
        to += f"?from={chosen}#ways" if chosen.isalnum() else "#ways"
    return answer(request, bench, saved, to)


def _add(request: HtmxRequest, bench: Bench, content: Json, base: str) -> Done:
    rows = part_at(bench.design, content, base)
    if rows is None or rows[1].form not in ("keyed", "listed"):
        raise InvalidInput("at", "Nothing can be added there; go back and look again.")
    part = rows[1]
    name = request.POST.get("name", "")
    after, path = changing.added(content, part, base, name, request.POST.get("id", ""))
    return after, path, f"{name.strip() or part.one} added"


def _lead(request: HtmxRequest, bench: Bench, content: Json, at: str) -> Done:
    """A scenario leads to another from now on, or no longer."""
    spot = spot_at(bench.design, content, at)
    if spot is None:
        raise InvalidInput("at", "This scenario is not there any more; go back and look again.")
    goal = request.POST.get("goal", "")
    after = bench.design.lead(content, spot.id, goal)
    still = any(edge.goal == goal for edge in bench.design.tree(after).out_of(spot.id))
    return after, "", f"{spot.id.upper()} leads {'to' if still else 'no longer to'} {goal.upper()}"


def _change(request: HtmxRequest, bench: Bench, content: Json, at: str) -> Done:
    """An entry copied, taken away, moved, or called by another id."""
    spot, identifier = spot_at(bench.design, content, at), request.POST.get("id", "").strip()
    if spot and spot.id and spot.held(content):
        title, above = spot.title(content), spot.above.path if spot.above else ""
        match request.POST.get("do"):
            case "copy":
                return *changing.copied(content, spot), f"{title} copied"
            case "remove":
                return changing.removed(content, spot), above, f"{title} taken away"
            case "up" | "down" as way:
                by = {"up": -1, "down": 1}[way]
                return changing.moved(content, spot, by), above, f"{title} moved"
            case "rename" if identifier == spot.id:
                return content, spot.path, ""
            case "rename":
                return *changing.renamed(content, spot, identifier), f"{spot.id} is {identifier} now"
    raise InvalidInput("at", "This entry is not there any more; go back and look again.")


def _next(bench: Bench, after: Json, path: str, room: str) -> str:
    spot = spot_at(bench.design, after, path) if path else None
    if spot:
        return designer.address(bench, spot)
    key = room if room in {each.key for each in bench.design.rooms} else bench.design.rooms[0].key
    return reverse("campaigns:binder-room", args=[bench.binder.code, key])


@require_POST
@at_work
def undo(request: HtmxRequest, bench: Bench) -> HttpResponse:
    """The last save undone; pressed again, the one before it."""
    seen, _ = seen_content(request, bench)
    if not bench.version.based_on:
        raise InvalidInput("", "This is how the binder began; there is nothing to undo.")
    saved = restore(bench.binder, bench.version.based_on, seen, bench.by, undo=True)
    to = request.POST.get("to", "")
    safe = to if to.startswith(reverse("campaigns:binder", args=[bench.binder.code])) else ""
    return answer(request, bench, saved, safe or reverse("campaigns:binder", args=[bench.binder.code]))


@at_work
def entry(request: HtmxRequest, bench: Bench, at: str) -> HttpResponse:
    """The entry at an address; a form sent in is kept whatever is wrong with it."""
    if request.method == "POST":
        spot, after = filled_in(request, bench, at)
        saved = keep(request, bench, after, spot.title(after))
        return answer(request, bench, saved, designer.address(bench, spot))
    there = spot_at(bench.design, bench.content, at)
    if there is None:
        return redirect("campaigns:binder", bench.binder.code)
    inside = [
        designer.part_card(
            bench, part, entries(there.room, part, bench.content, there), join(there.path, part.key)
        )
        for part in there.part.inside
    ]
    action = designer.address(bench, there)
    if there.above:
        above = {"title": there.above.title(bench.content), "href": designer.address(bench, there.above)}
    else:
        room = reverse("campaigns:binder-room", args=[bench.binder.code, there.room.key])
        above = {"title": there.room.title, "href": room}
    context = page(bench, there.room.key) | {
        "room": there.room,
        "spot": there,
        "title": there.title(bench.content),
        "sections": list(designer.sections(bench, there)),
        "loose": designer.loose(there, bench.faults),
        "inside": inside,
        "above": above,
        "held": there.held(bench.content),
        "action": action,
        "check": f"{action}check/",
    }
    return render(request, "campaigns/designer/entry.html", context)


@require_POST
@at_work
def check(request: HtmxRequest, bench: Bench, at: str) -> HttpResponse:
    """What is wrong with a form as it is being filled in. Nothing is kept."""
    _, after = filled_in(request, bench, at)
    context = {"told": list(mendable(bench, bench.design.faults(after)))}
    return render(request, "campaigns/designer/to_mend.html", context)


def filled_in(request: HtmxRequest, bench: Bench, at: str) -> tuple[Spot, Json]:
    """The entry, and the content with what the form says of it."""
    _, content = seen_content(request, bench)
    spot = spot_at(bench.design, content, at)
    if spot is None:
        raise Http404("This entry is not in the binder any more.")
    rows = [Questions(spot, spot.part.fields)]
    return spot, entered(bench.design, content, rows, data_of(typed(request)))


MOST_FIELDS = 900
"""A browser's form of more fields than that is turned away at the house's door."""


@at_bench
def first(request: HtmxRequest, bench: Bench) -> HttpResponse:
    return _room(request, bench, bench.design.rooms[0])


@at_work
def room(request: HtmxRequest, bench: Bench, key: str) -> HttpResponse:
    chosen = next((each for each in bench.design.rooms if each.key == key), None)
    if chosen is None:
        raise Http404("There is no such room in this binder.")
    if chosen.at_once or "all" in request.GET:
        to = request.get_full_path()
        if request.method == "POST":
            _, content = seen_content(request, bench)
            after = entered(bench.design, content, questions(chosen, content), data_of(typed(request)))
            return answer(request, bench, keep(request, bench, after, chosen.title), to)
        rows = [_entry_row(bench, *each) for each in questions(chosen, bench.content)]
        back = reverse("campaigns:binder-room", args=[bench.binder.code, chosen.key])
        context = page(bench, chosen.key) | {
            "room": chosen,
            "rows": rows,
            "heads": [field.label for field in rows[0]["fields"]] if rows else [],
            "action": to,
            "leading": leading(bench, request.GET.get("from", "")) if chosen.tree else None,
            "back": "" if chosen.at_once else back,
        }
        return render(request, "campaigns/designer/at_once.html", context)
    return _room(request, bench, chosen)


def _room(request: HtmxRequest, bench: Bench, room: Room) -> HttpResponse:
    context = page(bench, room.key) | {
        "room": room,
        "parts": [designer.part_card(bench, part, entries(room, part, bench.content)) for part in room.parts],
        "glance": any(part.glance for part in room.parts),
    }
    return render(request, "campaigns/designer/room.html", context)


def questions(room: Room, content: Json) -> list[Questions]:
    """The telling fields of every entry of a room, as many as a form may have."""
    listed = [
        Questions(spot, tuple(field for field in part.fields if field.key in part.glance))
        for part in room.parts
        if part.glance
        for spot in entries(room, part, content)
    ]
    most = MOST_FIELDS // max((len(each.fields) for each in listed), default=1)
    return listed[:most]


def _entry_row(bench: Bench, spot: Spot, fields: Sequence[Field]) -> Json:
    return {
        "title": spot.title(bench.content),
        "code": spot.id.upper() if spot.part.ids and spot.part.ids.typed else "",
        "href": designer.address(bench, spot),
        "fields": [designer.widget(bench.content, spot, field, bench.faults) for field in fields],
    }


A_PAGE = 50


@at_bench
def versions(request: HtmxRequest, bench: Bench) -> HttpResponse:
    """Every version, the newest first; `named=1`: those alone that have a name or are played."""
    rows = BinderVersion.objects.filter(binder=bench.binder).prefetch_related("plays__campaign")
    if "named" in request.GET:
        rows = rows.exclude(note="", plays=None)
    listed = Paginator(rows.distinct().order_by("-number").defer("text"), A_PAGE)
    shown = listed.get_page(request.GET.get("page"))
    context = page(bench, "versions") | {"shown": shown, "named": "named" in request.GET}
    return render(request, "campaigns/designer/versions.html", context)


@at_bench
def version(request: HtmxRequest, bench: Bench, number: int) -> HttpResponse:
    """One version against another: `with` names it, else the one that it was made from."""
    one = _version(bench, number)
    wanted = request.GET.get("with", "")
    other = _version(bench, int(wanted) if wanted.isdecimal() and len(wanted) < 9 else one.based_on or 1)
    differences = compared(bench.design, other.content, one.content)
    context = page(bench, "versions") | {
        "one": one,
        "other": other,
        "differences": differences,
        "trees": trees(bench.design, other.content, one.content, differences),
        "plays": one.plays.select_related("campaign"),
    }
    return render(request, "campaigns/designer/version.html", context)


@at_bench
def beside(request: HtmxRequest, bench: Bench, number: int) -> HttpResponse:
    """A save that came late, beside the version that had been saved meanwhile."""
    late = _version(bench, number)
    base = _version(bench, late.based_on)
    context = page(bench, "versions") | {
        "late": late,
        "base": base,
        "mine": compared(bench.design, base.content, late.content),
        "theirs": compared(bench.design, base.content, bench.content),
    }
    return render(request, "campaigns/designer/beside.html", context, status=409)


@require_POST
@at_work
def put_on_top(request: HtmxRequest, bench: Bench, number: int) -> HttpResponse:
    """What a late save changed, on top of the latest version."""
    late = _version(bench, number)
    seen, _ = seen_content(request, bench)
    content = joined(_version(bench, late.based_on).content, late.content, bench.content)
    what = f"Version {late.number}'s changes put on top"
    saved = save(bench.binder, Save(content=content, seen=seen, what=what, by=bench.by))
    return answer(request, bench, saved, reverse("campaigns:binder", args=[bench.binder.code]))


@require_POST
@at_work
def again(request: HtmxRequest, bench: Bench, number: int) -> HttpResponse:
    seen, _ = seen_content(request, bench)
    saved = restore(bench.binder, _version(bench, number).number, seen, bench.by)
    return answer(request, bench, saved, reverse("campaigns:binder", args=[bench.binder.code]))


@require_POST
@at_work
def name(request: HtmxRequest, bench: Bench, number: int) -> HttpResponse:
    """Give a version a name: all that is ever changed of one."""
    note = " ".join(request.POST.get("note", "").split())
    if "\0" in note or len(note) > 80:
        raise InvalidInput("note", f"A version's name has at most 80 letters; this has {len(note)}.")
    BinderVersion.objects.filter(pk=_version(bench, number).pk).update(note=note)
    return redirect("campaigns:binder-versions", bench.binder.code)


@at_work
def download(request: HtmxRequest, bench: Bench, number: int, form: str) -> HttpResponse:
    """A version as a JSON file, or as a spreadsheet where it can be played."""
    version = _version(bench, number)
    called = f"{bench.binder.system}-binder-{bench.binder.code.lower()}-{version.number}"
    if form == "json":
        text = json.dumps(version.content, ensure_ascii=False, indent=1)
        return sent(text.encode(), f"{called}.json")
    if version.fault:
        words = f"A spreadsheet is made of a version that can be played. Version {number}: {version.fault}"
        raise InvalidInput(version.place, words)
    return sent(bench.design.write(version.content), f"{called}.xlsx")


def _version(bench: Bench, number: int) -> BinderVersion:
    return get_object_or_404(BinderVersion, binder=bench.binder, number=number)
