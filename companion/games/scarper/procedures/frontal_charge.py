"""The frontal charge (6.2.2): two dice, two totals, one frontline."""

from companion.engine import shape
from companion.engine.game import Resolution
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.actions.kinds import ChargeDice
from companion.games.scarper.data import BATTLEFIELDS, NEIGHBOURS, SIDES
from companion.games.scarper.procedures.asked import Asked, may_attack
from companion.games.scarper.procedures.charge_steps import charge_steps
from companion.games.scarper.procedures.clash import Charge, Clash, clash

__all__ = ["KEYS", "ODDS_KEYS", "Charge", "charge_steps", "clash", "read_charge", "resolve"]

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


def resolve(question: Json) -> Resolution:
    """Procedure 6.5: one frontal charge."""
    asked = Asked(question, KEYS)
    charge = read_charge(asked)
    attacker, defender = shape.read(ChargeDice, asked.raw("rolls"), "rolls")
    asked.done()
    may_attack(charge.board, charge.battlefield, charge.front, charge.attacker)
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
        "propaganda": shape.write(end.propaganda),
    }
