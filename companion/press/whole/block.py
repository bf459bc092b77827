"""Blocks of pieces on a shared sheet: drawn front and back, each block with the marks of its own cuts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.press.face import Box, Face, Path, Rectangle, Stamp
from companion.press.page import STRIP, Page, Piece, margin_note
from companion.press.paper import MARGIN, Size
from companion.press.sheet.grid import TICK, TICK_GAP, behind, swaps_sides
from companion.press.sheet.marks import CUT, Run

ROOM_ABOVE = MARGIN + TICK_GAP + TICK
ROOM_BELOW = MARGIN + STRIP + TICK_GAP + TICK
"""Millimetres that stay clear above and below all blocks: ticks, and the ruler."""

SHORT = 2.0
"""Millimetres: a tick between two blocks."""


type Turn = Literal[0, 1, 2, 3]
"""Quarter turns to the right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Pieces of one size in rows, upright or `turned` a quarter to the right.

    `lined` ones have a line along every cut; those `apart` have each its outline.
    """

    pieces: tuple[Piece, ...]
    slots: tuple[Box, ...]
    columns: int
    rows: int
    turned: bool = False
    apart: bool = False
    lined: bool = False
    bleed: bool = False
    radius: float = 0.0


class Laid(NamedTuple):
    """One shared sheet."""

    blocks: tuple[Block, ...]
    backed: bool


def pages_of(sheets: Sequence[Laid], paper: Size, edge: str, note: str) -> tuple[Page, ...]:
    """Front and back of each sheet in turn."""
    found: list[Page] = []
    for number, sheet in enumerate(sheets, 1):
        told = f"{number} of {len(sheets)}"
        found.append(_front(sheet, paper, note, told))
        if sheet.backed:
            found.append(_back(sheet, paper, edge, note, told))
    return tuple(found)


def _front(sheet: Laid, paper: Size, note: str, told: str) -> Page:
    stamps = [
        _put(piece.front, slot, block, 1 if block.turned else 0)
        for block in sheet.blocks
        for piece, slot in zip(block.pieces, block.slots, strict=True)
    ]
    runs = tuple(run for block in sheet.blocks for run in _runs(block))
    outlines = tuple(
        Rectangle(slot, CUT, block.radius) for block in sheet.blocks if block.apart for slot in block.slots
    )
    marks = (*((Path(runs, CUT),) if runs else ()), *outlines)
    over = Stamp(Face(paper.width, paper.height, marks, name="marks", read="aside"), 0, 0)
    return _page((*stamps, over), paper, note, f"fronts {told}", "front")


def _back(sheet: Laid, paper: Size, edge: str, note: str, told: str) -> Page:
    """A card's top is where its front has it, as the paper turns: over an upright edge, left and right
    change places; over a level one, above and below do."""
    sideways = swaps_sides(paper, edge)
    upright: Turn = 0 if sideways else 2
    lying: Turn = 3 if sideways else 1
    stamps = [
        _put(piece.back, behind(slot, paper, edge), block, lying if block.turned else upright)
        for block in sheet.blocks
        for piece, slot in zip(block.pieces, block.slots, strict=True)
        if piece.back
    ]
    return _page(tuple(stamps), paper, note, f"backs {told}", "back")


def _page(
    stamps: tuple[Stamp, ...], paper: Size, note: str, label: str, side: Literal["front", "back"]
) -> Page:
    area = Box(0, 0, paper.width, paper.height).inset(MARGIN)
    strip = margin_note(paper, area, f"{note} · {label}", at_edge=True)
    return Page(paper.width, paper.height, (*stamps, *strip), label, side)


def _put(face: Face, slot: Box, block: Block, turn: Turn) -> Stamp:
    window = None if block.bleed or not face.bleed else face.box("trim")
    return Stamp(face, slot.x, slot.y, turn=turn, window=window)


def _runs(block: Block) -> Iterator[Run]:
    """The straight cuts of a block: along all of them, or as ticks around it."""
    if block.apart:
        return
    last = block.slots[-1]
    across = sorted({round(x, 6) for slot in block.slots for x in (slot.x, slot.right)})
    down = sorted({round(y, 6) for slot in block.slots for y in (slot.y, slot.bottom)})
    left, right, top, bottom = across[0], across[-1], down[0], last.bottom
    if block.lined:
        yield from (((x, top - SHORT), (x, bottom + SHORT)) for x in across)
        yield from (((left - TICK, y), (right + TICK, y)) for y in down)
        return
    near, far = TICK_GAP / 2, TICK_GAP / 2 + SHORT
    for x in across:
        yield from (((x, top - far), (x, top - near)), ((x, bottom + near), (x, bottom + far)))
    for y in down:
        yield from (((left - far, y), (left - near, y)), ((right + near, y), (right + far, y)))
