"""The parts of a whole box, sorted by the paper in the tray, what a print holds; and the making guide.

Known piece by piece, another time only what has changed is printed. The guide says what is in the box, which
paper goes into the tray when, and where to cut.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import batched, groupby
from math import ceil
from typing import NamedTuple
from weakref import WeakKeyDictionary

from companion.engine.game import Printable
from companion.press.book import Strip, beside, drawn, evenly, heading, paragraph, points
from companion.press.document import Document
from companion.press.face import BLACK, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.packing import Item, Kind, Sheets, packed
from companion.press.page import CSS_PAGES, PAPERS, Page, Piece, Size, margin_note
from companion.press.prose import Prose
from companion.press.text import BODY, LABEL, STRONG, TITLE, Style, fit, line

STOCKS: Mapping[str, str] = {
    "card": "Card, 250 to 300 g/m²",
    "heavy": "Heavy paper, 160 to 200 g/m²",
    "plain": "Plain paper, 80 to 100 g/m²",
}
"""What lies in the tray, in the order in which it is changed."""

NAMED = 3
"""So many things are named; more of them are counted."""


class Brought(NamedTuple):
    """A printable, and what it makes for this box."""

    printable: Printable
    made: Document | Prose

    @property
    def stock(self) -> str:
        """The paper that it belongs on: pieces on card, all else on plain paper, unless it says otherwise."""
        cut = isinstance(self.made, Document) and any(page.cut for page in self.made.pages)
        return self.printable.stock or ("card" if cut else "plain")


@dataclass(frozen=True, eq=False, kw_only=True)
class Part:
    """Sheets that are printed in one go: on one paper, on one side or both.

    `holds` says what is on them, `things` of which printables it is, `cuts` how many straight cuts a sheet
    needs, `cutting` in which order.
    """

    title: str
    stock: str
    made: Document | Prose
    both_sides: bool
    holds: str = ""
    things: tuple[str, ...] = ()
    pieces: int = 0
    cuts: int = 0
    cutting: str = ""

    @property
    def size(self) -> Size:
        if isinstance(self.made, Document):
            page = self.made.pages[0]
            return Size(page.width, page.height)
        return next(
            PAPERS[name].turned() if lying else PAPERS[name]
            for name, pages in CSS_PAGES.items()
            for lying, page in enumerate(pages)
            if page == self.made.page
        )

    @property
    def paper(self) -> Size:
        return Size(min(self.size), max(self.size))


class Setting(NamedTuple):
    """How the whole box is set: the game's name, the paper's, the edge that it turns over, in greys."""

    title: str
    paper: str
    edge: str
    grey: bool

    def document(self, title: str, pages: Sequence[Page]) -> Document:
        return Document(f"{self.title}: {title}", pages, self.paper, grey=self.grey)


def parts_of(brought: Sequence[Brought], setting: Setting) -> list[Part]:
    """All parts, the tray changed as seldom as possible; on each paper what has two sides comes first."""
    parts = [*_of_pieces(brought, setting), *_of_pages(brought, setting)]
    order = {stock: n for n, stock in enumerate(STOCKS)}
    return sorted(parts, key=lambda part: (order[part.stock], -part.paper.height, not part.both_sides))


def _of_pieces(brought: Sequence[Brought], setting: Setting) -> Iterator[Part]:
    for stock in STOCKS:
        items = [item for each in brought if each.stock == stock for item in items_of(each)]
        if items:
            packs = list(packed(items, PAPERS[setting.paper], setting.edge, setting.title))
            for sheets in packs:
                alike = [each for each in packs if not each.shared and each.backed == sheets.backed]
                begun = {item.source for each in alike for item in each.items}
                yield _cut(sheets, stock, setting, begun)


def _cut(sheets: Sheets, stock: str, setting: Setting, begun: Collection[str]) -> Part:
    """A part of sheets that are cut alike; `begun` are the things that have whole sheets of their own."""
    names = Counter(item.source for item in sheets.items)
    list_of = ", ".join(f"{count} × {name}" if len(names) > 1 else name for name, count in names.items())
    size = sheets.items[0].kind.size
    measures = f"{size.width:g} × {size.height:g} mm"
    title = _listed(list(names))
    if sheets.shared and len(names) > 1:
        title = "Shared sheets"
    elif sheets.shared and title in begun:
        title = f"{title}, the last of them"
    pieces = len(sheets.items)
    cut = f"{pieces} piece{'s' if pieces != 1 else ''}"
    holds = list_of if sheets.shared and len(names) > 1 else f"{cut} of {measures}"
    if len({item.kind.size for item in sheets.items}) > 1 and len(names) == 1:
        holds = f"{cut} of several sizes"
    return Part(
        title=title,
        stock=stock,
        made=setting.document(title, sheets.pages),
        both_sides=sheets.backed,
        holds=holds,
        things=tuple(names),
        pieces=pieces,
        cuts=sheets.cuts,
        cutting=sheets.cutting,
    )


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:NAMED])
    return shown if len(names) <= NAMED else f"{shown} and {len(names) - NAMED} more"


def items_of(brought: Brought) -> Iterator[Item]:
    """Every piece that a printable cuts out of its sheets."""
    if not isinstance(brought.made, Document):
        return
    for cut in (page.cut for page in brought.made.pages if page.cut):
        for piece in cut.pieces:
            size = Size(piece.front.width, piece.front.height)
            kind = Kind(size, cut.gap, cut.bleed, cut.radius, piece.back is not None)
            yield Item(piece._replace(copies=1), kind, brought.printable.title)


def whole_pages(made: Document) -> list[Page]:
    pages = list(made.pages)
    behind = [n > 0 and page.side == "back" and bool(pages[n - 1].cut) for n, page in enumerate(pages)]
    return [page for page, back in zip(pages, behind, strict=True) if not page.cut and not back]


def _of_pages(brought: Iterable[Brought], setting: Setting) -> Iterator[Part]:
    for each in brought:
        if isinstance(each.made, Prose):
            yield _sheet(each, each.made, each.printable.both_sides)
            continue
        pages = whole_pages(each.made)
        if pages:
            both = each.printable.both_sides or any(page.side == "back" for page in pages)
            yield _sheet(each, setting.document(each.printable.title, pages), both)


def _sheet(brought: Brought, made: Document | Prose, both_sides: bool) -> Part:
    printable = brought.printable
    return Part(
        title=printable.title, stock=brought.stock, made=made, both_sides=both_sides,
        holds=printable.summary, things=(printable.title,),
    )  # fmt: skip


type Print = Mapping[str, int]
"""How often each piece, and each sheet that nothing is cut out of, is in a print: by what is drawn on it."""

KNOWN: WeakKeyDictionary[Face, str] = WeakKeyDictionary()


def held(brought: Iterable[Brought]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for each in brought:
        counts.update(of_piece(item.piece) for item in items_of(each))
        if rest := of_rest(each):
            counts[rest] += 1
    return counts


def of_piece(piece: Piece) -> str:
    """A short name for what is drawn on both sides of a piece."""
    return _short(f"{_face(piece.front)} {_face(piece.back) if piece.back else ''}")


def of_rest(brought: Brought) -> str:
    """A short name for a printable's sheets that nothing is cut out of; empty where it has none."""
    if isinstance(brought.made, Prose):
        return brought.made.fingerprint()[:16]
    pages = whole_pages(brought.made)
    return _short(" ".join(map(_page, pages))) if pages else ""


def since(brought: Sequence[Brought], before: Print) -> list[Brought]:
    """What is new or changed: each printable with those of its pieces, or all of its sheets."""
    left = Counter(before)
    changed: list[Brought] = []
    for each in brought:
        pages = _new(each, left)
        if isinstance(each.made, Prose):
            if of_rest(each) not in before:
                changed.append(each)
        elif pages:
            made = Document(each.made.title, pages, each.made.paper, grey=each.made.grey)
            changed.append(each._replace(made=made))
    return changed


def limited(brought: Brought, needed: Print) -> Brought:
    """The same with no more of each piece than are needed, by its name; what is not named stays."""
    if isinstance(brought.made, Prose) or not needed:
        return brought
    left = Counter(needed)

    def kept(piece: Piece) -> bool:
        return piece.front.name not in needed or _has(left, piece.front.name)

    pages = [
        _with(page, tuple(filter(kept, page.cut.pieces))) if page.cut else page for page in brought.made.pages
    ]
    return brought._replace(made=replace(brought.made, pages=pages))


def _new(brought: Brought, left: Counter[str]) -> list[Page]:
    """The sheets that have something new on them, with that alone to cut out of them."""
    if isinstance(brought.made, Prose):
        return []
    rest = [] if of_rest(brought) in left else whole_pages(brought.made)
    pages: list[Page] = []
    for page in brought.made.pages:
        if page.cut:
            pieces = tuple(piece for piece in page.cut.pieces if not _has(left, of_piece(piece)))
            if pieces:
                pages.append(_with(page, pieces))
    return [*pages, *rest]


def _with(page: Page, pieces: tuple[Piece, ...]) -> Page:
    assert page.cut
    return replace(page, cut=page.cut._replace(pieces=pieces))


def _has(left: Counter[str], name: str) -> bool:
    """Whether one more of these has been printed; it is then spent."""
    left[name] -= 1
    return left[name] >= 0


def _page(page: Page) -> str:
    return " ".join(map(_stamp, page.stamps))


def _stamp(stamp: Stamp) -> str:
    return f"{stamp.x} {stamp.y} {stamp.scale} {stamp.turn} {stamp.window} {_face(stamp.face)}"


def _face(face: Face) -> str:
    """A short name for a drawing; those on it are named once."""
    if face not in KNOWN:
        marks = " ".join(_stamp(mark) if isinstance(mark, Stamp) else repr(mark) for mark in face.marks)
        KNOWN[face] = _short(f"{face.width} {face.height} {face.bleed} {marks}")
    return KNOWN[face]


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


EDGE, FOOT = 14.0, 18.0
"""Millimetres: the margins of the guide; the lower one holds the ruler."""

APART, HIGH = 6.0, 24.6
"""Millimetres between two parts side by side, and the height of one."""

PICTURE = Size(15.3, 21.6)
"""Millimetres: the small picture of a part's first sheet."""

HEAD = Style(font=TITLE, size=30, smallest=18, leading=1.05)
LEAD = Style(font=BODY, size=10.5, leading=1.35)
TRAY = Style(font=TITLE, size=14, leading=1.1)
NAME = Style(font=STRONG, size=10, smallest=7.5, leading=1.1)
FACTS = Style(font=LABEL, size=8.2, smallest=7, leading=1.22)
QUIET = replace(FACTS, colour=(0.3,))
FIGURE = Style(font=TITLE, size=19, smallest=10, leading=1.0)
RULE = Paint(stroke=(0.65,), width=0.15)
FRAME = Paint(stroke=(0.45,), width=0.15)

SECONDS_A_SIDE, SECONDS_A_CUT, SECONDS_A_TRAY = 9, 11, 120
"""What a home printer, a hand with a steel rule and a change of paper take."""

ADVICE = (
    "Print at 100 % (“actual size”), never “fit to page”; the ruler in every margin must measure 100 mm.",
    "Print one sheet of a part first. Where its back does not meet its front, measure the printer once at "
    "the print shop: backs are then moved.",
    "Where a part has two sides, let the printer turn the paper over the edge that is named here.",
    "Sheets are counted as they come out of the printer, without this guide. Where one jams, give its number "
    "at the print shop: the rest is printed from there on.",
    "Cut with a steel rule and a sharp knife: first all cuts across the sheet, then each strip. Up to three "
    "sheets of plain paper may be cut at once, card sheet by sheet.",
)


class Chapter(NamedTuple):
    """A part as the guide tells of it: its first page in the file, counted from 1, how many it has, its ink
    in pages of letter text; its first sheet, counted from 1 behind the guide."""

    part: Part
    first: int
    pages: int
    ink: float
    sheet: int = 1

    @property
    def sheets(self) -> int:
        return sheets_of(self.part, self.pages)

    @property
    def cuts(self) -> int:
        return self.sheets * self.part.cuts


class Figures(NamedTuple):
    """What a whole box takes: sheets of paper, sides printed, pieces, straight cuts, the seconds that hands
    are at it, and ink in pages of letter text."""

    sheets: int
    sides: int
    pieces: int
    cuts: int
    by_hand: int
    ink: float

    @property
    def letters(self) -> int:
        return max(1, round(self.ink))


def figures_of(chapters: Sequence[Chapter]) -> Figures:
    """The figures of all of these parts; the guide itself is not counted."""
    cuts = sum(chapter.cuts for chapter in chapters)
    trays = len({chapter.part.stock for chapter in chapters})
    return Figures(
        sum(chapter.sheets for chapter in chapters),
        sum(chapter.pages for chapter in chapters),
        sum(chapter.part.pieces for chapter in chapters),
        cuts,
        cuts * SECONDS_A_CUT + trays * SECONDS_A_TRAY,
        sum(chapter.ink for chapter in chapters),
    )


def duration(seconds: float) -> str:
    """How long that is, to five minutes: as nobody works by the second."""
    hours, rest = divmod(max(5, 5 * round(seconds / 300)), 60)
    return f"{hours} h {rest:02d}" if hours else f"{rest} min"


def sheets_of(part: Part, pages: int) -> int:
    """How many sheets of paper so many pages of a part take."""
    return ceil(pages / 2) if part.both_sides else pages


class Spot(NamedTuple):
    """Where on the guide a part stands: the page, from 0; its place and its picture's, in millimetres."""

    page: int
    place: Box
    picture: Box
    chapter: Chapter


@dataclass(frozen=True, eq=False, kw_only=True)
class Guide:
    """What is told on the first pages. `left_out` are things that this box cannot hold, with the reason."""

    title: str
    what: str
    paper: Size
    paper_name: str
    edge: str
    left_out: Sequence[str] = ()

    def pages(self, chapters: Sequence[Chapter]) -> tuple[list[Page], list[Spot]]:
        """The guide's pages, and where on them each part stands."""
        room = Size(self.paper.width - 2 * EDGE, self.paper.height - EDGE - FOOT)
        pages: list[Page] = []
        spots: list[Spot] = []
        by_name = {f"part {n}": chapter for n, chapter in enumerate(chapters)}
        for number, leaf in enumerate(evenly(self._strips(chapters, room), room.height)):
            put = [replace(stamp, x=stamp.x + EDGE, y=stamp.y + EDGE) for stamp in leaf]
            for stamp in put:
                spots += _spots(stamp, number, by_name)
            note = margin_note(
                self.paper, Box(0, 0, *self.paper).inset(EDGE), f"{self.title} making guide", at_edge=True
            )
            pages.append(Page(*self.paper, (*put, *note), f"guide {number + 1}"))
        return pages, spots

    def _strips(self, chapters: Sequence[Chapter], room: Size) -> Iterator[Strip]:
        wide = room.width
        yield from heading(self.title, HEAD, wide, "guide", 0)
        yield from paragraph(self.what, LEAD, wide, "guide")
        yield _figures(chapters, wide, self.paper_name)
        numbered = list(enumerate(chapters))
        for stock, those in groupby(numbered, key=lambda pair: pair[1].part.stock):
            each = list(those)
            yield self._tray(stock, [chapter for _, chapter in each], wide)
            for pair in batched(each, 2, strict=False):
                yield self._pair(pair, wide)
        yield from heading("Before you begin", TRAY, wide, "guide")
        half, advice = (wide - APART) / 2, replace(LEAD, size=9.2)
        columns = batched(ADVICE, ceil(len(ADVICE) / 2), strict=False)
        yield beside([points(each, advice, half, "guide") for each in columns], half + APART)
        if self.left_out:
            yield from heading("Not in this box", TRAY, wide, "guide", 5)
            yield from points(self.left_out, replace(LEAD, size=9.2), wide, "guide")

    def _tray(self, stock: str, chapters: Sequence[Chapter], wide: float) -> Strip:
        """What is put into the tray, and how much of it: a heading that stays with its first parts."""
        sheets = sum(chapter.sheets for chapter in chapters)
        name = line(STOCKS[stock], TRAY, wide * 0.7, "guide")
        count = line(f"{sheets} {'sheet' if sheets == 1 else 'sheets'}", TRAY, wide * 0.3, "guide")
        high = name.height + 1.2
        marks: tuple[Mark, ...] = (
            *name.at(0, 0),
            *count.at(0, 0, width=wide, align=1),
            Path((((0, high), (wide, high)),), Paint(stroke=BLACK, width=0.5)),
        )
        return drawn(marks, wide, high + 0.6, 3.5, tied=True)

    def _pair(self, pair: Sequence[tuple[int, Chapter]], wide: float) -> Strip:
        each = (wide - APART) / 2
        marks = [
            Stamp(self._part(number, chapter, each), n * (each + APART), 0)
            for n, (number, chapter) in enumerate(pair)
        ]
        return drawn(marks, wide, HIGH, 1.4)

    def _part(self, number: int, chapter: Chapter, wide: float) -> Face:
        """A part: its picture's frame, its name, what it holds, its pages, its sheets and its cuts."""
        part, left = chapter.part, PICTURE.width + 3.5
        room = wide - left
        name = line(
            (part.title if len(part.title) <= 46 else part.title[: 46 - 1].rstrip(" ,") + "…"),
            NAME,
            room,
            "guide",
        )
        facts = fit("\n".join(self._facts(chapter)), FACTS, room, HIGH - name.height - 3, "guide")
        above = HIGH - 2 - name.height - facts.height
        holds = fit(_shortened(part.holds, room, above), QUIET, room, HIGH, "guide")
        marks: tuple[Mark, ...] = (
            *name.at(left, 0),
            *holds.at(left, name.height + 0.3),
            *facts.at(left, name.height + 0.6 + holds.height),
            Rectangle(_picture(part), FRAME),
        )
        return Face(wide, HIGH, marks, name=f"part {number}")

    def _facts(self, chapter: Chapter) -> Iterator[str]:
        part, last = chapter.part, chapter.first + chapter.pages - 1
        pages = f"page {last}" if chapter.pages == 1 else f"pages {chapter.first} to {last}"
        end = chapter.sheet + chapter.sheets - 1
        sheets = f"sheet {end}" if chapter.sheets == 1 else f"sheets {chapter.sheet} to {end}"
        paper = "" if part.paper == self.paper else f" of {_name_of(part.paper)}"
        sides = f"both sides, over the {self.edge} edge" if part.both_sides else "one side"
        yield f"{pages.capitalize()} · {sheets}{paper}"
        yield f"{sides.capitalize()}"
        if part.cuts:
            yield part.cutting


def _picture(part: Part) -> Box:
    """The frame of a part's picture, in the proportions of its first page."""
    scale = min(PICTURE.width / part.size.width, PICTURE.height / part.size.height)
    return Box(0, 0.6, part.size.width * scale, part.size.height * scale)


def _spots(stamp: Stamp, page: int, chapters: dict[str, Chapter]) -> Iterator[Spot]:
    for each in stamp.face.marks:
        if isinstance(each, Stamp) and each.face.name in chapters:
            chapter = chapters[each.face.name]
            place = Box(stamp.x + each.x, stamp.y + each.y, each.face.width, each.face.height)
            frame = _picture(chapter.part)
            yield Spot(page, place, frame._replace(x=place.x, y=place.y + frame.y), chapter)


def _figures(chapters: Sequence[Chapter], wide: float, paper: str) -> Strip:
    """The whole in five figures, each with its word below."""
    all_ = figures_of(chapters)
    figures = (
        (f"{all_.sheets}", f"sheets of {paper}"),
        (f"{all_.pieces}", "pieces to cut out"),
        (f"{all_.cuts}", "straight cuts"),
        (duration(all_.sides * SECONDS_A_SIDE + all_.by_hand), "to print and cut"),
        (f"{all_.letters} pages", "of letter text take as much ink"),
    )
    each, high = wide / len(figures), 14.5
    marks: list[Mark] = [Path((((0, 0), (wide, 0)),), RULE), Path((((0, high), (wide, high)),), RULE)]
    for n, (figure, words) in enumerate(figures):
        marks += line(figure, FIGURE, each - 2, "guide").at(n * each, 2.2)
        marks += fit(words, FACTS, each - 2, 5, "guide").at(n * each, 9.6)
    return drawn(marks, wide, high, 4.0)


def _name_of(paper: Size) -> str:
    return next((name.upper() for name, size in PAPERS.items() if size == paper), "another size")


def _shortened(text: str, wide: float, high: float) -> str:
    """As many of its words as there is room for."""
    words = text.split()
    while words:
        short = " ".join(words) + ("" if len(words) == len(text.split()) else " …")
        if fit(short, replace(QUIET, smallest=QUIET.size), wide, 1e9, "guide").height <= high + 1e-6:
            return short
        words.pop()
    return ""
