"""The Losses of a combat phase: every sword its target, shields, parries, who falls (5.6, 8.4.5)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from companion.engine.errors import IllegalAction
from companion.games.proelii.data import REAR_PRICE, SIDES
from companion.games.proelii.procedures.energy.gains import earns_shield, gained
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.orders import Orders, Strike
from companion.games.proelii.state.table import State
from companion.games.proelii.state.unit import Unit, hit, spending

type Attached = Mapping[str, Sequence[str]]
type Outcome = Literal["parried", "blocked", "hit"]


class Struck(NamedTuple):
    """One strike as it ended."""

    unit: str
    target: str
    outcome: Outcome


@dataclass
class Melee:
    """The Losses in the making: cohesion and shields as they would be, strikes as they ended."""

    state: State
    attached: Attached
    orders: Orders
    wished: Mapping[str, str] = field(default_factory=dict)
    struck: list[Struck] = field(default_factory=list)
    killers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        living = {name: unit for name, unit in self.state.units.items() if unit.is_living}
        self.units: Mapping[str, Unit] = living
        self.cp = {name: unit.cp for name, unit in living.items()}
        self.shields = {
            name: 0 if name in self.orders.hold else unit.shields for name, unit in living.items()
        }
        self.made = Counter(parry.unit for parry in self.orders.parries)
        self.received = Counter(parry.against for parry in self.orders.parries)

    def room(self, name: str) -> int:
        """How many swords of a unit really strike."""
        return max(0, self.units[name].swords - self.made[name] - self.received[name])

    def targets(self, name: str) -> list[str]:
        """The enemies that a sword of this unit may go against now (8.4.5, R33)."""
        alive = [each for each in self.attached.get(name, ()) if self.cp.get(each, 0) > 0]
        if name in self.orders.rear:
            return alive
        ranks = [self.units[each].rank for each in alive if self.units[each].energy > 0]
        least = min(ranks, default=0)
        return [each for each in alive if not self.units[each].energy or self.units[each].rank == least]

    def first_target(self, name: str) -> str | None:
        """The target wished for, where it may be; else with energy first, least experienced, by id."""
        if self.wished.get(name) in self.targets(name):
            return self.wished[name]
        order = {
            each: (self.units[each].energy == 0, self.units[each].rank, each) for each in self.targets(name)
        }
        return min(order, key=order.__getitem__, default=None)

    def strike(self, unit: str, target: str) -> None:
        """One sword that is not parried."""
        if self.shields[target] > 0:
            self.shields[target] -= 1
            self.struck.append(Struck(unit, target, "blocked"))
            return
        self.cp[target] -= 1
        self.struck.append(Struck(unit, target, "hit"))
        if self.cp[target] == 0:
            self.killers[target] = unit

    def by_themselves(self) -> None:
        """Every sword against its first target, white's units before black's."""
        for name in sorted(self.units, key=lambda each: (SIDES.index(self.units[each].side), each)):
            for _ in range(self.room(name)):
                target = self.first_target(name)
                if target is not None:
                    self.strike(name, target)

    def as_ordered(self, strikes: Sequence[Strike]) -> None:
        """Every sword as it was ordered; of too many, a unit's first are the parried ones."""
        ordered = Counter(each.unit for each in strikes)
        surplus = {name: max(0, number - self.room(name)) for name, number in ordered.items()}
        for n, each in enumerate(strikes):
            if each.target not in self.targets(each.unit):
                words = "A sword goes against an attached enemy, the least experienced first."
                raise IllegalAction(f"strikes.{n}.target", words)
            if surplus[each.unit]:
                surplus[each.unit] -= 1
                self.struck.append(Struck(each.unit, each.target, "parried"))
            else:
                self.strike(each.unit, each.target)


def lost(done: Done, attached: Attached, orders: Orders) -> tuple[Done, Melee]:
    """The Losses taken, up to the unbroken shields; `IllegalAction` at an order that cannot be."""
    done = _rear(done, orders)
    check_orders(done.state, attached, orders)
    melee = Melee(done.state, attached, orders)
    if orders.strikes is None:
        melee.by_themselves()
    else:
        melee.as_ordered(orders.strikes)
    return unbroken(_applied(_told(done, melee), melee)), melee


def check_names(state: State, orders: Orders) -> None:
    """Refuse names that no living unit has."""
    strikes = enumerate(orders.strikes or ())
    named = [(f"strikes.{n}.{key}", name) for n, each in strikes for key, name in each._asdict().items()]
    parries = enumerate(orders.parries)
    named += [(f"parries.{n}.{key}", name) for n, each in parries for key, name in each._asdict().items()]
    named += [(f"hold.{n}", name) for n, name in enumerate(orders.hold)]
    named += [(f"rear.{n}", name) for n, name in enumerate(orders.rear)]
    for path, name in named:
        if name not in state.units or not state.units[name].is_living:
            raise IllegalAction(path, f"There is no living unit {name}.")


def _rear(done: Done, orders: Orders) -> Done:
    check_names(done.state, orders)
    for n, name in enumerate(orders.rear):
        unit = done.unit(name)
        can = done.state.options.level != "white" and name not in orders.rear[:n] and unit.swords
        if not can or done.state.sides[unit.side].prestige < REAR_PRICE:
            words = "An attack on the rear needs a sword, the yellow rules and 2 prestige, once a unit."
            raise IllegalAction(f"rear.{n}", words)
        done = done.now(done.state.paying(unit.side, REAR_PRICE))
        done = done.told("9.1", "{unit} strikes at the rear for 2 prestige.", {"unit": unit.name})
    return done


def check_orders(state: State, attached: Attached, orders: Orders) -> None:
    """Refuse shields that cannot be held, parries and strikes for which there is no sword."""
    for n, name in enumerate(orders.hold):
        if name in orders.hold[:n] or not state.units[name].shields:
            raise IllegalAction(f"hold.{n}", "Only a unit with a shield holds it back, once.")
    if orders.parries and state.options.combat == "arcade":
        raise IllegalAction("parries", "Swords parry swords in realistic combat only.")
    made: Counter[str] = Counter()
    received: Counter[str] = Counter()
    for n, each in enumerate(orders.parries):
        if made[each.unit] >= state.units[each.unit].swords:
            raise IllegalAction(f"parries.{n}.unit", "It has no sword left to parry with.")
        here = each.against in attached.get(each.unit, ())
        if not here or received[each.against] >= state.units[each.against].swords:
            raise IllegalAction(f"parries.{n}.against", "An attached enemy with a sword left is wanted.")
        made[each.unit] += 1
        received[each.against] += 1
    _check_numbers(state, orders.strikes or (), made)


def _check_numbers(state: State, strikes: Iterable[Strike], made: Counter[str]) -> None:
    struck = made.copy()
    for n, each in enumerate(strikes):
        struck[each.unit] += 1
        if struck[each.unit] > state.units[each.unit].swords:
            raise IllegalAction(f"strikes.{n}.unit", "It has no sword left for this strike.")


WORDS: Mapping[Outcome, str] = {
    "parried": "A sword of {unit} at {target} is parried.",
    "blocked": "A sword of {unit} at {target} breaks a shield.",
    "hit": "A sword of {unit} takes 1 CP off {target}.",
}


def _told(done: Done, melee: Melee) -> Done:
    for parry in melee.orders.parries:
        values = {"unit": done.named(parry.unit), "against": done.named(parry.against)}
        done = done.told("8.4.5", "{unit} takes a sword off {against}.", values)
    for each in melee.struck:
        values = {"unit": done.named(each.unit), "target": done.named(each.target)}
        done = done.told("8.4.5", WORDS[each.outcome], values)
    for name in melee.killers:
        done = done.told("7.2", "{unit} is destroyed.", {"unit": done.named(name)})
    return done


def _applied(done: Done, melee: Melee) -> Done:
    """All hits at once; tokens that did something are used."""
    hits = Counter(each.target for each in melee.struck if each.outcome == "hit")
    blocks = Counter(each.target for each in melee.struck if each.outcome == "blocked")
    strikes = Counter(each.unit for each in melee.struck if each.outcome != "parried")
    changed = {}
    for name, unit in melee.units.items():
        swords = min(unit.swords, strikes[name] + melee.made[name] + melee.received[name])
        spent = spending(unit, swords, blocks[name])
        changed[name] = hit(spent, hits[name]) if hits[name] else spent
    return done.now(done.state.with_units(changed))


def unbroken(done: Done) -> Done:
    """Energy for every shield that nobody broke (7.5)."""
    for name in done.state.ids:
        unit = done.unit(name)
        if earns_shield(done.state, unit):
            words = "The unbroken shield of {unit} gives 25 energy."
            done = done.put(name, gained(unit)).told("7.5", words, {"unit": unit.name})
    return done
