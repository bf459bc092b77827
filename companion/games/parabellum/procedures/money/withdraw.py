"""Leaving a scenario with units on the map: what the others gain by it (E2, R46, specification 6.16)."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Distinct, Sized
from companion.engine.wire import Json
from companion.games.parabellum.procedures.money.leaving import Behind, left_behind
from companion.games.parabellum.procedures.money.scrap_payout import TieRule
from companion.games.parabellum.state.amounts import Amount, Strength
from companion.games.parabellum.state.naming import Id
from companion.games.parabellum.state.options import DEFAULTS

MOST_REMAINING = 3
TWICE = "“{given}” stands here twice; name each player once."


class Left(NamedTuple):
    """A unit on the map."""

    cost: Amount
    strength: Strength
    max_strength: Strength


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.16's input."""

    units: tuple[Left, ...]
    remaining: Annotated[tuple[Id, ...], Sized(1, MOST_REMAINING), Distinct(TWICE)]
    options: TieRule = DEFAULTS


def resolve(question: Json) -> Resolution:
    """Procedure `withdraw`."""
    asked: Question = shape.read(Question, question, missing_first="everywhere")
    units, remaining = asked.units, asked.remaining
    for n, (_, strength, most) in enumerate(units):
        if strength > most:
            said = f"The card has {most} places for people; {strength} are too many."
            raise IllegalAction(f"units.{n}.strength", said)
    behind = left_behind(units, len(remaining), asked.options.payout_tie)
    people = sum(strength for _, strength, _ in units)
    result = {**behind._asdict(), "payouts": list(behind.payouts)}
    result |= {"personnel_returned": people, "scenario_over": len(remaining) == 1}
    return Resolution(result, _steps(behind, units, len(remaining), people))


def _steps(behind: Behind, units: tuple[Left, ...], remaining: int, people: int) -> tuple[Step, ...]:
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
