"""What a print holds, piece by piece: so that another time only what has changed is printed."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from weakref import WeakKeyDictionary

from companion.press.document import Document
from companion.press.face import Face, Stamp
from companion.press.page import Page, Piece
from companion.press.prose import Prose
from companion.press.whole.part import Brought, items_of, whole_pages

type Print = Mapping[str, int]
"""How often each piece, and each sheet that nothing is cut out of, is in a print: by what is drawn on it."""

KNOWN: WeakKeyDictionary[Face, str] = WeakKeyDictionary()


def held(brought: Iterable[Brought]) -> Counter[str]:
    """All that these printables print."""
    found: Counter[str] = Counter()
    for each in brought:
        found.update(of_piece(item.piece) for item in items_of(each))
        if rest := of_rest(each):
            found[rest] += 1
    return found


def of_piece(piece: Piece) -> str:
    """A short name for what is drawn on both sides of a piece."""
    return _short(f"{_face(piece.front)} {_face(piece.back) if piece.back else ''}")


def of_rest(brought: Brought) -> str:
    """A short name for a printable's sheets that nothing is cut out of; empty where it has none."""
    if isinstance(brought.made, Prose):
        return brought.made.fingerprint()[:16]
    pages = whole_pages(brought.made)
    return _short(" ".join(map(_page, pages))) if pages else ""


def since(brought: Sequence[Brought], known: Print) -> list[Brought]:
    """What is new or changed: each printable with those of its pieces, or all of its sheets."""
    left = Counter(known)
    found: list[Brought] = []
    for each in brought:
        pages = _new(each, left)
        if isinstance(each.made, Prose):
            if of_rest(each) not in known:
                found.append(each)
        elif pages:
            made = Document(each.made.title, pages, each.made.paper, grey=each.made.grey)
            found.append(each._replace(made=made))
    return found


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
    found: list[Page] = []
    for page in brought.made.pages:
        if page.cut:
            pieces = tuple(piece for piece in page.cut.pieces if not _has(left, of_piece(piece)))
            if pieces:
                found.append(_with(page, pieces))
    return [*found, *rest]


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
