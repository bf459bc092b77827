"""Exact chances: whole numbers inside, fractions out."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.dice import Distribution, chance_json

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
