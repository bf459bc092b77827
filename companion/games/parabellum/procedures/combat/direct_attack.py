"""A direct attack (A1, A2), and the counterattack of those who survive it (A3)."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from companion.engine import shape
from companion.engine.game import Resolution, Step
from companion.engine.procedure import rolling_for
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.parabellum.procedures.combat.sides import (
    RolledDuel,
    Side,
    check_may_attack,
    check_may_counter,
)
from companion.games.parabellum.procedures.combat.volleys import (
    Volley,
    read_dice,
    roll_dice,
    strike,
    volley_steps,
)

ATTACKER, DEFENDER = "The attacker", "The defender"
FIRST, SECOND = ("attack", "defense"), ("counter_attack", "counter_defense")


class Asked(NamedTuple):
    """The question without its dice."""

    attacker: Side
    defender: Side
    counter: bool


def resolve(question: Json) -> Resolution:
    """Procedure 6.6: one attack, with the dice as they fell."""
    reading, asked = _read(question)
    rolls = _shape_of_rolls(reading, asked) if "rolls" in reading else None
    check_may_attack(asked.attacker)
    rolls = rolls or _shape_of_rolls(reading, asked)
    attacker, defender = asked.attacker, asked.defender
    first = _volley(attacker, defender, attacker.strength, rolls, FIRST)
    second = None
    if asked.counter:
        left = defender.strength - first.losses
        check_may_counter(defender, left)
        second = _volley(defender, attacker, left, rolls, SECOND)
    return Resolution(_result(asked, first, second), _steps(asked, first, second))


def _read(question: Json) -> tuple[Reading, Asked]:
    duel: RolledDuel = shape.read(RolledDuel, question, missing_first="everywhere")
    asked = Asked(duel.attacker.side, duel.defender.side, duel.counterattack)
    return Reading(question, question), asked


def _shape_of_rolls(reading: Reading, asked: Asked) -> Reading:
    keys = (*FIRST, *SECOND) if asked.counter else FIRST
    rolls = Reading.complete(reading.raw("rolls"), keys, (), "rolls")
    for key in keys:
        rolls.items(key)
    return rolls


def _volley(striking: Side, struck: Side, people: int, rolls: Reading, keys: tuple[str, str]) -> Volley:
    """So many people of one side strike the other."""
    attack = read_dice(rolls.raw(keys[0]), rolls.at(keys[0]), people, striking.attack_die or 0)
    defense = read_dice(rolls.raw(keys[1]), rolls.at(keys[1]), struck.strength, struck.defense_die)
    return strike(attack, defense, struck.cover, struck.strength, striking.attack_modifier)


def _result(asked: Asked, first: Volley, second: Volley | None) -> Json:
    return {
        "attack": first.as_json(),
        "counter": second.as_json() if second else None,
        "attacker": _after(asked.attacker, second.losses if second else 0, spent=1),
        "defender": _after(asked.defender, first.losses, spent=1 if second else 0),
    }


def _after(side: Side, losses: int, spent: int) -> Mapping[str, int]:
    return {"strength": side.strength - losses, "ammunition": side.ammunition - spent}


def _steps(asked: Asked, first: Volley, second: Volley | None) -> tuple[Step, ...]:
    attacker, defender = asked.attacker, asked.defender
    told = [*_own(attacker, ATTACKER), *volley_steps(first, defender.cover, ATTACKER, DEFENDER)]
    if second:
        left = {"left": defender.strength - first.losses}
        told.append(Step("A3", "{left:The one who is left strikes|The # who are left strike} back.", left))
        told += [*_own(defender, DEFENDER), *volley_steps(second, attacker.cover, DEFENDER, ATTACKER)]
    told.append(Step("A1", "Each side that struck spends 1 ammunition counter."))
    return tuple(told)


def _own(side: Side, name: str) -> tuple[Step, ...]:
    if not side.attack_modifier:
        return ()
    values = {"who": name, "modifier": signed(side.attack_modifier, "+0")}
    return (Step("A1", "{who}'s own attack dice: {modifier}.", values),)


def _roll(question: Json, random: Random) -> Json:
    _, asked = _read(question)
    check_may_attack(asked.attacker)
    attacker, defender = asked.attacker, asked.defender
    attack = roll_dice(attacker.strength, attacker.attack_die or 0, random)
    defense = roll_dice(defender.strength, defender.defense_die, random)
    if not asked.counter:
        return {"attack": attack, "defense": defense}
    losses = strike(attack, defense, defender.cover, defender.strength, attacker.attack_modifier).losses
    answer = roll_dice(defender.strength - losses, defender.attack_die or 1, random)
    stops = roll_dice(attacker.strength, attacker.defense_die, random)
    return {"attack": attack, "defense": defense, "counter_attack": answer, "counter_defense": stops}


complete = rolling_for(_roll)
"""The question with the dice that it leaves to the app."""
