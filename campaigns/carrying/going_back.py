"""Going back to a copy: what it would change, said first; then it stands in the place of what was here.

It is done while the house is shut: who keeps it gives the order in the browser, the house ends itself, goes
back and comes up again. So nobody's tap falls between, and no process remembers what was. What was here is
copied first.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from campaigns.carrying import Group, back_up, contents_of, groups, restore
from companion import copies
from companion.caretaking.keepers import for_keepers
from companion.caretaking.orders import Order, end_soon, hinders, order, put_down
from companion.copies import Copy
from companion.engine.errors import IllegalAction
from companion.htmx import HtmxRequest

LINE = "tables.entry"


def changes(file: Path) -> Iterator[str]:
    """What would be otherwise, a line each; `InvalidInput` where the file is not whole."""
    contents = contents_of(file.read_bytes())
    for _, fault in contents.faults:
        raise fault
    there = {_name(group): group for group in contents.groups}
    for ours in groups():
        then = there.pop(_name(ours), None)
        if then is None:
            yield f"{_titled(ours)} goes: it is newer than the copy{_lines(_written(ours))}."
        elif words := _otherwise(ours, then):
            yield f"{_titled(ours)}: {words}"
    for then in there.values():
        yield f"{_titled(then)} comes back{_lines(_written(then))}."


def _name(group: Group) -> tuple[str, int | None, str]:
    """What is the same thing in two houses: a number may have been given anew, and its code not."""
    root = group.rows[0]
    return root["model"], root["pk"], str(root["fields"].get("code", ""))


def _titled(group: Group) -> str:
    return group.title[:1].upper() + group.title[1:]


def _written(group: Group) -> int:
    return sum(row["model"] == LINE for row in group.rows)


def _lines(many: int) -> str:
    return f", with {many} {'line' if many == 1 else 'lines'}" if many else ""


def _otherwise(ours: Group, then: Group) -> str:
    """How a thing that is in both differs; who sits at a table, and when he was heard, is no difference."""
    now, old = _written(ours), _written(then)
    if now != old:
        more, what = ("fewer", now - old) if now > old else ("more", old - now)
        return f"{what} {'line' if what == 1 else 'lines'} {more}, {old} in all."
    kinds = [Counter(row["model"] for row in group.rows) for group in (ours, then)]
    same = kinds[0] == kinds[1] or ours.rows[0]["model"] == "tables.table"
    return "" if same else "as it was then."


def go_back(file: Path) -> tuple[int, Copy]:
    """The copy in the place of what is here, and the copy of what was here; the house must be shut.

    `IllegalAction` where that copy cannot be made: then nothing is changed.
    """
    data, now = file.read_bytes(), datetime.now().astimezone()
    kept = copies.make(back_up, now, also=file.name)
    if kept.fault:
        raise IllegalAction("", f"What is here could not be kept first, so nothing was changed: {kept.fault}")
    return restore(data, even_so=True, instead=True).rows, kept


def _copy(name: str) -> Copy:
    copy = next((each for each in copies.copies() if each.name == name and each.proved), None)
    if copy is None:
        raise Http404("There is no such copy.")
    return copy


@for_keepers
def page(request: HttpRequest, name: str) -> HttpResponse:
    """What would change; and, by the large button, that it be so."""
    copy, why_not = _copy(name), hinders()
    file = settings.COPIES / copy.name
    if request.method == "POST" and not why_not:
        put_down(Order(copy.name))
        end_soon()
        return redirect("going_back:done")  # A page of its own: it is loaded anew when the house is up again.
    command = [sys.executable, str(settings.HOUSE / "manage.py"), "restore", str(file), "--show"]
    answer = subprocess.run(command, capture_output=True, text=True)
    fault = answer.stderr.strip().splitlines()[-1:] if answer.returncode else []
    shown = {"copy": copy, "file": file, "rows": answer.stdout.splitlines(), "fault": "".join(fault)}
    return render(request, "house/copy.html", {**shown, "why_not": why_not})


@require_safe
@for_keepers
def done(request: HtmxRequest) -> HttpResponse:
    """What is under way while the order waits; then back to how the house is."""
    last = order()
    if last and last.waits:
        waiting = render(request, "house/going_back.html", {"copy": _copy(last.name)})
        return HttpResponse(status=204) if request.htmx else waiting
    return HttpResponseClientRedirect(reverse("house:how")) if request.htmx else redirect("house:how")


urlpatterns = [path("done/", done, name="done"), path("<str:name>/", page, name="copy")]
