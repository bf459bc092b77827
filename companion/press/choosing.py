"""Reading choices, from a form, an address or a command line, and doing what they say."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from companion.engine.errors import InvalidInput
from companion.engine.game import Option
from companion.engine.wire import Json
from companion.press.paper import FORMATS, MARGIN, MARGINS, PAPERS, Size
from companion.press.sheet import Layout, Piece

SPOKEN = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
LEAST, MOST = 10.0, 400.0
"""Millimetres: the sides of a piece of one's own size."""

MOST_SLOTS, MOST_COPIES = 999, 99
OWN_SIZE = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*[x×*]\s*(\d+(?:[.,]\d+)?)\s*(?:mm)?\s*", re.ASCII)
SPAN = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?", re.ASCII)
PICK = re.compile(r"([^*×]+?)\s*(?:[*×]\s*(\d{1,2}))?", re.ASCII)


def layout(choices: Mapping[str, Json], note: str) -> Layout:
    """How the sheets of cards or tokens are to be laid out."""
    return Layout(
        paper=PAPERS[choices["paper"]],
        marks=choices["marks"],
        back_marks=choices.get("back_marks", False),
        backs=choices["backs"],
        sides=choices.get("sides", "both"),
        bleed=choices.get("bleed", False),
        margin=MARGINS.get(choices["paper"], MARGIN),
        radius=float(choices.get("radius", 0)),
        skip=places(choices.get("skip", "")),
        machine=choices.get("machine", False),
        proof=choices.get("proof", False),
        house=choices.get("house", False),
        part=choices.get("part", 0),
        note=note,
    )


def size_of(choices: Mapping[str, Json]) -> Size:
    """The trimmed size of a card: a format's, or one's own; `InvalidInput` at `own`.

    >>> size_of({"format": "own", "own": "57,5 x 89 mm"})
    Size(width=57.5, height=89.0)
    """
    if choices["format"] != "own":
        return FORMATS[choices["format"]]
    met = OWN_SIZE.fullmatch(choices["own"])
    size = Size(*(float(side.replace(",", ".")) for side in met.groups())) if met else None
    if not size or not all(LEAST <= side <= MOST for side in size):
        raise InvalidInput(
            "own", f"Give width x height in millimetres, each from {LEAST:g} to {MOST:g}: 57 x 87."
        )
    return size


def places(text: str) -> frozenset[int]:
    """Places on a sheet, as people write them.

    >>> sorted(places("1-3, 7"))
    [1, 2, 3, 7]
    """
    found: set[int] = set()
    for part in _parts(text):
        met = SPAN.fullmatch(part)
        first, last = (int(met[1]), int(met[2] or met[1])) if met else (0, 0)
        if not 1 <= first <= last <= MOST_SLOTS:
            raise InvalidInput("skip", f"“{part[:20]}” is no place: write 1-4, 7, counted row by row from 1.")
        found |= set(range(first, last + 1))
    return frozenset(found)


def picked(pieces: Iterable[Piece], choices: Mapping[str, Json]) -> list[Piece]:
    """The pieces that were asked for, each as often; `InvalidInput` at `only` where one is unknown."""
    wanted, copies = _picks(choices.get("only", "")), choices.get("copies", 1)
    every = list(pieces)
    known = {piece.front.name for piece in every}
    for name in wanted:
        if name not in known:
            near = get_close_matches(name, known, 3) or sorted(known)[:3]
            raise InvalidInput("only", f"There is no “{name[:40]}” here; there is {', '.join(near)} …")
    return [
        piece._replace(copies=piece.copies * copies * wanted.get(piece.front.name, 1))
        for piece in every
        if not wanted or piece.front.name in wanted
    ]


def _picks(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in _parts(text):
        met = PICK.fullmatch(part)
        often = int(met[2] or 1) if met else 0
        if not met or not 1 <= often <= MOST_COPIES:
            raise InvalidInput(
                "only", f"“{part[:40]}” cannot be read: write ids with commas, marne, verdun*3."
            )
        found[met[1]] = found.get(met[1], 0) + often
    return found


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]


def chosen(options: Sequence[Option], given: Mapping[str, Json]) -> dict[str, Json]:
    """A value for every option, from what was given; `InvalidInput` at an unknown key or value."""
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise InvalidInput(
                key, f"There is no option “{key}” here; there is {', '.join(known) or 'none'}."
            )
    return {
        key: _value(option, given[key]) if key in given else option.default for key, option in known.items()
    }


def _value(option: Option, given: Json) -> Json:
    if option.choices:
        return _choice(option, given)
    if option.low is not None and option.high is not None:
        return _number(option, given, option.low, option.high)
    return _words(option, given) if option.longest else given


def _words(option: Option, given: Json) -> str:
    if not isinstance(given, str) or len(given) > option.longest:
        raise InvalidInput(option.key, f"This is a text of at most {option.longest} letters.")
    return given.strip()


def _choice(option: Option, given: Json) -> Json:
    values = [value for value, _ in option.choices]
    spoken = SPOKEN.get(given.lower(), given) if isinstance(given, str) and True in values else given
    for value in values:
        if (type(value) is type(spoken) and value == spoken) or (str(value) == given):
            return value
    raise InvalidInput(option.key, f"“{given}” is none of {', '.join(spelt(value) for value in values)}.")


def spelt(value: Json) -> str:
    """A choice's value as forms, addresses and command lines spell it.

    >>> spelt(True), spelt("a4")
    ('yes', 'a4')
    """
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _number(option: Option, given: Json, low: int, high: int) -> int:
    text = str(given)
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9 or not low <= int(text) <= high:
        raise InvalidInput(
            option.key, f"This is a whole number from {low} to {high}; “{text[:20]}” was given."
        )
    return int(text)
