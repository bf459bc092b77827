"""Exact chances, and how lucky a side has been: whole weights inside, Fractions on the way out."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb, gcd
from operator import mul
from random import Random
from typing import NamedTuple, TypedDict


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
        return sum(self.weights.values())

    def map[U: Hashable](self, of: Callable[[T], U]) -> "Distribution[U]":
        """The distribution of `of(value)`."""
        return Distribution(_gather((of(value), weight) for value, weight in self.weights.items()))

    def with_[U: Hashable, V: Hashable](
        self, other: "Distribution[U]", join: Callable[[T, U], V]
    ) -> "Distribution[V]":
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


@dataclass(frozen=True, slots=True)
class Pool:
    """So many equal dice, each with the same number added."""

    count: int
    sides: int
    shift: int = 0

    @property
    def faces(self) -> range:
        """What one die of it can show, as modified."""
        return range(1 + self.shift, self.sides + self.shift + 1)


@lru_cache(maxsize=4096)
def unmatched(attack: Pool, defense: Pool, most: int) -> Distribution[int]:
    """How many attack dice stay unmatched, at most `most`: a die of the defence stops one equal or lower.

    By Hall's theorem the best matching leaves max(0, max over v of [attack ≥ v] − [defence ≥ v]) of them.
    So the faces are walked from high to low, with the dice seen so far and the worst excess yet.

    >>> unmatched(Pool(1, 6), Pool(1, 6), 1).weights
    {0: 21, 1: 15}
    """
    width = (attack.sides**attack.count * defense.sides**defense.count).bit_length() + 1
    table = [[1] + [0] * defense.count] + [[0] * (defense.count + 1)] * attack.count
    for face in sorted({*attack.faces, *defense.faces}, reverse=True):
        if face in defense.faces:
            table = _thrown(table, defense, face)
        if face in attack.faces:
            table = _turned(_thrown(_turned(table), attack, face))
            table = [
                [
                    _raised(weights, width, min(attacks - defenses, most)) if attacks > defenses else weights
                    for defenses, weights in enumerate(row)
                ]
                for attacks, row in enumerate(table)
            ]
    weights = table[-1][-1]
    return Distribution({n: weights >> n * width & (1 << width) - 1 for n in range(most + 1)})


type _Seen = list[list[int]]
"""A row for each number of attack dice seen, in it a place for each number of defence dice, with the weight
of each worst excess. These weights stand side by side in one whole number, so that they are added at once.
"""


def _turned(table: _Seen) -> _Seen:
    return [list(column) for column in zip(*table, strict=True)]


def _thrown(table: _Seen, pool: Pool, face: int) -> _Seen:
    """Along each row, any number of the dice left show this face; at their lowest, all of them."""
    if face == pool.faces[0]:
        return [[0] * pool.count + [sum(row)] for row in table]
    ways = _ways(pool.count)
    return [[sum(map(mul, row, choices)) for choices in ways] for row in table]


@cache
def _ways(count: int) -> tuple[tuple[int, ...], ...]:
    """For each number of dice seen after a face: in how many ways it comes from each number before."""
    return tuple(
        tuple(comb(count - before, after - before) for before in range(after + 1))
        for after in range(count + 1)
    )


def _raised(weights: int, width: int, excess: int) -> int:
    at = excess * width
    lesser = weights & (1 << at) - 1
    # Digits to a base add up modulo the base less one: the lesser weights in one division.
    return (weights >> at) + lesser % ((1 << width) - 1) << at


def fraction_text(value: Fraction) -> str:
    """A fraction in lowest terms, its denominator always there.

    >>> fraction_text(Fraction(210))
    '210/1'
    """
    return f"{value.numerator}/{value.denominator}"


class Chance(TypedDict):
    """A chance (or a mean) as answers have it: its fraction in lowest terms, and that as a number."""

    p: str
    f: float


def chance_json(value: Fraction) -> Chance:
    """A chance (or a mean) as JSON: lowest terms, and the float rounded to 12 decimals.

    >>> chance_json(Fraction(2, 72))
    {'p': '1/36', 'f': 0.027777777778}
    """
    return {"p": fraction_text(value), "f": round(float(value), 12)}


def chances_json(figures: Distribution[int]) -> dict[str, Chance]:
    """The chance of each figure that there can be, ascending.

    >>> chances_json(Distribution.die(2))
    {'1': {'p': '1/2', 'f': 0.5}, '2': {'p': '1/2', 'f': 0.5}}
    """
    return {
        str(figure): chance_json(Fraction(weight, figures.total))
        for figure, weight in sorted(figures.weights.items())
    }


class Exact(TypedDict):
    """A chance, or a mean, in lowest terms beside its decimal."""

    exact: str
    value: float


def exact_json(value: Fraction) -> Exact:
    """A chance (or a mean) as most answers write it: lowest terms beside the decimal.

    >>> exact_json(Fraction(2, 6))
    {'exact': '1/3', 'value': 0.333333333333}
    """
    return {"exact": fraction_text(value), "value": round(float(value), 12)}


def roll(random: Random, faces: int) -> int:
    """One die."""
    return random.randint(1, faces)


type Weights = tuple[int, ...]
"""How many equal cases give 0, 1, 2…"""

EXACT, KEPT = 1024, 256
"""Binary places: so long whole numbers of cases are kept as they are; and how many are kept beyond."""


class Throw(NamedTuple):
    """Dice once thrown: by whom, at whom, how many fell, and the cases in which 0, 1, 2… would have fallen.

    `words` say who shot at whom, `dice` with what against what.
    """

    number: int
    moment: str
    by: str
    at: str
    words: str
    dice: str
    weights: Weights
    got: int

    @property
    def expected(self) -> Fraction:
        return mean(self.weights)


class Luck(NamedTuple):
    """Several throws together: their mean, what came of them, the chances of less and of just as much."""

    throws: int
    expected: Fraction
    got: int
    less: Fraction
    equal: Fraction

    @property
    def percentile(self) -> Fraction:
        """The chance of less, and half the chance of just as much.

        Over many evenings its mean is one half, whatever was thrown.
        """
        return self.less + self.equal / 2

    @property
    def mirrored(self) -> "Luck":
        """The same seen by those to whom it was done: luck is that more could have fallen."""
        return self._replace(less=1 - self.less - self.equal)


def weights_of(chances: Sequence[Fraction]) -> Weights:
    """Chances as numbers of equal cases, the smallest there are.

    >>> weights_of((Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)))
    (3, 2, 1)
    """
    cases = 1
    for chance in chances:
        cases = cases * chance.denominator // gcd(cases, chance.denominator)
    return tuple(int(chance * cases) for chance in chances)


def mean(weights: Weights) -> Fraction:
    return Fraction(sum(n * weight for n, weight in enumerate(weights)), sum(weights))


def felled(throws: Iterable[Throw], seat: str) -> Luck:
    """What a side's dice took from others."""
    return together([each for each in throws if each.by == seat != each.at])


def lost(throws: Iterable[Throw], seat: str) -> Luck:
    """What dice took from a side; the luckier, the more it could have been."""
    return together([each for each in throws if each.at == seat]).mirrored


def balance(throws: Iterable[Throw], seat: str) -> Luck:
    """What a side took from others less what it lost, in one number."""
    plus = [each for each in throws if each.by == seat != each.at]
    minus = [each for each in throws if each.at == seat]
    most = sum(len(each.weights) - 1 for each in minus)
    both = together([*plus, *map(_standing, minus)])
    return both._replace(expected=both.expected - most, got=both.got - most)


def _standing(throw: Throw) -> Throw:
    """Counted from the other end: who did not fall."""
    most = len(throw.weights) - 1
    return throw._replace(weights=throw.weights[::-1], got=most - throw.got)


def together(throws: Sequence[Throw]) -> Luck:
    """The throws added up, each in the situation in which it was made.

    >>> coin = Throw(1, "", "a", "b", "", "", (1, 1), 1)
    >>> two = together([coin, coin])
    >>> two.less, two.equal, two.percentile
    (Fraction(3, 4), Fraction(1, 4), Fraction(7, 8))
    """
    all_ = summed(tuple(sorted(each.weights for each in throws)))
    cases, got = sum(all_), sum(each.got for each in throws)
    expected = sum((each.expected for each in throws), Fraction(0))
    return Luck(len(throws), expected, got, Fraction(sum(all_[:got]), cases), Fraction(all_[got], cases))


@lru_cache(maxsize=256)
def summed(all_: tuple[Weights, ...]) -> Weights:
    """How many cases give each sum of independent numbers.

    >>> summed(((1, 1), (1, 1)))
    (1, 2, 1)
    """
    rest = list(all_) or [(1,)]
    while len(rest) > 1:
        pairs = zip(rest[::2], rest[1::2], strict=False)
        rest = [_rounded(_product(one, other)) for one, other in pairs] + rest[len(rest) // 2 * 2 :]
    return rest[0]


def _rounded(weights: Weights) -> Weights:
    """Beyond a thousand binary places the last are let go; 256 of them still are seventy decimals."""
    cases = sum(weights).bit_length()
    return tuple(weight >> cases - KEPT for weight in weights) if cases > EXACT else weights


def _product(one: Weights, other: Weights) -> Weights:
    """Weights of the sum of two numbers.

    Those of each stand side by side in one whole number, so wide apart that none runs over into the next:
    multiplying the two numbers adds up what they stand for.
    """
    wide = (sum(one) * sum(other)).bit_length() // 8 + 1
    size = (len(one) + len(other) - 1) * wide
    whole = (_packed(one, wide) * _packed(other, wide)).to_bytes(size, "little")
    return tuple(int.from_bytes(whole[at : at + wide], "little") for at in range(0, size, wide))


def _packed(weights: Weights, wide: int) -> int:
    """Numbers side by side, so many bytes to each, the first the lowest."""
    return int.from_bytes(b"".join(weight.to_bytes(wide, "little") for weight in weights), "little")
