"""Packing: pieces of many kinds on as few sheets as they need.

Each kind fills whole sheets of its own, cut like any others; what is left of all kinds shares the last
sheets, in blocks one above the other, each drawn with the marks of its own cuts, so that every cut still goes
straight through its block.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import batched, chain, repeat
from math import ceil, floor
from typing import Literal, NamedTuple

from companion.press.face import Box, Path, Rectangle, Stamp
from companion.press.page import MARGIN, STRIP, Cut, Page, Piece, Size, margin_note
from companion.press.sheet import (
    CUT,
    TICK,
    TICK_GAP,
    Layout,
    Run,
    behind,
    impose,
    over,
    put,
    raster,
    swaps_sides,
)
from companion.press.sheet import Kind as Marks

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
    """One shared sheet, and how the pieces on it are set apart."""

    blocks: tuple[Block, ...]
    kind: "Kind"

    @property
    def backed(self) -> bool:
        return self.kind.backed


def pages_of(sheets: Sequence[Laid], paper: Size, edge: str, note: str) -> tuple[Page, ...]:
    pages: list[Page] = []
    for number, sheet in enumerate(sheets, 1):
        label = f"{number} of {len(sheets)}"
        pages.append(_front(sheet, paper, note, label))
        if sheet.backed:
            pages.append(_back(sheet, paper, edge, note, label))
    return tuple(pages)


def _front(sheet: Laid, paper: Size, note: str, label: str) -> Page:
    stamps = [
        put(piece.front, slot, 1 if block.turned else 0, bleed=block.bleed)
        for block in sheet.blocks
        for piece, slot in zip(block.pieces, block.slots, strict=True)
    ]
    runs = tuple(run for block in sheet.blocks for run in _runs(block))
    outlines = tuple(
        Rectangle(slot, CUT, block.radius) for block in sheet.blocks if block.apart for slot in block.slots
    )
    marks = (*((Path(runs, CUT),) if runs else ()), *outlines)
    page = _page((*stamps, over(paper, marks, "marks")), paper, note, f"fronts {label}", "front")
    kind = sheet.kind
    pieces = tuple(chain.from_iterable(block.pieces for block in sheet.blocks))
    return replace(page, cut=Cut(pieces, kind.gap, kind.bleed, kind.radius))


def _back(sheet: Laid, paper: Size, edge: str, note: str, label: str) -> Page:
    """A card's top is where its front has it, as the paper turns: over an upright edge, left and right
    change places; over a level one, above and below do."""
    sideways = swaps_sides(paper, edge)
    upright: Turn = 0 if sideways else 2
    lying: Turn = 3 if sideways else 1
    stamps = [
        put(piece.back, behind(slot, paper, edge), lying if block.turned else upright, bleed=block.bleed)
        for block in sheet.blocks
        for piece, slot in zip(block.pieces, block.slots, strict=True)
        if piece.back
    ]
    return _page(tuple(stamps), paper, note, f"backs {label}", "back")


def _page(
    stamps: tuple[Stamp, ...], paper: Size, note: str, label: str, side: Literal["front", "back"]
) -> Page:
    area = Box(0, 0, paper.width, paper.height).inset(MARGIN)
    strip = margin_note(paper, area, f"{note} · {label}", at_edge=True)
    return Page(paper.width, paper.height, (*stamps, *strip), label, side)


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


APART = 6.0
"""Millimetres between two blocks on a sheet: room for the ticks of both."""

SMALL = 30.0
"""Millimetres: smaller pieces have lines along their cuts, which stay when the first cut is made."""


class Kind(NamedTuple):
    """What makes pieces alike on a sheet: their size, how they are set apart, whether they have backs."""

    size: Size
    gap: float
    bleed: bool
    radius: float
    backed: bool

    @property
    def apart(self) -> bool:
        """Whether each piece is cut out on its own."""
        return bool(self.gap or self.bleed or self.radius)


class Item(NamedTuple):
    """One piece, its kind, and the name of what it belongs to."""

    piece: Piece
    kind: Kind
    source: str


class Sheets(NamedTuple):
    """Sheets that are cut alike: their pages, what is on them, how many straight cuts one needs and how."""

    pages: Sequence[Page]
    items: Sequence[Item]
    cuts: int
    cutting: str
    shared: bool = False

    @property
    def backed(self) -> bool:
        return any(page.side == "back" for page in self.pages)


def packed(items: Sequence[Item], paper: Size, edge: str, note: str) -> Iterator[Sheets]:
    """The sheets of all these pieces: those with one kind alone, then those that kinds share."""
    left: list[list[Item]] = []
    kinds: dict[Kind, list[Item]] = {}
    for item in items:
        kinds.setdefault(item.kind, []).append(item)
    for kind, each in kinds.items():
        laid = layout_of(kind, paper, edge, note)
        room = len(raster(each[0].piece.front, laid).slots())
        whole = len(each) // room * room
        if whole:
            yield _alike(each[:whole], laid)
        if each[whole:]:
            left.append(each[whole:])
    if left:
        yield from _shared(left, paper, edge, note)


def mixed(pieces: Sequence[Piece], layout: Layout) -> Sequence[Page]:
    """Pieces of one print, each size on sheets of its own; what is left of all shares the last sheets,
    where that saves one and the layout asks for nothing that shared sheets have not.

    Used places count on the first sheet alone.
    """
    sizes: dict[tuple[float, float], list[Piece]] = {}
    for piece in pieces:
        sizes.setdefault((piece.front.width, piece.front.height), []).append(piece)
    alone = list[Page]()
    for number, group in enumerate(sizes.values() or [[]]):
        alone += impose(group, replace(layout, skip=frozenset()) if number else layout)
    if len(sizes) < 2 or not _shares(layout):
        return alone
    whole, left = list[Page](), list[list[Item]]()
    for group in sizes.values():
        each = [one._replace(copies=1) for piece in group for one in repeat(piece, piece.copies)]
        room = len(raster(each[0].front, layout).slots())
        full = len(each) // room * room
        whole += impose(each[:full], layout) if full else ()
        left += [[_item(piece, layout) for piece in each[full:]]] if each[full:] else []
    edge = "short" if layout.backs == "short" else "long"
    shared = [page for sheets in _shared(left, layout.paper, edge, layout.note) for page in sheets.pages]
    return [*whole, *shared] if _fronts(whole) + _fronts(shared) < _fronts(alone) else alone


def _shares(layout: Layout) -> bool:
    """Whether shared sheets can be laid so: neither folded nor for a machine, a proof, a house or a part."""
    usual = Layout(
        paper=layout.paper, marks=layout.marks, backs=layout.backs, bleed=layout.bleed, gap=layout.gap,
        radius=layout.radius, note=layout.note,
    )  # fmt: skip
    return layout == usual and layout.marks in ("ticks", "lines") and layout.backs != "fold"


def _item(piece: Piece, layout: Layout) -> Item:
    kind = Kind(
        Size(piece.front.width, piece.front.height), layout.gap, layout.bleed, layout.radius,
        piece.back is not None and layout.backs != "none",
    )  # fmt: skip
    return Item(piece if kind.backed else piece._replace(back=None), kind, "")


def _fronts(pages: Sequence[Page]) -> int:
    return sum(page.side == "front" for page in pages)


def layout_of(kind: Kind, paper: Size, edge: str, note: str) -> Layout:
    """How whole sheets of one kind are laid out."""
    marks: Marks = "outline" if kind.apart else "lines" if min(kind.size) < SMALL else "ticks"
    return Layout(
        paper=paper,
        marks=marks,
        backs="short" if edge == "short" else "long",
        gap=kind.gap,
        bleed=kind.bleed,
        radius=kind.radius,
        note=note,
    )


def _alike(items: Sequence[Item], laid: Layout) -> Sheets:
    pages = impose([item.piece for item in items], laid)
    kind = items[0].kind
    grid = raster(items[0].piece.front, laid)
    cuts = cuts_in(grid.columns, grid.rows, apart=kind.apart)
    cut = f"{cuts} cuts a sheet: {grid.rows + 1} across, then {grid.columns + 1} down"
    return Sheets(pages, items, cuts, f"{cuts} cuts a sheet, round each piece" if kind.apart else cut)


def cuts_in(columns: int, rows: int, *, apart: bool) -> int:
    """Straight cuts that free a block of pieces: neighbours share one, unless they are set apart."""
    return 2 * (columns + rows) if apart else columns + rows + 2


class _Row(NamedTuple):
    """Pieces of one kind side by side, upright or lying; `wide` is how many a whole row has."""

    items: Sequence[Item]
    turned: bool
    wide: int

    @property
    def height(self) -> float:
        kind = self.items[0].kind
        return (kind.size.width if self.turned else kind.size.height) + _gap(self.items[0])


def _gap(item: Item) -> float:
    return item.kind.gap + (2 * item.piece.front.bleed if item.kind.bleed else 0.0)


@dataclass
class _Sheet:
    """A shared sheet on its way: its rows, block by block."""

    backed: bool
    free: float
    blocks: list[list[_Row]] = field(default_factory=list)

    def takes(self, row: _Row) -> bool:
        """Put it into the block of its kind, or below the others, where there is room."""
        same = next((b for b in self.blocks if _alike_rows(b[0], row)), None)
        need = row.height + (0.0 if same or not self.blocks else APART)
        if need > self.free + 1e-6:
            return False
        self.free -= need
        if same:
            same.append(row)
        else:
            self.blocks.append([row])
        return True


def _alike_rows(one: _Row, other: _Row) -> bool:
    return one.items[0].kind == other.items[0].kind and one.turned == other.turned


def _shared(left: Sequence[Sequence[Item]], paper: Size, edge: str, note: str) -> Iterator[Sheets]:
    """What is left of each kind, highest rows first; what has no back goes where there is room for it."""
    groups = [_rows(each, paper) for each in left]
    groups.sort(key=lambda rows: (not rows[0].items[0].kind.backed, -rows[0].height))
    sheets: list[_Sheet] = []
    for row in (row for rows in groups for row in rows):
        if not any(sheet.takes(row) for sheet in sheets):
            sheets.append(_Sheet(row.items[0].kind.backed, paper.height - ROOM_ABOVE - ROOM_BELOW))
            assert sheets[-1].takes(row), "a piece that fits the paper has room on an empty sheet"
    for backed in (True, False):
        those = [sheet for sheet in sheets if sheet.backed == backed]
        if those:
            yield _laid(those, paper, edge, note)


def _rows(items: Sequence[Item], paper: Size) -> list[_Row]:
    """Upright or lying, whichever takes less of the paper's height."""

    def cut(turned: bool) -> list[_Row]:
        size, gap = items[0].kind.size, _gap(items[0])
        across = size.height if turned else size.width
        wide = floor((paper.width - 2 * MARGIN + gap) / (across + gap) + 1e-9)
        balanced = ceil(len(items) / ceil(len(items) / wide)) if wide else 0
        return (
            [_Row(each, turned, balanced) for each in batched(items, balanced, strict=False)] if wide else []
        )

    ways = [rows for rows in (cut(False), cut(True)) if rows]
    return min(ways, key=lambda rows: sum(row.height for row in rows))


def _laid(sheets: Sequence[_Sheet], paper: Size, edge: str, note: str) -> Sheets:
    laid = [
        Laid(tuple(_blocks(sheet, paper)), sheet.blocks[0][0].items[0].kind._replace(backed=sheet.backed))
        for sheet in sheets
    ]
    pages = pages_of(laid, paper, edge, note)
    items = [item for sheet in sheets for rows in sheet.blocks for row in rows for item in row.items]
    cuts = sum(cuts_in(b.columns, b.rows, apart=b.apart) for each in laid for b in each.blocks)
    each = ceil(cuts / len(laid))
    return Sheets(pages, items, each, f"{each} cuts a sheet: the blocks first", shared=True)


def _blocks(sheet: _Sheet, paper: Size) -> Iterator[Block]:
    """Each block in the middle of the paper's width, all of them in the middle of its height."""
    heights = [sum(row.height for row in rows) - _gap(rows[0].items[0]) for rows in sheet.blocks]
    total = sum(heights) + APART * (len(heights) - 1)
    y = min((paper.height - total) / 2, paper.height - ROOM_BELOW - total)
    for rows, height in zip(sheet.blocks, heights, strict=True):
        yield _block(rows, paper, y)
        y += height + APART


def _block(rows: Sequence[_Row], paper: Size, top: float) -> Block:
    first = rows[0].items[0]
    (width, height), gap, wide = first.kind.size, _gap(first), max(row.wide for row in rows)
    across, down = (height, width) if rows[0].turned else (width, height)
    left = (paper.width - wide * (across + gap) + gap) / 2
    items = [item for row in rows for item in row.items]
    slots = tuple(
        Box(left + n % wide * (across + gap), top + n // wide * (down + gap), across, down)
        for n in range(len(items))
    )
    return Block(
        pieces=tuple(item.piece for item in items),
        slots=slots,
        columns=min(wide, len(items)),
        rows=len(rows),
        turned=rows[0].turned,
        apart=first.kind.apart,
        lined=min(first.kind.size) < SMALL,
        bleed=first.kind.bleed,
        radius=first.kind.radius,
    )
