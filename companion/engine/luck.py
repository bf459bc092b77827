"""How lucky a side has been: what its dice did, against the exact chances of all that they could do."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

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
        """The mean of what could have fallen."""
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
    """The expected number."""
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
    turned = [
        each._replace(weights=each.weights[::-1], got=len(each.weights) - 1 - each.got) for each in minus
    ]
    found = together([*plus, *turned])
    return found._replace(expected=found.expected - most, got=found.got - most)


def _turned(throw: Throw) -> Throw:
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
