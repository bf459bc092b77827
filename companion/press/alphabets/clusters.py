"""What readers count as one letter: a sign with its marks, a flag of two letters, a joined emoji."""

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category

from fontTools.unicodedata import script

JOINER = "\u200d"
INVISIBLE = frozenset("\u200c\u200d\u200e\u200f\u061c\u2066\u2067\u2068\u2069\ufe0e\ufe0f")
"""Signs that order, join or choose others, and are not drawn themselves."""

NEUTRAL = frozenset({"Zyyy", "Zinh", "Zzzz"})
"""What belongs to no one alphabet."""


def clusters(text: str) -> Iterator[str]:
    """The letters of a text as readers count them.

    >>> [len(each) for each in clusters("שָׁלום 🇬🇧")]
    [3, 1, 1, 1, 1, 2]
    """
    held = ""
    for letter in text:
        if held and not (_clings(letter) or held[-1] == JOINER or _flag(held, letter)):
            yield held
            held = ""
        held += letter
    if held:
        yield held


def _clings(letter: str) -> bool:
    is_shade = "\U0001f3fb" <= letter <= "\U0001f3ff"
    return category(letter)[0] == "M" or letter in INVISIBLE or is_shade or is_tag(letter)


def is_tag(letter: str) -> bool:
    """Whether it is one of the hidden letters that name a flag."""
    return "\U000e0020" <= letter <= "\U000e007f"


def _flag(held: str, letter: str) -> bool:
    return len(held) == 1 and _regional(held) and _regional(letter)


def _regional(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


@lru_cache(maxsize=20_000)
def scripts(text: str) -> frozenset[str]:
    """The alphabets of a text by their four letters of ISO 15924, what belongs to all of them left out.

    >>> sorted(scripts("Verdun (Верден) שלום 1916"))
    ['Cyrl', 'Hebr', 'Latn']
    """
    return frozenset(script(letter) for letter in text) - NEUTRAL
