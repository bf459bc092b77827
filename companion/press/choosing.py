"""Doing what was chosen at the print shop: sizes, places on a sheet, which pieces and how often."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.press.paper import FORMATS, MARGIN, MARGINS, PAPERS, Size
from companion.press.sheet import Layout, Piece

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
