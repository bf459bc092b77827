"""Where on the paper each piece lies, so that its back comes out behind its front. Pure geometry.

The grid is computed from the paper and the piece, centred, and kept on a partly filled last page, so that
every sheet of a stack is cut alike.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import floor

from companion.press.errors import CannotPrint
from companion.press.face import Box
from companion.press.page import STRIP
from companion.press.paper import MARGIN, Size

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
        """The place of each piece, row by row."""
        return _slots(self)


@lru_cache(maxsize=64)
def _slots(found: Grid) -> tuple[Box, ...]:
    (left, top, _, _), (width, height) = found.area, found.piece
    return tuple(
        Box(left + column * (width + found.gap), top + row * (height + found.gap), width, height)
        for row in range(found.rows)
        for column in range(found.columns)
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

    best = max((lay(paper), lay(paper.turned())), key=lambda found: found.columns * found.rows)
    if best.columns * best.rows == 0:
        size = f"{piece.width:g} × {piece.height:g} mm"
        across = paper.width / 2 - margin - gap / 2 if folded else paper.width - 2 * margin
        room = f"{across:g} × {paper.height - 2 * margin:g} mm"
        half = "each half of this paper" if folded else "this paper"
        raise CannotPrint("paper", f"A piece of {size} does not fit on {half}, which has room for {room}.")
    return _with_room_for_the_ruler(best)


def _with_room_for_the_ruler(found: Grid) -> Grid:
    """One row less, where rows are many and the margins would not hold the ruler beside the marks."""
    while found.rows > FEW_ROWS and max(found.used.x, found.used.y) < NOTE_ROOM:
        found = replace(found, rows=found.rows - 1)
    return found


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
