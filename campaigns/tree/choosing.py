"""The scenarios that can come next, side by side for who chooses: map, objectives, forecast, one button."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns.chronicle import Chronicle
from campaigns.door import Visitor, in_campaign, page
from campaigns.models import Campaign
from campaigns.tree.views import chooses, ground_of, names_of, told_of
from companion.engine.campaign.branches import Branches, Forecast
from companion.engine.errors import GameError, IllegalAction
from companion.tables import play
from companion.tables.errors import StaleTable
from companion.tables.forms import seen_of

type Expected = tuple[str, str, Forecast]
"""A seat, its company's name, what it has to expect."""


@in_campaign
def candidates(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Each as a card; the button stands on the devices of the company that chooses."""
    return render(request, "campaigns/tree/next.html", _shown(campaign, who))


def _shown(campaign: Campaign, who: Visitor) -> dict[str, Any]:
    told, card = told_of(campaign)
    forecasts, may = _forecasts(told, card, who), chooses(told, card, who)
    cards = [
        {
            "node": node,
            "booklet": card.booklet(told.state, node.id),
            "map": ground_of(told, node.id),
            "forecasts": forecasts.get(node.id, []),
            "chooses": node.id in may,
        }
        for node in card.tree(told.state).nodes
        if node.status == "open"
    ]
    values = {"cards": cards, "choice": card.choice(told.state), "seen": told.table.version}
    return page(campaign, who, "tree") | values


def _forecasts(told: Chronicle, card: Branches[Any], who: Visitor) -> dict[str, list[Expected]]:
    """By scenario, what each of this device's own companies has to expect there."""
    found: dict[str, list[Expected]] = {}
    for seat, name in names_of(told, who).items():
        for each in card.outlook(told.state, seat).forecasts:
            found.setdefault(each.scenario, []).append((seat, name, each))
    return found


@require_POST
@in_campaign
def choose(request: HttpRequest, campaign: Campaign, who: Visitor, scenario: str) -> HttpResponse:
    """The tap, through the table's one door; then all are at the table, where the scenario opens."""
    told, card = told_of(campaign)
    action, seen = card.choose(told.state, scenario), seen_of(request.POST)
    try:
        if action is None:
            raise IllegalAction("", "That choice is not open any more; this is how the campaign stands now.")
        play.act(told.table, who.device, action, seen, f"choose-{scenario}-{seen}")
    except GameError as error:
        status = 409 if isinstance(error, StaleTable) else 422
        refusal = {"refusal": error.as_json()["error"]}
        return render(request, "campaigns/tree/next.html", _shown(campaign, who) | refusal, status=status)
    return redirect("tables:table", told.table.code)
