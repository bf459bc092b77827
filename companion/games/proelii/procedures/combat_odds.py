"""The exact chances of one fight, each side by a stated policy or at its best (6.15)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Annotated, Literal, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.dice import fraction_text
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, ByHand, InFull, read
from companion.engine.wording import average, percent
from companion.games.proelii import data
from companion.games.proelii.procedures.energy import extra_free, paid_limit
from companion.games.proelii.procedures.questions import Cp, Tokens, check_cp
from companion.games.proelii.state import DICE, Dice, Energy

type Paid = Annotated[int, Between(0, 3)]
type Objective = Literal["net", "damage", "survive"]


class Converts(NamedTuple):
    """Which final faces are converted."""

    two_swords: bool = False
    two_shields: bool = False


NEVER = Converts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A stated policy: whether to roll, which faces to roll again, what to convert, whether to parry."""

    roll: bool = True
    reroll: tuple[data.Face, ...] = ()
    paid: Paid = 0
    convert: Converts = NEVER
    parry: bool = False


def _policy(value: object, path: str) -> Policy | Literal["optimal"]:
    if value == "optimal":
        return "optimal"
    return read(Policy, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """One side of a fight whose odds are asked."""

    type: data.Kind
    experience: data.Experience
    energy: Energy
    cp: Cp
    command: data.Command = "bad"
    policy: Annotated[Policy | Literal["optimal"], ByHand(_policy, says=Policy | Literal["optimal"])] = (
        Policy()
    )
    objective: Objective = "net"
    paid: Paid = 0
    tokens: Tokens | None = None

    @property
    def stated(self) -> Policy:
        return self.policy if isinstance(self.policy, Policy) else Policy()

    @property
    def is_optimal(self) -> bool:
        return not isinstance(self.policy, Policy)


class Shown(NamedTuple):
    """What a side shows in the end: swords, shields, whether it converted, paid rerolls used."""

    swords: int
    shields: int
    converted: bool = False
    paid: int = 0


type Chances = Mapping[Shown, Fraction]
NOTHING = Shown(0, 0)


class Throws(NamedTuple):
    """What a side has for its die: the faces, free and paid rerolls, whether it may convert."""

    die: data.Die
    free: int
    paid: int
    may_convert: bool
    shows: data.Face | None = None
    """What the die shows already, where it has fallen and may still be rolled again."""


def throws(side: Opponent, die: data.Die, price: int, paid: int, *, may_convert: bool) -> Throws:
    """A side's rerolls after its price is paid; recruits have none (R27)."""
    if side.experience == "recruit":
        return Throws(die, 0, 0, may_convert)
    free = {"veteran": 1, "elite": 2}.get(side.experience, 0) + extra_free(side.command)
    wished = side.paid if side.is_optimal else side.stated.paid
    bought = min(wished, paid_limit(side.command, paid), (side.energy - price) // 25)
    return Throws(die, free, max(0, bought), may_convert)


def finals(face: data.Face, *, may_convert: bool) -> Iterator[tuple[int, int, bool]]:
    swords, shields = data.FACES[face]
    yield swords, shields, False
    if may_convert and face == "two_swords":
        yield 0, 1, True
    if may_convert and face == "two_shields":
        yield 1, 0, True


def stated(policy: Policy, has: Throws) -> Chances:
    chosen = {}
    for face in _faces(has):
        wants = getattr(policy.convert, face, False)
        chosen[face] = list(finals(face, may_convert=has.may_convert and wants))[-1]
    return _chances(has, chosen, lambda face, left: face in policy.reroll)


def optimal(has: Throws, worth: Callable[[int, int], Fraction]) -> Chances:
    """The chances of the side that plays for its objective; `worth` of swords and shields says which."""
    chosen, value = {}, {}
    for face in _faces(has):
        best = max(
            finals(face, may_convert=has.may_convert), key=lambda each: (worth(*each[:2]), not each[2])
        )
        chosen[face], value[face] = best, worth(*best[:2])
    ahead: list[Fraction] = []
    for _ in range(has.free + has.paid):
        mean = sum((max(value[face], ahead[-1]) if ahead else value[face] for face in has.die), Fraction(0))
        ahead.append(mean / len(has.die))
    return _chances(has, chosen, lambda face, left: value[face] < ahead[left - 1])


def _faces(has: Throws) -> set[data.Face]:
    return {*has.die, has.shows} if has.shows else set(has.die)


def _chances(
    has: Throws, chosen: Mapping[data.Face, tuple[int, int, bool]], again: Callable[[data.Face, int], bool]
) -> Chances:
    """Every final face with the rerolls that it took, free ones first."""
    weights: dict[Shown, Fraction] = {}
    going, most = Fraction(1), has.free + has.paid
    for used in range(most + 1):
        fallen = (has.shows,) if has.shows and not used else has.die
        each, onward = going / len(fallen), Fraction(0)
        for face in fallen:
            if used < most and again(face, most - used):
                onward += each
            else:
                shown = Shown(*chosen[face], max(0, used - has.free))
                weights[shown] = weights.get(shown, Fraction(0)) + each
        if not onward:
            break
        going = onward
    return weights


type Fight = Literal["standard", "hit_and_run", "charge", "escape_attack"]
PRICE: Mapping[Fight, int] = {"standard": 25, "hit_and_run": 50, "charge": 25, "escape_attack": 25}


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatOddsQuestion:
    """Procedure 6.15's input."""

    attacker: Opponent
    defender: Opponent
    kind: Fight = "standard"
    combat: data.Combat = "arcade"
    dice: Annotated[Dice, InFull()] = DICE
    paid_rerolls: Annotated[int, Between(1, 3)] = 1

    def die(self, side: Opponent) -> data.Die:
        die: data.Die = getattr(self.dice, data.UNITS[side.type].die)
        return die

    @property
    def is_defended(self) -> bool:
        defender = self.defender
        shown = self.kind == "escape_attack" or defender.tokens is not None
        return not shown and defender.energy >= data.QUARTER and defender.stated.roll


class Loss(NamedTuple):
    """The CP that both sides lose, and the swords that each could not help."""

    attacker: int
    defender: int
    against_attacker: int
    against_defender: int


class End(NamedTuple):
    """How a fight ends: CP lost and energy changed on both sides."""

    attacker_loss: int
    defender_loss: int
    attacker_energy: int
    defender_energy: int


class Odds(TypedDict):
    """A chance or a mean, exact and as a number."""

    p: str
    value: float


class EndRow(Odds):
    """How a fight may end, and the chance of it."""

    attacker_loss: int
    defender_loss: int
    attacker_energy: int
    defender_energy: int


class CombatOdds(TypedDict):
    """Procedure 6.15's result."""

    outcomes: list[EndRow]
    expected: dict[str, Odds]
    attacker_destroyed: Odds
    defender_destroyed: Odds


def resolve_combat_odds(question: object) -> Resolution[CombatOdds]:
    """Procedure 6.15: every end with its chance, and what is to be expected."""
    query = shape.read(CombatOddsQuestion, question)
    check(query)
    chances = ends(query)
    lost = {
        "attacker_destroyed": _chance(chances, lambda end: end.attacker_loss >= query.attacker.cp),
        "defender_destroyed": _chance(chances, lambda end: end.defender_loss >= query.defender.cp),
    }
    expected = {key: _exact(_mean(chances, n)) for n, key in enumerate(End._fields)}
    outcomes: list[EndRow] = [
        {
            "attacker_loss": end.attacker_loss,
            "defender_loss": end.defender_loss,
            "attacker_energy": end.attacker_energy,
            "defender_energy": end.defender_energy,
            **_exact(p),
        }
        for end, p in sorted(chances.items())
    ]
    result: CombatOdds = {
        "outcomes": outcomes,
        "expected": expected,
        "attacker_destroyed": _exact(lost["attacker_destroyed"]),
        "defender_destroyed": _exact(lost["defender_destroyed"]),
    }
    values = {
        "attacker": percent(float(lost["attacker_destroyed"])),
        "defender": percent(float(lost["defender_destroyed"])),
        "taken": average(fraction_text(_mean(chances, 1))),
        "given": average(fraction_text(_mean(chances, 0))),
    }
    steps = (
        Step("7.1", "On average the defender loses {taken} CP and the attacker {given}.", values),
        Step("7.2", "The defender is destroyed in {defender}, the attacker in {attacker}.", values),
    )
    return Resolution(result, steps)


def check(query: CombatOddsQuestion) -> None:
    attacker, defender = query.attacker, query.defender
    check_cp(attacker.type, attacker.cp, "attacker.cp")
    check_cp(defender.type, defender.cp, "defender.cp")
    needed = query.kind if query.kind in ("hit_and_run", "charge") else None
    if needed and needed not in data.UNITS[attacker.type].abilities:
        raise IllegalAction("attacker.type", "This type of unit has no such ability.")
    if query.kind == "charge" and (attacker.type, defender.type) == ("cavalry", "war_elephants"):
        raise IllegalAction("defender.type", "Cavalry does not charge war elephants.")
    if attacker.energy < PRICE[query.kind]:
        raise IllegalAction("attacker.energy", f"This attack costs {PRICE[query.kind]} energy.")
    if attacker.tokens is not None:
        raise IllegalAction("attacker.tokens", "The attacker rolls; it shows no tokens.")
    if defender.tokens is not None and query.kind == "escape_attack":
        raise IllegalAction("defender.tokens", "Who escapes has no defence.")
    if attacker.is_optimal and defender.is_optimal:
        raise IllegalAction(
            "defender.policy", "One side plays at its best against the other's stated policy."
        )
    if not attacker.stated.roll:
        raise IllegalAction("attacker.policy.roll", "The attacker rolls.")


def ends(query: CombatOddsQuestion) -> dict[End, Fraction]:
    return _meeting(query, *_both(query))


def _meeting(query: CombatOddsQuestion, first: Chances, second: Chances) -> dict[End, Fraction]:
    weights: dict[End, Fraction] = {}
    for one, p in first.items():
        for other, q in second.items():
            end = _end(query, one, other)
            weights[end] = weights.get(end, Fraction(0)) + p * q
    return weights


@lru_cache(maxsize=256)
def at_best(
    query: CombatOddsQuestion, attacker: Throws | Shown, defender: Throws | Shown
) -> Mapping[End, Fraction]:
    """Every end of a fight in which both sides reroll at their best, each against the other's best.

    What a side has for its die, or what it shows for good. Each answers the other in turn until neither has
    a better answer; the few fights in which they go round and round count every answer of the last round.
    """
    first = _begins(query.attacker, attacker)
    second = _begins(query.defender, defender)
    met: list[tuple[Chances, Chances]] = []
    while (first, second) not in met:
        met.append((first, second))
        if isinstance(attacker, Throws):
            first = optimal(attacker, partial(_attacking, query, second))
        if isinstance(defender, Throws):
            second = optimal(defender, partial(_defending, query, first))
    last = met[met.index((first, second)) :]
    return _meeting(query, _mixed([one for one, _ in last]), _mixed([other for _, other in last]))


def _begins(side: Opponent, has: Throws | Shown) -> Chances:
    return stated(side.stated, has) if isinstance(has, Throws) else {has: Fraction(1)}


def _mixed(ways: Sequence[Chances]) -> Chances:
    weights: dict[Shown, Fraction] = {}
    for way in ways:
        for shown, p in way.items():
            weights[shown] = weights.get(shown, Fraction(0)) + p / len(ways)
    return weights


def _both(query: CombatOddsQuestion) -> tuple[Chances, Chances]:
    standard = query.kind == "standard"
    attacker, defender = query.attacker, query.defender
    ours = throws(
        attacker,
        query.die(attacker),
        PRICE[query.kind],
        query.paid_rerolls,
        may_convert=standard and attacker.command != "none",
    )
    if not query.is_defended:
        tokens = query.defender.tokens
        second: Chances = {Shown(*tokens) if tokens else NOTHING: Fraction(1)}
    else:
        theirs = throws(
            defender,
            query.die(defender),
            data.QUARTER,
            query.paid_rerolls,
            may_convert=standard and defender.command != "none",
        )
        if defender.is_optimal:
            first = stated(attacker.stated, ours)
            return first, optimal(theirs, partial(_defending, query, first))
        second = stated(defender.stated, theirs)
    if attacker.is_optimal:
        return optimal(ours, partial(_attacking, query, second)), second
    return stated(attacker.stated, ours), second


def _attacking(query: CombatOddsQuestion, second: Chances, *tokens: int) -> Fraction:
    losses = ((loss(query, Shown(tokens[0], tokens[1]), other), q) for other, q in second.items())
    return sum((q * _worth(query.attacker, each.defender, each.attacker) for each, q in losses), Fraction(0))


def _defending(query: CombatOddsQuestion, first: Chances, *tokens: int) -> Fraction:
    losses = ((loss(query, one, Shown(tokens[0], tokens[1])), p) for one, p in first.items())
    return sum((p * _worth(query.defender, each.attacker, each.defender) for each, p in losses), Fraction(0))


def _worth(side: Opponent, taken: int, lost: int) -> int:
    return {"damage": taken, "survive": -lost, "net": taken - lost}[side.objective]


def loss(query: CombatOddsQuestion, one: Shown, other: Shown) -> Loss:
    if query.kind != "standard":
        shields = 0 if query.kind == "escape_attack" else other.shields
        return Loss(0, min(query.defender.cp, max(0, one.swords - shields)), 0, one.swords)
    swords, answer = one.swords, other.swords
    if query.combat == "realistic":
        ours = min(swords, max(0, answer - one.shields)) if query.attacker.stated.parry else 0
        theirs = min(answer, max(0, swords - other.shields)) if query.defender.stated.parry else 0
        swords, answer = max(0, swords - ours - theirs), max(0, answer - ours - theirs)
    return Loss(
        min(query.attacker.cp, max(0, answer - one.shields)),
        min(query.defender.cp, max(0, swords - other.shields)),
        answer,
        swords,
    )


def _end(query: CombatOddsQuestion, one: Shown, other: Shown) -> End:
    losses = loss(query, one, other)
    attacker = -PRICE[query.kind] - data.QUARTER * one.paid
    if query.kind == "standard":
        alive = losses.attacker < query.attacker.cp
        attacker += _gain(one, losses.against_attacker, is_alive=alive)
    return End(losses.attacker, losses.defender, attacker, _defender_energy(query, other, losses))


def _gain(shown: Shown, against: int, *, is_alive: bool) -> int:
    """25 by a conversion, or by an unbroken shield of who lives."""
    return data.QUARTER if shown.converted or (is_alive and shown.shields > against) else 0


def _defender_energy(query: CombatOddsQuestion, other: Shown, losses: Loss) -> int:
    defender = query.defender
    alive = losses.defender < defender.cp
    gain = _gain(other, losses.against_defender, is_alive=alive) if query.kind == "standard" else 0
    room = data.FULL - defender.energy
    if query.is_defended:
        return gain - data.QUARTER - data.QUARTER * other.paid
    if defender.tokens is not None or query.kind != "standard":
        return min(gain, room)
    return min(data.QUARTER, room)


def _chance(chances: Mapping[End, Fraction], claim: Callable[[End], bool]) -> Fraction:
    return sum((p for end, p in chances.items() if claim(end)), Fraction(0))


def _mean(chances: Mapping[End, Fraction], n: int) -> Fraction:
    return sum((p * end[n] for end, p in chances.items()), Fraction(0))


def _exact(value: Fraction) -> Odds:
    return {"p": fraction_text(value), "value": round(float(value), 12)}
