"""The order in which a line's letters stand on paper, where some are read from the right.

The letters are ordered by Unicode's bidirectional algorithm (UAX 9), in the paragraph's own direction: that
of its first letter that has one.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any
from unicodedata import bidirectional

RIGHT, LEFT = "\u200f", "\u200e"
"""Signs without width that a line of a text carries where its own first letter runs the other way."""

ISOLATES, POPPED, OBJECT = "\u2066\u2067\u2068", "\u2069", "\ufffc"
"""What sets a part of a line apart from the direction around it, what ends it, and what stands for it."""

LEFTWARD = frozenset({"R", "AL", "AN"})
"""Kinds of letters that are read from the right."""


STRONG = {"L": "L", "R": "R", "AL": "R", "AN": "R", "EN": "R"}
BRACKETS = {"(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{"}
"""Each bracket's other half."""


def turns(text: str) -> bool:
    """Whether anything in a text is read from the right.

    >>> turns("Verdun"), turns("קרב Verdun")
    (False, True)
    """
    return not text.isascii() and any(bidirectional(letter) in LEFTWARD for letter in text)


@lru_cache(maxsize=20_000)
def leftward(text: str) -> bool:
    """Whether a paragraph as a whole is read from the right.

    >>> leftward("1916 קרב Verdun"), leftward("Verdun קרב")
    (True, False)
    """
    own = "".join(text[at] for at, held in apart(text) if held is None)
    kinds = (bidirectional(letter) for letter in own.strip() or text)
    return next((kind in LEFTWARD for kind in kinds if kind in ("L", "R", "AL")), False)


def apart(text: str) -> Iterator[tuple[int, range | None]]:
    """A text's letters by their places; what is isolated in it is one of them, with the places it holds.

    >>> [(at, held) for at, held in apart("a \u2068bc\u2069d") if held]
    [(2, range(3, 5))]
    """
    depth = start = 0
    for at, letter in enumerate(text):
        if letter in ISOLATES:
            start, depth = (at if depth == 0 else start), depth + 1
        elif letter == POPPED and depth:
            depth -= 1
            if depth == 0:
                yield start, range(start + 1, at)
        elif depth == 0:
            yield at, None
    if depth:
        yield start, range(start + 1, len(text))


def directed(lines: list[str], paragraph: str) -> list[str]:
    """The lines of a paragraph, each of which tells the paragraph's direction by its first letter."""
    if not turns(paragraph):
        return lines
    towards = leftward(paragraph)
    sign = RIGHT if towards else LEFT
    return [line if leftward(line) is towards else sign + line for line in lines]


def visual(text: str) -> Iterator[tuple[bool, range]]:
    """A line from left to right: stretches of it, and whether each is read from the right."""
    if not turns(text):
        yield False, range(len(text))
        return
    for (level, _), stretch in groupby(_stretches(text), key=lambda each: each[:2]):
        places = sorted(at for _, _, at in stretch)
        yield bool(level % 2), range(places[0], places[-1] + 1)


def _stretches(text: str) -> Iterator[tuple[int, int, int]]:
    """For each letter from the left: its level, a number that is the same along one stretch, its place."""
    for along, (level, at) in enumerate(_placed(text)):
        yield level, at - (-1 if level % 2 else 1) * along, at


def _placed(text: str) -> Iterator[tuple[int, int]]:
    """For each letter from the left its level and its place; what is isolated is ordered for itself."""
    letters = list(apart(text))
    own = "".join(text[at] if held is None else OBJECT for at, held in letters)
    for level, place in _levels(own, int(leftward(text))):
        at, held = letters[place]
        if held is None:
            yield level, at
        else:
            yield from ((deeper, held.start + each) for deeper, each in _placed(text[held.start : held.stop]))


def _levels(text: str, level: int) -> Iterator[tuple[int, int]]:
    """The letters of a text without isolates, in a direction, from the left."""
    from bidi import algorithm as bidi

    store: dict[str, Any] = bidi.get_empty_storage()
    store["base_level"], store["base_dir"] = level, "LR"[level]
    bidi.get_embedding_levels(text, store, upper_is_rtl=False, debug=False)
    for at, letter in enumerate(store["chars"]):
        letter["at"] = at
        if letter["type"] in ("PDI", "BN"):
            letter["type"] = letter["orig"] = "ON"
    bidi.explicit_embed_and_overrides(store, debug=False)
    bidi.resolve_weak_types(store, debug=False)
    _pair_brackets(store["chars"], "LR"[level])
    bidi.resolve_neutral_types(store, False)
    bidi.resolve_implicit_levels(store, False)
    bidi.reorder_resolved_levels(store, False)
    for letter in store["chars"]:
        yield letter["level"], letter["at"]


def _pair_brackets(letters: list[dict[str, Any]], base: str) -> None:
    """Two brackets turn together, as what they hold does (UAX 9, N0)."""
    opened: list[int] = []
    for at, letter in enumerate(letters):
        if letter["type"] != "ON" or letter["ch"] not in BRACKETS:
            continue
        if BRACKETS[letter["ch"]] > letter["ch"]:
            opened.append(at)
        elif opened and letters[opened[-1]]["ch"] == BRACKETS[letter["ch"]]:
            _turn(letters, opened.pop(), at, base)


def _turn(letters: list[dict[str, Any]], first: int, last: int, base: str) -> None:
    held = {STRONG[each["type"]] for each in letters[first + 1 : last] if each["type"] in STRONG}
    before = (STRONG[each["type"]] for each in reversed(letters[:first]) if each["type"] in STRONG)
    if held:
        towards = base if base in held else next(before, base)
        letters[first]["type"] = letters[last]["type"] = towards
