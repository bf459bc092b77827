"""What a withdrawal leaves behind: units scrapped, the proceeds divided among those still in (E2, R46)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from companion.games.parabellum.data import Tie
from companion.games.parabellum.procedures.money.payouts import payout, to_five


class Behind(NamedTuple):
    """Each unit's payout, their sum, everybody's share, and what the bank keeps (negative: pays)."""

    payouts: tuple[int, ...]
    total: int
    share: int
    to_bank: int


def left_behind(units: Sequence[tuple[int, int, int]], remaining: int, tie: Tie) -> Behind:
    """The sums for units of so much cost, strength and full strength."""
    payouts = tuple(to_five(payout(cost, strength, most), tie) for cost, strength, most in units)
    total = sum(payouts)
    share = to_five(Fraction(total, remaining), tie)
    return Behind(payouts, total, share, total - share * remaining)
