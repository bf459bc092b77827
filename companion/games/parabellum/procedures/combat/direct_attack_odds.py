"""The exact odds of a direct attack, and of the counterattack by whoever survives it (specification 6.7)."""

from fractions import Fraction

from companion.engine import shape
from companion.engine.dice import Pool, unmatched
from companion.engine.game import Resolution, Step
from companion.engine.wire import Json
from companion.engine.wording import tenths
from companion.games.parabellum.procedures.combat.chances import report_json, report_steps
from companion.games.parabellum.procedures.combat.covers import cover_steps
from companion.games.parabellum.procedures.combat.direct_attack import ATTACKER, DEFENDER
from companion.games.parabellum.procedures.combat.sides import Duel, Side, check_may_attack, check_may_counter

type Losses = tuple[Fraction, ...]
"""The chance of losing nobody, one, two, up to all."""


def volley_odds(striking: Side, struck: Side, people: int) -> Losses:
    """The chances of each loss when so many people of one side strike the other."""
    attack = Pool(people, striking.attack_die or 0, striking.attack_modifier + struck.cover.attack)
    defense = Pool(struck.strength, struck.defense_die, struck.cover.direct)
    found = unmatched(attack, defense, struck.strength)
    return tuple(Fraction(weight, found.total) for weight in found.weights.values())


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


def resolve(question: Json) -> Resolution:
    """Procedure 6.7: the chances of one attack before anybody rolls."""
    duel: Duel = shape.read(Duel, question, missing_first="everywhere")
    attacker, defender, counter = duel.attacker.side, duel.defender.side, duel.counterattack
    check_may_attack(attacker)
    if counter:
        check_may_counter(defender, defender.strength)
    first = volley_odds(attacker, defender, attacker.strength)
    second = counter_odds(attacker, defender, first) if counter else None
    result = {"attack": report_json(first), "counter": report_json(second) if second else None}
    return Resolution(result, _steps(attacker, defender, first, second))


def _steps(attacker: Side, defender: Side, first: Losses, second: Losses | None) -> tuple[Step, ...]:
    told = [*cover_steps(defender.cover, DEFENDER), _pools(attacker, defender)]
    told += report_steps(first, DEFENDER)
    if second:
        survive = {"chance": tenths(1 - first[-1])}
        told.append(Step("A3", "Somebody is left to strike back: {chance}.", survive))
        told += [*cover_steps(attacker.cover, ATTACKER), *report_steps(second, ATTACKER, "A3")]
    return tuple(told)


def _pools(attacker: Side, defender: Side) -> Step:
    values: dict[str, object] = {"attackers": attacker.strength, "attack_die": attacker.attack_die}
    values |= {"defenders": defender.strength, "defense_die": defender.defense_die}
    words = "{attackers} d{attack_die} against {defenders} d{defense_die}: every roll is counted, exactly."
    return Step("A2", words, values)
