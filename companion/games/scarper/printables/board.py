"""The board: nine tracks of the front, three beside it; over several sheets or on one (2.1, 2.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, MORALE_END, SIDES, YEARS
from companion.games.scarper.printables import (
    BOARD,
    DRESS,
    GOLD,
    HIGH,
    LEAN,
    MUTED,
    OPTIONS,
    PAPER,
    WIDE,
    OfBoard,
    board_of,
    ground,
    icon,
    symbol,
    view,
)
from companion.games.scarper.state import Options, PerSide, State, Table
from companion.games.scarper.state.box import Battlefield, Board, Track, starter_board
from companion.press.document import Document
from companion.press.face import (
    BLACK,
    POINT,
    WHITE,
    Box,
    Circle,
    Colour,
    Face,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
)
from companion.press.look import INK, Look
from companion.press.options import INK as INKS
from companion.press.options import TILED, Made, papers
from companion.press.page import FORMATS, PAPERS
from companion.press.svg import hatch
from companion.press.text import NUMERAL, STRONG, SUBTITLE, TITLE, Style, line, measure
from companion.press.tile import Borders, around, on_one_sheet, tiled


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
        return self.name * POINT * 1.35

    @property
    def edge(self) -> float:
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
        tracks = self.board.tracks.values()
        return max(track.high for track in tracks), min(track.low for track in tracks)

    def cell(self, column: int, space: int) -> Box:
        high, low = self.rows
        top = self.plan.edge + self.plan.view + self.plan.head
        height = (self.plan.height - top - self.plan.edge) / (high - low + 1)
        width, gap = self.plan.width / len(BATTLEFIELDS), self.plan.width / 220
        return Box(
            column * width + gap, top + (high - space) * height + gap / 2, width - 2 * gap, height - gap
        )


def front(drawing: Front) -> Face:
    marks = (*_ends(drawing), *_country(drawing), *_battlefield_tracks(drawing), *_standing(drawing))
    return Face(drawing.plan.width, drawing.plan.height, marks, name="front")


def _ends(drawing: Front) -> Iterator[Mark]:
    plan, look = drawing.plan, drawing.look
    for side, y in (("german", 0.0), ("allied", plan.height - plan.edge)):
        colour = look.strong(side)
        style = Style(font=STRONG, size=plan.small, smallest=plan.small, colour=colour, spacing=1.2)
        yield Stamp(symbol(side, colour, WHITE), 1, y, scale=plan.edge / 11)
        yield from line(f"{side.upper()} END", style, plan.width, "board").at(plan.edge + 2.5, y)


def _country(drawing: Front) -> Iterator[Mark]:
    high, low = drawing.rows
    first, last = drawing.cell(0, high), drawing.cell(len(BATTLEFIELDS) - 1, low)
    if drawing.plan.view:
        area = Box(first.x, first.y, last.right - first.x, last.bottom - first.y)
        yield from ground(area, _held(drawing), drawing.look)


def _held(drawing: Front) -> Iterator[tuple[str | None, Box]]:
    for column, battlefield in enumerate(BATTLEFIELDS):
        track = drawing.board.tracks[battlefield]
        standing = drawing.live[battlefield].frontline if drawing.live else 0
        for side, first, last in (("german", track.high, standing + 1), ("allied", standing - 1, track.low)):
            if first >= last:
                top, foot = drawing.cell(column, first), drawing.cell(column, last)
                yield side, Box(top.x, top.y, top.width, foot.bottom - top.y)


def _battlefield_tracks(drawing: Front) -> Iterator[Mark]:
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


class Strip(NamedTuple):
    """How large a track is drawn: millimetres, and its type in points. Its spaces keep to the thirds of a
    `column`, where that is one."""

    width: float
    height: float
    size: float
    column: float = 0.0


def morale(strip: Strip, look: Look, live: int | None = None) -> Face:
    """From 15 on the German side through 0 to 15 on the Allied side (8.1)."""
    ends, count = strip.size * POINT * 1.5, 2 * MORALE_END + 1
    first, width = spaces(strip, count, ends)
    row = Box(first, 0, count * width, strip.height)
    cells = tuple(_morale_cells(row, strip, look, live))
    marks = [*_head(strip, "Morale", "morale"), *cells]
    for side, x in (("german", row.x - ends), ("allied", row.right)):
        scale = ends / 13
        marks.append(
            Stamp(
                symbol(side, look.strong(side), WHITE),
                x + scale * 1.5,
                (strip.height - ends) / 2,
                scale=scale,
            )
        )
    return Face(strip.width, strip.height, tuple(marks), name="morale")


def _morale_cells(row: Box, strip: Strip, look: Look, live: int | None) -> Iterator[Mark]:
    width = row.width / (2 * MORALE_END + 1)
    for number, value in enumerate(range(-MORALE_END, MORALE_END + 1)):
        side = "allied" if value > 0 else "german"
        box = Box(row.x + number * width, row.y, width, row.height)
        tint = look.tint(side, 0.08 + 0.16 * abs(value) / MORALE_END) if value else None
        yield Rectangle(box, Paint(fill=tint, stroke=MUTED, width=0.15))
        marked = value == live
        if marked:
            yield Rectangle(
                box.inset(width * 0.06),
                Paint(fill=None if look.saver else BLACK, stroke=BLACK, width=0.8),
                0.8,
            )
        yield from _number(
            str(abs(value)),
            box,
            strip.size,
            WHITE if marked and not look.saver else look.strong(side) if value else BLACK,
        )


def side_track(strip: Strip, what: str, most: int, look: Look, live: PerSide[int] | None = None) -> Face:
    """The Propaganda or the Economic Track, 0 to its maximum, with a marker a side if it is live."""
    first, width = spaces(strip, most + 1, 1, 0)
    every = next(
        n for n in (1, 2, 5, 10, 20, 50) if n * width > measure(str(most), NUMERAL, strip.size) + 0.8
    )
    marks: list[Mark] = [*_head(strip, what.capitalize(), what)]
    for number in range(most + 1):
        box = Box(first + number * width, 0, width, strip.height)
        marks.append(Rectangle(box, Paint(fill=None if look.saver else PAPER, stroke=MUTED, width=0.15)))
        standing = [side for side in SIDES if live and live[side] == number]
        marks += list(_markers(box, standing, look))
        if number % every == 0 and not standing:
            marks += _number(str(number), box, strip.size, BLACK)
    return Face(strip.width, strip.height, tuple(marks), name=what)


def both_tracks(strip: Strip, look: Look, options: Options, state: State | None) -> tuple[Face, Face]:
    """Propaganda and economy as the house rules have them, live where there is a game to show."""

    def track(what: str, most: int) -> Face:
        return side_track(strip, what, most, look, state.track(what) if state else None)

    return track("propaganda", options.propaganda_max), track("economy", options.economy_max)


def _markers(box: Box, standing: Sequence[str], look: Look) -> Iterator[Mark]:
    """The sides' discs on one space: the German above, the Allied below, as on the front."""
    size = min(box.height / 2.1, box.width * 0.92)
    for side in standing:
        y = box.y + (
            box.height * (0.25 if side == "german" else 0.75) if len(standing) > 1 else box.height / 2
        )
        colour = look.strong(side)
        yield Circle(box.x + box.width / 2, y, size / 2, Paint(fill=WHITE, stroke=colour, width=0.25))
        left, top = box.x + (box.width - size * 0.8) / 2, y - size * 0.4
        yield Stamp(symbol(side, colour, WHITE), left, top, scale=size * 0.08)


def spaces(strip: Strip, count: int, before: float = 0.0, behind: float | None = None) -> tuple[float, float]:
    """Where a track's first space begins, and how wide each is; so far before and behind them are signs."""
    if not strip.column:
        first = heading(strip) + before
        return first, (strip.width - first - (before if behind is None else behind)) / count
    first, third = 4 * strip.column / 3, strip.column / 3
    return first, third / ceil(count * third / (strip.width - first))


def heading(strip: Strip) -> float:
    """How much of a track its name and sign take, at its left end."""
    size = strip.size * 1.15
    return measure("Propaganda", TITLE, size) + _sign(strip) + 3


def _sign(strip: Strip) -> float:
    return min(strip.height * 0.7, strip.size * 1.15 * POINT * 1.4)


def _head(strip: Strip, word: str, picture: str) -> tuple[Mark, ...]:
    size, side = strip.size * 1.15, _sign(strip)
    style = Style(font=TITLE, size=size, smallest=min(size, 7), leading=1)
    name = line(word, style, strip.width / 3, "board")
    texts = name.at(side + 1.5, (strip.height - name.height) / 2)
    return (Stamp(icon(picture, BLACK), 0, (strip.height - side) / 2, scale=side / 10), *texts)


def _number(text: str, box: Box, size: float, colour: Colour) -> tuple[Mark, ...]:
    style = Style(font=NUMERAL, size=size, smallest=min(size, 7), leading=1, colour=colour)
    block = line(text, style, box.width + 1, "board")
    return block.at(box.x, box.y + (box.height - block.height) / 2, width=box.width, align=0.5)


WIDTH, HEIGHT, SAFE = 594.0, 420.0, 8.0
"""The full board, DIN A2; nothing that counts lies nearer to its edge than `SAFE`."""

INNER = Box(0, 0, WIDTH, HEIGHT).inset(SAFE)
FRONT = Box(INNER.x, INNER.y + 22, FULL.width, FULL.height)
COLUMN = FULL.width / len(BATTLEFIELDS)
HALF = INNER.x + 6 * COLUMN
"""Where the Economic Track begins, beside the Propaganda Track."""

MORALE = Box(INNER.x, INNER.y + 298, INNER.width, 26)
TRACKS = Box(INNER.x, INNER.y + 332, HALF - INNER.x - 6, 24)
IN_PLAY = Box(INNER.x, INNER.y + 364, INNER.width, INNER.height - 364)
WORDS_IN_PLAY = 189.0
"""Millimetres: what is written on the place for the cards in play takes no more of its width."""

STRIPS = Strip(INNER.width, MORALE.height, 22, COLUMN), Strip(TRACKS.width, TRACKS.height, 20, COLUMN)
HAIR = 0.25
APART = 5.3
"""Millimetres between two places for cards: a cut goes through there."""


def decks(board: Board) -> list[Box]:
    """A place for each year's deck and one for the discards, row by row, apart where the board is cut."""
    (width, height), tops = FORMATS["card"], _tops(board)
    middle = INNER.x + 32 * COLUMN / 3
    lefts = (middle - APART / 2 - width, middle + APART / 2)
    return [Box(lefts[n % 2], tops[n // 2], width, height) for n in range(len(YEARS) + 1)]


def _tops(board: Board) -> tuple[float, float, float]:
    """How high each row of them stands: apart on a line between spaces where the board has two such lines."""
    high, lines = FORMATS["card"].height, _between_rows(board)
    for first in lines:
        for other in lines:
            tops = first - APART / 2 - high, first + APART / 2, other + APART / 2
            if tops[0] >= INNER.y and tops[1] + high + APART <= tops[2] and tops[2] + high <= MORALE.y - 3:
                return tops[0], other - APART / 2 - high, tops[2]
    apart = (FRONT.height - 3 * high) / 2
    return FRONT.y, FRONT.y + high + apart, FRONT.y + 2 * (high + apart)


def _between_rows(board: Board) -> list[float]:
    drawing = _drawing(board)
    high, low = drawing.rows
    gap = FULL.width / 440
    return [FRONT.y + drawing.cell(0, space).y - gap / 2 for space in range(high - 1, low - 1, -1)]


def borders_of(board: Board, options: Options) -> Borders:
    """Where the board may be cut: between battlefields, spaces, and places for cards; through no number."""
    things = [*_fields(board), *_on_tracks(options)]
    shown = Box(INNER.x - HAIR, INNER.y, INNER.width + 2 * HAIR, INNER.height + HAIR)
    apart = [
        line for line in _between_rows(board) if not any(box.y < line < box.bottom for box in decks(board))
    ]
    places = decks(board) if apart[1:] else [box._replace(y=FRONT.y, height=1.0) for box in decks(board)]
    return around([*things, *places], shown, SAFE - HAIR)


def _fields(board: Board) -> Iterator[Box]:
    """Each battlefield's head and spaces; what is written in the corners stands over the first columns."""
    drawing = _drawing(board)
    high, low = drawing.rows
    for column in range(len(BATTLEFIELDS)):
        cells = [drawing.cell(column, space) for space in range(high, low - 1, -1)]
        yield Box(FRONT.x + cells[0].x, INNER.y, cells[0].width, 22 + cells[0].y)
        yield from (cell._replace(x=FRONT.x + cell.x, y=FRONT.y + cell.y) for cell in cells)
    foot = FRONT.y + drawing.cell(0, low).bottom
    yield Box(INNER.x, foot, 2 * COLUMN, FRONT.bottom - foot)


def _on_tracks(options: Options) -> Iterator[Box]:
    morale, side = STRIPS
    yield from _on_track(MORALE, morale, 2 * MORALE_END + 1)
    for left, most in ((TRACKS.x, options.propaganda_max), (HALF, options.economy_max)):
        yield from _on_track(TRACKS._replace(x=left), side, most + 1)
    yield IN_PLAY._replace(width=WORDS_IN_PLAY)


def _on_track(row: Box, strip: Strip, count: int) -> Iterator[Box]:
    first, width = spaces(strip, count)
    yield row._replace(width=heading(strip))
    yield from (row._replace(x=row.x + first + n * width, width=width) for n in range(count))


def _drawing(board: Board) -> Front:
    return Front(board, FULL, Look(DRESS, DRESS.card))


def board_face(board: Board, look: Look, state: State | None) -> Face:
    """The whole board in full size, as the empty board or with a position on it."""
    drawn = front(Front(board, FULL, look, state.battlefields if state else None))
    marks: tuple[Mark, ...] = (
        *_title(board),
        Stamp(drawn, FRONT.x, FRONT.y),
        *_decks(decks(board)),
        *_board_tracks(look, state),
        *_in_play(IN_PLAY),
    )
    first, *_, last = BATTLEFIELD_NAMES.values()
    fields = f"{len(BATTLEFIELD_NAMES)} battlefields from {first} to {last}, each a track between both ends"
    stands = ", with the game as it stands" if state else ""
    return Face(
        WIDTH,
        HEIGHT,
        marks,
        name="board",
        safe=SAFE,
        alt=f"The board{stands}: {fields}; places for the decks, the tracks and the cards in play.",
    )


def _board_tracks(look: Look, state: State | None) -> Iterator[Mark]:
    whole, half = STRIPS
    yield Stamp(morale(whole, look, state.morale if state else None), MORALE.x, MORALE.y)
    propaganda, economy = both_tracks(half, look, state.options if state else Options(), state)
    yield Stamp(propaganda, TRACKS.x, TRACKS.y)
    yield Stamp(economy, HALF, TRACKS.y)


def _title(board: Board) -> Iterator[Mark]:
    title = Style(font=TITLE, size=52, spacing=6, leading=1)
    quiet = Style(font=SUBTITLE, size=18, smallest=10, leading=1, colour=MUTED)
    yield from line("SCARPER", title, 200, "board").at(INNER.x, INNER.y - 1.5)
    source = "Starter board, not the published one" if board.id == starter_board().id else board.title
    for y, words in ((1.5, "The Western Front, 1914 to 1918"), (9.0, source)):
        yield from line(words, quiet, 98, "board.title").at(INNER.x + 2 * COLUMN, INNER.y + y)
    for y, width in ((18.5, 1.0), (20.0, 0.3)):
        run = ((INNER.x, INNER.y + y), (FRONT.right, INNER.y + y))
        yield Path((run,), Paint(stroke=INK, width=width))


def _decks(places: Sequence[Box]) -> Iterator[Mark]:
    for box, name in zip(places, (*map(str, YEARS), "Discards"), strict=True):
        yield Rectangle(box, Paint(stroke=BLACK, width=0.4, dash=(3, 2)), 3)
        style = Style(font=NUMERAL, size=44 if name.isdigit() else 30, smallest=16, leading=1, colour=MUTED)
        block = line(name, style, box.width - 6, "board")
        yield from block.at(box.x, box.y + (box.height - block.height) / 2, width=box.width, align=0.5)


def _in_play(area: Box) -> Iterator[Mark]:
    yield Rectangle(area, Paint(stroke=BLACK, width=0.4, dash=(3, 2)), 2)
    style = Style(font=TITLE, size=24, smallest=16, leading=1)
    quiet = Style(font=SUBTITLE, size=16, smallest=10, leading=1, colour=MUTED)
    yield from line("Cards in play", style, 48, "board").at(area.x + 5, area.y + 4)
    hint = "Lay cards that stay in play along this edge, their titles showing."
    yield from line(hint, quiet, WORDS_IN_PLAY - 55, "board").at(area.x + 53, area.y + 5.9)


class BoardSheets(OfBoard):
    size: str
    join: str
    position: bool


def board(choices: BoardSheets, scene: Table | None) -> Document:
    state = scene.state if scene and choices["position"] else None
    look = DRESS.look(choices)
    face = board_face(board_of(choices, scene), look, state)
    if choices["size"] == "a3":
        choices = {**choices, "paper": "a3"}
    paper = PAPERS[choices["paper"]]
    if choices["size"] == "full":
        overlap = choices["join"] != "edge"
        borders = borders_of(board_of(choices, scene), state.options if state else Options())
        pages = tiled(face, paper, borders, note="Scarper board", overlap=overlap)
    else:
        pages = (on_one_sheet(face, paper, note="Scarper board"),)
    return DRESS.document("board", pages, choices)


OWN = (OPTIONS["size"], OPTIONS["join"], OPTIONS["position"])
BOARDS: Mapping[str, Made] = {"board": (board, (papers(*TILED), *OWN, INKS, BOARD))}
