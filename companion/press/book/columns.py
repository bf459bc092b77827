"""Tables in running text: columns as wide as their words want, rows that no page break divides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from companion.press.book.flow import Strip, set_in
from companion.press.colours import BLACK, Colour
from companion.press.errors import DoesNotFit
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.text import Style, clean, measure

type Cell = str | Face
"""Words, or a drawing of its own size."""

PAD, RISE = 1.2, 0.75
"""Millimetres beside and above what stands in a cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dress:
    """How a table looks: headings, first column, other cells; the columns in `middle` are centred."""

    head: Style
    first: Style
    cell: Style
    rule: Colour = (0.7,)
    ground: Colour | None = None
    middle: frozenset[int] = frozenset()

    def style(self, column: int) -> Style:
        """The style of a cell."""
        return self.cell if column else self.first


def table(
    head: Sequence[str], rows: Sequence[Sequence[Cell]], dress: Dress, width: float, where: str
) -> list[Strip]:
    """The rows of a table, its headings above the first of them and again where a page begins."""
    found: list[list[Face]] = []
    for widths in _widths(head, rows, dress, width, where):
        row = partial(_row, widths=widths, dress=dress, where=where)
        found.append([row(head, heads=True), *(row(each) for each in rows)])
    top, *lower = min(found, key=lambda faces: sum(face.height for face in faces))
    return [Strip(face=top, gap=1.0, tied=True), *(Strip(face=each, head=Strip(face=top)) for each in lower)]


def _row(
    cells: Sequence[Cell], *, widths: Sequence[float], dress: Dress, where: str, heads: bool = False
) -> Face:
    """One row, as high as its highest cell; words beside a drawing stand in the middle of its height."""
    made = [
        _cell(cell, dress.head if heads else dress.style(n), wide - 2 * PAD, n in dress.middle, where)
        for n, (cell, wide) in enumerate(zip(cells, widths, strict=True))
    ]
    inner = max(face.height for face in made)
    level = any(isinstance(cell, Face) for cell in cells)
    marks: list[Mark] = []
    x, high = 0.0, inner + 2 * RISE
    for face, wide in zip(made, widths, strict=True):
        down = (inner - face.height) / 2 if level else 0.0
        marks.append(Stamp(face, x + PAD, RISE + down))
        x += wide
    foot = Path((((0, high), (x, high)),), Paint(stroke=BLACK if heads else dress.rule, width=0.15))
    ground = [Rectangle(Box(0, 0, x, high), Paint(fill=dress.ground))] if heads and dress.ground else []
    return Face(x, high, (*ground, *marks, foot))


def _cell(cell: Cell, style: Style, width: float, centred: bool, where: str) -> Face:
    """What stands in a cell, as wide as its room."""
    if isinstance(cell, Face):
        return Face(width, cell.height, (Stamp(cell, (width - cell.width) / 2 * centred, 0),))
    block = set_in(cell, style, width, where)
    return Face(width, block.height, block.at(0, 0, width=width, align=0.5 * centred))


def _widths(
    head: Sequence[str], rows: Sequence[Sequence[Cell]], dress: Dress, width: float, where: str
) -> Iterator[list[float]]:
    """Each column as wide as its longest line; or else two ways to make them narrower, down to a word."""
    least, wanted = [], []
    for n in range(len(head)):
        cells = list(_measured(head[n], dress.head, where))
        cells += chain.from_iterable(_measured(row[n], dress.style(n), where) for row in rows)
        least.append(max(word for word, _ in cells) + 2 * PAD + 0.02)
        wanted.append(max(line for _, line in cells) + 2 * PAD + 0.02)
    spare = width - sum(least)
    if spare < 0:
        raise DoesNotFit(where, f"This table is {-spare:.1f} mm too wide: shorten its longest words.")
    more = [want - need for want, need in zip(wanted, least, strict=True)]
    if sum(more) <= spare:
        yield [*wanted[:-1], width - sum(wanted[:-1])]
        return
    yield _shared(least, more, spare)
    yield [need + want * spare / sum(more) for need, want in zip(least, more, strict=True)]


def _shared(least: Sequence[float], more: Sequence[float], spare: float) -> list[float]:
    """What is left of the width goes to all columns alike, until each has what it wants."""
    given = [0.0] * len(least)
    open_ = {n for n, want in enumerate(more) if want > 0}
    while open_ and spare > 1e-9:
        share = spare / len(open_)
        for n in sorted(open_):
            taken = min(share, more[n] - given[n])
            given[n] += taken
            spare -= taken
        open_ = {n for n in open_ if more[n] - given[n] > 1e-9}
    return [need + extra for need, extra in zip(least, given, strict=True)]


def _measured(cell: Cell, style: Style, where: str) -> Iterator[tuple[float, float]]:
    """The widest word and the line of each paragraph in a cell, in millimetres."""
    if isinstance(cell, Face):
        yield cell.width, cell.width
        return
    for line in clean(cell, style.font, where).split("\n"):
        words = [measure(word, style.font, style.size) for word in line.split(" ")]
        yield max(words), measure(line, style.font, style.size)
