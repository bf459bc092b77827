"""Running text on drawn pages: headings, paragraphs and points in strips, which pages are filled with.

A strip is what no page break divides: a line of type, a row of a table, a picture. The sheets of WeasyPrint
carry text alone; here text stands beside maps and cards of exact size, and each page is known as it is laid.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.press.errors import CannotPrint
from companion.press.face import Face, Mark, Stamp
from companion.press.text import Block, Style, clean, fit

ENDLESS = 1e9
"""Millimetres: higher than any text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """What stays on one page, with `gap` millimetres above it unless a page begins with it.

    `tied` holds it to the next strip: a heading to its text. `head` is put above it where it begins a page:
    a table's headings.
    """

    face: Face
    gap: float = 0.0
    tied: bool = False
    head: "Strip | None" = None

    @property
    def height(self) -> float:
        """Without the gap above it."""
        return self.face.height


type Leaf = tuple[Stamp, ...]
"""What fills a page's area, from its upper left corner."""


def drawn(
    marks: Iterable[Mark], width: float, height: float, gap: float = 0.0, *, tied: bool = False
) -> Strip:
    """A strip with these marks on it."""
    return Strip(face=Face(width, height, tuple(marks)), gap=gap, tied=tied)


def set_in(text: str, style: Style, width: float, where: str) -> Block:
    """Text broken to a width and never shrunk; `DoesNotFit` where one word alone is too wide."""
    return fit(text, replace(style, smallest=style.size), width, ENDLESS, where)


def heading(text: str, style: Style, width: float, where: str, gap: float = 4.0) -> list[Strip]:
    """A heading, which stays with what follows."""
    block = set_in(text, style, width, where)
    face = Face(width, block.height + 0.8, block.at(0, 0), read="heading")
    return [Strip(face=face, gap=gap, tied=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Indent:
    """How far lines stand in, the sign before the first one, and what is free above it, in millimetres."""

    by: float = 0.0
    sign: str = ""
    gap: float = 1.4


FLUSH = Indent()
POINT = Indent(by=4.6, sign="•", gap=0.7)


def paragraph(text: str, style: Style, width: float, where: str, indent: Indent = FLUSH) -> list[Strip]:
    """A text line by line; no page ends after its first line, and none begins with its last."""
    block = set_in(text, style, width - indent.by, where)
    last = len(block.lines) - 1
    found: list[Strip] = []
    for n, words in enumerate(block.lines):
        marks = [*replace(block, text=words).at(indent.by, 0)]
        if n == 0 and indent.sign:
            marks += Block(clean(indent.sign, style.font, where), style, style.size).at(indent.by - 3, 0)
        tied = n < last and n in (0, last - 1)
        face = Face(width, block.pitch, tuple(marks), read="on" if n else "text")
        found.append(Strip(face=face, gap=0 if n else indent.gap, tied=tied))
    return found


def points(texts: Iterable[str], style: Style, width: float, where: str) -> Iterator[Strip]:
    """A list of points."""
    for text in texts:
        yield from paragraph(text, style, width, where, POINT)


def beside(columns: Iterable[Iterable[Strip]], apart: float) -> Strip:
    """Columns side by side in one strip, each so many millimetres to the right of the one before."""
    put: list[Stamp] = []
    for n, column in enumerate(columns):
        y = 0.0
        for strip in column:
            y += strip.gap
            put.append(Stamp(strip.face, n * apart, y))
            y += strip.height
    width, height = (max(edge) for edge in zip(*map(_ends, put), strict=True))
    return drawn(put, width, height)


def _ends(stamp: Stamp) -> tuple[float, float]:
    """Where it ends, across and down."""
    return stamp.x + stamp.face.width, stamp.y + stamp.face.height


def leaves(strips: Iterable[Strip], height: float) -> list[Leaf]:
    """The strips on as many pages of this height as they need; `CannotPrint` where one is higher than any."""
    pages: list[Leaf] = []
    put: list[Stamp] = []
    y = 0.0
    for bound in _bound(strips):
        above = bound[0].gap if put else 0.0
        if put and y + above + _height(bound) > height + 1e-6:
            pages.append(tuple(put))
            put, y, above = [], 0.0, 0.0
            bound = (bound[0].head, *bound) if bound[0].head else bound
        if _height(bound) > height + 1e-6:
            over = _height(bound) - height
            raise CannotPrint("", f"One part of this text is {over:.0f} mm higher than a page: shorten it.")
        for n, strip in enumerate(bound):
            y += strip.gap if n else above
            put.append(Stamp(strip.face, 0, y))
            y += strip.height
    return [*pages, tuple(put)] if put else pages


def evenly(strips: Iterable[Strip], height: float) -> list[Leaf]:
    """The same; where the last page would be nearly empty, all are about equally full."""
    those = list(strips)
    pages = leaves(those, height)
    if len(pages) < 2 or filled(pages[-1]) > height / 4:
        return pages
    most = max(_height(bound) + (bound[0].head.height if bound[0].head else 0) for bound in _bound(those))
    tried = range(int(most) + 1, int(height))
    enough = bisect_left(tried, True, key=lambda high: len(leaves(those, high)) <= len(pages))
    return leaves(those, tried[enough]) if enough < len(tried) else pages


def filled(leaf: Leaf) -> float:
    """Millimetres of a page's area down to its last strip."""
    return max((stamp.y + stamp.face.height for stamp in leaf), default=0.0)


def _bound(strips: Iterable[Strip]) -> Iterator[Sequence[Strip]]:
    """The strips in runs that no page break divides."""
    run: list[Strip] = []
    for strip in strips:
        run.append(strip)
        if not strip.tied:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def _height(bound: Sequence[Strip]) -> float:
    """The height of a run that begins a page."""
    return sum(strip.height for strip in bound) + sum(strip.gap for strip in bound[1:])
