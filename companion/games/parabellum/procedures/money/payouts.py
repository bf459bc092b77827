"""What the bank pays for a unit (B4, B5): half its price, by the people left on it, to the nearest 5."""

from fractions import Fraction
from typing import NamedTuple

from companion.engine.game import Step
from companion.games.parabellum.data import PAYOUT_STEP, Tie


def payout(cost: int, strength: int, most: int, *, reserve: bool = False) -> Fraction:
    """The exact payout: half the price for a card in reserve, else in proportion to its people.

    >>> payout(420, 7, 10)
    Fraction(147, 1)
    """
    return Fraction(cost, 2) if reserve else Fraction(cost * strength, 2 * most)


def to_five(exact: Fraction, tie: Tie = "up") -> int:
    """The nearest multiple of 5; an exact tie goes up, or down (R42).

    >>> to_five(Fraction(85, 2)), to_five(Fraction(85, 2), "down"), to_five(Fraction(147))
    (45, 40, 145)
    """
    steps = exact / PAYOUT_STEP
    below = steps.numerator // steps.denominator
    rest = steps - below
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and tie == "up")
    return (below + up) * PAYOUT_STEP


def said(value: Fraction) -> str:
    """A payout before rounding, as people read it.

    >>> said(Fraction(231, 4))
    '57.75'
    """
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


class Card(NamedTuple):
    """What a unit's card says when two are merged."""

    cost: int
    strength: int
    most: int
    fuel: int
    fuel_max: int
    ammunition: int
    ammunition_max: int


class Merged(NamedTuple):
    """The card that is kept, the people who go to the reserve, the counters that are lost, and the payout."""

    strength: int
    fuel: int
    ammunition: int
    reserve_personnel: int
    wasted_fuel: int
    wasted_ammunition: int
    payout: int
    exact: Fraction


def merge(keep: Card, scrap: Card, tie: Tie = "up") -> Merged:
    """Move people and counters over and scrap the other card, on its own strength before (B2, R44)."""
    people, fuel = keep.strength + scrap.strength, keep.fuel + scrap.fuel
    ammunition = keep.ammunition + scrap.ammunition
    strength = min(people, keep.most)
    fuel_kept, ammunition_kept = min(fuel, keep.fuel_max), min(ammunition, keep.ammunition_max)
    exact = payout(scrap.cost, scrap.strength, scrap.most)
    return Merged(
        strength=strength,
        fuel=fuel_kept,
        ammunition=ammunition_kept,
        reserve_personnel=people - strength,
        wasted_fuel=fuel - fuel_kept,
        wasted_ammunition=ammunition - ammunition_kept,
        payout=to_five(exact, tie),
        exact=exact,
    )


def payout_steps(card: Card, exact: Fraction, paid: int, *, reserve: bool = False) -> tuple[Step, ...]:
    """The payout's terms, before and after rounding."""
    values = {
        "cost": card.cost,
        "half": said(Fraction(card.cost, 2)),
        "strength": card.strength,
        "most": card.most,
        "exact": said(exact),
        "paid": paid,
    }
    if reserve:
        terms = Step("B5", "A card in reserve pays half of {cost}: {exact}.", values)
    else:
        words = "Half of {cost} is {half}; {strength} of {most} people are left: {exact}."
        terms = Step("B5", words, values)
    return (terms, rounding_step(exact, paid))


def rounding_step(exact: Fraction, paid: int) -> Step:
    """How an exact sum comes to a multiple of 5."""
    values = {"exact": said(exact), "paid": paid}
    if abs(exact - paid) * 2 == PAYOUT_STEP:
        return Step("RULING R42", "{exact} lies midway between two multiples of 5: {paid} are paid.", values)
    return Step("B5", "To the nearest 5: {paid} credits.", values)
