"""Where to cut: ticks, lines and outlines for a hand with a knife, a path and corners for a machine."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from math import cos, pi, sin
from typing import Literal

from companion.press.colours import BLACK
from companion.press.face import HAIRLINE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.paper import Size
from companion.press.sheet.grid import TICK, TICK_GAP

type Run = tuple[tuple[float, float], ...]
type Kind = Literal["ticks", "lines", "outline", "outer", "none"]

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
        """Whether the pieces are circles."""
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
    return (_over(cuts.paper, marks, "marks"),)


def _over(paper: Size, marks: Sequence[Mark], name: str) -> Stamp:
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
    """The dashed line down the paper's middle."""
    middle = paper.width / 2
    return _over(paper, (Path((((middle, 0), (middle, paper.height)),), FOLD),), "fold")


@lru_cache(maxsize=64)
def proof(paper: Size, slots: tuple[Box, ...], safe: float, radius: float) -> Stamp:
    """The cut and the safe zone drawn over every piece, to be looked at, not cut."""
    marks = [
        mark
        for slot in slots
        for mark in (Rectangle(slot, CUT, radius), Rectangle(slot.inset(safe), PROOF, max(0, radius - safe)))
    ]
    return _over(paper, marks, "proof")


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
    return _over(paper, [Rectangle(box, solid) for box in boxes], "registration")


def is_clear(slots: Sequence[Box], paper: Size) -> bool:
    """Whether no piece comes near the marks that a machine looks for."""
    marks = [mark.box.inset(-CLEAR) for mark in registration(paper).face.marks if isinstance(mark, Rectangle)]
    return not any(slot.meets(mark) for slot in slots for mark in marks)


@lru_cache(maxsize=64)
def cut_path(paper: Size, slots: tuple[Box, ...], radius: float) -> Stamp:
    """The path that a machine cuts, in an ink of its own."""
    return _over(paper, [Rectangle(slot, DIE_CUT, radius) for slot in slots], CUT_PATH)
