"""What new units would cost, ready to fight: card, people, tokens, deployment, out of a dwindling pool."""

from collections.abc import Mapping
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

    def cost(self, wanted: Mapping[str, int]) -> Cost | None:
        """So many of each type, ready to fight, the reserve used first; None where the supply lacks any."""
        goods = tuple(self._goods(wanted, resource) for resource in RESOURCES)
        told = tuple(each for each in goods if each is not None)
        if len(told) < len(goods):
            return None
        fee = self.state.booklet.deployment_cost
        return Cost(self.needed(wanted, "cost"), told, fee * sum(wanted.values()))

    def needed(self, wanted: Mapping[str, int], what: str) -> int:
        """The sum of a figure on their cards."""
        units = self.state.binder.units
        return sum(getattr(units[kind], what) * number for kind, number in wanted.items())

    def bought(self, wanted: Mapping[str, int], resource: Resource) -> int:
        """People or tokens beyond what the reserve spares."""
        return max(0, self.needed(wanted, NEEDS[resource]) - self.spare.get(resource, 0))

    def after(self, wanted: Mapping[str, int]) -> State:
        """The same with the supply that the purchase leaves; it has them all."""
        supply = self.state.supply
        for resource in RESOURCES:
            left = left_to_buy(self.state, resource)
            if left is not None:
                supply = supply._replace(**{resource: left - self.bought(wanted, resource)})
        return self.state.changed(supply=supply)

    def _goods(self, wanted: Mapping[str, int], resource: Resource) -> int | None:
        quantity, supply = self.bought(wanted, resource), left_to_buy(self.state, resource)
        if supply is not None and quantity > supply:
            return None
        return price(self.state.booklet.bands[resource], supply, quantity).cost

    def cards(self, kind: UnitType) -> int:
        """How many cards of a type the binder has for all that this company is shown (R62)."""
        left = cards_shown(self.state, self.player, kind.id)
        return MOST_CARDS if left is None else max(0, min(left, MOST_CARDS))

    def most(self, kind: UnitType) -> int:
        """How many of this type alone, as far as credits, supply and the card binder go (R8)."""
        low, high = 0, self.cards(kind)
        while low < high:
            middle = (low + high + 1) // 2
            cost = self.cost({kind.id: middle})
            low, high = (middle, high) if cost and cost.total <= self.credits else (low, middle - 1)
        return low


def offers(purchase: Purchase) -> tuple[tuple[str | int, ...], ...]:
    """A row for each type that the booklet lets in, those that can be afforded first."""
    state = purchase.state
    rows = [_row(purchase, kind) for kind in allowed(state)]
    return tuple(sorted(rows, key=lambda row: not row[1]))


def allowed(state: State) -> list[UnitType]:
    """The types that the booklet lets in, as the binder lists them."""
    return [kind for kind in state.binder.units.values() if kind.id not in state.booklet.banned]


def _row(purchase: Purchase, kind: UnitType) -> tuple[str | int, ...]:
    one = purchase.cost({kind.id: 1})
    if one is None:
        return (kind.name, 0, "supply too small", kind.cost, "–", "–", "–", "–")
    return (kind.name, purchase.most(kind), one.total, one.cards, *one.goods, one.deploying)
