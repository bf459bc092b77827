"""Exact chances as Parabellum's answers write them, and the report on losses (specification 2.1, 6.7)."""

from collections.abc import Sequence
from fractions import Fraction

from companion.engine.dice import fraction_text
from companion.engine.game import Step
from companion.engine.wire import Json
from companion.engine.wording import tenths


def chance_json(value: Fraction) -> dict[str, Json]:
    """A chance: lowest terms beside the decimal.

    >>> chance_json(Fraction(2, 6))
    {'probability': '1/3', 'float': 0.333333333333}
    """
    return {"probability": fraction_text(value), "float": round(float(value), 12)}


def mean(losses: Sequence[Fraction]) -> Fraction:
    """The mean of losses 0, 1, 2…, whose chances these are."""
    return sum((n * chance for n, chance in enumerate(losses)), Fraction(0))


def report_json(losses: Sequence[Fraction]) -> dict[str, Json]:
    """The report on a unit whose losses of 0…all have these chances."""
    expected = chance_json(mean(losses))
    return {
        "distribution": [{"losses": n, **chance_json(chance)} for n, chance in enumerate(losses)],
        "expected": {"fraction": expected["probability"], "float": expected["float"]},
        "destroyed": chance_json(losses[-1]),
    }


def report_steps(losses: Sequence[Fraction], struck: str, rule: str = "A2") -> tuple[Step, ...]:
    """What a report says, in words."""
    values = {
        "who": struck,
        "none": tenths(losses[0]),
        "all": tenths(losses[-1]),
        "mean": f"{float(mean(losses)):.2f}",
        "most": len(losses) - 1,
    }
    return (
        Step(rule, "{who} loses {mean} of {most} on average.", values),
        Step(rule, "Nobody falls: {none}.", values),
        Step("RULING R33", "All {most} fall: {all}. Losses end there.", values),
    )
