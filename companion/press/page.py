"""One side of a sheet of paper: faces put down on it, and what stands in its margin."""

from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple

from companion.press.colours import BLACK
from companion.press.face import HAIRLINE, Box, Face, Paint, Path, Stamp
from companion.press.fonts import TITLE
from companion.press.paper import MARGIN, Size
from companion.press.text import Block, Style, clean, measure

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
    """A box to tick: what a tick in it says, and where it is on its page, in millimetres."""

    name: str
    box: Box


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
    """The check ruler, which must measure 100 mm."""
    foot = STRIP - 0.4
    ticks = [((mm, foot), (mm, foot - (2.2 if mm % 50 == 0 else 1.4))) for mm in range(0, 101, 10)]
    paint = Paint(stroke=BLACK, width=HAIRLINE * 2)
    return Face(RULER, STRIP, (Path((((0.0, foot), (RULER, foot)), *ticks), paint),), name="ruler", bleed=1)


def strip(words: str, length: float) -> Face:
    """The check ruler, and beside it what this sheet is."""
    style, room = Style(font=TITLE, size=7.5), length - RULER - 3
    told = (
        f"This ruler is 100 mm long: print at 100 %, never “fit to page”.  {words}  Press {EDITION}",
        f"100 mm: print at 100 %.  {words}  Press {EDITION}",
        f"100 mm.  {words}",
        "100 mm",
    )
    shortest = next((each for each in told if measure(each, style.font, style.size) <= room), told[-1])
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
