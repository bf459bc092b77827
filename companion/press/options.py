"""What the print shop offers of a game: its shelf, the choices of its printables, and doing what was chosen.

`leading` choices are shown first; the others may lie folded away.
"""

import json
import re
from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from typing import Any, TypedDict

from companion.engine.errors import InvalidInput
from companion.engine.game import Option, Printable
from companion.engine.option import Change, chosen, spelt
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.press.document import Printed
from companion.press.page import FORMAT_NAMES, FORMATS, MARGIN, MARGINS, PAPER_NAMES, PAPERS, Piece, Size
from companion.press.sheet import PART, Backs, Kind, Layout, Sides
from companion.press.text import SMALLEST, SMALLEST_LARGE

__all__ = ["chosen", "spelt"]


LEAST, MOST = 10.0, 400.0
"""Millimetres: the sides of a piece of one's own size."""

MOST_SLOTS, MOST_COPIES = 999, 99
OWN_SIZE = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*[x×*]\s*(\d+(?:[.,]\d+)?)\s*(?:mm)?\s*", re.ASCII)
SPAN = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?", re.ASCII)
PICK = re.compile(r"([^*×]+?)\s*(?:[*×]\s*(\d{1,2}))?", re.ASCII)


class Choices(TypedDict, total=False):
    """What is chosen for a print: the shelf's own options; a printable's stand in a record of its own."""

    paper: str
    ink: str
    large: bool
    art: object


class OnSheets(Choices, total=False):
    """The same for pieces that are laid on sheets."""

    format: str
    own: str
    marks: Kind
    back_marks: bool
    backs: Backs
    sides: Sides
    bleed: bool
    radius: int
    skip: str
    only: str
    copies: int
    machine: bool
    proof: bool
    house: bool
    part: int


def layout(choices: OnSheets, note: str) -> Layout:
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


def size_of(choices: OnSheets) -> Size:
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
    numbers: set[int] = set()
    for part in _parts(text):
        met = SPAN.fullmatch(part)
        first, last = (int(met[1]), int(met[2] or met[1])) if met else (0, 0)
        if not 1 <= first <= last <= MOST_SLOTS:
            raise InvalidInput("skip", f"“{part[:20]}” is no place: write 1-4, 7, counted row by row from 1.")
        numbers |= set(range(first, last + 1))
    return frozenset(numbers)


def picked(pieces: Iterable[Piece], choices: OnSheets) -> list[Piece]:
    """The pieces that were asked for, each as often; `InvalidInput` at `only` where one is unknown."""
    text = choices.get("only", "")
    counts: dict[str, int] = {}
    for part in _parts(text):
        met = PICK.fullmatch(part)
        often = int(met[2] or 1) if met else 0
        if not met or not 1 <= often <= MOST_COPIES:
            raise InvalidInput(
                "only", f"“{part[:40]}” cannot be read: write ids with commas, marne, verdun*3."
            )
        counts[met[1]] = counts.get(met[1], 0) + often
    wanted, copies = counts, choices.get("copies", 1)
    every = list(pieces)
    names = {piece.front.name for piece in every}
    for name in wanted:
        if name not in names:
            near = get_close_matches(name, names, 3) or sorted(names)[:3]
            raise InvalidInput("only", f"There is no “{name[:40]}” here; there is {', '.join(near)} …")
    return [
        piece._replace(copies=piece.copies * copies * wanted.get(piece.front.name, 1))
        for piece in every
        if not wanted or piece.front.name in wanted
    ]


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]


type Picks = tuple[tuple[object, str], ...]


def adapted(
    options: Sequence[Option], hints: Mapping[str, str], defaults: Mapping[str, Json] | None = None
) -> tuple[Option, ...]:
    """The same options with a game's own examples beside some of them, and with its own defaults."""
    own = defaults or {}
    return tuple(
        replace(each, default=own.get(each.key, each.default), help=hints.get(each.key, each.help))
        for each in options
    )


def owner_file(key: str, title: str, hint: str) -> Option:
    """The choice of a file of one's own."""
    return Option(key=key, title=title, help=hint, default=None, may_be_none=True)


def blank_cards(hint: str, most: int = 9) -> Option:
    """How many cards to fill in by hand."""
    return Option(key="blank", title="Blank cards", help=hint, default=0, low=0, high=most)


def pick(key: str, title: str, hint: str, choices: Picks, default: Json = None) -> Option:
    """One of several values, each with its words; the first is the default where none is named."""
    first = choices[0][0] if default is None else default
    return Option(key=key, title=title, help=hint, default=first, choices=choices)


def larger_than(options: Sequence[Option], *too_small: str) -> tuple[Option, ...]:
    """The same options without the sizes of cards on which a game's own texts can never be read."""
    return tuple(
        replace(each, choices=tuple(choice for choice in each.choices if choice[0] not in too_small))
        if each.key == "format"
        else each
        for each in options
    )


def yes_or_no(key: str, title: str, hint: str, *, default: bool = False) -> Option:
    """Something that is done or not."""
    return Option(key=key, title=title, help=hint, default=default, choices=YES)


def options_in(file: Path) -> Mapping[str, Option]:
    """A game's own choices by their names, in the words of a file: each one of several values, a yes or no
    with its default, a whole number, a text of at most so many letters, or else a file of one's own."""
    words: Mapping[str, Mapping[str, Json]] = json.loads(file.read_text("utf-8"))
    return {name: _option(name, fields) for name, fields in words.items()}


def _option(name: str, fields: Mapping[str, Json]) -> Option:
    default = fields.get("default", "" if "longest" in fields else None)
    choices = tuple(map(tuple, fields.get("choices", YES if type(default) is bool else ())))
    default = choices[0][0] if choices and default is None else default
    option = {"key": name, "may_be_none": default is None, **fields, "choices": choices, "default": default}
    return Option(**option)


def whole_number(key: str, title: str, hint: str, default: int, bounds: tuple[int, int]) -> Option:
    """A whole number from the lower to the upper bound."""
    return Option(key=key, title=title, help=hint, default=default, low=bounds[0], high=bounds[1])


def leading(option: Option) -> Option:
    """The same, shown before those that lie folded away."""
    return replace(option, leading=True)


YES: Picks = ((True, "Yes"), (False, "No"))
ALL_PAPERS = ("a4", "letter", "a3", "legal", "a5", "both")


def papers(*names: str) -> Option:
    """The choice between these papers; the first is the default."""
    return Option(
        key="paper",
        title="Paper",
        help="What lies in the printer. Nothing is ever scaled to it.",
        default=names[0],
        choices=tuple((name, PAPER_NAMES[name]) for name in names),
        leading=True,
    )


PAPER = papers(*ALL_PAPERS)
TILED = ("a4", "letter", "a3", "legal", "tabloid", "both")
"""Papers for what lies over several sheets."""
OURS = options_in(Path(__file__).with_suffix(".json"))
INK, MARKS, BACKS, ART = (OURS[key] for key in ("ink", "marks", "backs", "art"))
LARGE = leading(
    yes_or_no("large", "Large type", f"Nothing smaller than {SMALLEST_LARGE:g} pt (else {SMALLEST:g} pt).")
)
FORMAT = leading(
    pick(
        "format",
        "Size of a card",
        "Trimmed. A text that would get too small to read is refused, with its card's name.",
        (
            *(
                (name, f"{FORMAT_NAMES[name]}, {size.width:g} × {size.height:g} mm")
                for name, size in FORMATS.items()
            ),
            ("own", "A size of your own"),
        ),
        default="card",
    )
)
OWN = OURS["own"]
PARTS = whole_number(
    "part",
    "Only one part",
    f"Parts have {PART} sheets and are counted from 1; 0 is all of them in one file.",
    0,
    (0, 500),
)
TEXT_OPTIONS: tuple[Option, ...] = (papers("a4", "letter", "both"), INK, LARGE)
"""What every sheet of running text offers."""

ON_SHEETS = (
    *("marks", "backs", "sides", "back_marks", "bleed", "radius", "skip", "only", "copies"),
    *("machine", "proof", "house", "art"),
)
SHEET_OPTIONS: tuple[Option, ...] = tuple(OURS[key] for key in ON_SHEETS)
"""How pieces are laid on sheets."""

CARD_OPTIONS: tuple[Option, ...] = (PAPER, INK, FORMAT, OWN, LARGE, *SHEET_OPTIONS, PARTS)
"""What every printable of cards offers."""

TOKEN_OPTIONS: tuple[Option, ...] = (
    PAPER,
    INK,
    *(
        replace(each, default="lines") if each is MARKS else each
        for each in SHEET_OPTIONS
        if each.key != "radius"
    ),
)
"""What every printable of tokens offers."""


type Make = Callable[[Any, Seen[Any] | None], Printed]
type Answers = Callable[[Seen[Any], str, Collection[str]], Iterable[Change]]
type Made = tuple[Make, tuple[Option, ...]]
"""What makes a thing, and which choices it offers."""
NO_TABLE = "This prints a game in progress; name the table that it shall show."


def of_table[S, C: Choices](make: Callable[[C, Seen[S]], Printed]) -> Make:
    """What prints a game in progress, whose scene is never missing: `InvalidInput` at `table` without one."""

    @wraps(make)
    def made(choices: C, scene: Seen[S] | None) -> Printed:
        if scene is None:
            raise InvalidInput("table", NO_TABLE)
        return make(choices, scene)

    return made


def on_shelf(
    file: Path, *rooms: Mapping[str, Made], answers: Mapping[str, Answers] | None = None
) -> Mapping[str, Printable]:
    """All that a game prints, by name; `file` says of each its title, a summary, and what use it has for a
    table; `answers` what the ticks on a sheet ask for."""
    shelf: Mapping[str, Mapping[str, Any]] = json.loads(file.read_text("utf-8"))
    takes = answers or {}
    made = dict(ChainMap(*map(dict, rooms)))
    assert shelf.keys() == made.keys(), f"{file}: {sorted(shelf.keys() ^ made.keys())}"
    return {
        name: Printable(
            name=name, make=made[name][0], options=made[name][1], answers=takes.get(name), **words
        )
        for name, words in shelf.items()
    }
