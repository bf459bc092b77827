"""Imposition: pieces on sheets, back behind front, whichever way a printer turns its paper.

Pure geometry: no PDF library comes near it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import Literal, NamedTuple

from companion.press.errors import CannotPrint
from companion.press.face import Box, Face, Stamp
from companion.press.grid import Grid, behind, beside, grid
from companion.press.marks import (
    CLEAR,
    INSET,
    THICK,
    Cuts,
    Kind,
    cut_marks,
    cut_path,
    fold_line,
    is_clear,
    proof,
    registration,
)
from companion.press.page import Page, margin_note
from companion.press.paper import BLEED, MARGIN, SAFE, Size

type Slots = Sequence[tuple["Piece", Box]]


class Piece(NamedTuple):
    """Something to cut out: its front, its back if it has one, and how many are wanted."""

    front: Face
    back: Face | None = None
    copies: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How pieces are laid on paper.

    `backs` says which edge the paper is turned over, or that it is folded down its middle; `sides` which
    sides are wanted and in which order. `bleed` sets pieces apart, each with ink beyond its cut; `gap` sets
    them apart without. `radius` rounds the corners of what is cut; `skip` are places on the first sheet,
    from 1, that are used already. `machine` adds what a cutting machine reads, `proof` shows cut and safe
    zone, and `house` gives one piece a page with its bleed, as print houses want it.
    """

    paper: Size
    marks: Kind = "ticks"
    back_marks: bool = False
    backs: Literal["long", "short", "fold", "none"] = "long"
    sides: Literal["both", "apart", "fronts", "backs"] = "both"
    bleed: bool = False
    gap: float = 0.0
    margin: float = MARGIN
    radius: float = 0.0
    skip: frozenset[int] = frozenset()
    machine: bool = False
    proof: bool = False
    house: bool = False
    note: str = ""


def impose(pieces: Sequence[Piece], layout: Layout) -> tuple[Page, ...]:
    """The pieces on sheets, the pages of fronts and of backs in the order that was asked for."""
    if not pieces:
        raise CannotPrint("", "There is nothing to print: choose at least one piece.")
    each = list(chain.from_iterable(repeat(piece, piece.copies) for piece in pieces))
    has_backs = layout.backs != "none" and any(piece.back for piece in each)
    layout = layout if has_backs else replace(layout, backs="none")
    if layout.house:
        pairs = _one_a_page(each, has_backs=has_backs)
    elif layout.backs == "fold":
        pairs = [(page, None) for page in _folded(each, layout)]
    else:
        pairs = _on_sheets(each, layout, has_backs=has_backs)
    return tuple(_in_order(pairs, layout.sides))


def _in_order(pairs: Sequence[tuple[Page, Page | None]], sides: str) -> Iterator[Page]:
    """Fronts and backs as they are wanted; what has no page of backs is printed as it is."""
    if sides == "backs" and any(back for _, back in pairs):
        yield from (back for _, back in pairs if back)
    elif sides == "both":
        yield from (page for pair in pairs for page in pair if page)
    else:
        yield from (front for front, _ in pairs)
        if sides == "apart":
            yield from (back for _, back in pairs if back)


def raster(face: Face, layout: Layout) -> Grid:
    """The grid of one sheet, from the paper, the piece and all that must stay clear."""
    bleed = face.bleed if layout.bleed else 0.0
    piece, gap, margin = Size(face.width, face.height), layout.gap + 2 * bleed, layout.margin
    if layout.machine:
        margin = max(margin, INSET + THICK + CLEAR)
    found = grid(layout.paper, piece, gap=gap, margin=margin + bleed, folded=layout.backs == "fold")
    while layout.machine and not is_clear(found.slots(), found.paper):
        if found.rows == 1:
            raise CannotPrint("machine", "No piece is clear of the machine's marks; choose a larger paper.")
        found = replace(found, rows=found.rows - 1)
    return found


def _sheets(each: Sequence[Piece], layout: Layout) -> tuple[Grid, list[list[tuple[Piece, Box]]]]:
    """The grid, and for each sheet which piece lies where."""
    found = raster(each[0].front, layout)
    slots = found.slots()
    first = [slot for number, slot in enumerate(slots, 1) if number not in layout.skip]
    if not first:
        raise CannotPrint("skip", f"A sheet has {len(slots)} places; leave at least one of them free.")
    sheets = [list(zip(each, first, strict=False))]
    for start in range(len(first), len(each), len(slots)):
        sheets.append(list(zip(each[start : start + len(slots)], slots, strict=False)))
    return found, sheets


def _on_sheets(each: Sequence[Piece], layout: Layout, *, has_backs: bool) -> list[tuple[Page, Page | None]]:
    found, sheets = _sheets(each, layout)
    pairs: list[tuple[Page, Page | None]] = []
    for number, sheet in enumerate(sheets, 1):
        told = f"{number} of {len(sheets)}"
        back = _backs(sheet, found, layout, told) if has_backs else None
        pairs.append((_fronts(sheet, found, layout, told), back))
    return pairs


def _fronts(sheet: Slots, found: Grid, layout: Layout, told: str) -> Page:
    stamps = [_put(piece.front, slot, layout) for piece, slot in sheet]
    cuts = Cuts(found.paper, found.slots(), tuple(slot for _, slot in sheet), layout.radius)
    over = (*cut_marks(cuts, layout.marks), *_extras(cuts, sheet[0][0].front, layout))
    return _page(found, (*stamps, *over), layout, f"fronts {told}")


def _backs(sheet: Slots, found: Grid, layout: Layout, told: str) -> Page:
    turn: Literal[0, 2] = 2 if layout.backs == "short" else 0
    turned = [(piece, behind(slot, found.paper, layout.backs)) for piece, slot in sheet]
    stamps = [_put(piece.back, slot, layout, turn) for piece, slot in turned if piece.back]
    if layout.back_marks:
        slots = tuple(behind(slot, found.paper, layout.backs) for slot in found.slots())
        cuts = Cuts(found.paper, slots, tuple(slot for _, slot in turned), layout.radius)
        stamps += cut_marks(cuts, layout.marks)
    return _page(found, tuple(stamps), layout, f"backs {told}", "back")


def _folded(each: Sequence[Piece], layout: Layout) -> Iterator[Page]:
    """Front and back side by side on one page, to be folded down the middle and glued."""
    found, sheets = _sheets(each, layout)
    paper = found.paper
    for number, sheet in enumerate(sheets, 1):
        mirrored = [(piece, beside(slot, paper)) for piece, slot in sheet]
        stamps = [_put(piece.front, slot, layout) for piece, slot in sheet]
        stamps += [_put(piece.back, slot, layout) for piece, slot in mirrored if piece.back]
        slots = (*found.slots(), *(beside(slot, paper) for slot in found.slots()))
        used = tuple(slot for _, slot in (*sheet, *mirrored))
        cuts = Cuts(paper, slots, used, layout.radius, fold=True)
        over = (*cut_marks(cuts, layout.marks), *_extras(cuts, sheet[0][0].front, layout))
        told = f"to fold {number} of {len(sheets)}"
        yield _page(found, (*stamps, *over, fold_line(paper)), layout, told)


def _extras(cuts: Cuts, face: Face, layout: Layout) -> Iterator[Stamp]:
    """What a machine reads, and what a proof shows."""
    if layout.proof:
        yield proof(cuts.paper, cuts.used, face.safe or SAFE, cuts.radius)
    if layout.machine:
        fronts = cuts.used[: len(cuts.used) // 2] if cuts.fold else cuts.used
        yield registration(cuts.paper)
        yield cut_path(cuts.paper, fronts, cuts.radius)


def _page(
    found: Grid, stamps: Sequence[Stamp], layout: Layout, label: str, side: Literal["front", "back"] = "front"
) -> Page:
    words = f"{layout.note} · {label}" if layout.note else label
    note = margin_note(found.paper, found.used, words, at_edge=layout.machine)
    return Page(found.paper.width, found.paper.height, (*stamps, *note), label, side)


def _put(face: Face, slot: Box, layout: Layout, turn: Literal[0, 2] = 0) -> Stamp:
    window = None if layout.bleed or not face.bleed else face.box("trim")
    return Stamp(face, slot.x, slot.y, turn=turn, window=window)


def _one_a_page(each: Sequence[Piece], *, has_backs: bool) -> list[tuple[Page, Page | None]]:
    """A page for each side of each piece: the cut piece, three millimetres around it, and nothing else."""

    def page(face: Face | None, size: Face, label: str, side: Literal["front", "back"]) -> Page:
        trim = Box(BLEED, BLEED, size.width, size.height)
        whole = trim.inset(-BLEED)
        stamps = (Stamp(face, trim.x, trim.y),) if face else ()
        return Page(whole.width, whole.height, stamps, label, side, trim)

    pairs: list[tuple[Page, Page | None]] = []
    for number, piece in enumerate(each, 1):
        told = f"{number} of {len(each)}"
        front = page(piece.front, piece.front, f"front {told}", "front")
        back = page(piece.back, piece.front, f"backs {told}", "back") if has_backs else None
        pairs.append((front, back))
    return pairs
