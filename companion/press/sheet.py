"""Imposition: where on the paper each piece lies, so that its back comes out behind its front.

Pure geometry. The grid is computed from the paper and the piece, centred, and kept on a partly filled
last page, so that every sheet of a stack is cut alike.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import batched, chain, repeat
from math import floor
from typing import Literal, NamedTuple

from companion.press.colours import BLACK, grey
from companion.press.errors import CannotPrint
from companion.press.face import HAIRLINE, Box, Face, Paint, Path, Stamp
from companion.press.page import STRIP, Page, margin_note
from companion.press.paper import MARGIN, Size

TICK_GAP, TICK = 1.0, 4.0
"""Millimetres: crop ticks begin this far outside the cut, and are this long."""

NOTE_ROOM = MARGIN + STRIP + TICK_GAP + TICK
"""Millimetres of margin that hold the ruler without touching a tick."""

FEW_ROWS = 6
"""Where there are no more rows than this, a row is worth more than a ruler clear of every mark."""


class Piece(NamedTuple):
    """Something to cut out: its front, its back if it has one, and how many are wanted."""

    front: Face
    back: Face | None = None
    copies: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How pieces are laid on paper. `bleed` sets them apart, each with ink beyond its cut."""

    paper: Size
    marks: Literal["ticks", "lines", "none"] = "ticks"
    backs: Literal["long", "short", "none"] = "long"
    bleed: bool = False
    margin: float = MARGIN
    note: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal slots on one side of paper, in rows from the upper left corner."""

    paper: Size
    piece: Size
    columns: int
    rows: int
    gap: float = 0.0

    @property
    def area(self) -> Box:
        """All slots together, centred on the paper."""
        width = self.columns * (self.piece.width + self.gap) - self.gap
        height = self.rows * (self.piece.height + self.gap) - self.gap
        return Box((self.paper.width - width) / 2, (self.paper.height - height) / 2, width, height)

    def slots(self) -> tuple[Box, ...]:
        """The place of each piece, row by row."""
        (left, top, _, _), (width, height) = self.area, self.piece
        return tuple(
            Box(left + column * (width + self.gap), top + row * (height + self.gap), width, height)
            for row in range(self.rows)
            for column in range(self.columns)
        )


def grid(paper: Size, piece: Size, *, gap: float = 0.0, margin: float = MARGIN) -> Grid:
    """As many pieces as the paper holds, upright or lying, whichever holds more.

    >>> a4 = grid(Size(210, 297), Size(63, 88))
    >>> a4.columns, a4.rows, a4.area.x, a4.area.y
    (3, 3, 10.5, 16.5)
    """
    tries = [_grid(side, piece, gap, margin) for side in (paper, paper.turned())]
    best = max(tries, key=lambda found: found.columns * found.rows)
    if best.columns * best.rows == 0:
        size = f"{piece.width:g} × {piece.height:g} mm"
        room = f"{paper.width - 2 * margin:g} × {paper.height - 2 * margin:g} mm"
        raise CannotPrint(
            "paper", f"A piece of {size} does not fit on this paper, which has room for {room}."
        )
    return _with_room_for_the_ruler(best)


def _with_room_for_the_ruler(found: Grid) -> Grid:
    """One row less, where rows are many and the margins would not hold the ruler beside the marks."""
    while found.rows > FEW_ROWS and max(found.area.x, found.area.y) < NOTE_ROOM:
        found = replace(found, rows=found.rows - 1)
    return found


def _grid(paper: Size, piece: Size, gap: float, margin: float) -> Grid:
    def count(room: float, size: float) -> int:
        return max(0, floor((room - 2 * margin + gap) / (size + gap) + 1e-9))

    return Grid(paper, piece, count(paper.width, piece.width), count(paper.height, piece.height), gap)


def impose(pieces: Sequence[Piece], layout: Layout) -> tuple[Page, ...]:
    """The pieces on sheets: each page of fronts, and after it the page of its backs."""
    if not pieces:
        raise CannotPrint("", "There is nothing to print: choose at least one piece.")
    face = pieces[0].front
    bleed = face.bleed if layout.bleed else 0.0
    found = grid(layout.paper, Size(face.width, face.height), gap=2 * bleed, margin=layout.margin)
    each = list(chain.from_iterable(repeat(piece, piece.copies) for piece in pieces))
    sheets = list(batched(each, found.columns * found.rows, strict=False))
    has_backs = layout.backs != "none" and any(piece.back for piece in each)
    pages: list[Page] = []
    for number, sheet in enumerate(sheets, 1):
        told = f"{number} of {len(sheets)}"
        pages.append(_fronts(sheet, found, layout, told))
        if has_backs:
            pages.append(_backs(sheet, found, layout, told))
    return tuple(pages)


def _fronts(sheet: Iterable[Piece], found: Grid, layout: Layout, told: str) -> Page:
    label = f"fronts {told}"
    stamps = [_put(piece.front, slot, layout) for piece, slot in zip(sheet, found.slots(), strict=False)]
    marks = crop_marks(found, layout.marks, len(stamps) if layout.marks == "lines" else 0)
    return _page(found, [*stamps, *marks], layout, label)


def _backs(sheet: Iterable[Piece], found: Grid, layout: Layout, told: str) -> Page:
    slots = [behind(slot, found.paper, layout.backs) for slot in found.slots()]
    pairs = zip(sheet, slots, strict=False)
    turn: Literal[0, 2] = 2 if layout.backs == "short" else 0
    stamps = [_put(piece.back, slot, layout, turn) for piece, slot in pairs if piece.back]
    return _page(found, stamps, layout, f"backs {told}")


def _page(found: Grid, stamps: Sequence[Stamp], layout: Layout, label: str) -> Page:
    words = f"{layout.note} · {label}" if layout.note else label
    note = margin_note(found.paper, found.area, words)
    side: Literal["front", "back"] = "back" if label.startswith("backs") else "front"
    return Page(found.paper.width, found.paper.height, (*stamps, *note), label, side)


def behind(slot: Box, paper: Size, edge: str) -> Box:
    """The place on the back of the paper that lies behind `slot`, turned over its long or short edge."""
    upright = paper.height >= paper.width
    if (edge == "long") == upright:
        return slot._replace(x=paper.width - slot.right)
    return slot._replace(y=paper.height - slot.bottom)


def _put(face: Face, slot: Box, layout: Layout, turn: Literal[0, 2] = 0) -> Stamp:
    window = None if layout.bleed or not face.bleed else face.box("trim")
    return Stamp(face, slot.x, slot.y, turn=turn, window=window)


@lru_cache(maxsize=32)
def crop_marks(found: Grid, kind: str, used: int) -> tuple[Stamp, ...]:
    """The cuts: ticks outside the whole grid, filled or not, or lines along every cut of the rows in use."""
    if kind == "none":
        return ()
    area = found.area
    if kind == "lines":
        rows = -(-used // found.columns)
        area = area._replace(height=rows * (found.piece.height + found.gap) - found.gap)
    across, down = _cuts(found, area)
    left, top, right, bottom = area.x, area.y, area.right, area.bottom
    near, far = TICK_GAP, TICK_GAP + TICK
    if kind == "lines":
        runs = [((x, top - far), (x, bottom + far)) for x in across]
        runs += [((left - far, y), (right + far, y)) for y in down]
    else:
        runs = [
            run
            for x in across
            for run in (((x, top - far), (x, top - near)), ((x, bottom + near), (x, bottom + far)))
        ]
        runs += [
            run
            for y in down
            for run in (((left - far, y), (left - near, y)), ((right + near, y), (right + far, y)))
        ]
    paint = Paint(stroke=grey(BLACK), width=HAIRLINE)
    face = Face(found.paper.width, found.paper.height, (Path(tuple(runs), paint),), name="marks")
    return (Stamp(face, 0, 0),)


def _cuts(found: Grid, area: Box) -> tuple[list[float], list[float]]:
    """The x of every upright cut within an area, and the y of every level one, each once."""
    slots = [slot for slot in found.slots() if slot.bottom <= area.bottom + 1e-6]
    across = {round(x, 6) for slot in slots for x in (slot.x, slot.right)}
    down = {round(y, 6) for slot in slots for y in (slot.y, slot.bottom)}
    return sorted(across), sorted(down)
