"""Paper: its formats and those of cards, and one side of a sheet with all that is put down on it.

All sizes in millimetres, trimmed, upright. A sheaf holds pages that are laid out when they are looked at.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path as File
from typing import Literal, NamedTuple, overload

from companion.press.face import BLACK, HAIRLINE, Box, Face, Paint, Path, Stamp
from companion.press.text import TITLE, Block, Style, clean, measure

MARGIN = 5.0
"""What most printers leave blank at every edge."""

BLEED = 3.0
"""Millimetres of ink beyond a cut, so that a cut a little off shows no white."""

SAFE = 3.0
"""Millimetres inside a cut that nothing enters that must not be lost."""


class Size(NamedTuple):
    """A width and a height."""

    width: float
    height: float

    def turned(self) -> "Size":
        return Size(self.height, self.width)


NAMED = json.loads(File(__file__).with_name("formats.json").read_text("utf-8"))
PAPERS: Mapping[str, Size] = {paper: Size(*each["size"]) for paper, each in NAMED["papers"].items()}
PAPER_NAMES: Mapping[str, str] = {paper: each["name"] for paper, each in NAMED["papers"].items()}
CSS_PAGES: Mapping[str, tuple[str, str]] = {
    paper: (each["css"][0], each["css"][1]) for paper, each in NAMED["papers"].items() if "css" in each
}
"""What style sheets call a paper, upright and lying."""

FORMATS: Mapping[str, Size] = {card: Size(*each["size"]) for card, each in NAMED["cards"].items()}
FORMAT_NAMES: Mapping[str, str] = {card: each["name"] for card, each in NAMED["cards"].items()}

MARGINS: Mapping[str, float] = {"both": 6.35}
"""Papers that need a wider margin than `MARGIN`: what fits two papers keeps clear of the edges of each."""

TOKENS: tuple[float, ...] = (12, 12.7, 15, 15.9, 20, 25, 25.4, 30, 39, 40)
"""Sizes of tokens: the side of a square one, the diameter of a round one."""


EDITION = 1
"""The edition of the press's own layout, printed in every margin."""

RULER = 100.0
"""Millimetres: the length of the check ruler."""

STRIP = 3.2
"""Millimetres: the height of the strip in the margin that holds the ruler and the words."""


type Matrix = tuple[float, float, float, float, float, float]
"""How a page is drawn anew: x′ = a·x + c·y + e, y′ = b·x + d·y + f, in millimetres, y downwards."""


class Piece(NamedTuple):
    """Something to cut out: its front, its back if it has one, and how many are wanted."""

    front: Face
    back: Face | None = None
    copies: int = 1


class Cut(NamedTuple):
    """What is cut out of a sheet, each piece of it; how far apart in millimetres, and how it was laid."""

    pieces: tuple[Piece, ...]
    gap: float = 0.0
    bleed: bool = False
    radius: float = 0.0


class Tick(NamedTuple):
    """A box to tick: what a tick in it says, and where it is on its page, in millimetres.

    One that takes back names the boxes of its line, whose ticks then count for nothing, and the line.
    """

    name: str
    box: Box
    back: tuple[str, ...] = ()
    line: str = ""


class Head(NamedTuple):
    """A heading that the outline names: its words, and whether it stands within a chapter."""

    title: str
    within: bool = False


class Jump(NamedTuple):
    """A place on a page that leads to another page of its document, counted from 1, and what is there."""

    place: Box
    to: int
    words: str


@dataclass(frozen=True, slots=True)
class Page:
    """A side of paper, in millimetres; `label` says what it is (“fronts 1 of 7”).

    `trim` is the cut piece on a print house's page. `true` makes good what a printer puts wrong. `cut` is
    what comes out of a sheet of pieces; its fronts know. `heads` and `jumps` are what leads to it and away.
    """

    width: float
    height: float
    stamps: tuple[Stamp, ...]
    label: str = ""
    side: Literal["front", "back"] = "front"
    trim: Box | None = None
    true: Matrix | None = None
    cut: Cut | None = field(default=None, repr=False, compare=False)
    heads: tuple[Head, ...] = ()
    jumps: tuple[Jump, ...] = ()


@cache
def ruler() -> Face:
    foot = STRIP - 0.4
    ticks = [((mm, foot), (mm, foot - (2.2 if mm % 50 == 0 else 1.4))) for mm in range(0, 101, 10)]
    paint = Paint(stroke=BLACK, width=HAIRLINE * 2)
    return Face(RULER, STRIP, (Path((((0.0, foot), (RULER, foot)), *ticks), paint),), name="ruler", bleed=1)


def strip(words: str, length: float) -> Face:
    """The check ruler, and beside it what this sheet is."""
    style, room = Style(font=TITLE, size=7.5), length - RULER - 3
    block = (
        f"This ruler is 100 mm long: print at 100 %, never “fit to page”.  {words}  Press {EDITION}",
        f"100 mm: print at 100 %.  {words}  Press {EDITION}",
        f"100 mm.  {words}",
        "100 mm",
    )
    shortest = next((each for each in block if measure(each, style.font, style.size) <= room), block[-1])
    beside = Block(clean(shortest, style.font, "margin"), style, style.size)
    return Face(length, STRIP, (Stamp(ruler(), 0, 0), *beside.at(RULER + 3, 0)), name="margin", read="aside")


def margin_note(paper: Size, area: Box, words: str, *, at_edge: bool = False) -> tuple[Stamp, ...]:
    """The strip, put into the wider of the lower and the left margin around `area`, or at the lower edge."""
    below, beside = paper.height - area.bottom, area.x
    if at_edge:
        face = strip(words, paper.width - 2 * MARGIN)
        return (Stamp(face, MARGIN, paper.height - MARGIN - STRIP),)
    if below >= beside or below >= STRIP + MARGIN + 5:
        face = strip(words, paper.width - 2 * MARGIN)
        return (Stamp(face, MARGIN, paper.height - max(MARGIN, below / 2 - 2) - STRIP),)
    face = strip(words, paper.height - 2 * MARGIN)
    return (Stamp(face, MARGIN, MARGIN, turn=3),)


class Sheaf(Sequence[Page]):
    """So many pages, and how each is laid out. Thousands of them take no more room than one."""

    def __init__(self, length: int, lay: Callable[[int], Page]) -> None:
        self.length, self.lay = length, lay

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, at: int) -> Page: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Page]: ...
    def __getitem__(self, at: int | slice) -> Page | Sequence[Page]:
        """The page at that place, counted from 0; or the pages of a slice, again laid out when looked at."""
        places = range(self.length)[at]
        if isinstance(places, range):
            return Sheaf(len(places), lambda number: self.lay(places[number]))
        return self.lay(places)


def changed(pages: Sequence[Page], change: Callable[[Page], Page]) -> Sheaf:
    """The same pages, each changed in the same way when it is looked at."""
    return Sheaf(len(pages), lambda number: change(pages[number]))
