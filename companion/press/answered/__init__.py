"""Paper that answers back: sheets with boxes to tick, and a photo of one read box by box.

What draws a sheet needs nothing but the press; what reads a photo (`photo`) loads OpenCV, and only a process
that reads one does: while somebody still holds the camera, so that the first is read at once.

A form has its code and corner marks, and sections of lines, each with its boxes at the right. The code says
which sheet it is, of which table, as it stood at which line, and which page. The marks are numbers of
ArUco's dictionary 4X4_50: four for each paper, clockwise from the upper left corner, so that a photo tells
the paper, which way is up, and how the sheet lies.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import ceil, cos, pi, sin
from struct import unpack
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode
from zlib import crc32

from companion.engine.errors import InvalidInput
from companion.engine.game import Option, Scene
from companion.engine.option import spelt
from companion.engine.scene import Seen
from companion.press.boxes import world
from companion.press.document import Document
from companion.press.face import BLACK, WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Dress, Look, at_left, qr_code, richest
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Choices, Made, of_table, papers
from companion.press.page import PAPERS, Page, Size, Tick
from companion.press.text import SUBTITLE, TITLE, fit, line, measure

SIGN = "sheet1"
"""How every code of ours begins; another form of it would have another number."""
LONGEST = 400
LARGEST = 24 * 1024 * 1024
"""Bytes of a photo."""
WORD = re.compile(r"[a-z0-9_-]{1,60}")
TABLE_CODE = re.compile(r"[A-Z0-9]{1,12}")
NUMBER = re.compile(r"[0-9]{1,7}")
STRANGE = "This code is none of a sheet that can be taken in."


class Slip(NamedTuple):
    """One page of a sheet: `seat` is whose it is, `-` where it is everybody's; `page` counts from 1.

    `given` are the print's choices that are not as usual. `check` tells whether the boxes are still drawn
    where they were when it was printed.
    """

    system: str
    printable: str
    table: str
    seat: str
    version: int
    page: int
    check: str
    given: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        parts = (self.system, self.printable, self.table, self.seat, self.version, self.page, self.check)
        return "/".join((SIGN, *map(str, parts), urlencode(self.given)))


def slip_of(text: str) -> Slip:
    """The page that a code names; `InvalidInput` for any other text."""
    parts = text.split("/") if len(text) <= LONGEST else []
    if len(parts) != 9 or parts[0] != SIGN:
        raise InvalidInput("code", STRANGE)
    system, printable, table, seat, version, page, check, given = parts[1:]
    shapes = ((WORD, (system, printable, seat, check)), (TABLE_CODE, (table,)), (NUMBER, (version, page)))
    if not all(shape.fullmatch(word) for shape, words in shapes for word in words):
        raise InvalidInput("code", STRANGE)
    chosen = tuple(parse_qsl(given, max_num_fields=20))
    return Slip(system, printable, table, seat, int(version), int(page), check, chosen)


def check_of(ticks: Iterable[Tick]) -> str:
    """A short name for a page's boxes and their places."""
    layout = ";".join(f"{name} {box.x:.1f} {box.y:.1f} {box.width:.1f}" for name, box, *_ in ticks)
    return f"{crc32(layout.encode()):08x}"


MARKS = unpack(
    ">40H",
    bytes.fromhex(
        "b5320f9a332d9946549e79cd9e2ec4f2fedacf56f99111a70eb72a0f24b1263e46656600"
        "6c5e76af868bb02bccd5dd82fe479471ace4a5542123346f441557b29ecff0cb08ae0929187504ff0df61c5a"
    ),
)
"""The inner four by four squares of each mark, row by row, white as 1."""
SIDE = 9.0
"""Millimetres: the width of a mark, its black rim within."""
INSET, FOOT = 8.0, 12.0
"""Millimetres from the paper's edges to the marks; the ruler stands below the lower ones."""
MARKED: Mapping[str, int] = {"a4": 0, "letter": 4, "both": 8, "a5": 36}
"""The papers of sheets to tick, each with the first of its four marks."""
PRINTERS = range(12, 36)
"""The marks of sheets that measure a printer."""
CODE = 25.0
"""Millimetres: the code's width, its white rim within."""
TICK = 5.0
"""Millimetres: a box to tick."""
FRAME = 0.35
"""Millimetres: the line around it."""


def corners(paper: str) -> tuple[Box, ...]:
    """Where the four marks of a paper are, clockwise from the upper left."""
    width, height = PAPERS[paper]
    right, low = width - INSET - SIDE, height - FOOT - SIDE
    places = ((INSET, INSET), (right, INSET), (right, low), (INSET, low))
    return tuple(Box(x, y, SIDE, SIDE) for x, y in places)


def code_box(paper: str) -> Box:
    """Where the code is: beside the upper right mark."""
    return Box(PAPERS[paper].width - INSET - SIDE - 2 - CODE, INSET - 2, CODE, CODE)


def room(paper: str) -> Box:
    """What is left for a sheet's own drawing below its heading."""
    size: Size = PAPERS[paper]
    top = INSET + CODE + 1
    return Box(INSET, top, size.width - 2 * INSET, size.height - FOOT - SIDE - 2 - top)


def answerable(paper: str, slip: Slip) -> Iterator[Mark]:
    """The four marks and the code of a page."""
    for n, box in enumerate(corners(paper)):
        yield from mark(MARKED[paper] + n, box)
    place = code_box(paper)
    yield Stamp(qr_code(str(slip), CODE), place.x, place.y)


def mark(number: int, box: Box) -> Iterator[Mark]:
    """The mark of that number."""
    module, bits = box.width / 6, MARKS[number]
    yield Rectangle(box, Paint(fill=BLACK))
    runs = []
    for n in range(16):
        if bits >> (15 - n) & 1:
            x, y = box.x + (1 + n % 4) * module, box.y + (1 + n // 4) * module
            runs.append(Box(x, y, module, module).corners)
    yield Path(tuple(runs), Paint(fill=WHITE), closed=True)


def boxes(ticks: tuple[Tick, ...]) -> Iterator[Mark]:
    """The boxes as they are printed: white, with a line around them."""
    for tick in ticks:
        yield Rectangle(tick.box, Paint(fill=WHITE, stroke=BLACK, width=FRAME))


HEAD, LINE, GAP = 9.5, 9.8, 5.0
"""Millimetres: a section's heading, a line, and what is between two columns."""
STEP, SHORT, NUMBERED = 8.6, 11.2, 14.0
"""Millimetres from box to box: bare, with one or two figures before each, with a word."""
BACK, WORDS = 11.0, 26.0
"""Millimetres: what the box that takes a line back needs with its arrow, and what a line's words need."""
NARROW, LEFT = 140.0, 44.0
"""Millimetres: up to this width there are no two columns, and a line's words are left so much."""
FIGURES = 2
STOREY, A_ROW = 8.6, 8
"""Millimetres from row to row of boxes below a line's words, and how many a row has."""
HOW = (
    "Tick, cross or fill a box with any pen. Then photograph the whole sheet: at the table, menu, “Take in a "
    "photo”. The house shows what it read before it writes a line. A wrong tick: tick the box behind the "
    "arrow as well; nothing of its line counts.",
    "Tick with any pen, photograph the whole sheet, take it in at the table's menu. A tick behind the arrow "
    "takes its line back.",
)


class Item(NamedTuple):
    """One line: what it is, smaller what else counts, its boxes with the number before each, and a sign; in
    how many `rows` below its words the boxes lie, 0 where they stand beside them."""

    words: str
    small: str
    ticks: Sequence[tuple[str, str]]
    sign: Face | None = None
    rows: int = 0

    @property
    def high(self) -> float:
        return LINE + STOREY * self.rows


class Section(NamedTuple):
    """Lines under a heading, in one column or two."""

    title: str
    subtitle: str
    items: Sequence[Item]
    columns: int = 1


class Origin(NamedTuple):
    """Which sheet of which table it is, and whose: what goes into the code of each page."""

    system: str
    printable: str
    scene: Scene[object]
    seat: str
    given: tuple[tuple[str, str], ...]

    def slip(self, page: int, ticks: tuple[Tick, ...]) -> Slip:
        table, version = self.scene.sitting.code or "NONE", self.scene.version
        return Slip(self.system, self.printable, table, self.seat, version, page, check_of(ticks), self.given)


def given_of(choices: Mapping[str, object], options: Sequence[Option]) -> tuple[tuple[str, str], ...]:
    """The choices that are not as usual, as a code says them."""
    chosen = ((each.key, choices[each.key]) for each in options if choices[each.key] != each.default)
    return tuple((key, spelt(value)) for key, value in chosen)


class Sheet(NamedTuple):
    """A form about to be set: its design, the ink, the paper, its title and what stands below it."""

    dress: Dress
    look: Look
    paper: str
    title: str
    subtitle: str

    def pages(self, sections: Sequence[Section], origin: Origin) -> list[tuple[Page, tuple[Tick, ...]]]:
        laid = list(_laid(self, sections))
        return [self._page(n, len(laid), placed, origin) for n, placed in enumerate(laid, start=1)]

    def _page(self, n: int, of: int, placed: "Placed", origin: Origin) -> tuple[Page, tuple[Tick, ...]]:
        slip = origin.slip(n, placed.ticks)
        line = self.subtitle if of == 1 else f"{self.subtitle} · page {n} of {of}"
        foot = _framed(self, placed.ticks) if n == of else ()
        drawn = (*_heading(self, line), *placed.marks, *boxes(placed.ticks), *foot)
        marks = (*drawn, *answerable(self.paper, slip))
        face = Face(*PAPERS[self.paper], marks, f"{origin.printable} {origin.seat} {n}")
        return self.dress.page(face, f"{origin.printable} {n} of {of}"), placed.ticks


class Placed(NamedTuple):
    """What stands on one page."""

    marks: tuple[Mark, ...] = ()
    ticks: tuple[Tick, ...] = ()


def form(sheets: Sequence[list[tuple[Page, tuple[Tick, ...]]]], document: Document) -> Document:
    """The document of these sheets' pages, its boxes known."""
    pages = [page for sheet in sheets for page in sheet]
    return replace(document, pages=[page for page, _ in pages], ticks=[ticks for _, ticks in pages])


type Told = Callable[[Seen[Any], Look], Iterable[tuple[str, str, Sequence[Section]]]]
"""Of each sheet whose it is (`-`: everybody's), what stands below its title, and its lines."""
TO_TICK = (papers(*MARKED), INKS, LARGE)


def to_tick(dress: Dress, system: str, name: str, title: str, told: Told) -> Made:
    """What the shelf takes of a sheet whose photo is taken in."""

    def make(choices: Choices, scene: Seen[Any]) -> Document:
        look, given, sheets = dress.look(choices), given_of(choices, TO_TICK), []
        for seat, below, sections in told(scene, look):
            sheet = Sheet(dress, look, choices["paper"], title, below)
            sheets.append(sheet.pages(sections, Origin(system, name, scene, seat, given)))
        return form(sheets, dress.document(title.lower(), (), choices))

    return of_table(make), TO_TICK


def _heading(sheet: Sheet, line: str) -> Iterator[Mark]:
    left, width = INSET + SIDE + 4, PAPERS[sheet.paper].width - 2 * (INSET + SIDE) - CODE - 10
    look = sheet.look
    yield from at_left(sheet.title, look.style(TITLE, 24), Box(left, INSET - 1, width, 9.5), "title")
    told = richest(
        (line, *(line.rpartition(mark)[0] for mark in " ·,")), look.style(SUBTITLE, 11), width, 5, "told"
    )
    yield from told.at(left, INSET + 8.5 + (5 - told.height) / 2) if told else ()
    block = richest(HOW, look.small(), width, 9, "how")
    yield from block.at(left, INSET + 14.4) if block else ()


def _laid(sheet: Sheet, sections: Sequence[Section]) -> Iterator[Placed]:
    """The lines page by page; no heading stands last on one."""
    place, y, now = room(sheet.paper), room(sheet.paper).y, Placed()
    for section in sections if place.width > NARROW else [_narrow(each, place.width) for each in sections]:
        rows = [section.items[n : n + section.columns] for n in range(0, len(section.items), section.columns)]
        for n, row in enumerate(rows):
            high = max(item.high for item in row)
            needs = high + (HEAD if n == 0 else 0)
            if y + needs > place.bottom:
                yield now
                y, now = place.y, Placed()
            if n == 0 or not now.marks:
                again = "" if n == 0 else ", continued"
                now = Placed((*now.marks, *_head(sheet, section, again, place._replace(y=y))), now.ticks)
                y += HEAD
            now = _with_row(sheet, now, row, section, place._replace(y=y, height=high))
            y += high
        y += 2.5 if rows else 0
    yield now


def _head(sheet: Sheet, section: Section, again: str, place: Box) -> Iterator[Mark]:
    look, line = sheet.look, place.y + HEAD - 1.4
    words = fit(section.title + again, look.style(TITLE, 14), place.width, 7, "section")
    yield from words.at(place.x, place.y + 1.6)
    beside = Box(place.x + place.width * 0.36, place.y + 2, place.width * 0.64, 5)
    sentence = richest((section.subtitle,), look.small(), beside.width, beside.height, "section")
    yield from sentence.at(beside.x, beside.y + 1, width=beside.width, align=1) if sentence else ()
    yield Path((((place.x, line), (place.right, line)),), Paint(stroke=INK, width=0.5))


def _with_row(sheet: Sheet, now: Placed, row: Sequence[Item], section: Section, place: Box) -> Placed:
    wide = (place.width - GAP * (section.columns - 1)) / section.columns
    marks, ticks = list(now.marks), list(now.ticks)
    for n, item in enumerate(row):
        box = Box(place.x + n * (wide + GAP), place.y, wide, place.height)
        own = _ticks(item, box, section.title)
        marks += _item(sheet, item, box, own)
        ticks += own
    return Placed(tuple(marks), tuple(ticks))


def _narrow(section: Section, width: float) -> Section:
    """The same in one column; where a line's boxes leave no room for its words they lie below them."""
    items = []
    for item in section.items:
        beside = LEFT + _step(item) * len(item.ticks) + BACK <= width
        items.append(item if beside else item._replace(rows=ceil(len(item.ticks) / A_ROW)))
    return section._replace(items=items, columns=1)


def _step(item: Item) -> float:
    longest = max((len(label) for _, label in item.ticks), default=0)
    return STEP if not longest else SHORT if longest <= FIGURES else NUMBERED


def step_of(item: Item, width: float) -> float:
    """From box to box of a line, by the longest word before one; closer where there are many."""
    step = _step(item)
    return step if item.rows else max(STEP, min(step, (width - BACK - WORDS) / max(1, len(item.ticks))))


def _ticks(item: Item, box: Box, section: str) -> tuple[Tick, ...]:
    """The boxes of a line, and at its right end the one that takes them back."""
    if not item.ticks:
        return ()
    step, last = step_of(item, box.width), box.right - TICK - 1
    first, y = last - BACK - step * (len(item.ticks) - 1), box.y + (LINE - TICK) / 2
    names, a_row = tuple(name for name, _ in item.ticks), len(item.ticks)
    if item.rows:
        first, a_row, y = box.x + step - TICK, A_ROW, box.y + LINE
    places = ((first + n % a_row * step, y + n // a_row * STOREY) for n in range(len(names)))
    own = (Tick(name, Box(*place, TICK, TICK)) for name, place in zip(names, places, strict=True))
    return (*own, Tick(f"back.{names[0]}", Box(last, y, TICK, TICK), names, f"{section}, {item.words}"))


def _arrow(box: Box) -> Mark:
    """An arrow that bends back, before the box that takes a line back and clear of what is looked at."""
    middle, low, wide = box.x - 3.0, box.y + TICK / 2 + 0.6, 1.0
    bow = tuple((middle + wide * cos(pi * n / 8), low - wide * sin(pi * n / 8)) for n in range(9))
    tip, foot = (middle - wide, low + 0.7), (middle + wide, low + 0.7)
    head = ((tip[0] - 0.6, tip[1] - 0.8), tip, (tip[0] + 0.6, tip[1] - 0.8))
    return Path(((foot, *bow, tip), head), Paint(stroke=INK, width=0.3))


def _item(sheet: Sheet, item: Item, box: Box, ticks: tuple[Tick, ...]) -> Iterator[Mark]:
    look = sheet.look
    yield Path((((box.x, box.bottom), (box.right, box.bottom)),), Paint(stroke=(0.75,), width=0.12))
    x = box.x + 0.5
    if item.sign:
        scale = min(10 / item.sign.width, 7.6 / item.sign.height)
        yield Stamp(item.sign, x, box.y + (LINE - item.sign.height * scale) / 2, scale=scale)
        x += 11.5
    first, step = ticks[0].box.x if ticks else box.right, step_of(item, box.width)
    first = box.right if item.rows else first
    room_ = Box(x, box.y + 0.8, first - x - (step - TICK - 0.6), 4.4)
    yield from at_left(item.words, look.style(SUBTITLE, 11.5), room_, item.words)
    if item.small:
        below = richest((item.small,), look.small(font=SUBTITLE), room_.width, 4.4, item.words)
        yield from below.at(x, box.y + 5.2) if below else ()
    for tick, (_, label) in zip(ticks[:-1], item.ticks, strict=True):
        yield from _before(tick.box, label, step, look) if label else ()
    yield from (_arrow(tick.box) for tick in ticks if tick.back)


def _before(box: Box, label: str, step: float, look: Look) -> Iterator[Mark]:
    """A box's word, at its left and clear of what is looked at around it."""
    block = line(label, look.style(SUBTITLE, 10.5), step - TICK - 2, "label")
    yield from block.at(box.x - step, box.y + (box.height - block.height) / 2, width=step - 1.7, align=1)


LEAST, CLEAR, HIGHEST = 34.0, 9.0, 86.0
"""Millimetres: what must be free below the boxes for a picture, what stays free around it, how high it is."""


def _framed(sheet: Sheet, ticks: tuple[Tick, ...]) -> Iterator[Mark]:
    """The game's world where a sheet would be empty, far from every box and mark."""
    place, low = room(sheet.paper), max((tick.box.bottom for tick in ticks), default=0.0)
    drawn, free = world(sheet.dress), place.bottom - low
    if free < LEAST or not drawn.is_there:
        return
    wide, high = drawn.framed(Size(place.width - 2 * SIDE, min(HIGHEST, free - 2 * CLEAR)))
    box = Box(place.x + (place.width - wide) / 2, place.bottom - (free + high) / 2, wide, high)
    yield Stamp(drawn.strip(box.width, box.height, saver=sheet.look.saver), box.x, box.y)
    yield Rectangle(box, Paint(stroke=INK, width=0.5))
    yield Rectangle(box.inset(-1.2), Paint(stroke=INK, width=0.2))


@cache
def ready() -> Thread:
    """Begin to load it, once a process; the thread that does."""
    thread = Thread(target=_load, name="photos", daemon=True)
    thread.start()
    return thread


def _load() -> None:
    from companion.press.answered.photo import warm

    warm()
    for font in (TITLE, SUBTITLE):
        measure("0", font, 10)
