"""The odds of a frontal charge: all 36 rolls, each ended by the charge's own rules (specification 6.6)."""

from fractions import Fraction

from companion.engine import shape
from companion.engine.dice import Distribution, chance_json, chances_json
from companion.engine.game import Resolution, Step
from companion.engine.phrase import average, cases
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELD_NAMES
from companion.games.scarper.procedures.asked import Asked, may_attack
from companion.games.scarper.procedures.clash import Charge, Clash, clash
from companion.games.scarper.procedures.frontal_charge import ODDS_KEYS, read_charge

DIE = Distribution.die(6)
ROLLS = DIE.with_(DIE, lambda attacker, defender: attacker - defender)
"""The attacker's die less the defender's."""


def resolve(question: Json) -> Resolution:
    """Procedure 6.6: the chances of a frontal charge before anybody rolls."""
    asked = Asked(question, ODDS_KEYS)
    charge = read_charge(asked)
    asked.done()
    may_attack(charge.board, charge.battlefield, charge.front, charge.attacker)
    result = charge_odds(charge)
    return Resolution(result, _steps(charge, result))


def charge_wins(charge: Charge) -> dict[str, Json]:
    """The chance that the attacker wins, whatever else comes of it."""
    return chance_json(_margins(charge).chance(lambda margin: margin > 0))


def _margins(charge: Charge) -> Distribution[int]:
    return ROLLS.map(lambda difference: difference + charge.attack_bonus - charge.defence_bonus)


def charge_odds(charge: Charge) -> dict[str, Json]:
    """Every way in which a charge can end, with its chance."""
    margins = _margins(charge)
    ends = {margin: clash(charge, margin) for margin in sorted(margins.weights, reverse=True)}
    advances = margins.map(lambda margin: ends[margin].movement.advance)
    return {
        "attack_bonus": charge.attack_bonus,
        "defence_bonus": charge.defence_bonus,
        "attacker": charge_wins(charge),
        "tie": chance_json(margins.chance(lambda margin: margin == 0)),
        "defender": chance_json(margins.chance(lambda margin: margin < 0)),
        "advance": chances_json(advances),
        "expected_advance": chance_json(advances.mean(lambda spaces: spaces)),
        "outcomes": [
            _outcome(margin, Fraction(margins.weights[margin], margins.total), end)
            for margin, end in ends.items()
        ],
    }


def _outcome(margin: int, chance: Fraction, end: Clash) -> Json:
    return {
        "margin": margin,
        **chance_json(chance),
        "movement_value": end.movement_value,
        "propaganda_value": end.propaganda_value,
        "trenches_removed": end.movement.trenches_removed,
        "advance": end.movement.advance,
        "frontline": end.movement.after.frontline,
        "propaganda": shape.write(end.propaganda),
    }


def _steps(charge: Charge, result: dict[str, Json]) -> tuple[Step, ...]:
    values = {
        "where": BATTLEFIELD_NAMES[charge.battlefield],
        "attack": charge.attack_bonus,
        "defence": charge.defence_bonus,
        "trenches": charge.trenches,
        **{end: cases(result[end]["p"], 36) for end in ("attacker", "tie", "defender")},
        "spaces": average(result["expected_advance"]["p"]),
    }
    return (
        Step("6.2.2.5.1", "Positions beside {where} and cards give the attacker {attack:+d}.", values),
        Step("6.2.2.5.2", "{trenches:# trench|# trenches} and cards give the defender {defence:+d}.", values),
        Step(
            "6.2.2.3",
            "Of 36 rolls the attacker wins {attacker}, on average {spaces:# space|# spaces}.",
            values,
        ),
        Step("6.2.2.4", "The defender wins {defender} of them.", values),
        Step("RULING R10", "{tie:# is|# are} equal and {tie:changes|change} nothing.", values),
    )
