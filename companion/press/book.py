"""A bound book: running text on drawn pages, chapters, running heads, and a contents that is true.

Page 1 is a right-hand page. A chapter may want to begin on the right, or its last page to lie on the right,
so that what belongs together lies open side by side; the page left free is left blank. Text comes in strips,
which no page break divides: a line of type, a row of a table, a picture. The sheets of WeasyPrint carry text
alone; here text stands beside maps and cards of exact size, and each page is known as it is laid. A booklet
lays such pages two by two on sheets turned over their short edge; a page stays its size.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple

from companion.press.face import BLACK, Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.page import Head, Jump, Page, Size, margin_note
from companion.press.text import (
    LABEL,
    STRONG,
    SUBTITLE,
    Block,
    CannotPrint,
    DoesNotFit,
    Style,
    clean,
    fit,
    line,
    measure,
)

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfXObject

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
    strips: list[Strip] = []
    for n, words in enumerate(block.lines):
        marks = [*replace(block, text=words).at(indent.by, 0)]
        if n == 0 and indent.sign:
            marks += Block(clean(indent.sign, style.font, where), style, style.size).at(indent.by - 3, 0)
        tied = n < last and n in (0, last - 1)
        face = Face(width, block.pitch, tuple(marks), read="on" if n else "text")
        strips.append(Strip(face=face, gap=0 if n else indent.gap, tied=tied))
    return strips


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


type Cell = str | Face
"""Words, or a drawing of its own size."""

PAD, RISE = 1.2, 0.75
"""Millimetres beside and above what stands in a cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dress:
    """How a table looks: headings, first column, other cells; the columns in `middle` are centred."""

    head: Style
    first: Style
    cell: Style
    rule: Colour = (0.7,)
    ground: Colour | None = None
    middle: frozenset[int] = frozenset()

    def style(self, column: int) -> Style:
        return self.cell if column else self.first


def table(
    head: Sequence[str], rows: Sequence[Sequence[Cell]], dress: Dress, width: float, where: str
) -> list[Strip]:
    """The rows of a table, its headings above the first of them and again where a page begins."""
    pieces: list[list[Face]] = []
    for widths in _widths(head, rows, dress, width, where):
        row = partial(_row, widths=widths, dress=dress, where=where)
        pieces.append([row(head, heads=True), *(row(each) for each in rows)])
    top, *lower = min(pieces, key=lambda faces: sum(face.height for face in faces))
    return [Strip(face=top, gap=1.0, tied=True), *(Strip(face=each, head=Strip(face=top)) for each in lower)]


def _row(
    cells: Sequence[Cell], *, widths: Sequence[float], dress: Dress, where: str, heads: bool = False
) -> Face:
    """One row, as high as its highest cell; words beside a drawing stand in the middle of its height."""
    made = [
        _cell(cell, dress.head if heads else dress.style(n), wide - 2 * PAD, n in dress.middle, where)
        for n, (cell, wide) in enumerate(zip(cells, widths, strict=True))
    ]
    inner = max(face.height for face in made)
    level = any(isinstance(cell, Face) for cell in cells)
    marks: list[Mark] = []
    x, high = 0.0, inner + 2 * RISE
    for face, wide in zip(made, widths, strict=True):
        down = (inner - face.height) / 2 if level else 0.0
        marks.append(Stamp(face, x + PAD, RISE + down))
        x += wide
    foot = Path((((0, high), (x, high)),), Paint(stroke=BLACK if heads else dress.rule, width=0.15))
    ground = [Rectangle(Box(0, 0, x, high), Paint(fill=dress.ground))] if heads and dress.ground else []
    return Face(x, high, (*ground, *marks, foot))


def _cell(cell: Cell, style: Style, width: float, centred: bool, where: str) -> Face:
    """What stands in a cell, as wide as its room."""
    if isinstance(cell, Face):
        return Face(width, cell.height, (Stamp(cell, (width - cell.width) / 2 * centred, 0),))
    block = set_in(cell, style, width, where)
    return Face(width, block.height, block.at(0, 0, width=width, align=0.5 * centred))


def _widths(
    head: Sequence[str], rows: Sequence[Sequence[Cell]], dress: Dress, width: float, where: str
) -> Iterator[list[float]]:
    """Each column as wide as its longest line; or else two ways to make them narrower, down to a word."""
    least, wanted = [], []
    for n in range(len(head)):
        cells = list(_measured(head[n], dress.head, where))
        cells += chain.from_iterable(_measured(row[n], dress.style(n), where) for row in rows)
        least.append(max(word for word, _ in cells) + 2 * PAD + 0.02)
        wanted.append(max(line for _, line in cells) + 2 * PAD + 0.02)
    spare = width - sum(least)
    if spare < 0:
        raise DoesNotFit(where, f"This table is {-spare:.1f} mm too wide: shorten its longest words.")
    more = [want - need for want, need in zip(wanted, least, strict=True)]
    if sum(more) <= spare:
        yield [*wanted[:-1], width - sum(wanted[:-1])]
        return
    yield _shared(least, more, spare)
    yield [need + want * spare / sum(more) for need, want in zip(least, more, strict=True)]


def _shared(least: Sequence[float], more: Sequence[float], spare: float) -> list[float]:
    """What is left of the width goes to all columns alike, until each has what it wants."""
    given = [0.0] * len(least)
    open_ = {n for n, want in enumerate(more) if want > 0}
    while open_ and spare > 1e-9:
        share = spare / len(open_)
        for n in sorted(open_):
            taken = min(share, more[n] - given[n])
            given[n] += taken
            spare -= taken
        open_ = {n for n in open_ if more[n] - given[n] > 1e-9}
    return [need + extra for need, extra in zip(least, given, strict=True)]


def _measured(cell: Cell, style: Style, where: str) -> Iterator[tuple[float, float]]:
    """The widest word and the line of each paragraph in a cell, in millimetres."""
    if isinstance(cell, Face):
        yield cell.width, cell.width
        return
    for written in clean(cell, style.font, where).split("\n"):
        words = [measure(word, style.font, style.size) for word in written.split(" ")]
        yield max(words), measure(written, style.font, style.size)


class Spread(NamedTuple):
    """One side of a sheet: the numbers of the pages at its left and right, counting from 1; None is blank."""

    left: int | None
    right: int | None


def spreads(pages: int) -> Iterator[Spread]:
    """The sides in the order in which they are printed: front, back, front, back.

    >>> list(spreads(6))[:2]
    [Spread(left=None, right=1), Spread(left=2, right=None)]
    >>> list(spreads(6))[2:]
    [Spread(left=6, right=3), Spread(left=4, right=5)]
    """
    room = -(-pages // 4) * 4

    def there(number: int) -> int | None:
        return number if number <= pages else None

    for sheet in range(room // 4):
        first, last = 2 * sheet + 1, room - 2 * sheet
        yield Spread(there(last), there(first))
        yield Spread(there(first + 1), there(last - 1))


def stitched(pdf: bytes) -> bytes:
    """The same pages on sheets of twice their width."""
    from pypdfium2 import PdfDocument

    source, sheets = PdfDocument(pdf), PdfDocument.new()
    wide, high = source.get_page_size(0)
    forms = [source.page_as_xobject(n, dest_pdf=sheets) for n in range(len(source))]
    for spread in spreads(len(source)):
        page = sheets.new_page(2 * wide, high)
        for number, x in ((spread.left, 0.0), (spread.right, wide)):
            if number is not None:
                _laid(page, forms[number - 1], x)
        page.gen_content()
    out = BytesIO()
    sheets.save(out)
    return _named_alike(out.getvalue())


def _named_alike(pdf: bytes) -> bytes:
    """The same pages, the same bytes: date and identity of the file do not come from the clock."""
    pdf = re.sub(rb"/CreationDate\(D:[0-9]{14}", b"/CreationDate(D:20000101000000", pdf)
    identity = re.compile(rb"/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]")
    plain = identity.sub(b"", pdf)
    name = sha256(plain).hexdigest()[:32].upper().encode()
    return identity.sub(b"/ID[<%b><%b>]" % (name, name), pdf)


def _laid(page: "PdfPage", form: "PdfXObject", x: float) -> None:
    from pypdfium2 import PdfMatrix

    placed = form.as_pageobject()
    placed.set_matrix(PdfMatrix().translate(x, 0))
    page.insert_obj(placed)


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
        (summary,) = _contents(list(_entries(placed, chapters)), binding)
        placed[0] = placed[0]._replace(leaf=(*cover, *_below(cover, summary, binding)))
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
