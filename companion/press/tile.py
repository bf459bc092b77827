"""Large boards on small paper: at exact scale over several sheets that overlap, or reduced onto one.

Cuts choose the lines of the drawing and go through no cell. Sheets lie edge to edge; or each but the first of
a row is trimmed along its left join and laid over its neighbour's, each lower row along its upper join. The
drawing is put down once and shown through a window per sheet.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

from cachetools import cached

from companion.press.face import (
    BLACK,
    HAIRLINE,
    POINT,
    WHITE,
    Box,
    Circle,
    Face,
    Image,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
    Text,
)
from companion.press.page import MARGIN, STRIP, Page, Size, strip
from companion.press.text import SUBTITLE, TITLE, CannotPrint, Style, line, measure

LEAST_OVERLAP, MOST_OVERLAP = 5.0, 10.0
"""Millimetres that sheets to glue share beyond the line: enough to glue, not enough to waste a sheet."""

NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class Cut:
    """One direction of a tiling: where each window begins and ends in the drawing, and how far it reaches
    under the next one."""

    starts: tuple[float, ...]
    ends: tuple[float, ...]
    overlap: float = 0.0

    @property
    def length(self) -> float:
        return max(end - start for start, end in zip(self.starts, self.ends, strict=True))


class Borders(NamedTuple):
    """Where a drawing may be cut through nothing: millimetres from its left and its upper edge. The outer
    windows show up to `blank` millimetres more where their paper has room."""

    across: Sequence[float]
    down: Sequence[float]
    blank: float = 0.0


def cut_on(borders: Sequence[float], room: float, *, least: float = 0.0, blank: float = 0.0) -> Cut:
    """As few windows of at most `room` as reach from the first border to the last, as equal as can be.

    Each begins on a border, and reaches at least `least` beyond the border on which the next begins.

    >>> cut_on([0.0, 25.0, 50.0, 75.0, 100.0, 125.0, 150.0], 70)
    Cut(starts=(0.0, 50.0, 100.0), ends=(50.0, 100.0, 150.0), overlap=0.0)
    """
    lines = _lines(borders, room, least)
    spans = list(pairwise(lines))
    longest = max(end - start for start, end in spans[:-1]) if spans[1:] else 0.0
    overlap = min(MOST_OVERLAP, room - longest) if least and spans[1:] else 0.0
    starts, ends = list(lines[:-1]), [end + overlap for end in lines[1:-1]] + [lines[-1]]
    starts[0] -= min(blank, (room - (ends[0] - starts[0])) / (1 if spans[1:] else 2))
    ends[-1] += min(blank, room - (ends[-1] - starts[-1]))
    return Cut(tuple(starts), tuple(ends), overlap)


def _lines(borders: Sequence[float], room: float, beyond: float) -> list[float]:
    """The borders to cut on, the outer two among them: the fewest, then those that leave equal shares."""
    best: list[tuple[int, float, list[float]]] = [(0, 0.0, [borders[0]])]
    for number, end in enumerate(borders[1:], 1):
        reach = room - (beyond if number < len(borders) - 1 else 0.0) + NEAR
        ways = [
            (count + 1, squares + (end - lines[-1]) ** 2, [*lines, end])
            for count, squares, lines in best
            if end - lines[-1] <= reach
        ]
        if not ways:
            wide = f"{end - borders[number - 1]:.1f} mm"
            raise CannotPrint("paper", f"A cell of {wide} is wider than this paper; choose a larger one.")
        best.append(min(ways))
    return best[-1][2]


def between(spans: Iterable[tuple[float, float]], first: float, last: float) -> list[float]:
    """Where a line goes through none of these spans, from a first line to a last one.

    >>> between([(10, 20), (20, 30), (14, 18), (36, 40)], 0, 50)
    [0, 20, 33.0, 50]
    """
    cuts, reach = [first], first
    for start, end in sorted(spans):
        if start >= reach - NEAR and reach > first:
            cuts.append(reach if start - reach < NEAR else (reach + start) / 2)
        reach = max(reach, end)
    return [*cuts, last]


def around(things: Iterable[Box], shown: Box, blank: float = 0.0) -> Borders:
    """Where a drawing may be cut so that none of these things is cut through; `shown` must be on a sheet."""
    boxes = list(things)
    across = between(((box.x, box.right) for box in boxes), shown.x, shown.right)
    down = between(((box.y, box.bottom) for box in boxes), shown.y, shown.bottom)
    return Borders(across, down, blank)


@cached(WeakKeyDictionary[Face, tuple[Box, ...]](), lambda face: face)
def inked(face: Face) -> tuple[Box, ...]:
    """Boxes outside which nothing is drawn; what is white on white paper is nothing.

    Looked for once a face: a board bears the same signs a hundred times, and is laid upright and lying.
    """
    return tuple(box for mark in face.marks for box in _of(mark))


def _of(mark: Mark) -> Iterator[Box]:
    if isinstance(mark, Stamp):
        yield from _stamped(mark)
    elif isinstance(mark, Text):
        for line in mark.lines():
            high, wide = line.size * POINT, measure(line.text, line.font, line.size, line.spacing)
            yield Box(line.x, line.y - high, wide, 1.3 * high)
    elif isinstance(mark, Image):
        yield mark.box
    elif _shows(mark.paint):
        yield from (box.inset(-mark.paint.width / 2) for box in shape(mark))


def _shows(paint: Paint) -> bool:
    return any(colour and set(colour) != set(WHITE) for colour in (paint.fill, paint.stroke))


def shape(mark: Rectangle | Circle | Path) -> Iterator[Box]:
    if isinstance(mark, Rectangle):
        yield mark.box
    elif isinstance(mark, Circle):
        yield Box(mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius, 2 * mark.radius)
    elif mark.paint.fill or mark.closed:
        yield _around([point for run in mark.runs for point in run])
    else:
        yield from (_around(pair) for run in mark.runs for pair in pairwise(run))


def _around(points: list[tuple[float, float]] | tuple[tuple[float, float], ...]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _stamped(stamp: Stamp) -> Iterator[Box]:
    """The ink of a face where it is put down; of one that is shown through a window, what is seen."""
    for box in inked(stamp.face):
        seen = _seen(box, stamp.window) if stamp.window else box
        if seen:
            yield _placed(seen, stamp)


def _seen(box: Box, window: Box) -> Box | None:
    if not box.meets(window):
        return None
    x, y = max(box.x, window.x), max(box.y, window.y)
    return Box(x, y, min(box.right, window.right) - x, min(box.bottom, window.bottom) - y)


def _placed(box: Box, stamp: Stamp) -> Box:
    s, wide, high = stamp.scale, stamp.face.width, stamp.face.height
    x, y, width, height = {
        0: (box.x, box.y, box.width, box.height),
        1: (high - box.bottom, box.x, box.height, box.width),
        2: (wide - box.right, high - box.bottom, box.width, box.height),
        3: (box.y, wide - box.right, box.height, box.width),
    }[stamp.turn]
    return Box(stamp.x + s * x, stamp.y + s * y, s * width, s * height)


OVERLAPPING = (
    "Start at the upper left. Trim each further sheet of a row at its left, from cross to cross; the cuts",
    "run between cells. Lay it over the sheet before so that the crosses meet, and glue. Then join the",
    "rows the same way, trimming the upper edge of each lower row.",
)
EDGE_TO_EDGE = (
    "Trim every sheet along its crosses. The cuts run between cells, and no cell is divided.",
    "Lay the sheets edge to edge, and tape them on the back; or keep them apart and lay them out to play.",
)

MOST_NAMED = 12
"""Blank tiles up to this number are named one by one."""

FOOT = STRIP + 2.5
"""Millimetres under each tile, for the ruler and the tile's name."""


type Place = tuple[int, int]


@dataclass(frozen=True)
class Tiling:
    """A drawing cut up for one paper, laid the way that takes fewer sheets."""

    face: Face
    paper: Size
    across: Cut
    down: Cut

    @property
    def places(self) -> Sequence[Place]:
        return [(c, r) for r in range(len(self.down.starts)) for c in range(len(self.across.starts))]

    @cached_property
    def blank(self) -> frozenset[Place]:
        """The tiles on which nothing is drawn; none, where nothing is drawn on any."""
        left = set(self.places)
        for box in inked(self.face):
            left -= {place for place in left if box.meets(self.window(*place))}
            if not left:
                break
        return frozenset() if len(left) == len(self.places) else frozenset(left)

    @property
    def glued(self) -> bool:
        return bool(self.across.overlap or self.down.overlap)

    @property
    def printed(self) -> Sequence[Place]:
        return [place for place in self.places if place not in self.blank]

    @property
    def count(self) -> int:
        return len(self.places) - len(self.blank)

    def name(self, column: int, row: int) -> str:
        """A tile's name: the row's letter (AA after Z) and the column's number."""
        letters = chr(65 + row % 26)
        return f"{chr(64 + row // 26) if row >= 26 else ''}{letters}{column + 1}"

    def window(self, column: int, row: int) -> Box:
        x, y = self.across.starts[column], self.down.starts[row]
        return Box(x, y, self.across.ends[column] - x, self.down.ends[row] - y)

    @property
    def least(self) -> float:
        """The share of its sheet's room that the smallest tile takes."""
        room = _room(self.paper)
        taken = (self.window(*place) for place in self.printed)
        return min(window.width * window.height for window in taken) / (room.width * room.height)

    @property
    def corner(self) -> tuple[float, float]:
        """Where on the paper each window's upper left corner lies."""
        room = self.paper.height - 2 * MARGIN - FOOT
        return (self.paper.width - self.across.length) / 2, MARGIN + (room - self.down.length) / 2


def tiling(face: Face, paper: Size, borders: Borders, *, overlap: bool = False) -> Tiling:
    """How to cut a face up for this paper, upright or lying, on these borders alone.

    Its `count` is known before anything is drawn.
    """
    best = min(_ways(face, paper, borders, overlap), key=lambda each: (each.count, -each.least))
    if best.count > 100:
        raise CannotPrint("paper", f"This would take {best.count} sheets; choose a larger paper.")
    return best


def _ways(face: Face, paper: Size, borders: Borders, overlap: bool) -> Sequence[Tiling]:
    """Upright and lying, as far as the cells have room."""
    least, blank = LEAST_OVERLAP if overlap else 0.0, borders.blank
    ways: list[Tiling] = []
    for side in (paper, paper.turned()):
        try:
            across = cut_on(borders.across, _room(side).width, least=least, blank=blank)
            down = cut_on(borders.down, _room(side).height, least=least, blank=blank)
        except CannotPrint as error:
            refused = error
        else:
            ways.append(Tiling(face, side, across, down))
    if not ways:
        raise refused
    return ways


def _room(paper: Size) -> Size:
    """What of a sheet can show a part of the drawing."""
    return Size(paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - FOOT)


def pages_of(tiling: Tiling) -> int:
    """How many pages a tiling takes, its map of the assembly among them."""
    return tiling.count + (tiling.count > 1)


def tiled(face: Face, paper: Size, borders: Borders, *, note: str, overlap: bool = False) -> tuple[Page, ...]:
    """A map of the assembly, then the tiles row by row, all at exact scale."""
    plan = tiling(face, paper, borders, overlap=overlap)
    tiles = [_tile(plan, column, row, note) for column, row in plan.printed]
    return (_assembly(plan, note), *tiles) if plan.count > 1 else tuple(tiles)


def _tile(plan: Tiling, column: int, row: int, note: str) -> Page:
    window, (left, top) = plan.window(column, row), plan.corner
    name, last = plan.name(column, row), plan.name(len(plan.across.starts) - 1, len(plan.down.starts) - 1)
    image = Stamp(plan.face, left - window.x, top - window.y, window=window)
    joins = tuple(_joins(plan, column, row))
    marks = Face(plan.paper.width, plan.paper.height, joins, name=f"joins {name}", read="aside")
    words = f"{note} · tile {name} of {last}"
    return Page(
        plan.paper.width,
        plan.paper.height,
        (image, Stamp(marks, 0, 0), *_foot(plan.paper, words)),
        f"tile {name}",
    )


def _foot(paper: Size, words: str) -> tuple[Stamp, ...]:
    return (Stamp(strip(words, paper.width - 2 * MARGIN), MARGIN, paper.height - MARGIN - STRIP),)


def _joins(plan: Tiling, column: int, row: int) -> Iterator[Mark]:
    """Crosses on the lines that the sheets are cut on: laid over each other, they meet."""
    window, (left, top) = plan.window(column, row), plan.corner
    xs = (window.x, _until(plan.across, column))
    ys = (window.y, _until(plan.down, row))
    runs = []
    for x, y in ((x - window.x + left, y - window.y + top) for x in xs for y in ys):
        runs += [((x - 2, y), (x + 2, y)), ((x, y - 2), (x, y + 2))]
    yield Path(tuple(runs), Paint(stroke=WHITE, width=HAIRLINE * 5))
    yield Path(tuple(runs), Paint(stroke=BLACK, width=HAIRLINE * 1.5))


def _until(cuts: Cut, number: int) -> float:
    """Where in the drawing the next window begins; for the last one, where it ends."""
    return cuts.starts[number + 1] if number + 1 < len(cuts.starts) else cuts.ends[number]


def _assembly(plan: Tiling, note: str) -> Page:
    """A small picture of the whole, the tiles drawn over it, and how to put them together."""
    paper = plan.paper
    scale = min((paper.width - 30) / plan.face.width, (paper.height - 90) / plan.face.height)
    left, top = (paper.width - plan.face.width * scale) / 2, 62.0
    picture = Stamp(plan.face, left, top, scale=scale)
    marks: list[Mark] = [*_words(plan, note), *_grid(plan, left, top, scale)]
    sheet = Face(paper.width, paper.height, tuple(marks), name="assembly")
    return Page(
        paper.width,
        paper.height,
        (picture, Stamp(sheet, 0, 0), *_foot(paper, f"{note} · assembly")),
        "assembly",
    )


def _words(plan: Tiling, note: str) -> Iterator[Mark]:
    title = Style(font=TITLE, size=26)
    body = Style(font=SUBTITLE, size=12, smallest=9)
    room = plan.paper.width - 30
    yield from line(note, title, room, "assembly").at(15, 12)
    first = f"{plan.count} sheets, laid as below. Print them at 100 % and measure the ruler on each."
    sentences = (first, *(OVERLAPPING if plan.glued else EDGE_TO_EDGE), *_blank_words(plan))
    for number, words in enumerate(sentences):
        yield from line(words, body, room, "assembly").at(15, 28 + number * 6)


def _blank_words(plan: Tiling) -> list[str]:
    names = [plan.name(*place) for place in plan.places if place in plan.blank]
    if not names:
        return []
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    if len(names) > MOST_NAMED:
        listed = f"The {len(names)} parts without a name below"
    return [f"{listed} {'is' if len(names) == 1 else 'are'} blank, and not printed."]


def _grid(plan: Tiling, left: float, top: float, scale: float) -> Iterator[Mark]:
    style = Style(font=TITLE, size=30, leading=1)
    for place in plan.printed:
        x, y, width, height = plan.window(*place)
        box = Box(left + x * scale, top + y * scale, width * scale, height * scale)
        yield Rectangle(box, Paint(stroke=BLACK, width=0.5, dash=(2, 1)))
        plate = Box(box.x + box.width / 2 - 9, box.y + box.height / 2 - 7, 18, 14)
        yield Rectangle(plate, Paint(fill=WHITE, stroke=BLACK, width=0.4), 1.5)
        name = line(plan.name(*place), style, plate.width, "assembly")
        yield from name.at(plate.x, plate.y + (plate.height - name.height) / 2, width=plate.width, align=0.5)


def on_one_sheet(face: Face, paper: Size, *, note: str) -> Page:
    """The whole face on one sheet, reduced (never enlarged) so that all but its blank edge is printable."""
    safe = face.box("safe")

    def scale(side: Size) -> float:
        return min(
            1.0, (side.width - 2 * MARGIN) / safe.width, (side.height - 2 * MARGIN - FOOT) / safe.height
        )

    side = max((paper, paper.turned()), key=scale)
    by = scale(side)
    left = (side.width - face.width * by) / 2
    top = MARGIN + (side.height - 2 * MARGIN - FOOT - safe.height * by) / 2 - face.safe * by
    words = f"{note} · at {100 * by:.1f} % of its full size"
    return Page(side.width, side.height, (Stamp(face, left, top, scale=by), *_foot(side, words)), "board")
