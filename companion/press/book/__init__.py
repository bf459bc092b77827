"""A bound book: chapters on pages with a gutter, running heads, page numbers, and a contents that is true.

Page 1 is a right-hand page. A chapter may want to begin on the right, or its last page to lie on the right,
so that what belongs together lies open side by side; the page left free is left blank.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from companion.press.book.flow import Leaf, Strip, evenly, filled
from companion.press.face import Box, Face, Mark, Paint, Path, Stamp
from companion.press.fonts import LABEL, STRONG, SUBTITLE
from companion.press.page import Head, Jump, Page, margin_note
from companion.press.paper import Size
from companion.press.text import Block, Style, line, measure

APART = 10.0
"""Millimetres between a title page and the contents on it."""

TO = "to page "
"""The name of a line of the contents begins so, and goes on with its page."""

type Begins = Literal["next", "right", "spread"]


class Entry(NamedTuple):
    """A line of the contents: what stands on which page, and whether it is a part of a chapter."""

    title: str
    number: int
    within: bool = False


class Chapter(NamedTuple):
    """A part of the book. `entries` are lines of the contents besides its own: a title, and on which leaf.

    It begins on the next page or on the next right-hand one; as a `spread`, its last leaf lies on the right.
    """

    title: str
    leaves: Sequence[Leaf]
    begins: Begins = "next"
    entries: Sequence[tuple[str, int]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """How the pages are bound: printed on `both` sides and bound at the left, on `one` side, or `loose`."""

    paper: Size
    sides: Literal["both", "one", "loose"] = "both"
    type: float = 8.5
    """The size of running heads, page numbers and contents, in points."""

    @property
    def is_small(self) -> bool:
        """Whether the paper is about A5."""
        return self.paper.width < 180

    @property
    def outer(self) -> float:
        """Millimetres: the margin at the edges that are not bound."""
        return 9.0 if self.is_small else 12.0

    @property
    def gutter(self) -> float:
        """Millimetres: the margin at the binding, wide enough for a hole punch."""
        return self.outer if self.sides == "loose" else 17.0 if self.is_small else 20.0

    @property
    def room(self) -> Size:
        """What a leaf may fill: the same on every page."""
        return Size(self.paper.width - self.gutter - self.outer, self.paper.height - 19.0 - 15.0)

    def is_right(self, number: int) -> bool:
        """Whether a page lies on the right of an open book."""
        return self.sides != "both" or number % 2 == 1

    def area(self, number: int) -> Box:
        """Where a page's leaf lies."""
        x = self.gutter if self.is_right(number) else self.outer
        return Box(x, 19.0, *self.room)


class Placed(NamedTuple):
    """A leaf with its page number and its chapter; a blank page has no leaf."""

    number: int
    leaf: Leaf
    chapter: Chapter | None


def bound(title: str, cover: Leaf, chapters: Sequence[Chapter], binding: Binding) -> tuple[Page, ...]:
    """The whole book: its title page, the contents, the chapters.

    Of loose sheets the contents stand on the title page, where there is room for them.
    """
    blank = _contents(list(_entries([], chapters)), binding)
    first = Chapter("", (cover,))
    contents = Chapter("Contents", blank)
    if binding.sides == "loose" and len(blank) == 1 and _below(cover, blank[0], binding):
        placed = list(_placed([first, *chapters], binding))
        (told,) = _contents(list(_entries(placed, chapters)), binding)
        placed[0] = placed[0]._replace(leaf=(*cover, *_below(cover, told, binding)))
        return _pages(placed, chapters, title, binding)
    placed = list(_placed([first, contents, *chapters], binding))
    true = iter(_contents(list(_entries(placed, chapters)), binding))
    placed = [each._replace(leaf=next(true)) if each.chapter is contents else each for each in placed]
    return _pages(placed, [contents, *chapters], title, binding)


def _pages(
    placed: Sequence[Placed], chapters: Sequence[Chapter], title: str, binding: Binding
) -> tuple[Page, ...]:
    """Every page; the outline names the chapters and what the contents name in them."""
    heads: dict[int, list[Head]] = {}
    for entry in _entries(placed, chapters):
        heads.setdefault(entry.number, []).append(Head(entry.title, entry.within))
    return tuple(
        replace(_page(each, title, binding), heads=tuple(heads.get(each.number, ()))) for each in placed
    )


def _below(cover: Leaf, contents: Leaf, binding: Binding) -> Leaf:
    """The contents under what stands on the title page; nothing where there is no room."""
    top = filled(cover) + APART
    if top + filled(contents) > binding.room.height:
        return ()
    return tuple(replace(stamp, y=stamp.y + top) for stamp in contents)


def _placed(chapters: Sequence[Chapter], binding: Binding) -> Iterator[Placed]:
    """Every page in order, blank ones in between where a chapter wants to lie on a certain side."""
    number = 1
    for chapter in chapters:
        for _ in range(_blanks(chapter, number, binding)):
            yield Placed(number, (), None)
            number += 1
        for leaf in chapter.leaves:
            yield Placed(number, leaf, chapter)
            number += 1
    if binding.sides == "both" and number % 2 == 0:
        yield Placed(number, (), None)


def _blanks(chapter: Chapter, number: int, binding: Binding) -> int:
    if chapter.begins == "next" or binding.sides != "both":
        return 0
    on_the_right = number if chapter.begins == "right" else number + len(chapter.leaves) - 1
    return 0 if on_the_right % 2 else 1


def _entries(placed: Sequence[Placed], chapters: Sequence[Chapter]) -> Iterator[Entry]:
    """The contents: each chapter's title and its entries, with their pages as far as these are known."""
    for chapter in chapters:
        start = next((each.number for each in placed if each.chapter is chapter), 0)
        yield Entry(chapter.title, start)
        yield from (Entry(title, start + leaf, True) for title, leaf in chapter.entries)


def _contents(entries: Sequence[Entry], binding: Binding) -> list[Leaf]:
    """The contents in as many leaves as they need, whatever the numbers are."""
    return evenly((_line(entry, binding) for entry in entries), binding.room.height)


def _line(entry: Entry, binding: Binding) -> Strip:
    """A line of the contents: a title, dots, a page."""
    wide, left = binding.room.width, 6.0 if entry.within else 0.0
    size = binding.type + (0.5 if entry.within else 2)
    style = Style(font=LABEL if entry.within else STRONG, size=size, leading=1.35)
    words = line(entry.title, style, wide - left - 16, "contents")
    number = Block(str(entry.number), style, size)
    marks: list[Mark] = [*words.at(left, 0), *number.at(0, 0, width=wide, align=1)]
    start = left + measure(words.text, style.font, words.size) + 1.5
    end, y = wide - measure(number.text, style.font, size) - 1.5, number.height * 0.68
    if end > start:
        marks.append(Path((((start, y), (end, y)),), Paint(stroke=(0.5,), width=0.25, dash=(0.3, 1.3))))
    face = Face(wide, number.height, tuple(marks), name=f"{TO}{entry.number} {entry.title}")
    return Strip(face=face, gap=0.4 if entry.within else 2.0)


def _jumps(stamps: Sequence[Stamp]) -> Iterator[Jump]:
    """The lines of the contents, each of which leads to its page."""
    for stamp in stamps:
        if stamp.face.name.startswith(TO):
            number, _, words = stamp.face.name.removeprefix(TO).partition(" ")
            yield Jump(Box(stamp.x, stamp.y, stamp.face.width, stamp.face.height), int(number), words)


def _page(placed: Placed, title: str, binding: Binding) -> Page:
    """One page; the title page has the check ruler in place of a running head, a blank one nothing."""
    paper, area = binding.paper, binding.area(placed.number)
    stamps = tuple(
        Stamp(each.face, each.x + area.x, each.y + area.y, each.scale, each.turn, each.window)
        for each in placed.leaf
    )
    label = f"page {placed.number}"
    if placed.number == 1:
        note = margin_note(paper, area._replace(x=0), title)
        return Page(*paper, (*stamps, *note), label, jumps=tuple(_jumps(stamps)))
    frame = (Stamp(_frame(placed, title, binding), 0, 0),) if placed.chapter else ()
    side: Literal["front", "back"] = "front" if binding.is_right(placed.number) else "back"
    return Page(*paper, (*frame, *stamps), label, side, jumps=tuple(_jumps(stamps)))


def _frame(placed: Placed, title: str, binding: Binding) -> Face:
    """The running head: the book at the binding, the chapter at the outer edge; below, the page's number."""
    assert placed.chapter
    paper, area = binding.paper, binding.area(placed.number)
    right = binding.is_right(placed.number)
    style = Style(font=SUBTITLE, size=binding.type, smallest=min(7.0, binding.type), leading=1)
    y, half = 11.0, area.width / 2 - 2
    chapter = line(placed.chapter.title, style, half, "head")
    book = line(title, replace(style, colour=(0.34,)), half, "head")
    number = line(str(placed.number), Style(font=STRONG, size=binding.type + 1, leading=1), 20, "head")
    marks: tuple[Mark, ...] = (
        *book.at(area.x, y, width=area.width, align=0 if right else 1),
        *chapter.at(area.x, y, width=area.width, align=1 if right else 0),
        Path((((area.x, y + 4.4), (area.right, y + 4.4)),), Paint(stroke=(0.0,), width=0.25)),
        *number.at(area.x, paper.height - 11.0, width=area.width, align=1 if right else 0),
    )
    return Face(paper.width, paper.height, marks, name="frame", read="aside")
