"""Sentences with named values that agree with their numbers: one trench, three trenches."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from string import Formatter

from companion.engine.wording import isolated


class Agreeing(Formatter):
    """`str.format`, where `{n:# trench|# trenches}` takes the first words for one and the second for more.

    A `#` in them is the number.
    """

    def format_field(self, value: object, format_spec: str) -> str:
        """One value as its place in the sentence wants it."""
        one, several, many = format_spec.partition("|")
        if not several:
            return str(super().format_field(value, format_spec))
        return (one if str(value) == "1" else many).replace("#", str(value))


AGREEING = Agreeing()


def phrase(template: str, values: Mapping[str, object]) -> str:
    """The sentence, its values filled in.

    >>> phrase("{n:# trench gives|# trenches give} +{bonus}.", {"n": 1, "bonus": 0})
    '1 trench gives +0.'
    """
    return AGREEING.vformat(template, (), values) if values else template


def read(template: str, values: Mapping[str, object]) -> str:
    """The sentence for people's eyes: a name in it that is read from the right turns nothing beside it.

    >>> len(read("{who} wins.", {"who": "\u05e2\u05d3\u05d4"})), read("{who} wins.", {"who": "Ada"})
    (11, 'Ada wins.')
    """
    return phrase(template, set_apart(values))


def set_apart(values: Mapping[str, object]) -> dict[str, object]:
    """A sentence's values, each name among them isolated by its direction."""
    return {name: isolated(value) if isinstance(value, str) else value for name, value in values.items()}


def in_a_row(words: str, each: Sequence[Mapping[str, object]]) -> tuple[str, dict[str, object]]:
    """The same words for several, joined by commas: their template, and all the values, each by its number.

    So every value keeps what it is: a seat's name can be put in for it.

    >>> in_a_row("{who} has {n}", [{"who": "Ada", "n": 3}, {"who": "Ben", "n": 5}])
    ('{who0} has {n0}, {who1} has {n1}', {'who0': 'Ada', 'n0': 3, 'who1': 'Ben', 'n1': 5})
    """
    template = ", ".join(re.sub(r"{(\w+)", rf"{{\g<1>{n}", words) for n in range(len(each)))
    return template, {f"{name}{n}": value for n, values in enumerate(each) for name, value in values.items()}


def average(mean: str) -> str:
    """An exact average for the eye: whole or decimal where that is exact, else both.

    >>> average("147/1"), average("9/2"), average("14/3")
    ('147', '4.5', '4.67 (14/3)')
    """
    exact = Fraction(mean)
    if exact.denominator == 1:
        return str(exact.numerator)
    rounded = round(float(exact), 2)
    return str(rounded) if Fraction(str(rounded)) == exact else f"{rounded} ({exact})"


def cases(chance: str, of: int) -> int:
    """In how many of so many equally likely cases something of that chance happens.

    >>> cases("5/12", 36)
    15
    """
    return int(Fraction(chance) * of)
