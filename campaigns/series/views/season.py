"""The season's page, and its plays to take away."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.door import Visitor, page
from campaigns.files import sent
from campaigns.models import Campaign
from campaigns.series import export
from campaigns.series import season as values
from campaigns.series.door import in_series
from campaigns.series.plays import plays
from campaigns.series.program import programme
from companion import shelf
from companion.tables.views.hosting import way_in


def season(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Standings, who beats whom, the way there, the evenings."""
    game = shelf.game(campaign.system) if campaign.system in shelf.slugs() else None
    found = plays(campaign)
    nights = programme(campaign, found)
    context = page(campaign, who, "overview") | {
        "game": game,
        **way_in(request, "campaigns:join", campaign.code),
        **values.season(found, request.GET.dict(), carries=bool(nights)),
        **nights,
    }
    return render(request, "campaigns/series/season.html", context)


@in_series
def as_csv(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The plays for a spreadsheet."""
    return sent(export.as_csv(campaign, plays(campaign)), f"plays-{campaign.code}.csv")


@in_series
def as_json(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The plays for another log of plays."""
    return sent(export.as_json(campaign, plays(campaign)), f"plays-{campaign.code}.json")
