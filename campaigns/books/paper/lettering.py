"""Type of the printed books: words of any length and any script."""

from typing import NamedTuple

from companion.press.book import Strip, drawn
from companion.press.face import Mark
from companion.press.text import BODY, LABEL, STRONG, SUBTITLE, TITLE, Block, Style, clean, measure

HEAD = Style(font=TITLE, size=22, leading=1.1)
SECTION = Style(font=TITLE, size=13, leading=1.2)
WORDS = Style(font=BODY, size=9.5, leading=1.35)
SMALL = Style(font=SUBTITLE, size=9, leading=1.2)
FIGURE = Style(font=TITLE, size=18, leading=1.1)
CELL = Style(font=LABEL, size=8, leading=1.15)
FIRST = Style(font=STRONG, size=8, leading=1.15)
NARROW = Style(font=SUBTITLE, size=7.5, leading=1.1)
CUT = "…"


def shown(text: object, font: str) -> str:
    """A text on one line; `MissingGlyph` for a letter that no font here has."""
    return clean(" ".join(str(text).split()), font, "")


def fitted(text: object, style: Style, width: float) -> Block:
    """One line of at most `width` millimetres; what is too long ends in an ellipsis."""
    words = shown(text, style.font)
    if measure(words, style.font, style.size) > width:
        while words and measure(words + CUT, style.font, style.size) > width:
            words = words[:-1].rstrip()
        words += CUT
    return Block(words, style, style.size)


class Spot(NamedTuple):
    """Where a line stands, and how much room it has, in millimetres."""

    x: float
    y: float
    width: float


def put(text: object, style: Style, spot: Spot, align: float = 0.0) -> tuple[Mark, ...]:
    """The marks of such a line; `align` 0 is left, 0.5 the middle of its room, 1 right."""
    return fitted(text, style, spot.width).at(spot.x, spot.y, width=spot.width, align=align)


def one(text: object, style: Style, width: float, gap: float = 0.0, *, tied: bool = False) -> Strip:
    """A line as a strip of a page."""
    block = fitted(text, style, width)
    return drawn(block.at(0, 0), width, block.height + 0.6, gap, tied=tied)
