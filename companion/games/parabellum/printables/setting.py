"""What Parabellum's pieces are set with: lines in the middle of a box, the longest words that fit."""

from collections.abc import Iterator, Sequence

from companion.games.parabellum.printables.look import INK, Look
from companion.press.errors import DoesNotFit
from companion.press.face import Box, Face, Mark, Paint, Path, Stamp, Text
from companion.press.fonts import SUBTITLE
from companion.press.page import Page, margin_note
from companion.press.paper import Size
from companion.press.text import Block, Style, fit, line

EDGE = 12.0
"""Millimetres: the margin of drawn pages."""


def middle(words: str, style: Style, box: Box, where: str) -> tuple[Text, ...]:
    """One line in the middle of a box; `DoesNotFit` where it is too wide at its smallest."""
    block = line(words, style, box.width, where)
    return block.at(box.x, box.y + (box.height - block.height) / 2, width=box.width, align=0.5)


def at_left(words: str, style: Style, box: Box, where: str) -> tuple[Text, ...]:
    """One line at the left of a box, in the middle of its height."""
    block = line(words, style, box.width, where)
    return block.at(box.x, box.y + (box.height - block.height) / 2)


def richest(told: Sequence[str], style: Style, box: Box, where: str) -> Block:
    """The first of several ways to say a thing that fits, the longest first; else the last one's refusal."""
    for words in told[:-1]:
        try:
            return fit(words, style, box.width, box.height, where)
        except DoesNotFit:
            continue
    return fit(told[-1], style, box.width, box.height, where)


def caption(words: str, look: Look, box: Box, where: str) -> tuple[Text, ...]:
    """A small heading in condensed capitals' stead: quiet, at the left."""
    return at_left(words, look.small(INK, SUBTITLE), box, where)


def rule(x: float, y: float, width: float, ink: float = 0.25) -> Mark:
    """A level line."""
    return Path((((x, y), (x + width, y)),), Paint(stroke=INK, width=ink))


def page(face: Face, label: str) -> Page:
    """A drawing as a page of paper, with the ruler in its margin."""
    paper = Size(face.width, face.height)
    area = Box(EDGE, EDGE, face.width - 2 * EDGE, face.height - 2 * EDGE)
    note = margin_note(paper, area, f"Parabellum {label}")
    return Page(face.width, face.height, (Stamp(face, 0, 0), *note), label)


def corners(box: Box) -> tuple[tuple[float, float], ...]:
    """A box as the four corners that hatching asks for."""
    return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))


def spread(count: int, across: int, box: Box, size: float) -> Iterator[Box]:
    """So many squares of a size in rows of `across`, from a box's upper left corner."""
    for n in range(count):
        yield Box(box.x + n % across * size, box.y + n // across * size, size, size)
