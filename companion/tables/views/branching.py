"""A branch: made from a line, laid beside its true line, put away."""

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from companion.engine.errors import GameError
from companion.htmx import HtmxRequest
from companion.tables import play
from companion.tables.branching.comparing import Side, both, figures, sides
from companion.tables.branching.forking import put_away
from companion.tables.devices import Device, device, secret_of
from companion.tables.journal import Answer
from companion.tables.models import Table
from companion.tables.views.entrance import at_table
from companion.tables.views.playing import plain


@require_POST
@at_table
def begin(request: HtmxRequest, table: Table, who: Device, line: int) -> HttpResponse:
    """Branch from that line; who asks for it is led to the branch."""
    try:
        opened = play.branch(table, who, line)
    except GameError as refusal:
        return plain(reverse("tables:log", args=[table.code]), table, refusal)
    if isinstance(opened, Answer):
        return redirect("tables:table", table.code)
    there = reverse("tables:table", args=[opened.code])
    return HttpResponseClientRedirect(there) if request.htmx else redirect(there)


@at_table
def compared(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The branch beside its true line, for who has joined both; of a table that is none, the table."""
    true = table.branch_of
    here = device(true, secret_of(request)) if true else None
    if true is None or here is None or not here.joined:
        return redirect("tables:table", table.code)
    asked = {key: request.GET[key] for key in ("look", "line") if key in request.GET}
    if asked.get("look") == "together":
        who, here = replace(who, together=True), replace(here, together=True)
    found = sides(table, who, true, here, newest=asked.get("line") == "newest")
    context = {
        "branch": table,
        "true": true,
        "slug": table.system,
        "sides": found,
        "newest": asked.get("line") == "newest",
        "others": len(who.holds) > 1 and not who.together,
        "may_put_away": who.host and table.archived_at is None,
        **(_beside(*found) if found else {}),
    }
    return render(request, "tables/branch.html", context)


def _beside(true: Side, branch: Side) -> dict[str, object]:
    return {
        "figures": figures(true, branch),
        "further": branch.lines < true.table.version,
        "chart": both(true, branch),
    }


@require_POST
@at_table
def away(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Put the branch away; its true table is where one goes then."""
    try:
        put_away(table, who)
    except GameError as refusal:
        return plain(reverse("tables:table", args=[table.code]), table, refusal)
    there = table.branch_of
    return redirect("tables:table", there.code) if there else redirect("tables:home")
