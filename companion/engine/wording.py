"""How screens say things: numbers, chances, lists, links, and sentences that agree with their numbers."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from string import Formatter
from typing import Any, NamedTuple
from urllib.parse import urlencode

type Values = dict[str, Any]
"""Finished values for a template."""


class Laid(dict[str, Any]):
    """Values of one thing in a drawing, whose own are words and numbers: equal ones are drawn once.

    It is changed by nobody once it is laid.

    >>> {Laid(at="b2", unit=None): 1}[Laid(at="b2", unit=None)]
    1
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]  # A dictionary has none, for it may change.
        return hash(tuple(self.values()))


OTHER_WAY = ("R", "AL", "AN")
FIRST_STRONG, POPPED = "\u2068", "\u2069"
SMALL = "no one two three four five six seven eight nine ten eleven twelve"
NUMBERS = SMALL.split()


def signed(number: int, zero: str = "0") -> str:
    """A number with its sign and a true minus; `zero` where it is none.

    >>> [signed(n) for n in (2, 0, -3)], signed(0, "–")
    (['+2', '0', '−3'], '–')
    """
    return f"{number:+d}".replace("-", "−") if number else zero


def grouped(number: int) -> str:
    r"""A large number as people read it.

    >>> grouped(-2400) == "−2\N{NO-BREAK SPACE}400"
    True
    """
    return f"{number:,}".replace(",", "\u00a0").replace("-", "−")


def moved(number: int) -> str:
    """A large movement with its sign.

    >>> moved(50), moved(-50), moved(0)
    ('+50', '−50', '0')
    """
    return f"+{grouped(number)}" if number > 0 else grouped(number)


def count(number: int, one: str, many: str = "") -> str:
    """A small number in words with its noun.

    >>> count(1, "trench", "trenches"), count(3, "trench", "trenches"), count(14, "space")
    ('one trench', 'three trenches', '14 spaces')
    """
    word = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{word} {one if number == 1 else many or one + 's'}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number in figures with its noun.

    >>> counted(1, "credit"), counted(0, "person", "people")
    ('1 credit', '0 people')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def isolated(name: str) -> str:
    """A name that is written from right to left, so that the sentence around it keeps its order.

    >>> isolated("Ada"), len(isolated("\u05e2\u05d3\u05d4"))
    ('Ada', 5)
    """
    turns = not name.isascii() and any(unicodedata.bidirectional(letter) in OTHER_WAY for letter in name)
    return f"{FIRST_STRONG}{name}{POPPED}" if turns and not name.startswith(FIRST_STRONG) else name


def bare(text: str) -> str:
    """A text whose names are set apart no more: where each line of it is, or a file keeps it."""
    return text.translate({ord(FIRST_STRONG): None, ord(POPPED): None})


def listed(words: Iterable[str], last_join: str = "and") -> str:
    """Words in a row, the last joined by “and”.

    >>> listed(["Ypres", "Arras", "Somme"])
    'Ypres, Arras and Somme'
    """
    *front, last = list(words) or [""]
    return f"{', '.join(front)} {last_join} {last}" if front else last


def by_hand(changes: Iterable[str], reason: object) -> str:
    """The line of what a table sets by hand: each figure from what to what, and why.

    >>> by_hand([change("morale", 3, 15)], "read wrongly."), by_hand([], "so agreed")
    ('Set by hand: morale 3 → 15 (read wrongly)', 'Set by hand: so agreed')
    """
    listed_changes, why = ", ".join(each for each in changes if each), str(reason).rstrip(".")
    return f"Set by hand: {listed_changes} ({why})" if listed_changes else f"Set by hand: {why}"


def changes_of(action: Mapping[str, object], key: str = "changes") -> list[dict[str, Any]]:
    """What a correction names, or another list of an action, entry by entry, however it was written.

    >>> changes_of({"changes": [{"target": "card"}, 3]}), changes_of({"changes": "all"})
    ([{'target': 'card'}], [])
    """
    changes = action.get(key)
    return [each for each in changes if type(each) is dict] if type(changes) is list else []


def change(name: str, before: object, after: object) -> str:
    """What is set from what to what; empty where that is the same.

    >>> change("cards", None, 4), change("cards", 4, 4)
    ('cards → 4', '')
    """
    was = "" if before is None else f"{before} "
    return "" if before == after else f"{name} {was}→ {after}"


def percent(chance: float) -> str:
    """A chance for the eye: whole per cent, and never a false certainty.

    >>> [percent(p) for p in (0, 0.004, 0.722, 0.998, 1)]
    ['0 %', '<1 %', '72 %', '>99 %', '100 %']
    """
    if 0 < chance < 0.01:
        return "<1 %"
    if 0.99 < chance < 1:
        return ">99 %"
    return f"{round(100 * chance)} %"


def tenths(chance: Fraction) -> str:
    """A chance to a tenth of a per cent, and never a false certainty.

    >>> tenths(Fraction(1, 3)), tenths(Fraction(1, 20000)), tenths(Fraction(0))
    ('33.3 %', 'less than 0.1 %', '0 %')
    """
    if 0 < chance < Fraction(1, 2000):
        return "less than 0.1 %"
    if Fraction(1999, 2000) < chance < 1:
        return "more than 99.9 %"
    return f"{float(chance) * 100:.1f}".removesuffix(".0") + " %"


def sentence(text: str) -> str:
    """The text with a capital to begin with.

    >>> sentence("two points left")
    'Two points left'
    """
    return text[:1].upper() + text[1:]


def href(**draft: str | int | None) -> str:
    """The link that makes this half-made choice; what is `None` or empty stays out.

    >>> href(do="charge", at="arras", step=None)
    '?do=charge&at=arras'
    """
    kept = {key: value for key, value in draft.items() if value not in (None, "")}
    return "?" + urlencode(kept)


def tap(action: object) -> str:
    """An action as the value of a button."""
    return json.dumps(action, separators=(",", ":"))


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


def fill(template: str, values: Mapping[str, object]) -> str:
    """The sentence, its values filled in.

    >>> fill("{n:# trench gives|# trenches give} +{bonus}.", {"n": 1, "bonus": 0})
    '1 trench gives +0.'
    """
    return AGREEING.vformat(template, (), values) if values else template


class Phrase(NamedTuple):
    """A sentence, its values beside it; it prints itself.

    >>> str(Phrase("Charge: {a} against {d}", {"a": 6, "d": 3}))
    'Charge: 6 against 3'
    """

    template: str
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        return fill(self.template, self.values)

    def __bool__(self) -> bool:
        return bool(self.template)

    def __hash__(self) -> int:
        return hash(self.template)


type Words = Phrase | str
"""What is read on a screen: a sentence with values, or a name that has none (“Ypres”)."""


def phrase(template: str, **values: object) -> Phrase:
    """A sentence with these values.

    >>> str(phrase("{n:# space|# spaces} gained", n=2))
    '2 spaces gained'
    """
    return Phrase(template, values)


def read(template: str, values: Mapping[str, object]) -> str:
    """The sentence for people's eyes: a name in it that is read from the right turns nothing beside it.

    >>> len(read("{who} wins.", {"who": "\u05e2\u05d3\u05d4"})), read("{who} wins.", {"who": "Ada"})
    (11, 'Ada wins.')
    """
    return fill(template, set_apart(values))


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


class Plate(NamedTuple):
    """A thing that lines of a log name, a place or a card: whose it is, and what it is worth."""

    name: str
    side: str = ""
    worth: str = ""


class Plates:
    """The words of lines, cut where they name one of these things: the longest name first.

    >>> plates = Plates([Plate("Big Push", worth="3"), Plate("Push")])
    >>> [(words, plate and plate.worth) for words, plate in plates.cut("the Big Push, Pushed")]
    [('the ', None), ('Big Push', '3'), (', Pushed', None)]
    """

    def __init__(self, plates: Iterable[Plate]) -> None:
        self.named = {plate.name: plate for plate in plates if plate.name}
        names = "|".join(map(re.escape, sorted(self.named, key=len, reverse=True)))
        self.names = re.compile(rf"(?<!\w)({names})(?!\w)" if names else r"(?!)")

    def cut(self, words: str) -> list[tuple[str, Plate | None]]:
        return [(part, self.named.get(part)) for part in self.names.split(words) if part]


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
