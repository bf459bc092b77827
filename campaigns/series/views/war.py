"""The war's page: both armies, every battle with what it changed, and the choice after the last one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns.door import Visitor, check_host, page
from campaigns.models import Campaign
from campaigns.series import war as room
from campaigns.series.door import in_series
from campaigns.series.standings import standings
from companion.engine.errors import GameError


@in_series
def war(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Where both armies stand."""
    return _page(request, campaign, who)


@require_POST
@in_series
def choice(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """Who becomes one unit with whom, who is raised, who joins, and the prestige, after a battle."""
    check_host(who)
    try:
        room.choose(campaign, number, _said(request))
    except GameError as error:
        return _page(request, campaign, who, error.message)
    return redirect("campaigns:series_war", campaign.code)


def _said(request: HttpRequest) -> dict[str, str]:
    return {
        name.removeprefix("w."): text for name, text in request.POST.dict().items() if name.startswith("w.")
    }


def _page(request: HttpRequest, campaign: Campaign, who: Visitor, refused: str = "") -> HttpResponse:
    battles = room.fought(campaign)
    over = [each for each in battles if each.handed]
    context = page(campaign, who, "war") | {
        "told": room.war_of(campaign),
        "battles": list(reversed(battles)),
        "armies": over[-1].handed.sides if over and over[-1].handed else (),
        "lines": standings([each.play for each in battles]),
        "score": room.score(battles),
        "waits": any(each.handed is None for each in battles),
        "refused": refused,
    }
    return render(request, "campaigns/series/war.html", context, status=422 if refused else 200)
