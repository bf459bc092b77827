"""A roster planned in one cart: the people and tokens of several types out of the same pools (C3, C4, M7)."""

from collections.abc import Iterator, Mapping

from companion.engine.campaign.branches import Plan, Sum, Wanted
from companion.engine.wording import count, sentence
from companion.games.parabellum.campaign.ahead.forecast import openings, reserve_spared, sums_ahead
from companion.games.parabellum.campaign.ahead.offers import NEEDS, Cost, Purchase, allowed
from companion.games.parabellum.campaign.ahead.upkeep import (
    TOKENS,
    Upkeep,
    after_upkeep,
    left_over,
    token_sum,
    upkeep,
)
from companion.games.parabellum.campaign.called import titled
from companion.games.parabellum.data import RESOURCE_NAMES, RESOURCES, Resource
from companion.games.parabellum.rules.rear.buying import left_to_buy
from companion.games.parabellum.state import State

RULES: dict[Resource, str] = {"manpower": "C3", "fuel": "C4", "ammunition": "C4"}


def plan(state: State, player: str, scenario: str, numbers: Mapping[str, int]) -> Plan | None:
    """So many of each type ready to fight there; more than the binder has cards is cut to those, and told."""
    _, possible = openings(state, player)
    opened = next((each for each in possible if each.scenario == scenario), None)
    if opened is None:
        return None
    kept = upkeep(opened, player)
    free = sum(each.amount for each in sums_ahead(state, opened, player, kept))
    left_then = after_upkeep(opened, player, kept)
    purchase = Purchase(left_then, player, free, reserve_spared(opened, player, kept))
    wanted = tuple(_wanted(purchase, numbers))
    cart = {each.kind: each.number for each in wanted if each.number}
    cost = purchase.cost(cart)
    sums = tuple(_sums(purchase, cart, cost)) if cost else ()
    return Plan(
        title=titled(opened, scenario),
        free=free,
        wanted=wanted,
        words="" if cost else _lacking(purchase, cart),
        sums=sums,
        left=free + sum(each.amount for each in sums),
        upkeep=tuple(_once_more(purchase, cart, kept, opened)) if cost else (),
        cut=tuple(_cut(opened, wanted, numbers)),
    )


def _cut(opened: State, wanted: tuple[Wanted, ...], numbers: Mapping[str, int]) -> Iterator[str]:
    """What was asked for beyond the cards that there are, and of types that the booklet bans."""
    for kind in opened.booklet.banned:
        if numbers.get(kind, 0) > 0:
            yield f"{opened.binder.units[kind].name}: the booklet keeps it out."
    for each in wanted:
        if numbers.get(each.kind, 0) > each.number:
            asked = numbers[each.kind]
            yield f"{each.name}: the binder has {count(each.most, 'card')} for you; {asked} were asked for."


def _wanted(purchase: Purchase, numbers: Mapping[str, int]) -> Iterator[Wanted]:
    for kind in allowed(purchase.state):
        most = purchase.cards(kind)
        yield Wanted(kind.id, kind.name, max(0, min(numbers.get(kind.id, 0), most)), most)


def _sums(purchase: Purchase, cart: Mapping[str, int], cost: Cost) -> Iterator[Sum]:
    number = sum(cart.values())
    if not number:
        return
    yield Sum(sentence(count(number, "unit card")), -cost.cards, "S1")
    for resource, paid in zip(RESOURCES, cost.goods, strict=True):
        needed, bought = purchase.needed(cart, NEEDS[resource]), purchase.bought(cart, resource)
        spared = f", {needed - bought} from the reserve" if needed > bought else ""
        if needed:
            yield Sum(f"{needed} {RESOURCE_NAMES[resource]}{spared}", -paid, RULES[resource])
    yield Sum(f"Deploying them at {purchase.state.booklet.deployment_cost} each", -cost.deploying, "M7")


def _lacking(purchase: Purchase, cart: Mapping[str, int]) -> str:
    told = []
    for resource in RESOURCES:
        bought, supply = purchase.bought(cart, resource), left_to_buy(purchase.state, resource)
        if supply is not None and bought > supply:
            told.append(f"{bought} {RESOURCE_NAMES[resource]}, of which {supply} are left")
    return f"The supply does not have all of that: it takes {' and '.join(told)}."


def _once_more(purchase: Purchase, cart: Mapping[str, int], kept: Upkeep, opened: State) -> Iterator[Sum]:
    """Old and new deployed again with every counter empty, at this scenario's prices after the purchase.

    What upkeep and purchase leave in reserve and cargo is used first.
    """
    state, number = purchase.state, kept.deploying + sum(cart.values())
    if not number:
        return
    fee = state.booklet.deployment_cost
    yield Sum(f"Deploying {count(number, 'unit')} at {fee} each", -fee * number, "M7")
    spent = purchase.after(cart)
    for resource in TOKENS:
        used = purchase.needed(cart, NEEDS[resource]) - purchase.bought(cart, resource)
        rest = left_over(opened, purchase.player, kept, resource) - used
        tokens = purchase.needed(cart, NEEDS[resource]) + _own(purchase, kept, NEEDS[resource]) - rest
        if tokens > 0:
            yield token_sum(spent, resource, tokens, "to fill every empty counter, beyond cargo and reserve")


def _own(purchase: Purchase, kept: Upkeep, what: str) -> int:
    return sum(getattr(purchase.state.card(unit), what) for unit in kept.fighting)
