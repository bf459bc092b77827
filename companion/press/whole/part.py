"""The parts of a whole box, sorted by the paper in the tray; and what a print holds, piece by piece.

Known piece by piece, another time only what has changed is printed.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple
from weakref import WeakKeyDictionary

from companion.engine.game import Printable
from companion.press.document import Document
from companion.press.face import Face, Stamp
from companion.press.page import CSS_PAGES, PAPERS, Page, Piece, Size
from companion.press.prose import Prose
from companion.press.whole.packing import Item, Kind, Sheets, packed

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

    `holds` says what is on them, `cuts` how many straight cuts a sheet needs, `cutting` in which order.
    """

    title: str
    stock: str
    made: Document | Prose
    both_sides: bool
    holds: str = ""
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
    holds = list_of if sheets.shared and len(names) > 1 else f"{pieces} pieces of {measures}"
    if len({item.kind.size for item in sheets.items}) > 1 and len(names) == 1:
        holds = f"{pieces} pieces of several sizes"
    return Part(
        title=title,
        stock=stock,
        made=setting.document(title, sheets.pages),
        both_sides=sheets.backed,
        holds=holds,
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
        title=printable.title, stock=brought.stock, made=made, both_sides=both_sides, holds=printable.summary
    )


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
