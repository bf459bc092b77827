"""The war's page: both armies, every battle with what it changed, and the choice after the last one."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns.door import Visitor, check_host, page
from campaigns.models import Campaign
from campaigns.series import war as room
from campaigns.series.door import in_series
from campaigns.series.standings import standings
from campaigns.series.war import Fought
from companion.engine.campaign.war import Field, Handed, Side
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
        return _page(request, campaign, who, (error.message, _said(request)))
    return redirect("campaigns:series_war", campaign.code)


def _said(request: HttpRequest) -> dict[str, str]:
    return {
        name.removeprefix("w."): text for name, text in request.POST.dict().items() if name.startswith("w.")
    }


def _choices(handed: Handed, said: Mapping[str, str]) -> list[tuple[Side, list[Field]]]:
    """What each side may choose, as it is kept or as it was sent and refused."""
    return [
        (side, [field._replace(value=said.get(field.name, field.value)) for field in side.asks])
        for side in handed.sides
    ]


def _has_both(over: Sequence[Fought]) -> bool:
    """Whether both armies have somebody left."""
    return not over or over[-1].handed is None or all(side.units for side in over[-1].handed.sides)


def _page(
    request: HttpRequest, campaign: Campaign, who: Visitor, refused: tuple[str, Mapping[str, str]] = ("", {})
) -> HttpResponse:
    battles = room.fought(campaign)
    over = [each for each in battles if each.handed]
    context = page(campaign, who, "war") | {
        "told": room.war_of(campaign),
        "battles": list(reversed(battles)),
        "armies": over[-1].handed.sides if over and over[-1].handed else (),
        "lines": standings([each.play for each in battles]),
        "score": room.score(battles),
        "goes_on": len(over) == len(battles) and _has_both(over),
        "refused": refused[0],
        "choices": _choices(battles[-1].handed, refused[1]) if battles and battles[-1].handed else (),
    }
    return render(request, "campaigns/series/war.html", context, status=422 if refused[0] else 200)
