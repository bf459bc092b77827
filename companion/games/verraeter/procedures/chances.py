"""Exact chances as Verräter's answers write them: lowest terms beside the decimal (specification 2)."""

from fractions import Fraction

from companion.engine.wire import Json


def chance_json(value: Fraction) -> dict[str, Json]:
    """A chance (or a mean).

    >>> chance_json(Fraction(2, 6))
    {'exact': '1/3', 'value': 0.333333333333}
    """
    return {"exact": f"{value.numerator}/{value.denominator}", "value": round(float(value), 12)}
