"""The pages of the tree: all of it, one scenario, and what one's own company can afford next."""

import itertools
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from campaigns.chronicle import Chronicle, chronicle
from campaigns.door import Visitor, in_campaign, page
from campaigns.models import Campaign
from campaigns.tree.drawing import MEANT, SIGN, STATUS, WAYS, drawing
from campaigns.tree.path import course, stages
from companion.engine.campaign.branches import Branches, Prospect
from companion.engine.stage import Part
from companion.engine.tree import STATUSES, Tree


def told_of(campaign: Campaign) -> tuple[Chronicle, Branches[Any]]:
    """The campaign as it stands and its tree's card; 404 where its game has none."""
    if campaign.kind != "campaign":
        raise Http404("A series of evenings has no tree.")
    told = chronicle(campaign)
    card = told.game.campaign
    if card is None or card.branches is None:
        raise Http404("This game has no tree.")
    return told, card.branches


@in_campaign
def tree(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The drawing, who chooses next, the way so far, and every scenario that is still ahead."""
    told, card = told_of(campaign)
    known, passed = card.tree(told.state), stages(told, card)
    values = {
        "drawing": drawing(known, _addressed(campaign)),
        "choice": card.choice(told.state),
        "stages": passed,
        "ahead": _ahead(known, campaign),
        "statuses": [(status, STATUS[status], MEANT[status], SIGN[status]) for status in STATUSES],
        "ways": WAYS,
        "course": course(passed),
        "poster": _poster(told, card),
        "open": [node.id for node in known.nodes if node.status == "open"],
        "chooses": chooses(told, card, who),
        "own": bool(who.sight.sees) and any(node.status == "now" for node in known.nodes),
    }
    return render(request, "campaigns/tree/tree.html", page(campaign, who, "tree") | values)


def _addressed(campaign: Campaign) -> Any:
    return lambda scenario: reverse("campaigns:tree_scenario", args=[campaign.code, scenario])


def _ahead(known: Tree, campaign: Campaign) -> list[dict[str, Any]]:
    """What is not behind: each scenario with the ways to it and what they still want."""
    address = _addressed(campaign)
    return [
        {
            "status": status,
            "words": STATUS[status],
            "nodes": [
                {"node": node, "address": address(node.id), "ways": _ways_to(known, node.id)}
                for node in known.nodes
                if node.status == status
            ],
        }
        for status in ("open", "locked", "shut")
    ]


def _ways_to(known: Tree, scenario: str) -> list[Any]:
    """The ways that lead there, those that can still be gone first."""
    ways = known.into(scenario)
    live = [edge for edge in ways if edge.status in ("open", "ahead")]
    return live or list(ways)


def _poster(told: Chronicle, card: Branches[Any]) -> str:
    """The printed poster's address, if the print shop has one."""
    if card.poster not in told.game.printables:
        return ""
    there = reverse("print:printable", args=[told.game.slug, card.poster])
    return f"{there}?table={told.table.code}"


@in_campaign
def scenario(request: HttpRequest, campaign: Campaign, who: Visitor, scenario: str) -> HttpResponse:
    """One scenario: its booklet, how it stands, and each way that leads there from here."""
    told, card = told_of(campaign)
    known = card.tree(told.state)
    if scenario not in known.named:
        raise Http404("There is no such scenario.")
    prospect = card.prospect(told.state, scenario)
    node = known.named[scenario]
    values = {
        "node": node,
        "status": STATUS[node.status],
        "booklet": card.booklet(told.state, scenario),
        "into": known.into(scenario),
        "onward": known.out_of(scenario),
        "named": known.named,
        "prospect": prospect,
        "untold": prospect.number - len(prospect.ways),
        "stages": [stage for stage in stages(told, card) if stage.leg.scenario == scenario],
        "map": ground_of(told, scenario),
        "drawing": drawing(known, _addressed(campaign), scenario, _through(prospect, scenario)),
        "own": scenario in _reckoned(told, card, who),
    }
    return render(request, "campaigns/tree/scenario.html", page(campaign, who, "tree") | values)


def ground_of(told: Chronicle, scenario: str) -> Part | None:
    """Its map as the game draws it, where it does."""
    card = told.game.campaign
    return card.ground(told.state, scenario) if card and card.ground else None


def _reckoned(told: Chronicle, card: Branches[Any], who: Visitor) -> set[str]:
    """The scenarios for which this device's companies have a forecast."""
    outlooks = (card.outlook(told.state, seat) for seat in who.sight.sees)
    return {each.scenario for outlook in outlooks for each in outlook.forecasts}


def _through(prospect: Prospect, goal: str) -> set[tuple[str, str]]:
    """The ways on the drawing that the page tells of."""
    found: set[tuple[str, str]] = set()
    for way in prospect.ways:
        places = [*(stretch.scenario for stretch in way.stretches), goal]
        found |= set(itertools.pairwise(places))
    return found


@in_campaign
def afford(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """What the companies of this device can afford next; nobody else's."""
    told, card = told_of(campaign)
    names = names_of(told, who)
    own = [(seat, name, card.outlook(told.state, seat)) for seat, name in names.items()]
    return render(request, "campaigns/tree/afford.html", page(campaign, who, "tree") | {"own": own})


@in_campaign
def planner(request: HttpRequest, campaign: Campaign, who: Visitor, seat: str, scenario: str) -> HttpResponse:
    """A roster in a cart for one scenario that can be next; only for the company's own devices."""
    told, card = told_of(campaign)
    names = names_of(told, who)
    if seat not in names:
        raise Http404("This device does not hold that company's seat.")
    plan = card.plan(told.state, seat, scenario, _numbers(request))
    if plan is None:
        raise Http404("That scenario cannot be next for this company.")
    values = {"plan": plan, "company": names[seat], "scenario": scenario}
    return render(request, "campaigns/tree/planner.html", page(campaign, who, "tree") | values)


def _numbers(request: HttpRequest) -> dict[str, int]:
    """How many of each kind the address asks for; what is no number counts as none."""
    told = {kind: request.GET.get(kind, "") for kind in request.GET}
    return {kind: int(number) for kind, number in told.items() if number.isdecimal() and len(number) < 5}


def chooses(told: Chronicle, card: Branches[Any], who: Visitor) -> tuple[str, ...]:
    """The scenarios that this device may choose now."""
    due = {node.id: card.choose(told.state, node.id) for node in card.tree(told.state).nodes}
    return tuple(each for each, tap in due.items() if tap and tap["player"] in who.sight.acts)


def names_of(told: Chronicle, who: Visitor) -> dict[str, str]:
    """The companies of this device, by seat."""
    sides = told.game.campaign.sides(told.state, who.sight) if told.game.campaign else ()
    return {side.seat: side.name for side in sides if side.seat in who.sight.sees}
