"""The corner marks of a sheet that can be photographed, its code, and its boxes to tick.

The marks are numbers 0 to 11 of ArUco's dictionary 4X4_50: four for each paper, clockwise from the upper left
corner, so that a photo tells the paper, which way is up, and how the sheet lies.
"""

from collections.abc import Iterator

from companion.press.answered.slip import Slip
from companion.press.colours import BLACK, WHITE
from companion.press.face import Box, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look.qr import code
from companion.press.page import Tick
from companion.press.paper import PAPERS, Size

MARKS = (
    0xB532,
    0x0F9A,
    0x332D,
    0x9946,
    0x549E,
    0x79CD,
    0x9E2E,
    0xC4F2,
    0xFEDA,
    0xCF56,
    0xF991,
    0x11A7,
)
"""The inner four by four squares of each mark, row by row, white as 1."""
SIDE = 9.0
"""Millimetres: the width of a mark, its black rim within."""
INSET, FOOT = 8.0, 12.0
"""Millimetres from the paper's edges to the marks; the ruler stands below the lower ones."""
MARKED = ("a4", "letter", "both")
"""The papers that have marks, four numbers each in this order."""
CODE = 25.0
"""Millimetres: the code's width, its white rim within."""
TICK = 5.0
"""Millimetres: a box to tick."""
FRAME = 0.35
"""Millimetres: the line around it."""


def corners(paper: str) -> tuple[Box, ...]:
    """Where the four marks of a paper are, clockwise from the upper left."""
    width, height = PAPERS[paper]
    right, low = width - INSET - SIDE, height - FOOT - SIDE
    places = ((INSET, INSET), (right, INSET), (right, low), (INSET, low))
    return tuple(Box(x, y, SIDE, SIDE) for x, y in places)


def code_box(paper: str) -> Box:
    """Where the code is: beside the upper right mark."""
    return Box(PAPERS[paper].width - INSET - SIDE - 2 - CODE, INSET - 2, CODE, CODE)


def room(paper: str) -> Box:
    """What is left for a sheet's own drawing below its heading."""
    size: Size = PAPERS[paper]
    top = INSET + CODE + 1
    return Box(INSET, top, size.width - 2 * INSET, size.height - FOOT - SIDE - 2 - top)


def answerable(paper: str, slip: Slip) -> Iterator[Mark]:
    """The four marks and the code of a page."""
    first = 4 * MARKED.index(paper)
    for n, box in enumerate(corners(paper)):
        yield from _mark(MARKS[first + n], box)
    place = code_box(paper)
    yield Stamp(code(str(slip), CODE), place.x, place.y)


def _mark(bits: int, box: Box) -> Iterator[Mark]:
    module = SIDE / 6
    yield Rectangle(box, Paint(fill=BLACK))
    runs = []
    for n in range(16):
        if bits >> (15 - n) & 1:
            x, y = box.x + (1 + n % 4) * module, box.y + (1 + n // 4) * module
            runs.append(Box(x, y, module, module).corners)
    yield Path(tuple(runs), Paint(fill=WHITE), closed=True)


def boxes(ticks: tuple[Tick, ...]) -> Iterator[Mark]:
    """The boxes as they are printed: white, with a line around them."""
    for tick in ticks:
        yield Rectangle(tick.box, Paint(fill=WHITE, stroke=BLACK, width=FRAME))
