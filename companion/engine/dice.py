"""Exact chances: whole-number weights inside, Fractions on the way out."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random


@dataclass(frozen=True)
class Distribution[T: Hashable]:
    """How many equal cases give each value.

    >>> two = Distribution.die(6).with_(Distribution.die(6), lambda a, b: a + b)
    >>> two.chance(lambda total: total >= 11)
    Fraction(1, 12)
    """

    weights: Mapping[T, int]

    @staticmethod
    def die(faces: int) -> "Distribution[int]":
        """A fair die with faces 1…`faces`."""
        return Distribution(dict.fromkeys(range(1, faces + 1), 1))

    @property
    def total(self) -> int:
        """The number of equal cases."""
        return sum(self.weights.values())

    def map[U: Hashable](self, of: Callable[[T], U]) -> "Distribution[U]":
        """The distribution of `of(value)`."""
        return Distribution(_gather((of(value), weight) for value, weight in self.weights.items()))

    def with_[U: Hashable, V: Hashable](
        self, other: "Distribution[U]", join: Callable[[T, U], V]
    ) -> "Distribution[V]":
        """Both at once, independent of each other."""
        pairs = product(self.weights.items(), other.weights.items())
        return Distribution(_gather((join(a, b), m * n) for (a, m), (b, n) in pairs))

    def chance(self, claim: Callable[[T], bool]) -> Fraction:
        """The chance that `claim` holds."""
        return Fraction(sum(w for value, w in self.weights.items() if claim(value)), self.total)

    def mean(self, of: Callable[[T], int]) -> Fraction:
        """The expected `of(value)`."""
        return Fraction(sum(of(value) * w for value, w in self.weights.items()), self.total)


def _gather[K: Hashable](pairs: Iterable[tuple[K, int]]) -> dict[K, int]:
    weights: dict[K, int] = {}
    for key, weight in pairs:
        weights[key] = weights.get(key, 0) + weight
    return weights


def chance_json(value: Fraction) -> dict[str, str | float]:
    """A chance (or a mean) as JSON: lowest terms, and the float rounded to 12 decimals.

    >>> chance_json(Fraction(2, 72))
    {'p': '1/36', 'f': 0.027777777778}
    """
    return {"p": f"{value.numerator}/{value.denominator}", "f": round(float(value), 12)}


def roll(random: Random, faces: int) -> int:
    """One die."""
    return random.randint(1, faces)
