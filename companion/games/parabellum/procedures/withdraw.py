"""Leaving a scenario with units on the map: what the others gain by it (E2, R46, specification 6.16)."""

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import MOST_DICE
from companion.games.parabellum.procedures.leaving import Behind, left_behind
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.naming import read_id
from companion.games.parabellum.state.options import DEFAULTS, read_options

UNIT = ("cost", "strength", "max_strength")
MOST_REMAINING = 3


def resolve(question: Json) -> Resolution:
    """Procedure `withdraw`."""
    reading = Reading.complete(question, ("units", "remaining"), ("options",))
    units = [_unit(each, f"units.{n}") for n, each in enumerate(reading.items("units"))]
    remaining = _remaining(reading)
    given = reading.value.get("options", {})
    options = read_options(given, "options", only=("payout_tie",)) if given else DEFAULTS
    for n, (_, strength, most) in enumerate(units):
        if strength > most:
            said = f"The card has {most} places for people; {strength} are too many."
            raise IllegalAction(f"units.{n}.strength", said)
    behind = left_behind(units, len(remaining), options.payout_tie)
    people = sum(strength for _, strength, _ in units)
    result = {**behind._asdict(), "payouts": list(behind.payouts)}
    result |= {"personnel_returned": people, "scenario_over": len(remaining) == 1}
    return Resolution(result, _steps(behind, units, len(remaining), people))


def _unit(value: Json, path: str) -> tuple[int, int, int]:
    row = Reading.complete(value, UNIT, (), path)
    strength, most = row.integer("strength", 1, MOST_DICE), row.integer("max_strength", 1, MOST_DICE)
    return amount(row, "cost"), strength, most


def _remaining(reading: Reading) -> list[str]:
    listed = reading.items("remaining", 1, MOST_REMAINING)
    names = [read_id(each, f"remaining.{n}") for n, each in enumerate(listed)]
    for n, name in enumerate(names):
        if name in names[:n]:
            raise InvalidInput(f"remaining.{n}", f"“{name}” stands here twice; name each player once.")
    return names


def _steps(
    behind: Behind, units: list[tuple[int, int, int]], remaining: int, people: int
) -> tuple[Step, ...]:
    told = []
    for (cost, strength, most), paid in zip(units, behind.payouts, strict=True):
        values = {"cost": cost, "strength": strength, "most": most, "paid": paid}
        words = "Half of {cost} for {strength} of {most} people, to the nearest 5: {paid} credits."
        told.append(Step("B5", words, values))
    values = {"total": behind.total, "n": remaining, "share": behind.share, "bank": behind.to_bank}
    told.append(Step("RULING R46", "{total} credits among {n}: {share} each, to the nearest 5.", values))
    if behind.to_bank:
        words = "The bank keeps {bank}." if behind.to_bank > 0 else "The bank pays {bank} of it."
        told.append(Step("RULING R46", words, {"bank": abs(behind.to_bank)}))
    told.append(Step("E2", "{people:# person goes|# people go} back to the pool.", {"people": people}))
    if remaining == 1:
        told.append(Step("E2", "One player is left: the scenario is over."))
    return tuple(told)
