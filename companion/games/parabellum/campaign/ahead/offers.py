"""What new units would cost, ready to fight: card, people, tokens, deployment, out of a dwindling pool."""

from dataclasses import dataclass, field
from typing import NamedTuple

from companion.games.parabellum.data import RESOURCES, Resource
from companion.games.parabellum.procedures.money.prices import price
from companion.games.parabellum.rules.rear.buying import MOST_CARDS, cards_shown, left_to_buy
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import UnitType

HEADINGS = ("Unit", "Most", "One, ready", "Card", "People", "Fuel", "Ammunition", "Deploying")
NEEDS: dict[Resource, str] = {"manpower": "troop", "fuel": "fuel_cost", "ammunition": "ammunition_cost"}


class Cost(NamedTuple):
    """What so many of one type cost together."""

    cards: int
    goods: tuple[int, ...]
    deploying: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.cards + sum(self.goods) + self.deploying


@dataclass(frozen=True, slots=True)
class Purchase:
    """A company with credits to spend in a scenario that has opened, and what its reserve spares."""

    state: State
    player: str
    credits: int
    spare: dict[Resource, int] = field(default_factory=dict)

    def cost(self, kind: UnitType, number: int) -> Cost | None:
        """Ready to fight, the reserve used first; None where the supply does not have it all."""
        goods = tuple(self._goods(kind, number, resource) for resource in RESOURCES)
        told = tuple(each for each in goods if each is not None)
        if len(told) < len(goods):
            return None
        return Cost(kind.cost * number, told, self.state.booklet.deployment_cost * number)

    def _goods(self, kind: UnitType, number: int, resource: Resource) -> int | None:
        needed: int = getattr(kind, NEEDS[resource]) * number
        wanted, supply = max(0, needed - self.spare.get(resource, 0)), left_to_buy(self.state, resource)
        if supply is not None and wanted > supply:
            return None
        return price(self.state.booklet.bands[resource], supply, wanted).cost

    def most(self, kind: UnitType) -> int:
        """How many of this type alone, as far as credits, supply and the card binder go (R8)."""
        left = cards_shown(self.state, self.player, kind.id)
        low, high = 0, MOST_CARDS if left is None else max(0, min(left, MOST_CARDS))
        while low < high:
            middle = (low + high + 1) // 2
            cost = self.cost(kind, middle)
            low, high = (middle, high) if cost and cost.total <= self.credits else (low, middle - 1)
        return low


def offers(purchase: Purchase) -> tuple[tuple[str | int, ...], ...]:
    """A row for each type that the booklet lets in, those that can be afforded first."""
    state = purchase.state
    rows = [
        _row(purchase, kind) for kind in state.binder.units.values() if kind.id not in state.booklet.banned
    ]
    return tuple(sorted(rows, key=lambda row: not row[1]))


def _row(purchase: Purchase, kind: UnitType) -> tuple[str | int, ...]:
    one = purchase.cost(kind, 1)
    if one is None:
        return (kind.name, 0, "supply too small", kind.cost, "–", "–", "–", "–")
    return (kind.name, purchase.most(kind), one.total, one.cards, *one.goods, one.deploying)
