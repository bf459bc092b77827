"""What a next scenario costs a company, and in exact odds what it may bring (A2, C3, C4, M7)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import NamedTuple

from companion.engine.campaign import Sum, Weighed
from companion.engine.game import Step
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.story import called
from companion.games.parabellum.data import RESOURCE_NAMES, RESOURCES, Resource
from companion.games.parabellum.procedures.combat import Side, volley_odds
from companion.games.parabellum.procedures.dice import BARE, mean
from companion.games.parabellum.procedures.reckoning import price
from companion.games.parabellum.rules.rear import MOST_CARDS, cards_shown, left_to_buy
from companion.games.parabellum.rules.setting_up import entitled
from companion.games.parabellum.state import Objective, State, UnitType

type Chances = Mapping[int, Fraction]


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


def missing(state: State, player: str, force: Upkeep, resource: Resource) -> int:
    """Tokens to buy before every counter can be filled: those in cargo and in reserve are used first."""
    reserve: int = getattr(state.players[player].reserve, resource)
    return max(0, force.refill[resource] - force.cargo[resource] - reserve)


def spare(state: State, player: str, force: Upkeep, resource: Resource) -> int:
    """Tokens in reserve that upkeep leaves for mustering."""
    reserve: int = getattr(state.players[player].reserve, resource)
    return min(reserve, max(0, reserve + force.cargo[resource] - force.refill[resource]))


def left_over(state: State, player: str, force: Upkeep, resource: Resource) -> int:
    """Tokens in reserve and cargo that upkeep does not use up."""
    reserve: int = getattr(state.players[player].reserve, resource)
    return max(0, reserve + force.cargo[resource] - force.refill[resource])


def after_upkeep(state: State, player: str, force: Upkeep) -> State:
    """The supply as upkeep leaves it: whatever else is bought comes out of that, and is dearer for it."""
    supply = state.supply
    for resource in TOKENS:
        left = left_to_buy(state, resource)
        if left is not None:
            short = min(left, missing(state, player, force, resource))
            supply = supply._replace(**{resource: left - short})
    return state.changed(supply=supply)


def token_sum(state: State, resource: Resource, tokens: int, words: str) -> Sum:
    """So many tokens at this scenario's prices; where fewer are left, those, and it says so."""
    supply = left_to_buy(state, resource)
    had = tokens if supply is None else min(tokens, supply)
    lacking = f"; the supply has only {had}" if had < tokens else ""
    paid = price(state.booklet.bands[resource], supply, had).cost
    return Sum(f"{tokens} {RESOURCE_NAMES[resource]} {words}{lacking}", -paid, "L4, C4")


def upkeep_sums(state: State, player: str, force: Upkeep) -> Iterator[Sum]:
    """What it costs, at this scenario's prices."""
    if force.deploying:
        fee = state.booklet.deployment_cost
        words = f"Deploying {count(force.deploying, 'unit')} at {fee} each"
        yield Sum(words, -fee * force.deploying, "M7")
    for resource in TOKENS:
        if short := missing(state, player, force, resource):
            yield token_sum(state, resource, short, "to fill every counter, beyond cargo and reserve")


HEADINGS = ("Unit", "Most", "One, ready", "Card", "People", "Fuel", "Ammunition", "Deploying")
NEEDS: dict[Resource, str] = {"manpower": "troop", "fuel": "fuel_cost", "ammunition": "ammunition_cost"}


class Cost(NamedTuple):
    """What so many of one type cost together."""

    cards: int
    goods: tuple[int, ...]
    deploying: int

    @property
    def total(self) -> int:
        return self.cards + sum(self.goods) + self.deploying


@dataclass(frozen=True, slots=True)
class Purchase:
    """A company with credits to spend in a scenario that has opened, and what its reserve spares."""

    state: State
    player: str
    credits: int
    spare: dict[Resource, int] = field(default_factory=dict)

    def cost(self, cart: Mapping[str, int]) -> Cost | None:
        """So many of each type, ready to fight, the reserve used first; None where the supply lacks any."""
        goods = tuple(self._goods(cart, resource) for resource in RESOURCES)
        sums = tuple(each for each in goods if each is not None)
        if len(sums) < len(goods):
            return None
        fee = self.state.booklet.deployment_cost
        return Cost(self.needed(cart, "cost"), sums, fee * sum(cart.values()))

    def needed(self, cart: Mapping[str, int], what: str) -> int:
        units = self.state.binder.units
        return sum(getattr(units[kind], what) * number for kind, number in cart.items())

    def bought(self, cart: Mapping[str, int], resource: Resource) -> int:
        """People or tokens beyond what the reserve spares."""
        return max(0, self.needed(cart, NEEDS[resource]) - self.spare.get(resource, 0))

    def after(self, cart: Mapping[str, int]) -> State:
        """The same with the supply that the purchase leaves; it has them all."""
        supply = self.state.supply
        for resource in RESOURCES:
            left = left_to_buy(self.state, resource)
            if left is not None:
                supply = supply._replace(**{resource: left - self.bought(cart, resource)})
        return self.state.changed(supply=supply)

    def _goods(self, cart: Mapping[str, int], resource: Resource) -> int | None:
        quantity, supply = self.bought(cart, resource), left_to_buy(self.state, resource)
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
    return [kind for kind in state.binder.units.values() if kind.id not in state.booklet.banned]


def _row(purchase: Purchase, kind: UnitType) -> tuple[str | int, ...]:
    one = purchase.cost({kind.id: 1})
    if one is None:
        return (kind.name, 0, "supply too small", kind.cost, "–", "–", "–", "–")
    return (kind.name, purchase.most(kind), one.total, one.cards, *one.goods, one.deploying)


class Struck(NamedTuple):
    """A unit attacked once: what was paid for it, its people that fall on average, its chance to go."""

    cost: int
    people: Fraction
    gone: Fraction


def struck(opened: State, player: str) -> tuple[Struck, ...]:
    """Each of its units that the booklet lets in, attacked by every armed type of the booklet alike often."""
    foes = [kind for kind in allowed(opened) if kind.attack_die is not None]
    units = [opened.units[unit] for unit in upkeep(opened, player).fighting]
    fighting = [each for each in units if each.strength]
    kinds = {(each.type, each.strength) for each in fighting}
    odds = {kind: _odds(opened.binder.units[kind[0]], kind[1], foes) for kind in kinds} if foes else {}
    return tuple(Struck(each.cost, *odds[each.type, each.strength]) for each in fighting if odds)


def _odds(kind: UnitType, people: int, foes: list[UnitType]) -> tuple[Fraction, Fraction]:
    own = Side(people, None, kind.defense_die, 0, BARE, 0)
    odds = [
        volley_odds(Side(foe.troop, foe.attack_die, foe.defense_die, 1, BARE, 0), own, foe.troop)
        for foe in foes
    ]
    return sum(map(mean, odds), Fraction(0)) / len(foes), sum(each[-1] for each in odds) / Fraction(len(foes))


def losses(opened: State, player: str) -> Iterator[Step]:
    """Units and people lost on average, and what would be written off; nothing where nobody goes there."""
    units = struck(opened, player)
    if not units:
        return
    lost = sum((each.gone for each in units), Fraction(0))
    value = sum((each.cost * each.gone for each in units), Fraction(0))
    spread = sum((each.cost**2 * each.gone * (1 - each.gone) for each in units), Fraction(0))
    values = {"n": len(units), "lost": f"{float(lost):.1f}", "value": round(value)}
    values |= {"people": round(sum(each.people for each in units)), "spread": isqrt(round(spread))}
    values |= {"all": sum(each.cost for each in units)}
    words = (
        "If each of its {n} units is attacked once in the open, by every armed type of the booklet alike "
        "often and at full strength: {lost} units and {people} people lost on average, "
        "{value} credits of {all} written off, give or take {spread}."
    )
    yield Step("A2", words, values)


TENTH = Fraction(1, 10)


def chances(state: State, opened: State, player: str, free: int) -> Iterator[Step]:
    """The purse at that scenario's end, its spread, whether anything is left, and who would choose then.

    `free` is what the company has once all of it is deployed and refilled; nothing of others' purses is used.
    """
    achieved, offered = _so_far(state)
    rate = Fraction(achieved + 1, offered + 2)
    values = {"rate": _percent(rate), "done": achieved, "offered": offered}
    template = "{done} of {offered} were so far in this war, one more counted each way"
    basis = template if offered else "none could be in this war yet: as likely as not"
    words = (
        f"Reckoned with: each objective is completed in {{rate}} of 100 cases ({basis}); "
        "one that only one company can have goes to each alike. "
        "Left out: salvage, scrap, what you buy. Units lost cost no credits; they are told apart."
    )
    yield Step("E1", words, values)
    purse = purses(opened, player, free, rate)
    mean = sum(amount * chance for amount, chance in purse.items())
    variance = sum((amount - mean) ** 2 * chance for amount, chance in purse.items())
    spread = {"mean": round(mean), "spread": isqrt(round(variance))}
    spread |= {"low": _below(purse, TENTH), "high": _below(purse, 1 - TENTH)}
    words = "Purse at its end: {mean} credits on average, give or take {spread}; "
    yield Step("E1", words + "in eight of ten cases {low} to {high}.", spread)
    left = sum((chance for amount, chance in purse.items() if amount > 0), Fraction(0))
    yield Step("E4", "Credits are left in {chance} of 100 cases.", {"chance": _percent(left)})
    yield from losses(opened, player)
    yield _next(opened, rate)


def weighed(state: State, opened: State, player: str, free: int) -> Weighed:
    """The same as `chances`, in figures."""
    achieved, offered = _so_far(state)
    rate = Fraction(achieved + 1, offered + 2)
    purse, units = purses(opened, player, free, rate), struck(opened, player)
    by_goals = opened.booklet.next and opened.booklet.chooser in ("victor", "loser")
    shares = choosing(opened, rate, best=opened.booklet.chooser == "victor") if by_goals else {}
    return Weighed(
        purse=state.players[player].credits,
        left=free,
        units=len(units),
        lost=float(sum((each.gone for each in units), Fraction(0))),
        mean=round(sum(amount * chance for amount, chance in purse.items())),
        low=_below(purse, TENTH),
        high=_below(purse, 1 - TENTH),
        shares=tuple((each, _percent(chance)) for each, chance in shares.items()),
    )


def _so_far(state: State) -> tuple[int, int]:
    """How many objectives were completed in the scenarios that are over, of how many that could have been."""
    achieved = offered = 0
    for chapter in state.history:
        booklet = state.binder.scenarios[chapter.scenario]
        achieved += sum(map(len, chapter.completed.values()))
        there = [state.players[player].seat for player in chapter.completed]
        may = (sum(seat in each.seats for seat in there) for each in booklet.objectives)
        offered += sum(
            min(n, 1) if each.exclusive else n for n, each in zip(may, booklet.objectives, strict=True)
        )
    return achieved, offered


def _chance(opened: State, objective: Objective, rate: Fraction) -> Fraction:
    if not objective.exclusive:
        return rate
    return rate / sum(entitled(opened, objective, each) for each in opened.tally)


def purses(opened: State, player: str, free: int, rate: Fraction) -> Chances:
    """The chance of each purse, exactly: every objective pays its bonus, or costs its penalty."""
    purse: dict[int, Fraction] = {free: Fraction(1)}
    for objective in opened.booklet.objectives:
        if not entitled(opened, objective, player):
            continue
        chance, after = _chance(opened, objective, rate), dict[int, Fraction]()
        for amount, had in purse.items():
            for change, part in ((objective.bonus.credits, chance), (-objective.penalty, 1 - chance)):
                after[amount + change] = after.get(amount + change, Fraction(0)) + had * part
        purse = after
    return purse


def _below(purse: Chances, share: Fraction) -> int:
    """The least purse that so many of all cases do not exceed."""
    reached = Fraction(0)
    for amount in sorted(purse):
        reached += purse[amount]
        if reached >= share:
            break
    return amount


def _next(opened: State, rate: Fraction) -> Step:
    chooser = opened.booklet.chooser
    if not opened.booklet.next:
        return Step("RULING R54", "The campaign would end with it.")
    if chooser in ("richest", "poorest"):
        words = "Who would choose then goes by purses, which are everybody's own."
        return Step("RULING R53", words)
    shares = choosing(opened, rate, best=chooser == "victor")
    listing = listed(
        f"{called(opened, player)} in {_percent(chance)} of 100 cases"
        for player, chance in sorted(shares.items(), key=lambda each: -each[1])
    )
    words = "Who would choose then: {told}. Ties are shared: they go by purses."
    return Step("RULING R52" if chooser == "victor" else "RULING R53", words, {"told": listing})


def choosing(opened: State, rate: Fraction, *, best: bool) -> Mapping[str, Fraction]:
    """Each company's chance to have completed most objectives, or least; a tie is shared alike."""
    players = list(opened.tally)
    counts: dict[tuple[int, ...], Fraction] = {(0,) * len(players): Fraction(1)}
    for objective in opened.booklet.objectives:
        ends = list(_ends(opened, objective, players, rate))
        after: dict[tuple[int, ...], Fraction] = {}
        for (had, chance), (more, part) in product(counts.items(), ends):
            now = tuple(map(sum, zip(had, more, strict=True)))
            after[now] = after.get(now, Fraction(0)) + chance * part
        counts = after
    shares = dict.fromkeys(players, Fraction(0))
    for had, chance in counts.items():
        top = max(had) if best else min(had)
        first = [player for player, n in zip(players, had, strict=True) if n == top]
        for player in first:
            shares[player] += chance / len(first)
    return shares


def _ends(
    opened: State, objective: Objective, players: list[str], rate: Fraction
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    may = [entitled(opened, objective, each) for each in players]
    if objective.exclusive and any(may):
        for n, can in enumerate(may):
            if can:
                yield tuple(int(n == at) for at in range(len(players))), rate / sum(may)
        yield (0,) * len(players), 1 - rate
        return
    for ended in product(*([0, 1] if can else [0] for can in may)):
        part = Fraction(1)
        for n, can in zip(ended, may, strict=True):
            part *= (rate if n else 1 - rate) if can else 1
        yield ended, part


def _percent(chance: Fraction) -> int:
    return round(100 * chance)
