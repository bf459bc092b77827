"""The rosters' pages: every unit in a list, and one unit's life."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.door import Visitor, in_campaign
from campaigns.models import Campaign
from campaigns.reports.report import names_of
from campaigns.reports.room import enter
from campaigns.roster.sifting import Sieve, rosters


@require_safe
@in_campaign
def roster(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Every unit that this reader knows of, by company."""
    room = enter(request, campaign, who)
    records = room.annals.records(room.told.passages, room.sees)
    asked = {key: request.GET.get(key, "") for key in ("company", "place", "kind")}
    sieve = Sieve(**asked, names=names_of(room.told))
    found = rosters(records, sieve)
    more = {"sieve": sieve, "records": records, "rosters": found, "sifted": any(asked.values())}
    more |= {
        "companies": sieve.companies(records),
        "places": sieve.places(records),
        "kinds": sieve.kinds(records),
    }
    return render(request, "campaigns/roster/roster.html", room.context(**more) | {"here": "roster"})


@require_safe
@in_campaign
def unit(request: HttpRequest, campaign: Campaign, who: Visitor, unit: str) -> HttpResponse:
    """One unit's life; 404 where this reader knows of none by that number."""
    room = enter(request, campaign, who)
    records = room.annals.records(room.told.passages, room.sees)
    found = next((record for record in records if record.id == unit), None)
    if found is None:
        raise Http404("No such unit has been seen on the table.")
    company = names_of(room.told)[found.seat]
    context = room.context(record=found, company=company) | {"here": "roster"}
    return render(request, "campaigns/roster/unit.html", context)
