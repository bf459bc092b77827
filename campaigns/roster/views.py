"""The rosters' pages: every unit in a list, and one unit's life."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.door import Visitor, in_campaign
from campaigns.models import Campaign
from campaigns.reports.history import career
from campaigns.reports.report import names_of
from campaigns.reports.room import Room, enter
from campaigns.roster.sifting import Sieve, rosters


@require_safe
@in_campaign
def roster(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Every unit that this reader knows of, by company."""
    room = enter(request, campaign, who)
    asked = {key: request.GET.get(key, "") for key in ("company", "place", "kind")}
    return render(request, "campaigns/roster/roster.html", sifted(room, **asked))


def sifted(room: Room, **asked: str) -> dict[str, Any]:
    """The units that are asked for, and what there is to ask for."""
    records = room.annals.records(room.told.passages, room.sees)
    sieve = Sieve(**asked, names=names_of(room.told))
    more = {"records": records, "rosters": rosters(records, sieve), "sifted": any(asked.values())}
    more |= {
        "companies": sieve.companies(records),
        "places": sieve.places(records),
        "kinds": sieve.kinds(records),
    }
    return room.context(**more) | {"here": "roster"}


@require_safe
@in_campaign
def unit(request: HttpRequest, campaign: Campaign, who: Visitor, unit: str) -> HttpResponse:
    """One unit's life; 404 where this reader knows of none by that number."""
    room = enter(request, campaign, who)
    return render(request, "campaigns/roster/unit.html", life(room, unit))


def life(room: Room, unit: str) -> dict[str, Any]:
    """One unit as this reader knows it."""
    records = room.annals.records(room.told.passages, room.sees)
    found = next((record for record in records if record.id == unit), None)
    if found is None:
        raise Http404("No such unit has been seen on the table.")
    company = names_of(room.told)[found.seat]
    costly = {each.number for each in room.annals.losses(room.told.passages)}
    lived = career(found, room.told, costly)
    alive = found.place != "gone" and room.annals.naming is not None
    mine = alive and found.seat in room.visitor.device.holds
    version = room.told.position.version
    return room.context(
        record=found, company=company, career=lived, mine=mine, version=version, here="roster"
    )
