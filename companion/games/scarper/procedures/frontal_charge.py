"""The frontal charge (6.2.2): two dice, two totals, one frontline."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, NEIGHBOURS, SIDES
from companion.games.scarper.procedures.asked import Asked, at_end, sides_json
from companion.games.scarper.procedures.charge_steps import charge_steps
from companion.games.scarper.procedures.clash import Charge, Clash, clash

__all__ = ["KEYS", "ODDS_KEYS", "Charge", "charge_steps", "clash", "may_charge", "read_charge", "resolve"]

ODDS_KEYS = ("attacker", "battlefield", "battlefields", "propaganda", "modifiers", "options", "board")
KEYS = (*ODDS_KEYS[:5], "rolls", *ODDS_KEYS[5:])


def read_charge(asked: Asked) -> Charge:
    """The charge that a question declares, up to its modifiers."""
    attacker, battlefield = asked.name("attacker", SIDES), asked.name("battlefield", BATTLEFIELDS)
    fronts = asked.battlefields((battlefield, *NEIGHBOURS[battlefield]))
    propaganda = asked.per_side("propaganda", asked.options.propaganda_max)
    modifiers = Reading(asked.value.get("modifiers", {}), ("attack", "defence"), asked.at("modifiers"))
    attack, defence = (
        modifiers.integer(key, -9, 9) if key in modifiers else 0 for key in ("attack", "defence")
    )
    return Charge(
        attacker=attacker,
        battlefield=battlefield,
        battlefields=fronts,
        propaganda=propaganda,
        attack=attack,
        defence=defence,
        options=asked.options,
        board=asked.board,
    )


def may_charge(charge: Charge, path: str) -> None:
    """Refuse a charge on a front that is already at the defender's end (R8)."""
    if at_end(charge.board, charge.battlefield, charge.front, charge.attacker):
        where = BATTLEFIELD_NAMES[charge.battlefield]
        raise IllegalAction(path, f"The frontline of {where} is at its end; attack another battlefield.")


def read_rolls(value: Json, path: str) -> tuple[int, int]:
    """The two dice of a charge, attacker's first."""
    rolls = Reading(value, ("attacker", "defender"), path)
    return rolls.integer("attacker", 1, 6), rolls.integer("defender", 1, 6)


def resolve(question: Json) -> Resolution:
    """Procedure 6.5: one frontal charge."""
    asked = Asked(question, KEYS)
    charge = read_charge(asked)
    attacker, defender = read_rolls(asked.raw("rolls"), asked.at("rolls"))
    asked.done()
    may_charge(charge, "battlefield")
    result = clash(charge, attacker + charge.attack_bonus - defender - charge.defence_bonus)
    return Resolution(
        _result(charge, attacker, defender, result), charge_steps(charge, attacker, defender, result)
    )


def _result(charge: Charge, attacker: int, defender: int, end: Clash) -> Json:
    return {
        "attack": {
            "roll": attacker,
            "relative": charge.relative,
            "modifier": charge.attack,
            "total": attacker + charge.attack_bonus,
        },
        "defence": {
            "roll": defender,
            "trenches": charge.trenches,
            "bonus": charge.trenches // 2,
            "modifier": charge.defence,
            "total": defender + charge.defence_bonus,
        },
        "winner": end.winner,
        "movement_value": end.movement_value,
        "propaganda_value": end.propaganda_value,
        **end.movement.as_json(),
        "propaganda": sides_json(end.propaganda),
    }
