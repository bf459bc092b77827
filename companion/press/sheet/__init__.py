"""Imposition: pieces on sheets, back behind front, whichever way a printer turns its paper.

Pure geometry: no PDF library comes near it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from math import ceil
from typing import Literal, NamedTuple

from companion.press.errors import CannotPrint
from companion.press.face import Box, Face, Stamp
from companion.press.page import Cut, Page, Piece, margin_note
from companion.press.paper import BLEED, MARGIN, SAFE, Size
from companion.press.sheaf import Sheaf
from companion.press.sheet.grid import Grid, behind, beside, grid, swaps_sides
from companion.press.sheet.marks import (
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

PART = 60
"""Sheets in one part of a long print: what a printer's tray holds, and a small file."""

__all__ = ["PART", "Layout", "Piece", "impose", "parts", "raster"]

type Slots = Sequence[tuple[Piece, Box]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How pieces are laid on paper.

    `backs` says which edge the paper is turned over, or that it is folded down its middle; `sides` which
    sides are wanted and in which order. `bleed` sets pieces apart, each with ink beyond its cut; `gap` sets
    them apart without. `radius` rounds the corners of what is cut; `skip` are places on the first sheet,
    from 1, that are used already. `machine` adds what a cutting machine reads, `proof` shows cut and safe
    zone, and `house` gives one piece a page with its bleed, as print houses want it. `part` is one part of a
    long print, counted from 1; 0 is all of it.
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
    part: int = 0
    note: str = ""


def impose(pieces: Sequence[Piece], layout: Layout) -> Sequence[Page]:
    """The pieces on sheets, the pages of fronts and of backs in the order that was asked for.

    Each page is laid out when it is looked at; what cannot be printed is refused at once.
    """
    if not pieces:
        raise CannotPrint("", "There is nothing to print: choose at least one piece.")
    each = list(chain.from_iterable(repeat(piece, piece.copies) for piece in pieces))
    has_backs = layout.backs != "none" and any(piece.back for piece in each)
    layout = layout if has_backs else replace(layout, backs="none")
    found = _part(_one_a_page(each) if layout.house else _on_sheets(each, layout), layout.part)
    pages = _in_order(found if has_backs else found._replace(back=None), layout.sides)
    assert pages[0]  # a note that cannot be set is refused before anybody waits for it
    return pages


class _Sides(NamedTuple):
    """How many sheets, and how the front and the back of each is laid out."""

    sheets: int
    front: Callable[[int], Page]
    back: Callable[[int], Page] | None


def parts(sheets: int) -> int:
    """How many parts a print of so many sheets has."""
    return ceil(sheets / PART)


def _part(found: _Sides, part: int) -> _Sides:
    """The sheets of one part, which keep their numbers in the whole."""
    if not part:
        return found
    sheets, front, back = found
    if part > parts(sheets):
        told = f"{parts(sheets)} part{'s' if parts(sheets) > 1 else ''} of {PART} sheets"
        raise CannotPrint("part", f"This print has {told}; choose one of them, or 0 for all.")
    start = (part - 1) * PART
    return _Sides(
        min(PART, sheets - start),
        lambda number: front(start + number),
        (lambda number: back(start + number)) if back else None,
    )


def _in_order(found: _Sides, sides: str) -> Sheaf:
    """Fronts and backs as they are wanted; what has no page of backs is printed as it is."""
    count, front, back = found
    if not back or sides == "fronts":
        return Sheaf(count, front)
    if sides == "backs":
        return Sheaf(count, back)
    if sides == "apart":
        return Sheaf(2 * count, lambda number: front(number) if number < count else back(number - count))
    return Sheaf(2 * count, lambda number: back(number // 2) if number % 2 else front(number // 2))


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


def _on_sheets(each: Sequence[Piece], layout: Layout) -> _Sides:
    """As many pieces a sheet as its grid has places, on the first one without those that are used."""
    found = raster(each[0].front, layout)
    slots = found.slots()
    first = [slot for number, slot in enumerate(slots, 1) if number not in layout.skip]
    if not first:
        raise CannotPrint("skip", f"A sheet has {len(slots)} places; leave at least one of them free.")
    count = 1 + max(0, ceil((len(each) - len(first)) / len(slots)))

    def sheet(number: int) -> list[tuple[Piece, Box]]:
        """Which piece lies where."""
        start = len(first) + (number - 1) * len(slots) if number else 0
        return list(zip(each[start : start + len(slots)], slots if number else first, strict=False))

    def told(number: int) -> str:
        return f"{number + 1} of {count}"

    if layout.backs == "fold":
        return _Sides(count, lambda number: _folded(sheet(number), found, layout, told(number)), None)
    return _Sides(
        count,
        lambda number: _fronts(sheet(number), found, layout, told(number)),
        lambda number: _backs(sheet(number), found, layout, told(number)),
    )


def _fronts(sheet: Slots, found: Grid, layout: Layout, told: str) -> Page:
    stamps = [_put(piece.front, slot, layout) for piece, slot in sheet]
    cuts = Cuts(found.paper, found.slots(), tuple(slot for _, slot in sheet), layout.radius)
    over = (*cut_marks(cuts, layout.marks), *_extras(cuts, sheet[0][0].front, layout))
    page = _page(found, (*stamps, *over), layout, f"fronts {told}")
    pieces = tuple(piece for piece, _ in sheet)
    return replace(page, cut=Cut(pieces, layout.gap, layout.bleed, layout.radius))


def _backs(sheet: Slots, found: Grid, layout: Layout, told: str) -> Page:
    turn: Literal[0, 2] = 0 if swaps_sides(found.paper, layout.backs) else 2
    turned = [(piece, behind(slot, found.paper, layout.backs)) for piece, slot in sheet]
    stamps = [_put(piece.back, slot, layout, turn) for piece, slot in turned if piece.back]
    if layout.back_marks:
        slots = tuple(behind(slot, found.paper, layout.backs) for slot in found.slots())
        cuts = Cuts(found.paper, slots, tuple(slot for _, slot in turned), layout.radius)
        stamps += cut_marks(cuts, layout.marks)
    return _page(found, tuple(stamps), layout, f"backs {told}", "back")


def _folded(sheet: Slots, found: Grid, layout: Layout, told: str) -> Page:
    """Front and back side by side on one page, to be folded down the middle and glued."""
    paper = found.paper
    mirrored = [(piece, beside(slot, paper)) for piece, slot in sheet]
    stamps = [_put(piece.front, slot, layout) for piece, slot in sheet]
    stamps += [_put(piece.back, slot, layout) for piece, slot in mirrored if piece.back]
    slots = (*found.slots(), *(beside(slot, paper) for slot in found.slots()))
    used = tuple(slot for _, slot in (*sheet, *mirrored))
    cuts = Cuts(paper, slots, used, layout.radius, fold=True)
    over = (*cut_marks(cuts, layout.marks), *_extras(cuts, sheet[0][0].front, layout))
    return _page(found, (*stamps, *over, fold_line(paper)), layout, f"to fold {told}")


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


def _one_a_page(each: Sequence[Piece]) -> _Sides:
    """A page for each side of each piece: the cut piece, three millimetres around it, and nothing else."""

    def page(number: int, face: Face | None, label: str, side: Literal["front", "back"]) -> Page:
        front = each[number].front
        trim = Box(BLEED, BLEED, front.width, front.height)
        whole = trim.inset(-BLEED)
        stamps = (Stamp(face, trim.x, trim.y),) if face else ()
        told = f"{label} {number + 1} of {len(each)}"
        return Page(whole.width, whole.height, stamps, told, side, trim)

    return _Sides(
        len(each),
        lambda number: page(number, each[number].front, "front", "front"),
        lambda number: page(number, each[number].back, "backs", "back"),
    )
