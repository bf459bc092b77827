"""A binder's versions: which there are, what differs, an old one again, and each as a file."""

import json

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.designer.comparing.entries import compared
from campaigns.designer.comparing.trees import trees
from campaigns.designer.door import Bench, at_bench
from campaigns.designer.keeping import Save, joined, restore, save
from campaigns.designer.views.answering import answer, at_work, page, seen_content
from campaigns.files import sent
from campaigns.models import BinderVersion
from companion.engine.errors import InvalidInput
from companion.htmx import HtmxRequest

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
    one = _row(here, number)
    wanted = request.GET.get("with", "")
    other = _row(here, int(wanted) if wanted.isdecimal() and len(wanted) < 9 else one.based_on or 1)
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
    late = _row(here, number)
    base = _row(here, late.based_on)
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
    late = _row(here, number)
    seen, _ = seen_content(request, here)
    content = joined(_row(here, late.based_on).content, late.content, here.content)
    what = f"Version {late.number}'s changes put on top"
    saved = save(here.binder, Save(content=content, seen=seen, what=what, by=here.by))
    return answer(request, here, saved, reverse("campaigns:binder", args=[here.binder.code]))


@require_POST
@at_work
def again(request: HtmxRequest, here: Bench, number: int) -> HttpResponse:
    """An old version as the newest."""
    seen, _ = seen_content(request, here)
    saved = restore(here.binder, _row(here, number).number, seen, here.by)
    return answer(request, here, saved, reverse("campaigns:binder", args=[here.binder.code]))


@require_POST
@at_work
def name(request: HtmxRequest, here: Bench, number: int) -> HttpResponse:
    """Give a version a name: all that is ever changed of one."""
    note = " ".join(request.POST.get("note", "").split())
    if "\0" in note or len(note) > 80:
        raise InvalidInput("note", f"A version's name has at most 80 letters; this has {len(note)}.")
    BinderVersion.objects.filter(pk=_row(here, number).pk).update(note=note)
    return redirect("campaigns:binder-versions", here.binder.code)


@at_work
def download(request: HtmxRequest, here: Bench, number: int, form: str) -> HttpResponse:
    """A version as a JSON file, or as a spreadsheet where it can be played."""
    found = _row(here, number)
    called = f"{here.binder.system}-binder-{here.binder.code.lower()}-{found.number}"
    if form == "json":
        text = json.dumps(found.content, ensure_ascii=False, indent=1)
        return sent(text.encode(), f"{called}.json")
    if found.fault:
        words = f"A spreadsheet is made of a version that can be played. Version {number}: {found.fault}"
        raise InvalidInput(found.place, words)
    return sent(here.design.write(found.content), f"{called}.xlsx")


def _row(here: Bench, number: int) -> BinderVersion:
    return get_object_or_404(BinderVersion, binder=here.binder, number=number)
