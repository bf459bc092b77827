"""Choosing the next scenario: maps side by side, weighed as bars; a tap weighs, the heavy button chooses."""

from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from campaigns import foreseeing
from campaigns.chronicle import Chronicle, tonight
from campaigns.door import Visitor, in_campaign, page
from campaigns.foreseeing import Ahead
from campaigns.models import Campaign
from campaigns.tree import chooses, ground_of, names_of, outlook, tree_of, with_tree
from campaigns.war_room import Person, War, enter
from companion.engine.campaign import Branches, Forecast, Weighed
from companion.engine.errors import GameError, IllegalAction
from companion.engine.tree import Node, Tree
from companion.engine.wording import listed
from companion.htmx import HtmxRequest
from companion.shop.tasks import cancel, recover
from companion.tables import play
from companion.tables.errors import StaleTable
from companion.tables.forms import seen_of

type Expected = tuple[str, str, Forecast]
"""A seat, its company's name, what it has to expect."""

LONG, LEFT, STEP, MOST = 148, 1, 25, 12
"""The bars of a card, 150 x 22: how long, where they begin; a unit's room, and so many are drawn."""


class Bars(NamedTuple):
    """What one card draws of its figures; places and lengths on a bar of 150."""

    left_at: float
    left: float
    hatch: str
    missing: int
    units: tuple[tuple[float, float, bool], ...]
    low: float
    range: float
    mean: float
    shares: tuple[tuple[Person, int], ...]


def bars(war: War, own: Weighed, most: int) -> Bars:
    """`most` is the largest purse of all cards, so that they are drawn to one scale."""
    left = LONG * max(0, own.left) / own.purse if own.purse else 0.0
    at = LEFT + LONG - left

    def place(amount: float) -> float:
        return round(4 + 142 * max(0.0, min(1.0, amount / most)), 1)

    return Bars(
        left_at=round(at, 1),
        left=round(left, 1),
        hatch="".join(f"M{x} 17l6-12" for x in range(2, int(at) - 5, 6)),
        missing=max(0, -own.left),
        units=tuple(_units(own)),
        low=place(own.low),
        range=round(place(own.high) - place(own.low), 1),
        mean=place(own.mean) - 2,
        shares=tuple((war.people[seat], share) for seat, share in own.shares if seat in war.people),
    )


def _units(own: Weighed) -> Iterator[tuple[float, float, bool]]:
    """Each of them, those crossed at the end that fall on average."""
    many = min(own.units, MOST)
    room = min(STEP, LONG / many) if many else STEP
    stays = many - round(own.lost * many / own.units) if many else 0
    for n in range(many):
        yield round(2 + n * room, 1), round(room - 5, 1), n >= stays


@in_campaign
def candidates(request: HtmxRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Each as a card; the button stands on the devices of the company that chooses.

    Where nothing comes next, the war room tells how it stands.
    """
    recover()
    shown = cards_for(campaign, who) | {"polled": bool(request.htmx)}
    if not shown["cards"]:
        return redirect("campaigns:overview", campaign.code)  # Nothing comes next any more.
    return render(request, "campaigns/tree/next.html", shown)


@require_POST
@in_campaign
def play_ahead(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Every branch is played ahead for this device's first company, now or over night."""
    chronicle, _ = with_tree(campaign)
    seat = _own_seat(chronicle, who)
    foreseeing.begin(campaign, chronicle, seat, request.POST.get("when", ""))
    return redirect("campaigns:tree_next", campaign.code)


@require_POST
@in_campaign
def stop_ahead(request: HttpRequest, campaign: Campaign, who: Visitor, key: str) -> HttpResponse:
    """What is played by then is kept."""
    chronicle, _ = with_tree(campaign)
    cancel(get_object_or_404(foreseeing.of(campaign, _own_seat(chronicle, who)), pk=key))
    return redirect("campaigns:tree_next", campaign.code)


def _own_seat(chronicle: Chronicle, who: Visitor) -> str:
    """The company for whose eyes branches are played on this device; `IllegalAction` where it holds none."""
    seat = next(iter(names_of(chronicle, who)), None)
    if seat is None:
        raise IllegalAction("", "Branches are played ahead for a company; this device holds no seat.")
    return seat


def cards_for(campaign: Campaign, who: Visitor) -> dict[str, object]:
    """The cards, whose choice it is, and what each own company has to expect there."""
    chronicle, card = with_tree(campaign)
    war, tree, may = enter(chronicle, who), tree_of(chronicle, card), chooses(chronicle, card, who)
    ahead = _ahead(war, card, who) if any(node.status == "open" for node in tree.nodes) else None
    forecasts: dict[str, list[Expected]] = {}
    for seat, name in names_of(war.chronicle, who).items():
        for each in outlook(war.chronicle, card, seat).forecasts:
            seen = ahead.seen(each) if ahead and ahead.seat == seat else each
            forecasts.setdefault(each.scenario, []).append((seat, name, seen))
    most = max(
        (each[2].weighed.high for sides in forecasts.values() for each in sides if each[2].weighed), default=1
    )
    cards = []
    for node in tree.nodes:
        if node.status == "open":
            own = forecasts.get(node.id, [])
            weighed = own[0][2].weighed if own else None
            drawn = bars(war, weighed, max(1, most)) if weighed else None
            shown = {"chooses": node.id in may, "bars": drawn, "played": _played(war, node, ahead)}
            cards.append(_card(war, tree, node, own) | shown)
    chooser = war.people.get(war.night.seat) if war.night.due == "choose" else None
    values = {
        "cards": cards,
        "choice": card.choice(chronicle.state),
        "seen": chronicle.table.version,
        "mine": bool(may),
        "ahead": ahead,
        "chooser": chooser,
        "side": chooser.side if chooser else "",
        "here_code": war.night.scenario.upper(),
    }
    return page(campaign, who, "tree") | values


def _card(war: War, tree: Tree, node: Node, forecasts: list[Expected]) -> dict[str, object]:
    chronicle, onward = war.chronicle, [edge.goal.upper() for edge in tree.out_of(node.id)]
    then = f"Then the {war.stations[node.id].chooser} chooses {listed(onward, 'or')}"
    return {
        "node": node,
        "booklet": war.branches.booklet(chronicle.state, node.id),
        "goals": war.glance.goals(chronicle.state, node.id),
        "map": ground_of(chronicle, node.id),
        "forecasts": forecasts,
        "then": then if onward else "Then the war ends; the richest wins",
    }


def _ahead(war: War, card: Branches[object], who: Visitor) -> Ahead | None:
    """What is played ahead for this device's first company; nothing where it holds none, or none can be."""
    seat = next(iter(names_of(war.chronicle, who)), None)
    return Ahead(war.chronicle.campaign, war.chronicle, seat) if seat and card.ahead else None


def _played(war: War, node: Node, ahead: Ahead | None) -> tuple[str, ...]:
    """What came of the plays of one branch, in sentences."""
    branch = ahead.branches.get(node.id) if ahead else None
    goals = [each.name for each in war.glance.goals(war.chronicle.state, node.id)]
    return tuple(branch.words(goals)) if branch else ()


@require_POST
@in_campaign
def choose(request: HttpRequest, campaign: Campaign, who: Visitor, scenario: str) -> HttpResponse:
    """The tap, through the table's one door; then all are at the table, where the scenario opens.

    Where the last evening was ended, a new one begins with it.
    """
    chronicle, card = with_tree(campaign)
    action, seen = card.choose(chronicle.state, scenario), seen_of(request.POST)
    try:
        if action is None:
            raise IllegalAction("", "That choice is not open any more; this is how the campaign stands now.")
        is_fresh = seen == chronicle.table.version
        if chronicle.table.closed_at is not None and is_fresh and chooses(chronicle, card, who):
            tonight(campaign, timezone.localdate())
        play.act(chronicle.table, who.device, action, seen, f"choose-{scenario}-{seen}")
    except GameError as error:
        status = 409 if isinstance(error, StaleTable) else 422
        refusal = {"refusal": error.as_json()["error"]}
        return render(request, "campaigns/tree/next.html", cards_for(campaign, who) | refusal, status=status)
    return redirect("tables:table", chronicle.table.code)
