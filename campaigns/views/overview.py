"""The campaign's first page, and the tap that continues it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns import evenings, outlook
from campaigns.chronicle import chronicle
from campaigns.door import Visitor, check_plays, in_campaign, page
from campaigns.forms import day
from campaigns.models import Campaign
from campaigns.series.views import season
from companion.tables.views.hosting import way_in

LATE = 8
"""So many evenings stand on the first page; the earlier ones are a tap away."""


@in_campaign
def overview(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Where the campaign stands, its evenings, and the way to tonight's table; of a series the season."""
    if campaign.kind == "series":
        return season(request, campaign, who)
    told = chronicle(campaign)
    shown = outlook.evenings(told, None if "all" in request.GET else LATE)
    context = page(campaign, who, "overview") | {
        "game": told.game,
        "headline": told.game.headline(told.state),
        "over": told.game.is_over(told.state),
        "last": told.position.numbers[-1],
        "chairs": outlook.chairs(told, who.sight, who.device),
        "evenings": shown,
        "earlier": len(told.evenings) - len(shown),
        **way_in(request, "campaigns:join", campaign.code),
    }
    return render(request, "campaigns/overview.html", context)


@require_POST
@in_campaign
def tonight(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Continue: the table is open again, the evening begun, and the players are at the table."""
    check_plays(who)
    table = evenings.table_of(campaign)
    evenings.tonight(campaign, day(request.POST.get("on", "")))
    return redirect("tables:table", table.code)
