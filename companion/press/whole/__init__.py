"""The whole box: everything of a game as one file, its making guide first, sorted by the tray's paper."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain, groupby
from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.press.document import Document
from companion.press.page import Page
from companion.press.pdf.wayfinding import Bookmark, Signs, bookmarks
from companion.press.prose import Prose
from companion.press.whole.guide import Chapter, Guide, sheets_of
from companion.press.whole.held import Print
from companion.press.whole.ink import weighed
from companion.press.whole.joined import Label, Leaves, Pointer, joined
from companion.press.whole.part import STOCKS, Part
from companion.press.workshop import LOOK

type Told = Callable[[int], None]

GUIDE = "Making guide"

TYPESETTERS = 2
"""So many sheets of text are set at once, while the drawn ones are drawn."""


class _Set(NamedTuple):
    """A part that has been set: its pages in their file, and the ink of each."""

    part: Part
    leaves: Leaves
    ink: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Whole:
    """A whole box. `holds` is what it would print whole, to tell later what has changed since.

    After a jam it goes on `from_sheet`, counted from 1 behind the guide, and without the guide.
    """

    title: str
    parts: Sequence[Part]
    guide: Guide
    holds: Print
    from_sheet: int = 1

    @property
    def pages(self) -> Sequence[Page]:
        """All drawn pages."""
        return [page for part in self.parts for page in _drawn(part)]

    @property
    def count(self) -> int:
        """How many steps it is made in: its drawn pages, its sheets of text, and the guide."""
        return len(self.pages) + sum(isinstance(part.made, Prose) for part in self.parts) + 1

    def pdf(self, told: Told = lambda done: None) -> bytes:
        """The file; the same for the same parts. `told` hears of each step, and may stop it.

        `InvalidInput` at `from` where it has no such sheet.
        """
        set_ = list(self._set(told))
        told(self.count - 1)
        if self.from_sheet > 1:
            return self._rest(set_)
        firsts = _firsts(set_)
        guide_pages = len(self.guide.pages(_chapters(set_, firsts, 0))[0])
        chapters = _chapters(set_, firsts, guide_pages)
        pages, spots = self.guide.pages(chapters)
        pointers = [
            Pointer(spot.page, spot.place, spot.chapter.first - 1, spot.chapter.part.title, spot.picture)
            for spot in spots
        ]
        pointers += chain.from_iterable(map(_within, chapters))
        first = Leaves(self._file(pages, self.title), 0, len(pages))
        return joined(
            [first, *(each.leaves for each in set_)],
            list(_bookmarks(chapters)),
            [Label(0, "guide ", roman=True), *_labels(chapters)],
            pointers,
        )

    def _rest(self, set_: Sequence[_Set]) -> bytes:
        """What is left of it from a sheet on."""
        left = _left(set_, self.from_sheet)
        chapters = _chapters(left, _firsts(left), 0)
        blank = Leaves(self._file(self.guide.pages(chapters)[0], self.title), 0, 0)
        pointers = list(chain.from_iterable(map(_within, chapters)))
        leaves = [blank, *(each.leaves for each in left)]
        return joined(leaves, list(_bookmarks(chapters))[1:], list(_labels(chapters)), pointers)

    def fingerprint(self) -> str:
        """A short name for everything that goes into the file."""
        known = sha256(f"{self.title} {self.guide.what} {self.from_sheet}".encode())
        for part in self.parts:
            known.update(f"{part.title} {part.stock} {part.holds} {part.made.fingerprint()}".encode())
        return known.hexdigest()[:32]

    def _set(self, told: Told) -> Iterator[_Set]:
        """Each part set: the drawn ones in one file, so that it holds once what they share."""
        with ThreadPoolExecutor(TYPESETTERS) as pool:
            try:
                texts = self._begun(pool)
                sheets = list(
                    chain.from_iterable(
                        each.made.sheets for each in self.parts if isinstance(each.made, Document)
                    )
                )
                drawn = self._file(_told(sheets, told), self.title)
                ink = list(weighed(drawn)) if sheets else []
                done = {part: _heard(text, told, len(sheets)) for part, text in texts.items()}
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        start = 0
        for part in self.parts:
            if part in done:
                inks = list(weighed(done[part]))
                yield _Set(part, Leaves(done[part], 0, len(inks)), sum(inks))
                continue
            count = len(_drawn(part))
            yield _Set(part, Leaves(drawn, start, count), sum(ink[start : start + count]))
            start += count

    def _begun(self, pool: ThreadPoolExecutor) -> dict[Part, Future[bytes]]:
        """The sheets of text, the longest first: it takes as long as all others."""
        texts = [(part, part.made) for part in self.parts if isinstance(part.made, Prose)]
        texts.sort(key=lambda each: -len(each[1].body))
        return {part: pool.submit(copy_context().run, made.pdf) for part, made in texts}

    def _file(self, pages: Iterator[Page] | Sequence[Page], title: str) -> bytes:
        from companion.press.pdf import pdf  # a process that prints nothing need not load a PDF library

        return pdf(pages, title=title, leads=False)  # where they lead is told when all are in one file


def _drawn(part: Part) -> Sequence[Page]:
    return part.made.pages if isinstance(part.made, Document) else ()


def _told(pages: Sequence[Page], told: Told) -> Iterator[Page]:
    for number, page in enumerate(pages):
        told(number)
        yield page


def _heard(text: Future[bytes], told: Told, done: int) -> bytes:
    """A sheet of text once it is set; meanwhile `told` may stop the work."""
    while True:
        told(done)
        with suppress(TimeoutError):
            return text.result(LOOK)


def _left(set_: Sequence[_Set], sheet: int) -> list[_Set]:
    """The parts from a sheet on, the first of them as far as it is left."""
    before, found = sheet - 1, list[_Set]()
    for each in set_:
        sheets = sheets_of(each.part, each.leaves.length)
        if before < sheets:
            found.append(_without(each, before * (2 if each.part.both_sides else 1)))
        before = max(0, before - sheets)
    if not found:
        have = sum(sheets_of(each.part, each.leaves.length) for each in set_)
        told = f"There is no sheet {sheet}: behind its guide this box has {have} sheets."
        raise InvalidInput("from", told)
    return found


def _without(each: _Set, pages: int) -> _Set:
    """A part without its first pages."""
    if not pages:
        return each
    leaves = each.leaves._replace(first=each.leaves.first + pages, length=each.leaves.length - pages)
    part, made = each.part, each.part.made
    if isinstance(made, Document):
        kept = [replace(page, jumps=()) for page in made.pages[pages:]]
        part = replace(part, made=replace(made, pages=kept))
    return _Set(part, leaves, each.ink)


def _firsts(set_: Sequence[_Set]) -> list[int]:
    """The first page of each part, from 0, as if there were no guide."""
    found = [0]
    for each in set_[:-1]:
        found.append(found[-1] + each.leaves.length)
    return found


def _chapters(set_: Sequence[_Set], firsts: Sequence[int], guide: int) -> list[Chapter]:
    found: list[Chapter] = []
    sheet = 1
    for each, first in zip(set_, firsts, strict=True):
        found.append(Chapter(each.part, first + guide + 1, each.leaves.length, each.ink, sheet))
        sheet += found[-1].sheets
    return found


def _bookmarks(chapters: Sequence[Chapter]) -> Iterator[Bookmark]:
    """The guide, then each paper with its parts."""
    yield Bookmark(GUIDE, 0)
    for stock, those in groupby(chapters, key=lambda chapter: chapter.part.stock):
        under = [
            Bookmark(
                each.part.title,
                each.first - 1,
                bookmarks([Signs(page.heads, ()) for page in _drawn(each.part)], each.first - 1),
            )
            for each in those
        ]
        yield Bookmark(STOCKS[stock], under[0].page, under)


def _within(chapter: Chapter) -> Iterator[Pointer]:
    """The links of a part's own contents."""
    for n, page in enumerate(_drawn(chapter.part)):
        for jump in page.jumps:
            at = chapter.first - 1
            yield Pointer(at + n, jump.place, at + jump.to - 1, jump.words)


def _labels(chapters: Sequence[Chapter]) -> Iterator[Label]:
    for chapter in chapters:
        yield Label(chapter.first - 1, f"{chapter.part.title} ")
