"""What a company's own units take to fight again: deployment, and tokens for their counters (M7, L4, R27)."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.campaign.branches import Sum
from companion.engine.wording import count
from companion.games.parabellum.data import RESOURCE_NAMES, Resource
from companion.games.parabellum.procedures.money.prices import price
from companion.games.parabellum.rules.rear.buying import left_to_buy
from companion.games.parabellum.state import State

TOKENS: tuple[Resource, Resource] = ("fuel", "ammunition")


@dataclass(frozen=True, slots=True)
class Upkeep:
    """In a scenario that has opened: `deploying` units of those mustered, and the tokens that refill all.

    `barred` are of types that the booklet bans, `short` the people missing from units that fought.
    """

    mustered: int
    deploying: int
    barred: int
    short: int
    refill: dict[Resource, int]
    cargo: dict[Resource, int]


def upkeep(state: State, player: str) -> Upkeep:
    """Passengers and cargo are deployed free of charge (R20)."""
    own = list(state.of(player, "predeploy", "aboard"))
    carriers = list(state.of(player, "predeploy"))
    barred = [
        unit
        for unit in carriers
        if any(state.units[each].type in state.booklet.banned for each in (unit, *state.passengers(unit)))
    ]
    return Upkeep(
        mustered=len(own),
        deploying=len(carriers) - len(barred),
        barred=len(barred),
        short=sum(state.card(unit).troop - state.units[unit].strength for unit in own),
        refill={resource: sum(_refill(state, unit, resource) for unit in own) for resource in TOKENS},
        cargo={
            resource: sum(getattr(state.units[unit].cargo, resource) for unit in own) for resource in TOKENS
        },
    )


def _refill(state: State, unit: str, resource: Resource) -> int:
    """A counter that is not full takes its whole token cost (R27)."""
    card, each = state.card(unit), state.units[unit]
    full: int = getattr(card, f"{resource}_max")
    cost: int = getattr(card, f"{resource}_cost")
    return cost if getattr(each, resource) < full else 0


def missing(state: State, player: str, kept: Upkeep, resource: Resource) -> int:
    """Tokens to buy before every counter can be filled: those in cargo and in reserve are used first."""
    reserve: int = getattr(state.players[player].reserve, resource)
    return max(0, kept.refill[resource] - kept.cargo[resource] - reserve)


def spare(state: State, player: str, kept: Upkeep, resource: Resource) -> int:
    """Tokens in reserve that upkeep leaves for mustering."""
    reserve: int = getattr(state.players[player].reserve, resource)
    return min(reserve, max(0, reserve + kept.cargo[resource] - kept.refill[resource]))


def upkeep_sums(state: State, player: str, kept: Upkeep) -> Iterator[Sum]:
    """What it costs, at this scenario's prices."""
    if kept.deploying:
        fee = state.booklet.deployment_cost
        words = f"Deploying {count(kept.deploying, 'unit')} at {fee} each"
        yield Sum(words, -fee * kept.deploying, "M7")
    for resource in TOKENS:
        short = missing(state, player, kept, resource)
        supply = left_to_buy(state, resource)
        bought = price(state.booklet.bands[resource], supply, short if supply is None else min(short, supply))
        if short:
            words = f"{short} {RESOURCE_NAMES[resource]} to fill every counter, beyond cargo and reserve"
            yield Sum(words, -bought.cost, "L4, C4")
