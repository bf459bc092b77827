"""Luck is the exact sum of every throw's own chances: proven case by case where the cases can be counted."""

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.luck import KEPT, Throw, balance, felled, lost, mean, summed, together, weights_of

weights = st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(lambda each: sum(each) > 0).map(tuple)


def throw(cases: tuple[int, ...], got: int, by: str = "north", at: str = "south") -> Throw:
    return Throw(1, "", by, at, "", "", cases, got)


@settings(max_examples=60, deadline=None)
@given(st.lists(weights, max_size=4))
def test_sums_of_throws_are_those_of_every_case_counted_one_by_one(thrown: list[tuple[int, ...]]) -> None:
    most = sum(len(each) - 1 for each in thrown)
    counted = [0] * (most + 1)
    for numbers in product(*(range(len(each)) for each in thrown)):
        cases = 1
        for each, number in zip(thrown, numbers, strict=True):
            cases *= each[number]
        counted[sum(numbers)] += cases
    assert summed(tuple(thrown)) == tuple(counted)


def test_the_percentile_is_the_chance_of_less_and_half_of_just_as_much() -> None:
    die = (0, 1, 1, 1, 1, 1, 1)
    found = together([throw(die, 3), throw(die, 2)])
    assert (found.got, found.expected) == (5, 7)
    assert (found.less, found.equal) == (Fraction(6, 36), Fraction(4, 36))
    assert found.percentile == Fraction(8, 36)


def test_what_one_side_took_the_other_lost_and_their_balances_mirror_each_other() -> None:
    thrown = [throw((1, 2, 3), 2), throw((5, 1), 1, "south", "north"), throw((1, 1), 0, "south", "south")]
    assert felled(thrown, "north").percentile == Fraction(1, 2) + Fraction(1, 4)
    ours, theirs = balance(thrown[:2], "north"), balance(thrown[:2], "south")
    assert ours.percentile + theirs.percentile == 1
    assert (ours.got, theirs.got) == (1, -1)
    assert ours.expected == -theirs.expected == Fraction(4, 3) - Fraction(1, 6)
    # One's own explosion costs one's own side, and is nobody's success.
    assert felled(thrown, "south").throws == 1
    assert lost(thrown, "south").throws == 2
    assert lost(thrown, "south").percentile == 1 - together([thrown[0], thrown[2]]).percentile


def test_thousands_of_throws_stay_exact_to_seventy_decimals() -> None:
    coins = summed(((1, 1),) * 3000)
    assert sum(coins).bit_length() <= 2 * KEPT
    chance = Fraction(coins[1500], sum(coins))
    ways = Fraction(1)
    for n in range(1, 1501):
        ways = ways * (1500 + n) / n
    assert abs(chance - ways / 2**3000) < Fraction(1, 10**70)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=6))
def test_chances_become_the_fewest_equal_cases(cases: list[int]) -> None:
    chances = [Fraction(each, sum(cases)) for each in cases]
    found = weights_of(chances)
    assert [Fraction(each, sum(found)) for each in found] == chances
    assert sum(found) <= sum(cases)
    assert mean(found) == sum(n * chance for n, chance in enumerate(chances))
