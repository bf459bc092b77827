"""The whole box as one file, its making guide first: all of a game, for tonight's table, or what changed.

Many files are joined as one, with bookmarks, page labels, links from the guide and small pictures of the
sheets on it; how much ink its pages take is read off small pictures of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Option, Printable
from companion.engine.option import chosen
from companion.engine.scene import Seen
from companion.press.document import Document
from companion.press.face import Box
from companion.press.options import INK, LARGE, OnSheets, leading, owner_file, papers, pick
from companion.press.page import PAPER_NAMES, PAPERS, Page
from companion.press.pdf.tags import (
    Bookmark,
    Signs,
    Tree,
    bookmarks,
    corners,
    link,
    moved,
    name_of,
    outline,
    saved,
    unmarked,
)
from companion.press.pixels import rendered
from companion.press.prose import Prose
from companion.press.text import CannotPrint
from companion.press.typesetter import LOOK
from companion.press.whole.part import (
    STOCKS,
    Brought,
    Chapter,
    Figures,
    Guide,
    Part,
    Print,
    Setting,
    figures_of,
    held,
    limited,
    parts_of,
    sheets_of,
    since,
)

if TYPE_CHECKING:
    from pikepdf import Pdf


class Label(NamedTuple):
    """What the pages from that one on, counted from 0, are called: “Cards 1”, or i, ii, iii."""

    page: int
    prefix: str
    roman: bool = False


class Pointer(NamedTuple):
    """A place on a page, in millimetres from its upper left corner, that leads to another page, and the frame
    in which it shows its picture, if it does."""

    page: int
    place: Box
    to: int
    words: str
    frame: Box | None = None


class Leaves(NamedTuple):
    """Some pages of a file: from the first of them, counted from 0, so many."""

    file: bytes
    first: int
    length: int


def joined(
    leaves: Sequence[Leaves],
    bookmarks: Sequence[Bookmark],
    labels: Sequence[Label],
    pointers: Sequence[Pointer],
) -> bytes:
    """All pages in their order, under the title and the language of the first file; the same for the same.

    The first leaves are a whole file; of one of no length only its title and language stay.
    """
    import pikepdf  # a process that joins no files need not load it

    with pikepdf.open(BytesIO(leaves[0].file)) as whole:
        files = {id(each.file): each.file for each in leaves[1:]}
        opened = {key: pikepdf.open(BytesIO(file)) for key, file in files.items()}
        if not leaves[0].length:
            # A file without its pages, and without what was read of them.
            del whole.pages[:]
            from pikepdf import Array

            root = whole.Root.StructTreeRoot
            root.K.K = whole.make_indirect(Array())
            root.ParentTree.Nums = whole.make_indirect(Array())
        for each in leaves[1:]:
            whole.pages.extend(opened[id(each.file)].pages[each.first : each.first + each.length])
        _lead(whole, _grown(whole, leaves, opened), pointers)
        outline(whole, bookmarks)
        from pikepdf import Array, Dictionary

        entries: list[object] = []
        for label in labels:
            entry: dict[str, object] = {"/S": name_of("/r" if label.roman else "/D")}
            entry |= {"/P": label.prefix} if label.prefix else {}
            entries += [label.page, Dictionary(entry)]
        whole.Root.PageLabels = pikepdf.Dictionary(Nums=Array(entries))
        made = saved(whole)
        for file in opened.values():
            file.close()
    return made


def _grown(whole: "Pdf", leaves: Sequence[Leaves], opened: Mapping[int, "Pdf"]) -> Tree:
    """What is read of all files, in the order of their pages."""
    tree = Tree(whole)
    by = {key: tree.graft(file) for key, file in opened.items()}
    at = leaves[0].length
    for each in leaves[1:]:
        for number in range(at, at + each.length):
            moved(whole.pages[number].obj, by[id(each.file)])
        tree.take(opened[id(each.file)], each.first, each.length, at)
        at += each.length
    return tree


def _lead(whole: "Pdf", tree: Tree, pointers: Sequence[Pointer]) -> None:
    """Each place a link, and in a frame the page it leads to, which is not read there."""
    from pikepdf import Rectangle

    for number, each in enumerate(pointers):
        link(tree, each.page, each.place, each.to, each.words)
        if not each.frame:
            continue
        page, high = whole.pages[each.page], float(whole.pages[each.page].mediabox[3])
        form = unmarked(whole.pages[each.to].as_form_xobject())
        name = name_of(f"/Sheet{number}")  # a name of chance would differ
        page.add_resource(form, name_of("/XObject"), name)
        frame = Rectangle(*corners(each.frame, high))
        drawn = page.calc_form_xobject_placement(
            form, name, frame, invert_transformations=True, allow_shrink=True, allow_expand=False
        )
        page.contents_add(b"/Artifact BMC\n%b\nEMC" % drawn)


DOTS = 0.8
"""Dots a point, to weigh ink: a seventh of them thickens every hairline until a page weighs twice as much."""

LETTER = 0.05
"""The share of a sheet of A4 that a page of letter text covers: what makers count their cartridges in."""

A4 = 595.28 * 841.89


def weighed(pdf: bytes) -> Iterator[float]:
    """For each page, with how many pages of letter text in black it takes as much ink of all colours."""
    from PIL import ImageChops, ImageStat

    for page, drawn in rendered(pdf, lambda page: DOTS):
        bands = ImageChops.invert(drawn).split()
        black = ImageChops.darker(ImageChops.darker(bands[0], bands[1]), bands[2])
        dyes = sum(ImageStat.Stat(band).mean[0] for band in bands)
        cover = (dyes - 2 * ImageStat.Stat(black).mean[0]) / 255
        yield cover * page.get_width() * page.get_height() / A4 / LETTER


type Progress = Callable[[int], None]

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
        return [page for part in self.parts for page in _drawn(part)]

    @property
    def count(self) -> int:
        """How many steps it is made in: its drawn pages, its sheets of text, and the guide."""
        return len(self.pages) + sum(isinstance(part.made, Prose) for part in self.parts) + 1

    def pdf(self, progress: Progress = lambda pages: None) -> bytes:
        """The file; the same for the same parts. `progress` hears of each step, and may stop it.

        `InvalidInput` at `from` where it has no such sheet.
        """
        set_ = list(self._set(progress))
        progress(self.count - 1)
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
        left = _left(set_, self.from_sheet)
        chapters = _chapters(left, _firsts(left), 0)
        blank = Leaves(self._file(self.guide.pages(chapters)[0], self.title), 0, 0)
        pointers = list(chain.from_iterable(map(_within, chapters)))
        leaves = [blank, *(each.leaves for each in left)]
        return joined(leaves, list(_bookmarks(chapters))[1:], list(_labels(chapters)), pointers)

    def figures(self) -> Figures:
        """What all of it takes, as its guide tells it, before anybody has it made."""
        set_ = list(self._set(lambda pages: None))
        return figures_of(_chapters(set_, _firsts(set_), 0))

    def fingerprint(self) -> str:
        """A short name for everything that goes into the file."""
        digest = sha256(f"{self.title} {self.guide.what} {self.from_sheet}".encode())
        for part in self.parts:
            digest.update(f"{part.title} {part.stock} {part.holds} {part.made.fingerprint()}".encode())
        return digest.hexdigest()[:32]

    def _set(self, progress: Progress) -> Iterator[_Set]:
        """Each part set: the drawn ones in one file, so that it holds once what they share."""
        with ThreadPoolExecutor(TYPESETTERS) as pool:
            try:
                texts = self._begun(pool)
                sheets = list(
                    chain.from_iterable(
                        each.made.sheets for each in self.parts if isinstance(each.made, Document)
                    )
                )
                drawn = self._file(_counted(sheets, progress), self.title)
                ink = list(weighed(drawn)) if sheets else []
                texts_set = {part: _awaited(text, progress, len(sheets)) for part, text in texts.items()}
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        start = 0
        for part in self.parts:
            if part in texts_set:
                inks = list(weighed(texts_set[part]))
                yield _Set(part, Leaves(texts_set[part], 0, len(inks)), sum(inks))
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
        from companion.press.pdf.drawing import (
            pdf,  # a process that prints nothing need not load a PDF library
        )

        return pdf(pages, title=title, leads=False)  # where they lead is told when all are in one file


def _drawn(part: Part) -> Sequence[Page]:
    return part.made.pages if isinstance(part.made, Document) else ()


def _counted(pages: Sequence[Page], progress: Progress) -> Iterator[Page]:
    for number, page in enumerate(pages):
        progress(number)
        yield page


def _awaited(text: Future[bytes], progress: Progress, count: int) -> bytes:
    """A sheet of text once it is set; meanwhile `progress` may stop the work."""
    while True:
        progress(count)
        with suppress(TimeoutError):
            return text.result(LOOK)


def _left(set_: Sequence[_Set], sheet: int) -> list[_Set]:
    """The parts from a sheet on, the first of them as far as it is left."""
    before, sets = sheet - 1, list[_Set]()
    for each in set_:
        sheets = sheets_of(each.part, each.leaves.length)
        if before < sheets:
            sets.append(_without(each, before * (2 if each.part.both_sides else 1)))
        before = max(0, before - sheets)
    if not sets:
        have = sum(sheets_of(each.part, each.leaves.length) for each in set_)
        refusal = f"There is no sheet {sheet}: behind its guide this box has {have} sheets."
        raise InvalidInput("from", refusal)
    return sets


def _without(each: _Set, pages: int) -> _Set:
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
    firsts = [0]
    for each in set_[:-1]:
        firsts.append(firsts[-1] + each.leaves.length)
    return firsts


def _chapters(set_: Sequence[_Set], firsts: Sequence[int], guide: int) -> list[Chapter]:
    chapters: list[Chapter] = []
    sheet = 1
    for each, first in zip(set_, firsts, strict=True):
        chapters.append(Chapter(each.part, first + guide + 1, each.leaves.length, each.ink, sheet))
        sheet += chapters[-1].sheets
    return chapters


def _bookmarks(chapters: Sequence[Chapter]) -> Iterator[Bookmark]:
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
    for n, page in enumerate(_drawn(chapter.part)):
        for jump in page.jumps:
            at = chapter.first - 1
            yield Pointer(at + n, jump.place, at + jump.to - 1, jump.words)


def _labels(chapters: Sequence[Chapter]) -> Iterator[Label]:
    for chapter in chapters:
        yield Label(chapter.first - 1, f"{chapter.part.title} ")


NAME = "everything"

type Wants = Mapping[str, Mapping[str, int]]
"""By printable, of which pieces an evening needs fewer than there are, and how many."""

type Tonight = Callable[[Seen[Any]], Wants]

WHICH = leading(
    pick(
        "which",
        "What",
        "A table's own evening needs that table; what changed is what no whole print of this house holds.",
        (
            ("game", "Everything for the game"),
            ("tonight", "Everything for tonight"),
            ("changed", "What has changed since"),
        ),
    )
)
TURNED = leading(
    pick(
        "backs",
        "Backs",
        "The edge over which your printer turns the paper.",
        (("long", "Turned over the long edge"), ("short", "Turned over the short edge")),
    )
)
KNOWN = owner_file("known", "Printed before", "What the last whole print held, piece by piece.")
OWN = (WHICH, papers("a4", "letter", "both"), TURNED, INK, LARGE, KNOWN)

SPOKEN = {
    "game": "Everything for the game, in the order in which it is printed: the paper in the tray is changed "
    "as seldom as can be. Tap a part to go to its sheets.",
    "tonight": "Everything that this table needs for the evening, in the order in which it is printed. Tap a "
    "part to go to its sheets.",
    "changed": "What is new or has changed since your last whole print, in the order in which it is printed. "
    "Tap a part to go to its sheets.",
}


def with_everything(
    title: str,
    printables: Mapping[str, Printable],
    tonight: Tonight = lambda scene: {},
    own: Sequence[Option] = (),
) -> Mapping[str, Printable]:
    """All that a game prints, and the whole of it as one; `tonight` says what one evening needs of it.

    `own` are choices of a printable that are asked of the whole box too.
    """
    files = {
        option.key: option
        for each in printables.values()
        for option in each.options
        if not option.choices and option.low is None and not option.longest and option.key != "before"
    }
    whole = Printable(
        name=NAME,
        title="The whole box",
        summary="Everything in one file: cards, pieces and sheets, sorted by paper, with a making guide.",
        make=partial(_made, title, printables, tonight),
        options=(*OWN, *own, *tuple(files.values())),
        table="may",
    )
    return {**printables, NAME: whole}


class Everything(OnSheets):
    """What is chosen for a whole box."""

    which: str
    known: object


def of_setting(choices: Mapping[str, object]) -> str:
    """In which ink, type and paper it is set: a print in another one is another print."""
    return f"{choices['ink']} {choices['paper']}{' large' if choices['large'] else ''}"


def _made(
    title: str,
    printables: Mapping[str, Printable],
    tonight: Tonight,
    choices: Everything,
    scene: Seen[object] | None,
) -> Whole:
    which, paper = choices["which"], choices["paper"]
    left_out: list[str] = []
    brought = list(_brought(printables, choices, scene, _wants(which, tonight, scene), left_out))
    holds = held(brought) if which != "tonight" else {}
    if which == "changed":
        brought = since(brought, _counts(choices))
        if not brought:
            raise CannotPrint("which", "Nothing has changed since the last whole print: all of it is in it.")
    guide = Guide(
        title=title,
        what=SPOKEN[which],
        paper=PAPERS[paper],
        paper_name=PAPER_NAMES[paper],
        edge=choices["backs"],
        left_out=left_out,
    )
    parts = parts_of(brought, Setting(title, paper, choices["backs"], choices["ink"] == "grey"))
    named = dict(WHICH.choices)[which].lower()
    return Whole(title=f"{title}: {named}", parts=parts, guide=guide, holds=holds)


def _wants(which: str, tonight: Tonight, scene: Seen[object] | None) -> Wants:
    if which != "tonight":
        return {}
    if scene is None:
        raise CannotPrint("which", "An evening's things are a table's: open this there, or name the table.")
    return tonight(scene)


def _counts(choices: Everything) -> Mapping[str, int]:
    if not isinstance(choices["known"], Mapping):
        raise CannotPrint("which", "Nothing has been printed whole here yet: print everything once first.")
    return choices["known"]


def _brought(
    printables: Mapping[str, Printable],
    choices: Everything,
    scene: Seen[object] | None,
    wants: Wants,
    left_out: list[str],
) -> Iterator[Brought]:
    """What each printable makes; of a table's own sheets, those that cannot be made yet are left out."""
    for name, each in printables.items():
        if each.within or (choices["which"] == "tonight" and not each.tonight):
            continue
        if each.table == "must" and scene is None:
            continue
        given = {**_passed(each, choices), **({} if choices["which"] == "tonight" else each.whole)}
        try:
            made = _of_one(each, chosen(each.options, given), scene)
        except GameError as error:
            if each.table != "must":
                raise
            left_out.append(f"{each.title}: {error.message}")
            continue
        yield limited(Brought(each, made), wants.get(name, {}))


def _of_one(
    printable: Printable, given: Mapping[str, object], scene: Seen[object] | None
) -> Document | Prose:
    """What one printable makes; blank where it hides what a table has from whoever prints it."""
    made: Document | Prose
    try:
        made = printable.make(given, scene if printable.table != "no" else None)
    except GameError as error:
        if printable.table != "may" or scene is None or error.path != "table":
            raise
        made = printable.make(given, None)
    return made


def _passed(printable: Printable, choices: Mapping[str, object]) -> dict[str, object]:
    """The box's choices as far as a printable offers them."""
    passed: dict[str, object] = {}
    for option in printable.options:
        if option.key not in choices or option.key in ("which", "known"):
            continue
        value = choices[option.key]
        if not option.choices or value in [each for each, _ in option.choices]:
            passed[option.key] = value
    return passed
