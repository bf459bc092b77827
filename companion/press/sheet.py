"""Imposition: pieces on sheets, back behind front, whichever way a printer turns its paper; and their cuts.

Pure geometry: no PDF library comes near it. The grid is computed from the paper and the piece, centred, and
kept on a partly filled last page, so that every sheet of a stack is cut alike.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, pairwise, product, repeat
from math import ceil, cos, floor, pi, sin
from typing import Literal, NamedTuple

from companion.press.face import BLACK, HAIRLINE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.page import BLEED, MARGIN, SAFE, STRIP, Cut, Page, Piece, Sheaf, Size, margin_note
from companion.press.text import CannotPrint

__all__ = ["Piece"]


TICK_GAP, TICK = 1.0, 4.0
"""Millimetres: crop ticks begin this far outside the cut, and are this long."""

NOTE_ROOM = MARGIN + STRIP + TICK_GAP + TICK
"""Millimetres of margin that hold the ruler without touching a tick."""

FEW_ROWS = 6
"""Where there are no more rows than this, a row is worth more than a ruler clear of every mark."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal slots on one side of paper, in rows from the upper left corner.

    A folded grid fills the left half, up to half a gap from the fold; its backs fill the right half.
    """

    paper: Size
    piece: Size
    columns: int
    rows: int
    gap: float = 0.0
    folded: bool = False

    @property
    def area(self) -> Box:
        """All slots together, centred on the paper, or beside its fold."""
        width = self.columns * (self.piece.width + self.gap) - self.gap
        height = self.rows * (self.piece.height + self.gap) - self.gap
        left = self.paper.width / 2 - self.gap / 2 - width if self.folded else (self.paper.width - width) / 2
        return Box(left, (self.paper.height - height) / 2, width, height)

    @property
    def used(self) -> Box:
        """All that is printed: the slots, and on folded paper their backs."""
        area = self.area
        return area._replace(width=self.paper.width - 2 * area.x) if self.folded else area

    def slots(self) -> tuple[Box, ...]:
        return _slots(self)


@lru_cache(maxsize=64)
def _slots(raster: Grid) -> tuple[Box, ...]:
    (left, top, _, _), (width, height) = raster.area, raster.piece
    return tuple(
        Box(left + column * (width + raster.gap), top + row * (height + raster.gap), width, height)
        for row in range(raster.rows)
        for column in range(raster.columns)
    )


def grid(paper: Size, piece: Size, *, gap: float = 0.0, margin: float = MARGIN, folded: bool = False) -> Grid:
    """As many pieces as the paper holds, upright or lying, whichever holds more.

    >>> a4 = grid(Size(210, 297), Size(63, 88))
    >>> a4.columns, a4.rows, a4.area.x, a4.area.y
    (3, 3, 10.5, 16.5)
    """

    def lay(side: Size) -> Grid:
        across = side.width / 2 + margin - gap / 2 if folded else side.width
        columns, rows = count(across, piece.width), count(side.height, piece.height)
        return Grid(side, piece, columns, rows, gap, folded)

    def count(room: float, size: float) -> int:
        return max(0, floor((room - 2 * margin + gap) / (size + gap) + 1e-9))

    best = max((lay(paper), lay(paper.turned())), key=lambda each: each.columns * each.rows)
    if best.columns * best.rows == 0:
        size = f"{piece.width:g} × {piece.height:g} mm"
        across = paper.width / 2 - margin - gap / 2 if folded else paper.width - 2 * margin
        room = f"{across:g} × {paper.height - 2 * margin:g} mm"
        half = "each half of this paper" if folded else "this paper"
        raise CannotPrint("paper", f"A piece of {size} does not fit on {half}, which has room for {room}.")
    return _with_room_for_the_ruler(best)


def _with_room_for_the_ruler(raster: Grid) -> Grid:
    """One row less, where rows are many and the margins would not hold the ruler beside the marks."""
    while raster.rows > FEW_ROWS and max(raster.used.x, raster.used.y) < NOTE_ROOM:
        raster = replace(raster, rows=raster.rows - 1)
    return raster


def swaps_sides(paper: Size, edge: str) -> bool:
    """Whether paper turned over that edge swaps left and right; if not, it swaps top and bottom, and what is
    to be turned over left to right afterwards stands on its head there."""
    is_upright = paper.height >= paper.width
    return (edge == "long") == is_upright


def behind(slot: Box, paper: Size, edge: str) -> Box:
    """The place on the back of the paper that lies behind `slot`, turned over its long or short edge."""
    if swaps_sides(paper, edge):
        return beside(slot, paper)
    return slot._replace(y=paper.height - slot.bottom)


def beside(slot: Box, paper: Size) -> Box:
    """The place beyond the paper's middle line that comes behind `slot` when the paper is folded there."""
    return slot._replace(x=paper.width - slot.right)


type Run = tuple[tuple[float, float], ...]
type Kind = Literal["ticks", "lines", "outline", "outer", "none"]
type Backs = Literal["long", "short", "fold", "none"]
type Sides = Literal["both", "apart", "fronts", "backs"]

CUT = Paint(stroke=BLACK, width=HAIRLINE)
FOLD = Paint(stroke=BLACK, width=HAIRLINE * 1.5, dash=(3, 2))
PROOF = Paint(stroke=(0.35,), width=HAIRLINE * 1.5, dash=(1, 0.8))
DIE_CUT = Paint(stroke=(0.9, 0.0, 0.55), width=HAIRLINE, spot="DieCut")
"""The cut path: a plate of its own in the file, that a cutter reads and a printer leaves out."""

CUT_PATH = "cut path"

CROSS = 1.2
"""Millimetres: how far the arms of a cross reach along the cuts that meet there."""

LEAST_GAP = 2 * TICK_GAP + 0.5
"""Millimetres between pieces that leave room for a tick."""

INSET, THICK, ARM, CORNER, CLEAR = 10.0, 1.0, 12.0, 5.0, 1.5
"""Millimetres: a cutting machine's marks, from the paper's edges, how thick, how long, and clear around."""


@dataclass(frozen=True, slots=True)
class Cuts:
    """What a page's marks are drawn from: all slots, those in use, the corners' radius."""

    paper: Size
    slots: tuple[Box, ...]
    used: tuple[Box, ...]
    radius: float = 0.0
    fold: bool = False

    @property
    def is_round(self) -> bool:
        return bool(self.radius) and 2 * self.radius >= min(self.slots[0].width, self.slots[0].height) - 1e-6


@lru_cache(maxsize=64)
def cut_marks(cuts: Cuts, kind: Kind) -> tuple[Stamp, ...]:
    """The marks of a page: ticks and outer ticks around the whole grid, filled or not; the others where
    pieces lie."""
    if kind == "none" or not cuts.used:
        return ()
    if kind == "outline":
        marks: tuple[Mark, ...] = tuple(Rectangle(slot, CUT, cuts.radius) for slot in cuts.used)
    else:
        runs = tuple(_lines(cuts) if kind == "lines" else _ticks(cuts, between=kind == "ticks"))
        rounded = tuple(run for slot in cuts.used for run in corners(slot, cuts.radius))
        marks = (Path((*runs, *rounded), CUT),)
    return (over(cuts.paper, marks, "marks"),)


def over(paper: Size, marks: Sequence[Mark], name: str) -> Stamp:
    """Marks over a whole sheet, which nobody hears."""
    return Stamp(Face(paper.width, paper.height, tuple(marks), name=name, read="aside"), 0, 0)


def _edges(cuts: Cuts, boxes: Sequence[Box]) -> tuple[list[float], list[float]]:
    """The x of every upright cut and the y of every level one, each once; the fold is no cut."""
    across = {round(x, 6) for box in boxes for x in (box.x, box.right)}
    down = {round(y, 6) for box in boxes for y in (box.y, box.bottom)}
    if cuts.is_round:
        across, down = _midway(sorted(across)), _midway(sorted(down))
    if cuts.fold:
        across.discard(round(cuts.paper.width / 2, 6))
    return sorted(across), sorted(down)


def _midway(edges: Sequence[float]) -> set[float]:
    """Round pieces are cut apart down the middle of their gaps, and then punched."""
    half = (edges[2] - edges[1]) / 2 if len(edges) > 3 else 0.0
    if round(edges[1] - edges[0], 6) == round(2 * half, 6):
        return set(edges)  # they touch: there is no gap
    middles = (left + half for left in edges[1:-1:2])
    return {round(edge, 6) for edge in (edges[0] - half, *middles, edges[-1] + half)}


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _lines(cuts: Cuts) -> Iterator[Run]:
    """Along every cut, from edge to edge of the rows in use."""
    rows = {round(slot.y, 6) for slot in cuts.used}
    boxes = [slot for slot in cuts.slots if round(slot.y, 6) in rows]
    across, down = _edges(cuts, boxes)
    area = _around(boxes).inset(-TICK_GAP - TICK)
    yield from (((x, area.y), (x, area.bottom)) for x in across)
    yield from (((area.x, y), (area.right, y)) for y in down)


def _ticks(cuts: Cuts, *, between: bool) -> Iterator[Run]:
    """Short lines outside the grid, and between the pieces where they lie apart."""
    across, down = _edges(cuts, cuts.slots)
    near, far = _around(cuts.slots).inset(-TICK_GAP), _around(cuts.slots).inset(-TICK_GAP - TICK)
    for x in across:
        yield from (((x, far.y), (x, near.y)), ((x, near.bottom), (x, far.bottom)))
    for y in down:
        yield from (((far.x, y), (near.x, y)), ((near.right, y), (far.right, y)))
    if between:
        levels = _gaps((slot.y, slot.bottom) for slot in cuts.slots)
        uprights = _gaps((slot.x, slot.right) for slot in cuts.slots)
        yield from (((x, y0), (x, y1)) for x in across for y0, y1 in levels)
        yield from (((x0, y), (x1, y)) for y in down for x0, x1 in uprights)
        yield from () if cuts.is_round or levels or uprights else _crosses(across, down)


def _crosses(across: Sequence[float], down: Sequence[float]) -> Iterator[Run]:
    """Short lines on the cuts themselves wherever two meet: they are still there after the first cut."""
    left, right, top, bottom = across[0], across[-1], down[0], down[-1]
    for x, y in product(across, down):
        yield (max(left, x - CROSS), y), (min(right, x + CROSS), y)
        yield (x, max(top, y - CROSS)), (x, min(bottom, y + CROSS))


def _gaps(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """From the end of each piece to the beginning of the next, where there is room for a tick."""
    pairs = pairwise(sorted({(round(start, 6), round(end, 6)) for start, end in spans}))
    return [(end + TICK_GAP, start - TICK_GAP) for (_, end), (start, _) in pairs if start - end >= LEAST_GAP]


def corners(slot: Box, radius: float) -> Iterator[Run]:
    """The four rounded corners of a piece, to be cut with a punch."""
    if not radius:
        return
    for x, y, start in (
        (slot.right - radius, slot.bottom - radius, 0.0),
        (slot.x + radius, slot.bottom - radius, pi / 2),
        (slot.x + radius, slot.y + radius, pi),
        (slot.right - radius, slot.y + radius, 1.5 * pi),
    ):
        turns = [start + step * pi / 16 for step in range(9)]
        yield tuple((round(x + radius * cos(t), 4), round(y + radius * sin(t), 4)) for t in turns)


def fold_line(paper: Size) -> Stamp:
    middle = paper.width / 2
    return over(paper, (Path((((middle, 0), (middle, paper.height)),), FOLD),), "fold")


@lru_cache(maxsize=64)
def proof(paper: Size, slots: tuple[Box, ...], safe: float, radius: float) -> Stamp:
    """The cut and the safe zone drawn over every piece, to be looked at, not cut."""
    marks = [
        mark
        for slot in slots
        for mark in (Rectangle(slot, CUT, radius), Rectangle(slot.inset(safe), PROOF, max(0, radius - safe)))
    ]
    return over(paper, marks, "proof")


@lru_cache(maxsize=16)
def registration(paper: Size) -> Stamp:
    """What a cutting machine's eye looks for: a square in one corner, an angle in two."""
    solid = Paint(fill=BLACK)
    right, bottom = paper.width - INSET, paper.height - INSET
    boxes = (
        Box(INSET, INSET, CORNER, CORNER),
        Box(right - ARM, INSET, ARM, THICK),
        Box(right - THICK, INSET, THICK, ARM),
        Box(INSET, bottom - THICK, ARM, THICK),
        Box(INSET, bottom - ARM, THICK, ARM),
    )
    return over(paper, [Rectangle(box, solid) for box in boxes], "registration")


def is_clear(slots: Sequence[Box], paper: Size) -> bool:
    """Whether no piece comes near the marks that a machine looks for."""
    marks = [mark.box.inset(-CLEAR) for mark in registration(paper).face.marks if isinstance(mark, Rectangle)]
    return not any(slot.meets(mark) for slot in slots for mark in marks)


@lru_cache(maxsize=64)
def cut_path(paper: Size, slots: tuple[Box, ...], radius: float) -> Stamp:
    """The path that a machine cuts, in an ink of its own."""
    return over(paper, [Rectangle(slot, DIE_CUT, radius) for slot in slots], CUT_PATH)


PART = 60
"""Sheets in one part of a long print: what a printer's tray holds, and a small file."""


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
    backs: Backs = "long"
    sides: Sides = "both"
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
    sides = _part(_one_a_page(each) if layout.house else _on_sheets(each, layout), layout.part)
    pages = _in_order(sides if has_backs else sides._replace(back=None), layout.sides)
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


def _part(sides: _Sides, part: int) -> _Sides:
    """The sheets of one part, which keep their numbers in the whole."""
    if not part:
        return sides
    sheets, front, back = sides
    if part > parts(sheets):
        count = f"{parts(sheets)} part{'s' if parts(sheets) > 1 else ''} of {PART} sheets"
        raise CannotPrint("part", f"This print has {count}; choose one of them, or 0 for all.")
    start = (part - 1) * PART
    return _Sides(
        min(PART, sheets - start),
        lambda number: front(start + number),
        (lambda number: back(start + number)) if back else None,
    )


def _in_order(sheets: _Sides, sides: str) -> Sheaf:
    """Fronts and backs as they are wanted; what has no page of backs is printed as it is."""
    count, front, back = sheets
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
    lattice = grid(layout.paper, piece, gap=gap, margin=margin + bleed, folded=layout.backs == "fold")
    while layout.machine and not is_clear(lattice.slots(), lattice.paper):
        if lattice.rows == 1:
            raise CannotPrint("machine", "No piece is clear of the machine's marks; choose a larger paper.")
        lattice = replace(lattice, rows=lattice.rows - 1)
    return lattice


def _on_sheets(each: Sequence[Piece], layout: Layout) -> _Sides:
    """As many pieces a sheet as its grid has places, on the first one without those that are used."""
    lattice = raster(each[0].front, layout)
    slots = lattice.slots()
    first = [slot for number, slot in enumerate(slots, 1) if number not in layout.skip]
    if not first:
        raise CannotPrint("skip", f"A sheet has {len(slots)} places; leave at least one of them free.")
    count = 1 + max(0, ceil((len(each) - len(first)) / len(slots)))

    def sheet(number: int) -> list[tuple[Piece, Box]]:
        start = len(first) + (number - 1) * len(slots) if number else 0
        return list(zip(each[start : start + len(slots)], slots if number else first, strict=False))

    def label(number: int) -> str:
        return f"{number + 1} of {count}"

    if layout.backs == "fold":
        return _Sides(count, lambda number: _folded(sheet(number), lattice, layout, label(number)), None)
    return _Sides(
        count,
        lambda number: _fronts(sheet(number), lattice, layout, label(number)),
        lambda number: _backs(sheet(number), lattice, layout, label(number)),
    )


def _fronts(sheet: Slots, lattice: Grid, layout: Layout, label: str) -> Page:
    stamps = [put(piece.front, slot, bleed=layout.bleed) for piece, slot in sheet]
    cuts = Cuts(lattice.paper, lattice.slots(), tuple(slot for _, slot in sheet), layout.radius)
    above = (*cut_marks(cuts, layout.marks), *_extras(cuts, sheet[0][0].front, layout))
    page = _page(lattice, (*stamps, *above), layout, f"fronts {label}")
    pieces = tuple(piece for piece, _ in sheet)
    return replace(page, cut=Cut(pieces, layout.gap, layout.bleed, layout.radius))


def _backs(sheet: Slots, lattice: Grid, layout: Layout, label: str) -> Page:
    turn: Literal[0, 2] = 0 if swaps_sides(lattice.paper, layout.backs) else 2
    turned = [(piece, behind(slot, lattice.paper, layout.backs)) for piece, slot in sheet]
    stamps = [put(piece.back, slot, turn, bleed=layout.bleed) for piece, slot in turned if piece.back]
    if layout.back_marks:
        slots = tuple(behind(slot, lattice.paper, layout.backs) for slot in lattice.slots())
        cuts = Cuts(lattice.paper, slots, tuple(slot for _, slot in turned), layout.radius)
        stamps += cut_marks(cuts, layout.marks)
    return _page(lattice, tuple(stamps), layout, f"backs {label}", "back")


def _folded(sheet: Slots, lattice: Grid, layout: Layout, label: str) -> Page:
    """Front and back side by side on one page, to be folded down the middle and glued."""
    paper = lattice.paper
    mirrored = [(piece, beside(slot, paper)) for piece, slot in sheet]
    stamps = [put(piece.front, slot, bleed=layout.bleed) for piece, slot in sheet]
    stamps += [put(piece.back, slot, bleed=layout.bleed) for piece, slot in mirrored if piece.back]
    slots = (*lattice.slots(), *(beside(slot, paper) for slot in lattice.slots()))
    used = tuple(slot for _, slot in (*sheet, *mirrored))
    cuts = Cuts(paper, slots, used, layout.radius, fold=True)
    above = (*cut_marks(cuts, layout.marks), *_extras(cuts, sheet[0][0].front, layout))
    return _page(lattice, (*stamps, *above, fold_line(paper)), layout, f"to fold {label}")


def _extras(cuts: Cuts, face: Face, layout: Layout) -> Iterator[Stamp]:
    """What a machine reads, and what a proof shows."""
    if layout.proof:
        yield proof(cuts.paper, cuts.used, face.safe or SAFE, cuts.radius)
    if layout.machine:
        fronts = cuts.used[: len(cuts.used) // 2] if cuts.fold else cuts.used
        yield registration(cuts.paper)
        yield cut_path(cuts.paper, fronts, cuts.radius)


def _page(
    lattice: Grid,
    stamps: Sequence[Stamp],
    layout: Layout,
    label: str,
    side: Literal["front", "back"] = "front",
) -> Page:
    words = f"{layout.note} · {label}" if layout.note else label
    note = margin_note(lattice.paper, lattice.used, words, at_edge=layout.machine)
    return Page(lattice.paper.width, lattice.paper.height, (*stamps, *note), label, side)


def put(face: Face, slot: Box, turn: Literal[0, 1, 2, 3] = 0, *, bleed: bool) -> Stamp:
    """A face in its place; without `bleed` no ink beyond the cut is shown."""
    window = None if bleed or not face.bleed else face.box("trim")
    return Stamp(face, slot.x, slot.y, turn=turn, window=window)


def _one_a_page(each: Sequence[Piece]) -> _Sides:
    """A page for each side of each piece: the cut piece, three millimetres around it, and nothing else."""

    def page(number: int, face: Face | None, label: str, side: Literal["front", "back"]) -> Page:
        front = each[number].front
        trim = Box(BLEED, BLEED, front.width, front.height)
        whole = trim.inset(-BLEED)
        stamps = (Stamp(face, trim.x, trim.y),) if face else ()
        line = f"{label} {number + 1} of {len(each)}"
        return Page(whole.width, whole.height, stamps, line, side, trim)

    return _Sides(
        len(each),
        lambda number: page(number, each[number].front, "front", "front"),
        lambda number: page(number, each[number].back, "backs", "back"),
    )
