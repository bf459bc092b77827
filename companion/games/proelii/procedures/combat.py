"""A combat phase of attached units: rolls, rerolls, conversions, and every sword its target (8.4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution
from companion.engine.shape import Sized
from companion.games.proelii import data
from companion.games.proelii.procedures import questions
from companion.games.proelii.procedures.energy import (
    Thrown,
    conversions,
    converted,
    earns_shield,
    gained,
    has_fought,
    lying,
    rests,
    throw,
)
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.state import DICE, Energy, Id, Ledger, State, Unit, fighting, hit, spending

type Attached = Mapping[str, Sequence[str]]
type Outcome = Literal["parried", "blocked", "hit"]


class Strike(NamedTuple):
    """One sword and whom it goes against."""

    unit: Id
    target: Id


class Parry(NamedTuple):
    """One sword that takes a sword off an enemy (R37)."""

    unit: Id
    against: Id


@dataclass(frozen=True, kw_only=True)
class Orders:
    """What both sides decide at the Losses; without strikes the swords go where they must."""

    strikes: tuple[Strike, ...] | None = None
    parries: tuple[Parry, ...] = ()
    hold: Annotated[tuple[Id, ...], Sized(0, 80)] = ()
    rear: Annotated[tuple[Id, ...], Sized(0, 80)] = ()


class Struck(NamedTuple):
    """One strike as it ended."""

    unit: str
    target: str
    outcome: Outcome


@dataclass
class Melee:
    """The Losses in the making: cohesion and shields as they would be, strikes as they ended."""

    state: State
    orders: Orders = field(default_factory=Orders)
    wished: Mapping[str, str] = field(default_factory=dict)
    attached: Attached = field(default_factory=dict)
    struck: list[Struck] = field(default_factory=list)
    killers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.attached = self.attached or self.state.facing
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
        if self.shields[target] > 0:
            self.shields[target] -= 1
            self.struck.append(Struck(unit, target, "blocked"))
            return
        self.cp[target] -= 1
        self.struck.append(Struck(unit, target, "hit"))
        if self.cp[target] == 0:
            self.killers[target] = unit

    def by_themselves(self) -> "Melee":
        """Every sword against its first target, white's units before black's."""
        for name in sorted(self.units, key=lambda each: (data.SIDES.index(self.units[each].side), each)):
            for _ in range(self.room(name)):
                target = self.first_target(name)
                if target is not None:
                    self.strike(name, target)
        return self

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


def lost(play: Play, orders: Orders, attached: Attached | None = None) -> tuple[Play, Melee]:
    """The Losses taken, up to the unbroken shields; `IllegalAction` at an order that cannot be."""
    play = _rear(play, orders)
    check_orders(play.state, orders, attached)
    melee = Melee(play.state, orders, attached=attached or play.state.facing)
    if orders.strikes is None:
        melee.by_themselves()
    else:
        melee.as_ordered(orders.strikes)
    return unbroken(_applied(play, melee)), melee


def check_names(state: State, orders: Orders) -> None:
    pairs: Mapping[str, Sequence[Strike | Parry]] = {
        "strikes": orders.strikes or (),
        "parries": orders.parries,
    }
    names = [
        (f"{key}.{n}.{part}", name)
        for key, each in pairs.items()
        for n, pair in enumerate(each)
        for part, name in pair._asdict().items()
    ]
    names += [(f"{key}.{n}", name) for key in ("hold", "rear") for n, name in enumerate(getattr(orders, key))]
    for path, name in names:
        if name not in state.units or not state.units[name].is_living:
            raise IllegalAction(path, f"There is no living unit {name}.")


def _rear(play: Play, orders: Orders) -> Play:
    check_names(play.state, orders)
    for n, name in enumerate(orders.rear):
        unit = play.unit(name)
        can = play.state.options.level != "white" and name not in orders.rear[:n] and unit.swords
        if not can or play.state.sides[unit.side].prestige < data.REAR_PRICE:
            words = "An attack on the rear needs a sword, the yellow rules and 2 prestige, once a unit."
            raise IllegalAction(f"rear.{n}", words)
        play = play.now(play.state.paying(unit.side, data.REAR_PRICE))
        play = play.step("9.1", "{unit} strike at the rear for 2 prestige.", unit=unit.name)
    return play


def check_orders(state: State, orders: Orders, attached: Attached | None = None) -> None:
    """Refuse shields that cannot be held, parries and strikes for which there is no sword."""
    attached = attached or state.facing
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
        faces = each.against in attached.get(each.unit, ())
        if not faces or received[each.against] >= state.units[each.against].swords:
            raise IllegalAction(f"parries.{n}.against", "An attached enemy with a sword left is wanted.")
        made[each.unit] += 1
        received[each.against] += 1
    for n, strike in enumerate(orders.strikes or ()):
        made[strike.unit] += 1
        if made[strike.unit] > state.units[strike.unit].swords:
            raise IllegalAction(f"strikes.{n}.unit", "It has no sword left for this strike.")


WORDS: Mapping[Outcome, str] = {
    "parried": "A sword of {unit} at {target} is parried.",
    "blocked": "A sword of {unit} at {target} breaks a shield.",
    "hit": "A sword of {unit} takes 1 CP off {target}.",
}


def _applied(play: Play, melee: Melee) -> Play:
    """All hits at once, sword by sword in words; tokens that did something are used."""
    for parry in melee.orders.parries:
        words = "{unit} take a sword off {against}."
        play = play.step("8.4.5", words, unit=play.named(parry.unit), against=play.named(parry.against))
    for each in melee.struck:
        words = WORDS[each.outcome]
        play = play.step("8.4.5", words, unit=play.named(each.unit), target=play.named(each.target))
    for name in melee.killers:
        play = play.step("7.2", "{unit} are destroyed.", unit=play.named(name))
    hits = Counter(each.target for each in melee.struck if each.outcome == "hit")
    blocks = Counter(each.target for each in melee.struck if each.outcome == "blocked")
    strikes = Counter(each.unit for each in melee.struck if each.outcome != "parried")
    changed = {}
    for name, unit in melee.units.items():
        swords = min(unit.swords, strikes[name] + melee.made[name] + melee.received[name])
        spent = spending(unit, swords, blocks[name])
        changed[name] = hit(spent, hits[name]) if hits[name] else spent
    return play.now(play.state.with_units(changed))


def unbroken(play: Play) -> Play:
    """Energy for every shield that nobody broke (7.5)."""
    for name in play.state.ids:
        unit = play.unit(name)
        if earns_shield(play.state, unit):
            words = "The unbroken shield of {unit} gives 25 energy."
            play = play.put(name, gained(unit)).step("7.5", words, unit=unit.name)
    return play


@dataclass(frozen=True, slots=True)
class Fighting:
    """A unit of the combat, with its dice and decisions."""

    id: Id
    side: data.Side
    type: data.Kind
    experience: data.Experience
    energy: Energy
    cp: questions.Cp
    roll: Thrown | None = None
    tokens: questions.Tokens | None = None
    cancel: bool = False
    convert: Annotated[tuple[data.Conversion, ...], Sized(0, 2)] = ()
    hold: bool = False
    rear: bool = False

    @property
    def unit(self) -> Unit:
        """The same as the rules keep it; with tokens it has fought already."""
        kept = self.tokens is not None
        return Unit(
            side=self.side,
            name=self.id,
            type=self.type,
            experience=self.experience,
            at=data.ENTRY,
            energy=self.energy,
            cp=self.cp,
            roll=self.tokens.roll if self.tokens else None,
            fought=kept,
            ledger=Ledger(combat=-data.QUARTER if kept else 0),
        )


@dataclass(frozen=True, kw_only=True)
class RollCombatQuestion:
    """Procedure 6.14's input."""

    units: Annotated[tuple[Fighting, ...], Sized(1, 80), questions.DIFFERENT]
    pairs: tuple[Annotated[tuple[Id, ...], Sized(2, 2)], ...]
    combat: data.Combat = "arcade"
    strikes: tuple[Strike, ...] | None = None
    parries: tuple[Parry, ...] = ()
    gain_cap: data.GainCap = "net"
    cancel_blank: bool = False
    level: data.Level = "white"
    sides: questions.Banners = questions.CALM
    dice: questions.HouseDice = DICE
    paid_rerolls: questions.PaidRerolls = 1


class FoughtRow(TypedDict):
    """A unit after a combat."""

    id: str
    energy: int
    cp: int
    destroyed: bool
    swords: int
    shields: int
    hits: int
    blocked: int
    unbroken_shield: bool


class CombatResult(TypedDict):
    """Procedure 6.14's result."""

    units: list[FoughtRow]
    strikes: list[dict[str, str]]
    may_advance: list[dict[str, str]]
    prestige: dict[data.Side, int]


def resolve_roll_combat(question: object) -> Resolution[CombatResult]:
    """Procedure 6.14: rolls, rest, cancellations, conversions, losses, shields, advances."""
    query = shape.read(RollCombatQuestion, question)
    near = _pairs(query)
    options = questions.house_rules(
        query, combat=query.combat, gain_cap=query.gain_cap, cancel_blank=query.cancel_blank
    )
    units = {each.id: each.unit for each in query.units}
    play = _rolled(Play(questions.state_of(units, options, sides=questions.armies(query))), query, near)
    play = _converted(_cancelled(_rested(play), query), query)
    # Shields that are held and attacks on the rear, in the order of the units.
    state = play.state
    for n, each in enumerate(query.units):
        if each.hold and not state.units[each.id].shields:
            raise IllegalAction(f"units.{n}.hold", "It has no shield to hold back.")
    left = {side: army.prestige for side, army in state.sides.items()}
    for n, each in enumerate(query.units):
        if not each.rear:
            continue
        if query.level == "white" or not state.units[each.id].swords or left[each.side] < data.REAR_PRICE:
            raise IllegalAction(f"units.{n}.rear", "It needs a sword, the yellow rules and 2 prestige.")
        left[each.side] -= data.REAR_PRICE
    before = play.state
    hold = tuple(each.id for each in query.units if each.hold)
    rear = tuple(each.id for each in query.units if each.rear)
    orders = Orders(strikes=query.strikes, parries=query.parries, hold=hold, rear=rear)
    play, melee = lost(play, orders, near)
    return Resolution(_result(before, play.state, melee, near), play.steps)


def _pairs(query: RollCombatQuestion) -> Attached:
    units = {each.id: each for each in query.units}
    for n, each in enumerate(query.units):
        questions.check_cp(each.type, each.cp, f"units.{n}.cp")
        if each.tokens is not None and each.roll is not None:
            raise InvalidInput(
                f"units.{n}.tokens", "A unit with tokens does not roll; leave one of them out."
            )
    near: dict[str, list[str]] = {each: [] for each in units}
    for n, pair in enumerate(query.pairs):
        _check_pair(units, pair, query.pairs[:n], n)
        near[pair[0]].append(pair[1])
        near[pair[1]].append(pair[0])
    return {name: sorted(enemies) for name, enemies in near.items()}


def _check_pair(
    units: Mapping[str, Fighting], pair: tuple[str, ...], before: tuple[tuple[str, ...], ...], n: int
) -> None:
    for k, name in enumerate(pair):
        if name not in units:
            raise IllegalAction(f"pairs.{n}.{k}", f"There is no unit {name}.")
    if (units[pair[0]].side, units[pair[1]].side) != ("white", "black") or pair in before:
        raise IllegalAction(f"pairs.{n}", "A pair is white's unit and black's, each pair once.")


def _rolled(play: Play, query: RollCombatQuestion, near: Attached) -> Play:
    for n, each in enumerate(query.units):
        if each.roll is None:
            continue
        if not near[each.id] or each.energy < data.QUARTER:
            raise IllegalAction(f"units.{n}.roll", "It needs an attached enemy and 25 energy to roll.")
        play = play.put(each.id, fighting(play.unit(each.id), -data.QUARTER))
        state, used = throw(play.state, each.id, each.roll, f"units.{n}.roll")
        rolled = replace(has_fought(state.units[each.id]), roll=lying(each.roll.face, used))
        play = play.now(state.with_unit(each.id, rolled)).step(
            "8.4.1", "{unit} rolls {face}.", unit=each.id, face=data.FACE_NAMES[each.roll.face]
        )
    return play


def _rested(play: Play) -> Play:
    for name, unit in play.state.units.items():
        if rests(play.state, unit):
            play = play.put(name, gained(unit)).step("8.4.3", "{unit} does not fight: 25 energy.", unit=name)
    return play


def _cancelled(play: Play, query: RollCombatQuestion) -> Play:
    for n, each in enumerate(query.units):
        if not each.cancel:
            continue
        unit = play.unit(each.id)
        if not _can_cancel(unit, each, cancel_blank=query.cancel_blank):
            raise IllegalAction(f"units.{n}.cancel", "There is no roll to give up.")
        rested = fighting(replace(unit, roll=None), data.QUARTER)
        play = play.put(each.id, rested).step("8.4.3", "{unit} gives its roll up: 25 energy.", unit=each.id)
    return play


def _can_cancel(unit: Unit, fighter: Fighting, *, cancel_blank: bool) -> bool:
    if unit.roll is None:
        return False
    if fighter.tokens is not None:
        return bool(fighter.tokens.swords + fighter.tokens.shields)
    return unit.roll.face != "blank" or cancel_blank


def _converted(play: Play, query: RollCombatQuestion) -> Play:
    for n, each in enumerate(query.units):
        for k, kind in enumerate(each.convert):
            unit = play.unit(each.id)
            blank = kind == "blank_to_energy" and each.tokens is not None
            if blank or kind not in conversions(play.state, unit):
                raise IllegalAction(f"units.{n}.convert.{k}", "This conversion is not open to it.")
            play = play.put(each.id, converted(unit, kind)).step(
                "8.4.4", "{unit}: {how}.", unit=each.id, how=data.CONVERSION_NAMES[kind]
            )
    return play


def _result(before: State, after: State, melee: Melee, near: Attached) -> CombatResult:
    advances = [
        {"unit": killer, "into": victim}
        for victim, killer in melee.killers.items()
        if after.units[killer].is_living
        and not any(after.units[each].is_living and after.units[each].has_energy for each in near[killer])
    ]
    return {
        "units": [_row(before.units[name], after.units[name], melee, name) for name in after.ids],
        "strikes": [each._asdict() for each in melee.struck],
        "may_advance": sorted(advances, key=lambda each: (each["unit"], each["into"])),
        "prestige": questions.prestige_left(after),
    }


def _row(before: Unit, after: Unit, melee: Melee, name: str) -> FoughtRow:
    return {
        "id": name,
        "energy": after.energy,
        "cp": after.cp,
        "destroyed": not after.cp,
        "swords": before.swords,
        "shields": before.shields,
        "hits": sum(each.target == name and each.outcome == "hit" for each in melee.struck),
        "blocked": sum(each.target == name and each.outcome == "blocked" for each in melee.struck),
        "unbroken_shield": after.ledger.gains > before.ledger.gains,
    }
