"""Attacks as questions: direct ones, barrages, exact odds, what a scout sees (A1 to A5, 6.6 to 6.11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.desk import rolling_for
from companion.engine.dice import Pool, roll, unmatched
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.records import replace
from companion.engine.shape import Between, ByHand, DistinctBy, Known, Last, Learns, Names, Sized, Span, Then
from companion.engine.wire import Json, integer, items, parts, say
from companion.engine.wording import signed, tenths
from companion.games.parabellum import state
from companion.games.parabellum.data import SPOTTED
from companion.games.parabellum.procedures import answers
from companion.games.parabellum.procedures.dice import (
    Cover,
    Covered,
    Modifier,
    Seen,
    Shot,
    Volley,
    chance_json,
    cover_steps,
    read_dice,
    report_json,
    report_steps,
    roll_dice,
    shoot,
    shot_steps,
    strike,
    thrown,
    volley_steps,
)

type Ammunition = Annotated[int, Between(0, 20)]
type Losses = tuple[Fraction, ...]
"""The chance of losing nobody, one, two, up to all."""
type Range = Annotated[int, Between(1, FARTHEST)]
type Shots = Annotated[int, Between(1, MOST_SHOTS)]


class Side(NamedTuple):
    """One unit, of `strength` people; `attack_modifier` is what the table adds to its own attack dice."""

    strength: int
    attack_die: int | None
    defense_die: int
    ammunition: int
    cover: Cover
    attack_modifier: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSide(Covered):
    """A side as a question says it."""

    strength: state.Strength
    attack_die: state.Die | None
    defense_die: state.Die
    ammunition: Ammunition = 1
    attack_modifier: Modifier = 0

    @property
    def side(self) -> Side:
        dice = self.attack_die, self.defense_die
        return Side(self.strength, *dice, self.ammunition, self.cover, self.attack_modifier)


@dataclass(frozen=True, slots=True)
class Duel:
    """The question of the odds (6.7); that of the attack brings its dice as well."""

    attacker: AskedSide
    defender: AskedSide
    counterattack: bool = False


@dataclass(frozen=True, slots=True)
class RolledDuel(Duel):
    """The question of an attack (6.6); without dice, the app rolls them."""

    rolls: Json = None


def check_may_attack(attacker: Side) -> int:
    """The attacker's die; refused where it has none, or no ammunition (A1)."""
    if attacker.attack_die is None:
        words = "A unit without an attack die makes no direct attack; choose one with a die."
        raise IllegalAction("attacker.attack_die", words)
    if not attacker.ammunition:
        words = "An attack spends 1 ammunition counter and none is left; resupply first."
        raise IllegalAction("attacker.ammunition", words)
    return attacker.attack_die


def check_may_counter(defender: Side, left: int) -> int:
    """The defender's attack die, where the people left may strike back (A3)."""
    if left and defender.attack_die is not None and defender.ammunition:
        return defender.attack_die
    why = "nobody is left to counterattack" if not left else "the defender has no attack die"
    if left and defender.attack_die is not None:
        why = "the defender has no ammunition left"
    raise IllegalAction("counterattack", f"There can be no counterattack: {why}. Leave it out.")


ATTACKER, DEFENDER = "The attacker", "The defender"
FIRST, SECOND = ("attack", "defense"), ("counter_attack", "counter_defense")


class DirectAttackQuestion(NamedTuple):
    """The question without its dice."""

    attacker: Side
    defender: Side
    counter: bool


def resolve_direct_attack(question: object) -> Resolution[answers.DirectAttack]:
    """Procedure 6.6: one attack, with the dice as they fell."""
    case, dice = _read_direct_attack(question)
    keys = (*FIRST, *SECOND) if case.counter else FIRST
    rolls = {} if dice is None else parts(dice, "rolls", *keys)
    for key in rolls:
        items(rolls[key], f"rolls.{key}")
    check_may_attack(case.attacker)
    thrown(dice)
    attacker, defender = case.attacker, case.defender
    first = _volley(attacker, defender, attacker.strength, rolls, FIRST)
    second = None
    if case.counter:
        left = defender.strength - first.losses
        check_may_counter(defender, left)
        second = _volley(defender, attacker, left, rolls, SECOND)
    return Resolution(
        {
            "attack": first.as_json(),
            "counter": second.as_json() if second else None,
            "attacker": _after(case.attacker, second.losses if second else 0, spent=1),
            "defender": _after(case.defender, first.losses, spent=1 if second else 0),
        },
        _direct_attack_steps(case, first, second),
    )


def _read_direct_attack(question: Json) -> tuple[DirectAttackQuestion, Json]:
    duel = shape.read(RolledDuel, question, missing_first="everywhere")
    return DirectAttackQuestion(duel.attacker.side, duel.defender.side, duel.counterattack), duel.rolls


def _volley(
    striking: Side, struck: Side, people: int, rolls: Mapping[str, Json], keys: tuple[str, str]
) -> Volley:
    own, other = keys
    attack = read_dice(rolls[own], f"rolls.{own}", people, striking.attack_die or 0)
    defense = read_dice(rolls[other], f"rolls.{other}", struck.strength, struck.defense_die)
    return strike(attack, defense, struck.cover, struck.strength, striking.attack_modifier)


def _after(side: Side, losses: int, spent: int) -> Mapping[str, int]:
    return {"strength": side.strength - losses, "ammunition": side.ammunition - spent}


def _direct_attack_steps(
    case: DirectAttackQuestion, first: Volley, second: Volley | None
) -> tuple[Step, ...]:
    attacker, defender = case.attacker, case.defender
    steps = [*_own(attacker, ATTACKER), *volley_steps(first, defender.cover, ATTACKER, DEFENDER)]
    if second:
        left = {"left": defender.strength - first.losses}
        steps.append(Step("A3", "{left:The one who is left strikes|The # who are left strike} back.", left))
        steps += [*_own(defender, DEFENDER), *volley_steps(second, attacker.cover, DEFENDER, ATTACKER)]
    steps.append(Step("A1", "Each side that struck spends 1 ammunition counter."))
    return tuple(steps)


def _own(side: Side, name: str) -> tuple[Step, ...]:
    if not side.attack_modifier:
        return ()
    values = {"who": name, "modifier": signed(side.attack_modifier, "+0")}
    return (Step("A1", "{who}'s own attack dice: {modifier}.", values),)


def _roll_direct_attack(question: object, random: Random) -> Json:
    case, _ = _read_direct_attack(question)
    check_may_attack(case.attacker)
    attacker, defender = case.attacker, case.defender
    attack = roll_dice(attacker.strength, attacker.attack_die or 0, random)
    defense = roll_dice(defender.strength, defender.defense_die, random)
    if not case.counter:
        return {"attack": attack, "defense": defense}
    losses = strike(attack, defense, defender.cover, defender.strength, attacker.attack_modifier).losses
    answer = roll_dice(defender.strength - losses, defender.attack_die or 1, random)
    stops = roll_dice(attacker.strength, attacker.defense_die, random)
    return {"attack": attack, "defense": defense, "counter_attack": answer, "counter_defense": stops}


complete_direct_attack = rolling_for(_roll_direct_attack)
"""The question with the dice that it leaves to the app."""


def volley_odds(striking: Side, struck: Side, people: int) -> Losses:
    """The chances of each loss when so many people of one side strike the other."""
    attack = Pool(people, striking.attack_die or 0, striking.attack_modifier + struck.cover.attack)
    defense = Pool(struck.strength, struck.defense_die, struck.cover.direct)
    odds = unmatched(attack, defense, struck.strength)
    return tuple(Fraction(weight, odds.total) for weight in odds.weights.values())


def counter_odds(attacker: Side, defender: Side, first: Losses) -> Losses:
    """The attacker's losses, over every way in which the first volley can end; nobody left strikes nobody."""
    chances = [Fraction(0)] * (attacker.strength + 1)
    for fallen, chance in enumerate(first):
        left = defender.strength - fallen
        if not left:
            chances[0] += chance
        elif chance:
            for losses, further in enumerate(volley_odds(defender, attacker, left)):
                chances[losses] += chance * further
    return tuple(chances)


def resolve_direct_attack_odds(question: object) -> Resolution[answers.DirectAttackOdds]:
    """Procedure 6.7: the chances of one attack before anybody rolls."""
    duel = shape.read(Duel, question, missing_first="everywhere")
    attacker, defender, counter = duel.attacker.side, duel.defender.side, duel.counterattack
    check_may_attack(attacker)
    if counter:
        check_may_counter(defender, defender.strength)
    first = volley_odds(attacker, defender, attacker.strength)
    second = counter_odds(attacker, defender, first) if counter else None
    counted = report_json(second) if second else None
    result = answers.DirectAttackOdds(attack=report_json(first), counter=counted)
    values: dict[str, object] = {"attackers": attacker.strength, "attack_die": attacker.attack_die}
    values |= {"defenders": defender.strength, "defense_die": defender.defense_die}
    words = "{attackers} d{attack_die} against {defenders} d{defense_die}: every roll is counted, exactly."
    steps = [*cover_steps(defender.cover, DEFENDER), Step("A2", words, values)]
    steps += report_steps(first, DEFENDER)
    if second:
        survive = {"chance": tenths(1 - first[-1])}
        steps.append(Step("A3", "Somebody is left to strike back: {chance}.", survive))
        steps += [*cover_steps(attacker.cover, ATTACKER), *report_steps(second, ATTACKER, "A3")]
    return Resolution(result, tuple(steps))


MOST_SHOTS, FARTHEST = 20, 60


@dataclass(frozen=True, slots=True)
class Gun:
    """The unit that fires."""

    artillery_die: state.Die
    shots_per_turn: Shots
    min_range: Range
    max_range: Range
    ammunition: Ammunition = 1
    moved: bool = False


def _reaching(gun: Gun, _: Mapping[str, object]) -> Gun:
    return replace(gun, max_range=integer(gun.max_range, "max_range", gun.min_range, FARTHEST))


@dataclass(frozen=True, slots=True, kw_only=True)
class Target(Seen):
    """A unit in question, so many squares away."""

    id: state.Id
    strength: state.Strength
    defense_die: state.Die
    distance: Annotated[int, Between(0, FARTHEST)]


TWICE = "“{given}” is named before; every target has an id of its own."
AIM = "A shot is at one of {names}; {given} was given."


@dataclass(frozen=True, slots=True)
class ArtilleryAttackQuestion:
    """Procedure 6.8's input, perhaps without its dice; `shots` are the ids of the targets, in order."""

    attacker: Annotated[Gun, Then(_reaching)]
    targets: Annotated[
        tuple[Target, ...],
        Sized(1, MOST_SHOTS),
        DistinctBy("id", TWICE),
        Names("targets", by=lambda targets: [each.id for each in targets]),
    ]
    shots: Annotated[tuple[Annotated[str, Known("targets", AIM)], ...], Sized(1, MOST_SHOTS)]
    rolls: Json = None

    def target(self, named: str) -> Target:
        return next(each for each in self.targets if each.id == named)


def resolve_artillery_attack(question: object) -> Resolution[answers.ArtilleryAttack]:
    """Procedure 6.8: a barrage, with the dice as they fell."""
    case = shape.read(ArtilleryAttackQuestion, question, missing_first="everywhere")
    shots = len(case.shots)
    rolls = () if case.rolls is None else items(case.rolls, "rolls", shots, shots)
    _check(case)
    thrown(case.rolls)
    left = {target.id: target.strength for target in case.targets}
    steps: list[Step] = []
    fired: list[answers.ShotRow] = []
    for n, (target, entry) in enumerate(zip(case.shots, rolls, strict=True)):
        shot = _fire(case, case.target(target), left, entry, f"rolls.{n}")
        fired.append(_shot_json(target, shot))
        steps += _shot_in_steps(case.target(target), shot, left[target], n)
        left[target] -= bool(shot and shot.hit)
    steps.append(Step("A5", "The whole barrage spends 1 ammunition counter."))
    targets = {
        target.id: {"losses": target.strength - left[target.id], "strength": left[target.id]}
        for target in case.targets
    }
    return Resolution(
        {"shots": fired, "targets": targets, "ammunition": case.attacker.ammunition - 1}, tuple(steps)
    )


def _fire(
    case: ArtilleryAttackQuestion, target: Target, left: Mapping[str, int], entry: object, path: str
) -> Shot | None:
    """One shot; none where nobody is left and the shot is wasted."""
    people = left[target.id]
    if not people:
        if entry is None:
            return None
        words = (
            f"Nobody of {target.id} is left: this shot is wasted and its entry is null; {say(entry)} given."
        )
        raise InvalidInput(path, words)
    dice = parts(entry, path, "artillery", "defense")
    artillery = integer(dice["artillery"], f"{path}.artillery", 1, case.attacker.artillery_die)
    defense = read_dice(dice["defense"], f"{path}.defense", people, target.defense_die)
    return shoot(artillery, defense, target.cover)


def _shot_json(target: str, shot: Shot | None) -> answers.ShotRow:
    if shot is None:
        return {"target": target, "wasted": True, "artillery": None, "best_defense": None, "hit": False}
    wasted = answers.ShotRow(
        target=target, wasted=False, artillery=shot.artillery, best_defense=shot.best_defense, hit=shot.hit
    )
    return wasted


def _shot_in_steps(target: Target, shot: Shot | None, people: int, n: int) -> tuple[Step, ...]:
    values = {"n": n + 1, "who": state.spoken(target.id)}
    if shot is None:
        return (Step("RULING R36", "Shot {n} at {who}: nobody is left, it is wasted.", values),)
    heading = Step("A5", "Shot {n} at {who}.", values)
    return (heading, *shot_steps(shot, target.cover, state.spoken(target.id), people))


def _check(case: ArtilleryAttackQuestion) -> None:
    gun = case.attacker
    if gun.moved:
        raise IllegalAction(
            "attacker.moved", "Artillery that moved this turn does not fire; leave it standing."
        )
    if not gun.ammunition:
        raise IllegalAction("attacker.ammunition", "A barrage spends 1 ammunition counter and none is left.")
    if len(case.shots) > gun.shots_per_turn:
        words = f"This unit fires {gun.shots_per_turn} shots a turn; {len(case.shots)} were given."
        raise IllegalAction("shots", words)
    for n, shot in enumerate(case.shots):
        distance = case.target(shot).distance
        if not gun.min_range <= distance <= gun.max_range:
            words = f"Shots reach {gun.min_range} to {gun.max_range} squares; {shot} is {distance} away."
            raise IllegalAction(f"shots.{n}", words)


def _roll_artillery_attack(question: object, random: Random) -> list[object]:
    case = shape.read(ArtilleryAttackQuestion, question, missing_first="everywhere")
    left = {target.id: target.strength for target in case.targets}
    rolls: list[object] = []
    for shot in case.shots:
        target = case.target(shot)
        if not left[shot]:
            rolls.append(None)
            continue
        artillery = roll(random, case.attacker.artillery_die)
        defense = roll_dice(left[shot], target.defense_die, random)
        left[shot] -= shoot(artillery, defense, target.cover).hit
        rolls.append({"artillery": artillery, "defense": defense})
    return rolls


complete_artillery_attack = rolling_for(_roll_artillery_attack)
"""The question with the dice that it leaves to the app."""


TARGET = "The target"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelled(Seen):
    """The unit in question."""

    strength: state.Strength
    defense_die: state.Die


@dataclass(frozen=True, slots=True)
class ArtilleryOddsQuestion:
    """Procedure 6.9's input."""

    artillery_die: state.Die
    shots: Annotated[int, Between(1, MOST_SHOTS)]
    target: Shelled


def hit_chance(die: int, defense_die: int, people: int, cover: Cover) -> Fraction:
    """The chance that one shot kills one of so many people: it must beat the best of their dice."""
    gap = cover.attack - cover.indirect
    lower = (min(max(face + gap - 1, 0), defense_die) for face in range(1, die + 1))
    return Fraction(sum(faces**people for faces in lower), die * defense_die**people)


def barrage_odds(die: int, shots: int, people: int, defense_die: int, cover: Cover) -> tuple[Fraction, ...]:
    """The chances of losing nobody, one, up to all of these people."""
    left = [Fraction(0)] * people + [Fraction(1)]
    hits = [Fraction(0), *(hit_chance(die, defense_die, n, cover) for n in range(1, people + 1))]
    for _ in range(shots):
        left = [
            left[n] * (1 - hits[n]) + (left[n + 1] * hits[n + 1] if n < people else 0)
            for n in range(people + 1)
        ]
    return tuple(reversed(left))


def resolve_artillery_odds(question: object) -> Resolution[answers.ArtilleryOdds]:
    """Procedure 6.9: the chances of a barrage, all its shots at one target."""
    case = shape.read(ArtilleryOddsQuestion, question, missing_first="everywhere")
    die, shots, people = case.artillery_die, case.shots, case.target.strength
    defense_die, cover = case.target.defense_die, case.target.cover
    losses = barrage_odds(die, shots, people, defense_die, cover)
    first = hit_chance(die, defense_die, people, cover)
    values = {"die": die, "people": people, "defense": defense_die, "chance": tenths(first)}
    opening = Step("A5", "One d{die} against the best of {people} d{defense}: it hits with {chance}.", values)
    steps = (*cover_steps(cover, TARGET, artillery=True), opening, *_all(shots, losses))
    return Resolution({"hit": chance_json(first), **report_json(losses)}, steps)


def _all(shots: int, losses: Sequence[Fraction]) -> tuple[Step, ...]:
    words = "Shots: {shots}, one by one. Each hit leaves one die fewer against the next."
    return (Step("RULING R36", words, {"shots": shots}), *report_steps(losses, TARGET, "A5"))


def recon_range(card: state.UnitType) -> int | None:
    """How far a unit reconnoitres; None where it has neither an attack die nor artillery (R35)."""
    if card.artillery:
        return card.artillery.min
    return card.range if card.attack_die else None


type Catalogued = Annotated[str, Known("units")]


def _up_to(key: str, least: int = 0) -> object:
    """No more of it than the card of the unit has room for."""
    return Span(lambda names: (least, getattr(names["units"][names["card"]], key)), "card")


class Scouted(NamedTuple):
    """The target, as only its owner knows it."""

    unit: Annotated[Catalogued, Learns(lambda unit, names: {"card": unit})]
    strength: Annotated[int, _up_to("troop", 1)]
    fuel: Annotated[int, _up_to("fuel_max")]
    ammunition: Annotated[int, _up_to("ammunition_max")]
    cargo: Annotated[int, _up_to("cargo")]
    passengers: Annotated[int, _up_to("passengers")]

    @property
    def report(self) -> state.Report:
        """What its scout learns."""
        return state.Report(self.unit, self.strength, *(count > 0 for count in self[2:]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconQuestion:
    """Procedure `recon-report`'s input."""

    binder: Annotated[
        state.Binder, ByHand(state.read_binder), Learns(lambda binder, _: {"units": binder.units}), Last(1)
    ] = field(default_factory=state.starter_binder)
    unit: Catalogued
    distance: Annotated[int, Between(0, 60)]
    target: Scouted


def resolve_recon_report(question: object) -> Resolution[answers.ReconReport]:
    """Procedure `recon-report`."""
    case: ReconQuestion = shape.read(
        ReconQuestion, question, names={"units": state.starter_binder().units}, missing_first="everywhere"
    )
    units, away, report = case.binder.units, case.distance, case.target.report
    card = units[case.unit]
    reach = recon_range(card)
    if reach is None:
        raise IllegalAction("unit", f"{card.name} has neither attack die nor artillery to reconnoitre with.")
    if away > reach:
        raise IllegalAction("distance", f"{card.name} reconnoitres {reach} squares far; this is {away} away.")
    result = answers.ReconReport(report=report._asdict(), artillery_defense_modifier=-SPOTTED)
    return Resolution(result, recon_steps(report, units[report.type], reach))


def recon_steps(report: state.Report, card: state.UnitType, reach: int) -> tuple[Step, ...]:
    names = ("fuel", "ammunition", "cargo", "passengers")
    keys = [key for key in names if getattr(report, key)]
    missing = [key for key in names if not getattr(report, key)]
    values = {
        "type": card.name,
        "strength": report.strength,
        "has": ", ".join(keys) or "nothing",
        "lacks": ", ".join(missing) or "nothing",
    }
    return (
        Step("A4", "The target lies within the {reach} squares of reconnaissance.", {"reach": reach}),
        Step("A4", "{type}, strength {strength}; it has {has}; it lacks {lacks}.", values),
        Step(
            "A4",
            "Its defence dice count {less} less against artillery until this Combat phase is over.",
            {"less": SPOTTED},
        ),
    )
