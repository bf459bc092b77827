"""A frontal charge told line by line: positions, totals, and what the difference did (6.2.2)."""

from companion.engine.game import Step
from companion.games.scarper.data import BATTLEFIELD_NAMES, SIDE_NAMES, Side
from companion.games.scarper.procedures.clash import Charge, Clash
from companion.games.scarper.procedures.lasting import marker_words
from companion.games.scarper.procedures.movement import movement_steps


def charge_steps(charge: Charge, attacker: int, defender: int, end: Clash) -> tuple[Step, ...]:
    """Why a charge ended as it did."""
    steps = [
        Step(
            "6.2.2.5.1",
            "{where}'s frontline lies {clause} and gives the attacker +{bonus}.",
            {"where": BATTLEFIELD_NAMES[each], "clause": RELATIVE[bonus], "bonus": bonus},
        )
        for each, bonus in charge.relative.items()
    ]
    steps += _totals(charge, attacker, defender)
    if end.winner == "attacker":
        value = {"value": end.movement_value}
        steps.append(Step("6.2.2.3", "The attacker is higher by {value}: movement value {value}.", value))
        steps += movement_steps(end.movement, charge.battlefield, "6.2.2.3")
    elif end.winner == "defender":
        steps += _repulsed(charge, end)
    else:
        steps.append(Step("RULING R10", "The totals are equal: nothing happens."))
    return tuple(steps)


RELATIVE = ("no farther forward", "one space farther forward", "two or more spaces farther forward")


def _totals(charge: Charge, attacker: int, defender: int) -> list[Step]:
    attack = {
        "side": SIDE_NAMES[charge.attacker],
        "roll": attacker,
        "relative": sum(charge.relative.values()),
        "cards": charge.attack,
        "total": attacker + charge.attack_bonus,
    }
    defence = {
        "side": SIDE_NAMES[charge.defender],
        "roll": defender,
        "trenches": charge.trenches,
        "bonus": charge.trenches // 2,
        "cards": charge.defence,
        "total": defender + charge.defence_bonus,
    }
    return [
        Step(
            "6.2.2.5.1",
            "{side} attack: die {roll}, position +{relative}, cards {cards:+d}, total {total}.",
            attack,
        ),
        Step(
            "6.2.2.5.2",
            "{side} defence: die {roll}, +{bonus} for {trenches:# trench|# trenches}, cards {cards:+d}, "
            "total {total}.",
            defence,
        ),
    ]


def _repulsed(charge: Charge, end: Clash) -> list[Step]:
    value = end.propaganda_value
    words = (
        "The defender is higher by {value}: propaganda value {value}, by turns, the attacker's loss first."
    )
    lost = _marker(charge, end, charge.attacker, (value + 1) // 2)
    return [Step("6.2.2.4", words, {"value": value}), lost, _marker(charge, end, charge.defender, value // 2)]


def _marker(charge: Charge, end: Clash, side: Side, steps: int) -> Step:
    """What the propaganda value did to one side's marker, or why it did nothing."""
    was, now = charge.propaganda[side], end.propaganda[side]
    values = {"side": SIDE_NAMES[side], "was": was, "now": now}
    if steps:
        return Step("6.2.2.4", "{side} propaganda " + marker_words(was, now), values)
    return Step("6.2.2.4", "{side} propaganda stays on {now}: no step is left for it.", values)
