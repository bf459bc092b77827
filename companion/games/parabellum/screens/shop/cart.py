"""A cart of unit cards: what is in it, why no more fits, what mustering it takes at today's prices."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.game import Scene
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import RESOURCES, Resource
from companion.games.parabellum.procedures.money.prices import price
from companion.games.parabellum.rules.claims import why_not
from companion.games.parabellum.rules.rear.buying import check_items, left_to_buy
from companion.games.parabellum.screens.seeing import whole
from companion.games.parabellum.state import State

type Cart = Mapping[str, int]

PEOPLE = {"manpower": "people", "fuel": "fuel", "ammunition": "ammunition"}


class Need(NamedTuple):
    """So much of a resource that mustering lacks; no cost where there is not so much."""

    resource: Resource
    quantity: int
    cost: int | None


def cart_of(scene: Scene[State]) -> Cart:
    """So many cards of each type as the half-made choice holds."""
    return {kind: n for kind in scene.state.binder.units if (n := whole(scene, f"c.{kind}", 99))}


def cart_cost(state: State, cart: Cart) -> int:
    """What the cards alone cost."""
    return sum(state.binder.units[kind].cost * n for kind, n in cart.items())


def against_buying(state: State, player: str, cart: Cart) -> str:
    """Why the rules would not sell this cart, in their words; what others bought stays sealed (R62)."""
    items = tuple(kinds.Item(kind, n) for kind, n in cart.items())
    known = state if state.binder_open else _alone(state, player)
    return why_not(check_items, known, kinds.PurchaseUnits(player, "units", items)) or ""


def _alone(state: State, player: str) -> State:
    own = {unit: each for unit, each in state.units.items() if each.owner == player}
    return state.changed(units=own)


def lacking(state: State, player: str, cart: Cart | None = None) -> list[Need]:
    """What is missing in the reserve to muster every card that waits there, and those of a cart."""
    reserve, need = state.players[player].reserve, _takes(state, player, cart or {})
    have = {"manpower": reserve.personnel, "fuel": reserve.fuel, "ammunition": reserve.ammunition}
    missing = {key: max(0, need[key] - have[key]) for key in RESOURCES}
    return [Need(key, n, cost_of(state, key, n)) for key, n in missing.items() if n]


def _takes(state: State, player: str, cart: Cart) -> dict[str, int]:
    """People and tokens that mustering takes."""
    cards = [(state.card(unit), 1) for unit in state.of(player, "reserve")]
    cards += [(state.binder.units[kind], n) for kind, n in cart.items()]
    return {
        "manpower": sum(card.troop * n for card, n in cards),
        "fuel": sum(card.fuel_cost * n for card, n in cards),
        "ammunition": sum(card.ammunition_cost * n for card, n in cards),
    }


def cost_of(state: State, resource: Resource, quantity: int) -> int | None:
    """What so many would cost now; None where there are not so many."""
    supply = left_to_buy(state, resource)
    if supply is not None and quantity > supply:
        return None
    return price(state.booklet.bands[resource], supply, quantity).cost
