"""Companies proposed for what somebody says he wants: a sum, objectives to hold, a scout (S1, S2, A2, A4).

Only what the company itself may know goes in: its purse and reserve, the catalogue and the pool, and the
classes of the miniatures that stand in the open. The odds are the game's own: exact, in the open, at full
strength.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Literal, NamedTuple

from companion.games.parabellum.campaign.prospects import NEEDS, Purchase, allowed
from companion.games.parabellum.data import RESOURCES, Resource
from companion.games.parabellum.procedures.combat import Side, barrage_odds, recon_range, volley_odds
from companion.games.parabellum.procedures.dice import BARE, mean
from companion.games.parabellum.procedures.reckoning import price
from companion.games.parabellum.rules.rear import left_to_buy
from companion.games.parabellum.rules.setting_up import entitled
from companion.games.parabellum.state import Objective, State, UnitType

type Temper = Literal["strikes", "stands", "moves"]
"""What a company is made for: to fell, to be hard to fell, to be there first."""
TEMPERS: tuple[Temper, ...] = ("strikes", "stands", "moves")
type Duty = Literal["holds", "scouts", "supplies", "strikes", "stands", "moves"]

MOST_UNITS = 12
SUPPLIED = 4
"""So many units are worth a unit that carries tokens after them."""
ALIKE = Fraction(3, 5)
"""What one more of a type is worth beside the last."""
TOKENS_AFTER = 4
"""A unit with room for so many tokens supplies others."""


class Intent(NamedTuple):
    """So many credits at most, for all that it takes to field it; objectives to hold; whether one scouts."""

    credits: int
    objectives: int
    scout: bool


class Member(NamedTuple):
    """So many of a type, and what they are in the company for; `square` is what one of them is to hold."""

    kind: UnitType
    number: int
    duty: Duty
    goal: str = ""


class Against(NamedTuple):
    """A class of the others: the people that one attack on it fells, and that one of its attacks costs.

    Means over the company's armed units and over all of them, of ten people each; None where nobody can.
    `seen` is whether a miniature of it stands in the open.
    """

    unit_class: str
    seen: bool
    fells: Fraction | None
    costs: Fraction | None


@dataclass(frozen=True, slots=True)
class Company:
    """One proposal. `cards`, `mustering` and `deploying` are credits; `unmet` the posts that stay empty."""

    temper: Temper
    members: tuple[Member, ...]
    cards: int
    mustering: int
    deploying: int
    left: int
    against: tuple[Against, ...]
    unmet: tuple[Duty, ...] = ()

    @property
    def cart(self) -> Mapping[str, int]:
        """How many cards of each type it takes."""
        total = Counter[str]()
        for each in self.members:
            total[each.kind.id] += each.number
        return total

    @property
    def cost(self) -> int:
        return self.cards + self.mustering + self.deploying


def goals(state: State, player: str) -> list[Objective]:
    """The objectives with squares that this company may hold and nobody has, the dearest first."""
    achieved = {each for each, stands in state.objectives.items() if stands.done}
    own = [
        each
        for each in state.booklet.objectives
        if each.squares and each.id not in achieved and entitled(state, each, player)
    ]
    return sorted(own, key=lambda each: -(each.bonus.credits + each.penalty))


def proposals(state: State, player: str, intent: Intent) -> tuple[Company, ...]:
    """Up to three, one of each temper, all paid within the sum and the purse; two that are alike once."""
    purchase = within(state, player, intent.credits)
    if purchase is None:
        return ()
    made = [_Raising(purchase, temper).raised(intent) for temper in TEMPERS]
    unlike = {tuple(sorted(each.cart.items())): each for each in reversed(made) if each.members}
    return tuple(reversed(unlike.values()))


def within(state: State, player: str, credits: int) -> Purchase | None:
    """What may be spent on more cards once those that wait in reserve are staffed; None where nothing is."""
    cards, own = [state.card(unit) for unit in state.of(player, "reserve")], state.players[player]
    have = {"manpower": own.reserve.personnel, "fuel": own.reserve.fuel, "ammunition": own.reserve.ammunition}
    needed = {each: sum(getattr(card, NEEDS[each]) for card in cards) for each in RESOURCES}
    spare: dict[Resource, int] = {each: max(0, have[each] - needed[each]) for each in RESOURCES}
    left, supply = min(credits, own.credits), state.supply
    for resource in RESOURCES:
        short, pool = max(0, needed[resource] - have[resource]), left_to_buy(state, resource)
        if pool is not None and short > pool:
            return None
        left -= price(state.booklet.bands[resource], pool, short).cost
        supply = supply if pool is None else supply._replace(**{resource: pool - short})
    left -= state.booklet.deployment_cost * len(cards)
    return Purchase(state.changed(supply=supply), player, left, spare) if left > 0 else None


def foes(state: State, player: str) -> Mapping[str, bool]:
    """The classes that stand against it: those seen in the open, or all of the catalogue while none is."""
    there = {
        state.card(unit).unit_class
        for unit, each in state.units.items()
        if each.owner != player and each.where in ("map", "predeploy")
    }
    classes = dict.fromkeys(kind.unit_class for kind in allowed(state))
    return {each: True for each in classes if each in there} or dict.fromkeys(classes, False)


TEN = 10


@cache
def _volley(people: int, die: int, against: int, defends: int) -> Fraction:
    return mean(
        volley_odds(Side(people, die, 4, 1, BARE, 0), Side(against, None, defends, 0, BARE, 0), people)
    )


def felled(kind: UnitType, foe: UnitType) -> Fraction | None:
    """The mean of people that fall in one attack of a full unit on a full one; None where it has no weapon.

    All shots of a barrage count as one attack.
    """
    if kind.attack_die:
        return _volley(kind.troop, kind.attack_die, foe.troop, foe.defense_die)
    if gun := kind.artillery:
        return mean(barrage_odds(gun.die, gun.shots, foe.troop, foe.defense_die, BARE))
    return None


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


def share_felled(kind: UnitType, others: Sequence[UnitType]) -> Fraction | None:
    """Of ten people of those types, so many fall in one attack."""
    return _mean([TEN * got / foe.troop for foe in others if (got := felled(kind, foe)) is not None])


def share_lost(kind: UnitType, others: Sequence[UnitType]) -> Fraction | None:
    """Of ten of its own people, so many fall when one of those types attacks."""
    return _mean([TEN * got / kind.troop for foe in others if (got := felled(foe, kind)) is not None])


@dataclass(frozen=True, slots=True)
class _Raising:
    """One company while it is put together."""

    purchase: Purchase
    temper: Temper

    @property
    def state(self) -> State:
        return self.purchase.state

    def raised(self, intent: Intent) -> Company:
        """Posts first, the dearest goal before the others; then whatever is best for what is left."""
        wanted = goals(self.state, self.purchase.player)
        posts: list[tuple[Duty, Callable[[UnitType], bool]]] = [
            ("holds", partial(_can_hold, self.state, wanted[n] if n < len(wanted) else None))
            for n in range(intent.objectives)
        ]
        posts += [("scouts", _sees)] if intent.scout else []
        chosen, unmet = self._posted(posts)
        self._fill(chosen)
        return self._company(chosen, wanted, tuple(unmet))

    def _posted(
        self, posts: Sequence[tuple[Duty, Callable[[UnitType], bool]]]
    ) -> tuple[list[tuple[UnitType, Duty]], list[Duty]]:
        """Each post with the best unit that leaves enough for the cheapest at the posts after it."""
        chosen, unmet = list[tuple[UnitType, Duty]](), list[Duty]()
        for n, (duty, fits) in enumerate(posts):
            after = [self._cheapest(may) for _, may in posts[n + 1 :]]
            kept = [kind for kind in after if kind]
            able = [kind for kind in self._armed() if fits(kind)]
            for spared in (kept, []):
                kinds = [kind for kind in able if self._fits(chosen, kind, *spared)]
                if kinds:
                    break
            if not kinds:
                unmet.append(duty)
                continue
            score = _quickness if duty == "scouts" else self._score
            chosen.append((max(kinds, key=partial(self._worth, chosen, score)), duty))
        return chosen, unmet

    def _cheapest(self, fits: Callable[[UnitType], bool]) -> UnitType | None:
        return min((kind for kind in self._armed() if fits(kind)), key=lambda kind: kind.cost, default=None)

    def _armed(self) -> list[UnitType]:
        return [kind for kind in allowed(self.state) if kind.attack_die or kind.artillery]

    def _fits(self, chosen: Sequence[tuple[UnitType, Duty]], *more: UnitType) -> bool:
        """Whether the cards, the pool and the sum have them all."""
        cart = Counter(kind.id for kind in (*(kind for kind, _ in chosen), *more))
        units = self.state.binder.units
        if any(n > self.purchase.cards(units[kind]) for kind, n in cart.items()):
            return False
        cost = self.purchase.cost(cart)
        return cost is not None and cost.total <= self.purchase.credits

    def _worth(
        self, chosen: Sequence[tuple[UnitType, Duty]], score: Callable[[UnitType], Fraction], kind: UnitType
    ) -> Fraction:
        """By the credit that it takes to field it; less for each of its type that is there.

        Squared, since people that strike together and last longer are worth more than their number.
        """
        cost = self.purchase.cost({kind.id: 1})
        alike = sum(each.id == kind.id for each, _ in chosen)
        return score(kind) ** 2 * ALIKE**alike / max(1, cost.total if cost else 1)

    def _score(self, kind: UnitType) -> Fraction:
        """How much of what this company is made for: credits felled, attacks withstood, reach."""
        against = [each for each in allowed(self.state) if each.unit_class in self._foes()]
        if self.temper == "moves":
            return kind.speed * (share_felled(kind, against) or Fraction(0))
        if self.temper == "stands":
            lost = share_lost(kind, against) or Fraction(1, 10)
            return TEN / max(lost, Fraction(1, 10))
        values = [got * foe.cost / foe.troop for foe in against if (got := felled(kind, foe)) is not None]
        return _mean(values) or Fraction(0)

    def _foes(self) -> Mapping[str, bool]:
        return foes(self.state, self.purchase.player)

    def _fill(self, chosen: list[tuple[UnitType, Duty]]) -> None:
        trucks = [kind for kind in allowed(self.state) if kind.cargo >= TOKENS_AFTER]
        supplied = False
        while len(chosen) < MOST_UNITS:
            if len(chosen) >= SUPPLIED and not supplied:
                supplied = True
                fitting = [kind for kind in trucks if self._fits(chosen, kind)]
                chosen += [(min(fitting, key=lambda kind: kind.cost), "supplies")] if fitting else []
                continue
            kinds = [kind for kind in self._armed() if self._fits(chosen, kind)]
            if not kinds:
                return
            chosen.append((max(kinds, key=partial(self._worth, chosen, self._score)), self.temper))

    def _company(
        self, chosen: Sequence[tuple[UnitType, Duty]], wanted: Sequence[Objective], unmet: tuple[Duty, ...]
    ) -> Company:
        cost = self.purchase.cost(Counter(kind.id for kind, _ in chosen))
        assert cost
        return Company(
            temper=self.temper,
            members=tuple(_members(chosen, wanted)),
            cards=cost.cards,
            mustering=sum(cost.goods),
            deploying=cost.deploying,
            left=self.purchase.credits - cost.total,
            against=tuple(self._against([kind for kind, _ in chosen])),
            unmet=unmet,
        )

    def _against(self, kinds: Sequence[UnitType]) -> Iterator[Against]:
        for unit_class, seen in self._foes().items():
            others = [each for each in allowed(self.state) if each.unit_class == unit_class]
            fells = [got for kind in kinds if (got := share_felled(kind, others)) is not None]
            lost = [got for kind in kinds if (got := share_lost(kind, others)) is not None]
            yield Against(unit_class, seen, _mean(fells), _mean(lost))


def _quickness(kind: UnitType) -> Fraction:
    return Fraction(kind.speed)


def _sees(kind: UnitType) -> bool:
    return recon_range(kind) is not None and kind.speed > 0


def _can_hold(state: State, goal: Objective | None, kind: UnitType) -> bool:
    """Whether it can come to stand on one of the goal's squares, and could then strike from there."""
    if kind.speed == 0 or not kind.attack_die:
        return False
    grounds = [state.booklet.ground[state.sheet.terrain(square)] for square in goal.squares] if goal else []
    costs = [kind.terrain_cost.get(ground.id, ground.cost) for ground in grounds if ground.admits(kind.tags)]
    return not grounds or any(cost == "all" or cost <= kind.speed for cost in costs)


def _members(chosen: Sequence[tuple[UnitType, Duty]], wanted: Sequence[Objective]) -> Iterator[Member]:
    """Posts one by one, each with its goal; what fills up, by type."""
    ahead = iter(wanted)
    for kind, duty in chosen:
        if duty == "holds":
            goal = next(ahead, None)
            yield Member(kind, 1, duty, goal.id if goal else "")
    rest = Counter((kind.id, duty) for kind, duty in chosen if duty != "holds")
    kinds = {kind.id: kind for kind, _ in chosen}
    for (kind_id, duty), number in rest.items():
        yield Member(kinds[kind_id], number, duty)
