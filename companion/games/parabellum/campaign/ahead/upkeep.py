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
    """In a scenario that has opened: `deploying` units of those mustered, and the tokens that refill them.

    `fighting` are those units with whoever is aboard; `barred` are of types that the booklet bans, `short`
    the people missing from units that fought. Tokens in `cargo` are those of all.
    """

    mustered: int
    fighting: tuple[str, ...]
    deploying: int
    barred: int
    short: int
    refill: dict[Resource, int]
    cargo: dict[Resource, int]


def upkeep(state: State, player: str) -> Upkeep:
    """Passengers and cargo are deployed free of charge (R20)."""
    own = list(state.of(player, "predeploy", "aboard"))
    carriers = list(state.of(player, "predeploy"))
    groups = [(unit, *state.passengers(unit)) for unit in carriers]
    banned = state.booklet.banned
    deploying = [group for group in groups if not any(state.units[unit].type in banned for unit in group)]
    fighting = tuple(unit for group in deploying for unit in group)
    return Upkeep(
        mustered=len(own),
        fighting=fighting,
        deploying=len(deploying),
        barred=len(carriers) - len(deploying),
        short=sum(state.card(unit).troop - state.units[unit].strength for unit in own),
        refill={resource: sum(_refill(state, unit, resource) for unit in fighting) for resource in TOKENS},
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


def left_over(state: State, player: str, kept: Upkeep, resource: Resource) -> int:
    """Tokens in reserve and cargo that upkeep does not use up."""
    reserve: int = getattr(state.players[player].reserve, resource)
    return max(0, reserve + kept.cargo[resource] - kept.refill[resource])


def after_upkeep(state: State, player: str, kept: Upkeep) -> State:
    """The supply as upkeep leaves it: whatever else is bought comes out of that, and is dearer for it."""
    supply = state.supply
    for resource in TOKENS:
        left = left_to_buy(state, resource)
        if left is not None:
            short = min(left, missing(state, player, kept, resource))
            supply = supply._replace(**{resource: left - short})
    return state.changed(supply=supply)


def token_sum(state: State, resource: Resource, tokens: int, words: str) -> Sum:
    """So many tokens at this scenario's prices; where fewer are left, those, and it says so."""
    supply = left_to_buy(state, resource)
    had = tokens if supply is None else min(tokens, supply)
    lacking = f"; the supply has only {had}" if had < tokens else ""
    paid = price(state.booklet.bands[resource], supply, had).cost
    return Sum(f"{tokens} {RESOURCE_NAMES[resource]} {words}{lacking}", -paid, "L4, C4")


def upkeep_sums(state: State, player: str, kept: Upkeep) -> Iterator[Sum]:
    """What it costs, at this scenario's prices."""
    if kept.deploying:
        fee = state.booklet.deployment_cost
        words = f"Deploying {count(kept.deploying, 'unit')} at {fee} each"
        yield Sum(words, -fee * kept.deploying, "M7")
    for resource in TOKENS:
        if short := missing(state, player, kept, resource):
            yield token_sum(state, resource, short, "to fill every counter, beyond cargo and reserve")
