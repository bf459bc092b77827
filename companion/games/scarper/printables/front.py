"""The Western Front on paper: nine tracks side by side, the German end on top, the Allied end below (2.1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDES
from companion.games.scarper.printables.country import ground
from companion.games.scarper.printables.look import GOLD, LEAN, MUTED, PAPER, icon, symbol
from companion.games.scarper.printables.plates import HIGH, WIDE, view
from companion.games.scarper.state import Battlefield, Board, Track
from companion.press.engraving import hatch
from companion.press.face import BLACK, POINT, WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Look
from companion.press.text import NUMERAL, STRONG, TITLE, Style, line


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How large the front is drawn: millimetres, and type sizes in points; `view` is how high the picture
    above each track is. What has views lies on its country."""

    width: float
    height: float
    name: float
    value: float
    small: float
    view: float = 0.0

    @property
    def head(self) -> float:
        """The height of the row of names."""
        return self.name * POINT * 1.35

    @property
    def edge(self) -> float:
        """The height of the lines that name the two ends."""
        return self.small * POINT * 1.5


@dataclass(frozen=True, slots=True)
class Front:
    """A front to draw: the board, how large, in which ink, and where the fight stands if it is a live one."""

    board: Board
    plan: Plan
    look: Look
    live: Mapping[str, Battlefield] | None = None

    @property
    def rows(self) -> tuple[int, int]:
        """The farthest spaces towards the German and the Allied end."""
        tracks = self.board.tracks.values()
        return max(track.high for track in tracks), min(track.low for track in tracks)

    def cell(self, column: int, space: int) -> Box:
        """Where a space lies on the drawing."""
        high, low = self.rows
        top = self.plan.edge + self.plan.view + self.plan.head
        height = (self.plan.height - top - self.plan.edge) / (high - low + 1)
        width, gap = self.plan.width / len(BATTLEFIELDS), self.plan.width / 220
        return Box(
            column * width + gap, top + (high - space) * height + gap / 2, width - 2 * gap, height - gap
        )


def front(drawing: Front) -> Face:
    """The nine tracks as one face."""
    marks = (*_ends(drawing), *_country(drawing), *_tracks(drawing), *_standing(drawing))
    return Face(drawing.plan.width, drawing.plan.height, marks, name="front")


def _ends(drawing: Front) -> Iterator[Mark]:
    plan, look = drawing.plan, drawing.look
    for side, y in (("german", 0.0), ("allied", plan.height - plan.edge)):
        colour = look.strong(side)
        style = Style(font=STRONG, size=plan.small, smallest=plan.small, colour=colour, spacing=1.2)
        yield Stamp(symbol(side, colour, WHITE), 1, y, scale=plan.edge / 11)
        yield from line(f"{side.upper()} END", style, plan.width, "board").at(plan.edge + 2.5, y)


def _country(drawing: Front) -> Iterator[Mark]:
    """The country under all tracks, in whose colours it is held."""
    high, low = drawing.rows
    first, last = drawing.cell(0, high), drawing.cell(len(BATTLEFIELDS) - 1, low)
    if drawing.plan.view:
        area = Box(first.x, first.y, last.right - first.x, last.bottom - first.y)
        yield from ground(area, _held(drawing), drawing.look)


def _held(drawing: Front) -> Iterator[tuple[str | None, Box]]:
    """What each side holds of each battlefield, in one piece."""
    for column, battlefield in enumerate(BATTLEFIELDS):
        track = drawing.board.tracks[battlefield]
        standing = drawing.live[battlefield].frontline if drawing.live else 0
        for side, first, last in (
            ("german", track.high, standing + 1),
            ("allied", standing - 1, track.low),
        ):
            if first >= last:
                top, foot = drawing.cell(column, first), drawing.cell(column, last)
                yield side, Box(top.x, top.y, top.width, foot.bottom - top.y)


def _tracks(drawing: Front) -> Iterator[Mark]:
    plan = drawing.plan
    style = Style(font=TITLE, size=plan.name, smallest=plan.small)
    for column, battlefield in enumerate(BATTLEFIELDS):
        box = drawing.cell(column, drawing.rows[0])
        name = line(BATTLEFIELD_NAMES[battlefield], style, box.width, "board")
        top = plan.edge + plan.view + (plan.head - name.height) / 2
        yield from name.at(box.x, top, width=box.width, align=0.5)
        if plan.view:
            yield from _view(battlefield, Box(box.x, plan.edge, box.width, plan.view), drawing.look)
        for space in drawing.board.tracks[battlefield].spaces:
            yield from _space(drawing, column, space)


def _view(battlefield: str, box: Box, look: Look) -> Iterator[Mark]:
    """The country over its track."""
    scale = box.width / WIDE
    shown = Box(0, HIGH - box.height / scale, WIDE, box.height / scale)
    yield Stamp(view(battlefield, look.saver), box.x, box.bottom - HIGH * scale, scale, window=shown)
    yield Rectangle(box, Paint(stroke=BLACK, width=0.35))


def _space(drawing: Front, column: int, space: int) -> Iterator[Mark]:
    """One space: whose ground it is by tint and hatching, and what the frontline scores here for whom."""
    box, look, battlefield = drawing.cell(column, space), drawing.look, BATTLEFIELDS[column]
    standing = drawing.live[battlefield].frontline if drawing.live else 0
    owner = None if space == standing else ("german" if space > standing else "allied")
    radius = box.width / 24
    tint = look.tint(owner, 0.14) if owner else None if look.saver else PAPER
    if tint and not drawing.plan.view:
        yield Rectangle(box, Paint(fill=tint), radius)
    if owner:
        yield Stamp(_hatching(owner, box.width, box.height, look), box.x, box.y)
    yield Rectangle(box, Paint(stroke=look.strong(owner) if owner else BLACK, width=0.25), radius)
    yield from _value(drawing, box, drawing.board.tracks[battlefield], space)


@lru_cache(maxsize=64)
def _hatching(side: str, width: float, height: float, look: Look) -> Face:
    lines = hatch(Box(0, 0, width, height).corners, step=max(1.1, width / 14), lean=LEAN[side])
    paint = Paint(stroke=look.tint(side, 0.5) or (0.6,), width=0.12)
    return Face(width, height, (Path(lines, paint),), name=f"{side} ground")


def _value(drawing: Front, box: Box, track: Track, space: int) -> Iterator[Mark]:
    """What the frontline scores here, and the symbol of the side that scores it."""
    plan, value = drawing.plan, track.values[space]
    side = "allied" if value > 0 else "german"
    colour = drawing.look.strong(side) if value else MUTED
    right, size = box.right - box.width / 12, plan.value * POINT
    if value or plan.view:
        wide = size * (1.75 if value else 0.8)
        plate = Box(right + size * 0.13 - wide, box.y + size * 0.12, wide, size * 1.02)
        yield Rectangle(plate, Paint(fill=WHITE), 0.6)
    if value:
        yield Stamp(symbol(side, colour, WHITE), right - size * 1.5, box.y + size * 0.28, scale=size * 0.072)
    style = Style(font=NUMERAL, size=plan.value, smallest=plan.small, leading=1, colour=colour)
    number = line(str(abs(value)), style, box.width / 2, "board")
    yield from number.at(right, box.y + size * 0.13, align=1)


def _standing(drawing: Front) -> Iterator[Mark]:
    """Trenches and frontlines: the live ones, or where the board has trenches at the start."""
    if drawing.live:
        places = [drawing.cell(n, drawing.live[each].frontline) for n, each in enumerate(BATTLEFIELDS)]
        run = tuple((box.x + box.width / 2, middle_of(box)) for box in places)
        colour = BLACK if drawing.look.saver else GOLD
        yield Path((run,), Paint(stroke=colour, width=drawing.plan.width / 260))
        for box in places:
            yield from frontline_marker(box, drawing.look)
    for column, battlefield in enumerate(BATTLEFIELDS):
        lying = drawing.live[battlefield].trenches if drawing.live else drawing.board.trenches[battlefield]
        standing = drawing.live[battlefield].frontline if drawing.live else 0
        for space, count in lying.items():
            side = SIDES[0] if space < standing else SIDES[1]
            yield from _trenches(drawing, drawing.cell(column, space), side, count)


def _trenches(drawing: Front, box: Box, side: str, count: int) -> Iterator[Mark]:
    plan, colour = drawing.plan, drawing.look.strong(side)
    size = min(box.height * 0.5, box.width * 0.3)
    plate = Box(box.x + box.width * 0.06, box.bottom - size * 1.08, size * 2.1, size)
    yield Rectangle(
        plate, Paint(fill=WHITE, stroke=colour, width=0.3, dash=() if drawing.live else (1, 0.8)), 0.6
    )
    yield Stamp(icon("build", colour), plate.x + size * 0.1, plate.y, scale=size / 10)
    style = Style(font=NUMERAL, size=plan.value, smallest=plan.small, leading=1, colour=colour)
    number = line(f"{count}", style, size * 1.1, "board")
    yield from number.at(
        plate.x + size * 1.15, plate.y + (size - number.height) / 2, width=size * 0.85, align=0.5
    )


def middle_of(box: Box) -> float:
    """Where a frontline lies on its space: low enough to leave the value in sight."""
    return box.y + box.height * 0.68


def frontline_marker(box: Box, look: Look) -> Iterator[Mark]:
    """The frontline on its space: a dark bar with a broken white line, or its outline."""
    height = min(box.height * 0.46, box.width * 0.5)
    bar = Box(box.x - box.width * 0.03, middle_of(box) - height / 2, box.width * 1.06, height)
    paint = Paint(fill=WHITE, stroke=BLACK, width=0.6) if look.saver else Paint(fill=BLACK)
    yield Rectangle(bar, paint, height / 8)
    middle = middle_of(box)
    dash = (bar.width / 9, bar.width / 14)
    stroke = BLACK if look.saver else WHITE
    run = ((bar.x + bar.width * 0.12, middle), (bar.right - bar.width * 0.12, middle))
    yield Path((run,), Paint(stroke=stroke, width=height / 12, dash=dash))


FULL = Plan(width=426, height=270, name=34, value=26, small=16, view=16)
"""The front on the full-size board."""
