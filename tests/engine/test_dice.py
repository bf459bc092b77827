"""Exact chances, whole numbers inside; luck is the exact sum of every throw's own."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.dice import (
    KEPT,
    Distribution,
    Pool,
    Throw,
    balance,
    chance_json,
    felled,
    lost,
    mean,
    summed,
    together,
    unmatched,
    weights_of,
)

faces = st.integers(1, 8)


@given(faces, faces)
def test_two_dice_are_all_their_pairs(first: int, second: int) -> None:
    both = Distribution.die(first).with_(Distribution.die(second), lambda a, b: a - b)
    pairs = [a - b for a, b in product(range(1, first + 1), range(1, second + 1))]
    assert both.total == len(pairs)
    for value in set(pairs):
        assert both.chance(lambda found, value=value: found == value) == Fraction(
            pairs.count(value), len(pairs)
        )
    assert both.mean(lambda value: value) == Fraction(sum(pairs), len(pairs))


@given(faces)
def test_mapping_gathers_equal_values(size: int) -> None:
    halves = Distribution.die(size).map(lambda value: (value + 1) // 2)
    assert sum(halves.weights.values()) == size


def test_a_chance_is_in_lowest_terms_and_keeps_its_sign() -> None:
    assert chance_json(Fraction(2, 72)) == {"p": "1/36", "f": 0.027777777778}
    assert chance_json(Fraction(0)) == {"p": "0/1", "f": 0.0}
    assert chance_json(Fraction(-3, 2)) == {"p": "-3/2", "f": -1.5}


REFERENCE = [
    (Pool(1, 6), Pool(1, 6), 1, [21, 15]),
    (Pool(2, 6), Pool(2, 6), 2, [581, 560, 155]),
    (Pool(3, 6), Pool(2, 6), 3, [0, 4816, 2443, 517]),
    (Pool(4, 6), Pool(3, 6), 4, [0, 152355, 90153, 32819, 4609]),
    (Pool(5, 6), Pool(5, 6), 5, [19384631, 20242565, 14038340, 5493690, 1193715, 113235]),
    (Pool(5, 6), Pool(5, 6), 3, [19384631, 20242565, 14038340, 6800640]),
    (Pool(3, 8, 1), Pool(2, 6), 3, [0, 4660, 9403, 4369]),
    (Pool(4, 6), Pool(4, 6, 1), 4, [1057046, 425248, 162412, 32224, 2686]),
    (Pool(3, 12), Pool(5, 4, 2), 3, [183537, 627200, 701065, 257670]),
    (Pool(6, 10, -1), Pool(4, 12), 6, [0, 0, 16224734556, 3414270024, 941809752, 145318776, 9866892]),
]


@pytest.mark.parametrize(("attack", "defense", "most", "weights"), REFERENCE)
def test_unmatched_dice_of_reference_pools(
    attack: Pool, defense: Pool, most: int, weights: list[int]
) -> None:
    assert list(unmatched(attack, defense, most).weights.values()) == weights


def by_hand(attack: Pool, defense: Pool) -> Counter[int]:
    """Every roll, its dice paired the greedy way."""
    found = Counter[int]()
    for rolled in product(*[attack.faces] * attack.count, *[defense.faces] * defense.count):
        stops = sorted(rolled[attack.count :])
        through = 0
        for die in sorted(rolled[: attack.count], reverse=True):
            if stops and stops[-1] >= die:
                stops.pop()
            else:
                through += 1
        found[through] += 1
    return found


pools = st.builds(Pool, st.integers(1, 3), st.sampled_from((4, 6)), st.integers(-5, 5))


@settings(max_examples=40, deadline=None)
@given(pools, pools)
def test_unmatched_dice_are_those_of_every_roll_paired_by_hand(attack: Pool, defense: Pool) -> None:
    found = unmatched(attack, defense, attack.count).weights
    assert {count: weight for count, weight in found.items() if weight} == by_hand(attack, defense)


wider = st.builds(Pool, st.integers(1, 6), st.sampled_from((4, 6, 8, 10, 12, 20)), st.integers(-3, 3))


@settings(max_examples=40, deadline=None)
@given(wider, wider)
def test_icepool_finds_the_same_unmatched_dice(attack: Pool, defense: Pool) -> None:
    def dice(pool: Pool) -> Any:
        return icepool.d(pool.sides) + pool.shift

    theirs = icepool.Pool([dice(attack)] * attack.count).max_pair_drop(
        "<=", icepool.Pool([dice(defense)] * defense.count)
    )
    ours = unmatched(attack, defense, attack.count)
    for count, weight in ours.weights.items():
        assert theirs.size().probability(count) == Fraction(weight, ours.total)


@given(wider, wider, st.integers(0, 6))
def test_more_losses_than_there_can_be_count_as_the_most(attack: Pool, defense: Pool, most: int) -> None:
    whole = unmatched(attack, defense, attack.count)
    capped = unmatched(attack, defense, most)
    assert capped.total == whole.total == attack.sides**attack.count * defense.sides**defense.count
    gathered = whole.map(lambda count: min(count, most)).weights
    assert all(gathered.get(count, 0) == weight for count, weight in capped.weights.items())


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
