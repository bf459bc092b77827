"""A form to tick: sections of lines, each with its boxes at the right, over as many pages as they take."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.engine.game import Option, Scene
from companion.engine.option import spelt
from companion.engine.wire import Json
from companion.press.answered.marks import CODE, INSET, SIDE, TICK, answerable, boxes, room
from companion.press.answered.slip import Slip, check_of
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Stamp
from companion.press.fonts import SUBTITLE, TITLE
from companion.press.look import INK, Dress, Look
from companion.press.look.setting import at_left, richest
from companion.press.page import Page, Tick
from companion.press.paper import PAPERS
from companion.press.text import fit, line

HEAD, LINE, GAP = 9.5, 9.8, 5.0
"""Millimetres: a section's heading, a line, and what is between two columns."""
STEP, SHORT, NUMBERED = 8.6, 11.2, 14.0
"""Millimetres from box to box: bare, with one or two figures before each, with a word."""
FIGURES = 2
HOW = (
    "Tick, cross or fill a box with any pen. Then photograph the whole sheet: at the table, menu, “Take in a "
    "photo”. The house shows what it read before it writes a line.",
    "Tick with any pen, photograph the whole sheet, and take it in at the table's menu.",
)


class Item(NamedTuple):
    """One line: what it is, smaller what else counts, its boxes with the number before each, and a sign."""

    words: str
    small: str
    ticks: Sequence[tuple[str, str]]
    sign: Face | None = None


class Section(NamedTuple):
    """Lines under a heading, in one column or two."""

    title: str
    told: str
    items: Sequence[Item]
    columns: int = 1


class Origin(NamedTuple):
    """Which sheet of which table it is, and whose: what goes into the code of each page."""

    system: str
    printable: str
    scene: Scene[Any]
    seat: str
    given: tuple[tuple[str, str], ...]

    def slip(self, page: int, ticks: tuple[Tick, ...]) -> Slip:
        """The code of a page."""
        table, version = self.scene.sitting.code or "NONE", self.scene.version
        return Slip(self.system, self.printable, table, self.seat, version, page, check_of(ticks), self.given)


def given_of(choices: Mapping[str, Json], options: Sequence[Option]) -> tuple[tuple[str, str], ...]:
    """The choices that are not as usual, as a code says them."""
    told = ((each.key, choices[each.key]) for each in options if choices[each.key] != each.default)
    return tuple((key, spelt(value)) for key, value in told)


class Sheet(NamedTuple):
    """A form about to be set: its design, the ink, the paper, its title and what stands below it."""

    dress: Dress
    look: Look
    paper: str
    title: str
    told: str

    def pages(self, sections: Sequence[Section], origin: Origin) -> list[tuple[Page, tuple[Tick, ...]]]:
        """The pages, each with its boxes."""
        laid = list(_laid(self, sections))
        return [self._page(n, len(laid), placed, origin) for n, placed in enumerate(laid, start=1)]

    def _page(self, n: int, of: int, placed: "Placed", origin: Origin) -> tuple[Page, tuple[Tick, ...]]:
        slip = origin.slip(n, placed.ticks)
        told = self.told if of == 1 else f"{self.told} · page {n} of {of}"
        marks = (*_heading(self, told), *placed.marks, *boxes(placed.ticks), *answerable(self.paper, slip))
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


def _heading(sheet: Sheet, told: str) -> Iterator[Mark]:
    left, width = INSET + SIDE + 4, PAPERS[sheet.paper].width - 2 * (INSET + SIDE) - CODE - 10
    look = sheet.look
    yield from at_left(sheet.title, look.style(TITLE, 24), Box(left, INSET - 1, width, 9.5), "title")
    yield from at_left(told, look.style(SUBTITLE, 11), Box(left, INSET + 8.5, width, 5), "told")
    block = richest(HOW, look.small(), width, 9, "how")
    yield from block.at(left, INSET + 14.4) if block else ()


def _laid(sheet: Sheet, sections: Sequence[Section]) -> Iterator[Placed]:
    """The lines page by page; no heading stands last on one."""
    place, y, now = room(sheet.paper), room(sheet.paper).y, Placed()
    for section in sections:
        rows = [section.items[n : n + section.columns] for n in range(0, len(section.items), section.columns)]
        for n, row in enumerate(rows):
            needs = LINE + (HEAD if n == 0 else 0)
            if y + needs > place.bottom:
                yield now
                y, now = place.y, Placed()
            if n == 0 or not now.marks:
                again = "" if n == 0 else ", continued"
                now = Placed((*now.marks, *_head(sheet, section, again, place._replace(y=y))), now.ticks)
                y += HEAD
            now = _with_row(sheet, now, row, section.columns, place._replace(y=y, height=LINE))
            y += LINE
        y += 2.5 if rows else 0
    yield now


def _head(sheet: Sheet, section: Section, again: str, place: Box) -> Iterator[Mark]:
    look, line = sheet.look, place.y + HEAD - 1.4
    words = fit(section.title + again, look.style(TITLE, 14), place.width, 7, "section")
    yield from words.at(place.x, place.y + 1.6)
    beside = Box(place.x + place.width * 0.36, place.y + 2, place.width * 0.64, 5)
    told = richest((section.told,), look.small(), beside.width, beside.height, "section")
    yield from told.at(beside.x, beside.y + 1, width=beside.width, align=1) if told else ()
    yield Path((((place.x, line), (place.right, line)),), Paint(stroke=INK, width=0.5))


def _with_row(sheet: Sheet, now: Placed, row: Sequence[Item], columns: int, place: Box) -> Placed:
    wide = (place.width - GAP * (columns - 1)) / columns
    marks, ticks = list(now.marks), list(now.ticks)
    for n, item in enumerate(row):
        box = Box(place.x + n * (wide + GAP), place.y, wide, place.height)
        own = _ticks(item, box)
        marks += _item(sheet, item, box, own)
        ticks += own
    return Placed(tuple(marks), tuple(ticks))


def step_of(item: Item) -> float:
    """From box to box of a line, by the longest word before one."""
    longest = max((len(label) for _, label in item.ticks), default=0)
    return STEP if not longest else SHORT if longest <= FIGURES else NUMBERED


def _ticks(item: Item, box: Box) -> tuple[Tick, ...]:
    """The boxes of a line, the last at its right end."""
    step = step_of(item)
    first, y = box.right - TICK - 1 - step * (len(item.ticks) - 1), box.y + (box.height - TICK) / 2
    return tuple(Tick(name, Box(first + n * step, y, TICK, TICK)) for n, (name, _) in enumerate(item.ticks))


def _item(sheet: Sheet, item: Item, box: Box, ticks: tuple[Tick, ...]) -> Iterator[Mark]:
    look = sheet.look
    yield Path((((box.x, box.bottom), (box.right, box.bottom)),), Paint(stroke=(0.75,), width=0.12))
    x = box.x + 0.5
    if item.sign:
        scale = min(10 / item.sign.width, 7.6 / item.sign.height)
        yield Stamp(item.sign, x, box.y + (box.height - item.sign.height * scale) / 2, scale=scale)
        x += 11.5
    first = ticks[0].box.x if ticks else box.right
    room_ = Box(x, box.y + 0.8, first - x - (step_of(item) - TICK - 0.6), 4.4)
    yield from at_left(item.words, look.style(SUBTITLE, 11.5), room_, item.words)
    if item.small:
        below = richest((item.small,), look.small(font=SUBTITLE), room_.width, 4.4, item.words)
        yield from below.at(x, box.y + 5.2) if below else ()
    for tick, (_, label) in zip(ticks, item.ticks, strict=True):
        yield from _before(tick.box, label, step_of(item), look) if label else ()


def _before(box: Box, label: str, step: float, look: Look) -> Iterator[Mark]:
    """A box's word, at its left and clear of what is looked at around it."""
    block = line(label, look.style(SUBTITLE, 10.5), step - TICK - 2, "label")
    yield from block.at(box.x - step, box.y + (box.height - block.height) / 2, width=step - 1.7, align=1)
