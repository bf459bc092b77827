"""A company names its unit from the roster's page, through the table's one door."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns.door import Visitor, in_campaign
from campaigns.models import Campaign
from campaigns.reports.room import Room, enter
from campaigns.roster.views import life
from companion.engine.campaign.annals import Record
from companion.engine.errors import GameError
from companion.tables import play
from companion.tables.errors import StaleTable
from companion.tables.forms import seen_of


@require_POST
@in_campaign
def name(request: HttpRequest, campaign: Campaign, who: Visitor, unit: str) -> HttpResponse:
    """Write the name and the note; refused, the form stands as it was filled in, with why."""
    room = enter(request, campaign, who)
    shown = life(room, unit)
    if not shown["mine"]:
        raise Http404("Only who holds its company's seat names a unit.")
    try:
        _write(request, room, shown["record"])
    except GameError as error:
        status = 409 if isinstance(error, StaleTable) else 422
        more = {"refusal": error.as_json()["error"], "given": request.POST}
        return render(request, "campaigns/roster/unit.html", shown | more, status=status)
    return redirect("campaigns:roster_unit", campaign.code, unit)


def _write(request: HttpRequest, room: Room, record: Record) -> None:
    """One line of the journal; the same form sent twice writes one."""
    form, table, naming = request.POST, room.told.table, room.annals.naming
    assert naming is not None
    called = record.drawn if "draw" in form else form.get("name", "").strip()
    note = form.get("note", "").strip()
    if (called, note) == (record.given, record.note):
        return
    seen = seen_of(form)
    action = naming(record.seat, record.id, called, note)
    play.act(table, room.visitor.device, action, seen, f"name-{record.id}-{seen}")
