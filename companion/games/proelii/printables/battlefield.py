"""A battle on paper: its sheet, the field, tokens of both armies and one's own, markers (6.1, 9.1, 10)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from math import ceil
from pathlib import Path as File
from typing import Literal

from companion.engine import shape
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Scene
from companion.engine.own import Sides, Wanted, Workshop, kinds_in
from companion.engine.squares import column_of, row_of
from companion.engine.wire import Json
from companion.games.proelii import data
from companion.games.proelii.printables import (
    ACROSS,
    BATTLE,
    DRESS,
    MUTED,
    OWN,
    PROJECTS_OWN,
    SIGN,
    OfBattle,
    Token,
    army,
    back,
    front,
    lettered,
    octagon,
    plain,
    sign,
    state_of,
    title_of,
    token_of,
)
from companion.games.proelii.printables import words as written
from companion.games.proelii.rules.setting_up import BATTLES, SetUpUnit, starter
from companion.games.proelii.state import State, first_row, is_square, squares_of
from companion.press.document import Document
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, rgb
from companion.press.laying import Draw, Share, column, inset, nothing, over, page, row, ruled, text, words
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import INK as INKS
from companion.press.options import TOKEN_OPTIONS, Made, OnSheets, papers, pick, picked, yes_or_no
from companion.press.page import BLEED, PAPERS, Piece, Size
from companion.press.svg import Pictures, as_written
from companion.press.text import BODY, LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, Style
from companion.press.tile import Borders, tiled

HEAD = 26.0
"""Millimetres: the title and what stands below it."""


class Battlefield(OfBattle):
    units: bool
    join: str


class Tokens(OfBattle, OnSheets):
    box: bool


def battle_sheet(choices: OfBattle, scene: Scene[State] | None) -> Document:
    """One page: of a live table as it stands now."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    state, title = state_of(choices, scene), title_of(choices, scene)
    face = _sheet(state, title, look, paper)
    return DRESS.document(f"{title}", (DRESS.page(face, "battle sheet"),), choices)


def _sheet(state: State, title: str, look: Look, paper: Size) -> Face:
    side = min((paper.width - 2 * EDGE) / state.board.columns, SQUARE)
    white, black = (partial(_roster, state, side) for side in data.SIDES)
    drawn, high = partial(_standing, state, look, side), side * data.ROWS + 2 * ZONE
    rounds, history = state.options.max_rounds, written()["history"].get(state.scenario, "")
    small = Style(font=BODY, size=9, smallest=7, leading=1.25)
    limit = f"{rounds} rounds" if rounds else "no limit of rounds"
    now = f"round {state.round}, " if state.round else ""
    head = column(
        (10.5, words(title, plain(TITLE, 24), down=0)),
        (5.1, words(f"{now}{limit}. {PROJECTS_OWN}.", plain(SUBTITLE, 10.5, 8, MUTED), down=0)),
        inset(text(history, small), bottom=-0.6) if history else nothing,
    )
    return page(paper, title, (HEAD, head), (high, drawn), 5, row(white, 6, black))


ZONE, SQUARE = 15.0, 15.5
"""Millimetres: reserves beyond the field, and a square of the field on a sheet."""


def _standing(state: State, look: Look, side: float, box: Box) -> Iterator[Mark]:
    """The field with both armies, in the middle of a box's width."""
    wide = side * state.board.columns
    field = Box(box.x + (box.width - wide) / 2, box.y + ZONE, wide, side * data.ROWS)
    yield from ground(state, field, look)
    yield from zones(state, field, ZONE, look)
    yield from armies(state, field, look)


def standing(state: State, look: Look) -> Face:
    """The field with both armies as they stand, by itself."""
    box = Box(0, 0, SQUARE * state.board.columns + 2, SQUARE * data.ROWS + 2 * ZONE)
    return Face(box.width, box.height, tuple(_standing(state, look, SQUARE, box)), "the field")


def ground(state: State, field: Box, look: Look) -> Iterator[Mark]:
    """Squares, first rows, the contact line, red lines, flanks."""
    columns = state.board.columns
    side = field.width / columns
    for at in state.board.squares:
        box = square(at, field, side)
        first = at in (*first_row("white", columns), *first_row("black", columns))
        pale = "-pale" if (column_of(at) + row_of(at)) % 2 else ""
        yield from paved(f"{'first' if first else 'tile'}{pale}", box, look, column_of(at) // 2 + row_of(at))
        yield Rectangle(box, Paint(stroke=(0.6,) if look.saver else GRID, width=0.35))
        if at in state.board.closed:
            yield Path(
                (((box.x, box.y), (box.right, box.bottom)), ((box.right, box.y), (box.x, box.bottom))),
                Paint(stroke=INK, width=0.4),
            )
        style = plain(LABEL, 7, ink=MUTED)
        yield from at_left(at, style, Box(box.x + 0.5 + side / 40, box.bottom - 2.9 - side / 16, 6, 2.7), at)
    yield from _lines(state, field, side, look)


FLOOR = Pictures(File(__file__).with_name("floor.svg"))
PANEL = 32.0
"""Millimetres: the side of a panel as it is drawn."""
GRID, FILLET, CLAY = rgb("#8d7846"), rgb("#5a3f0c"), rgb("#c9733f")


@cache
def panel(kind: str) -> Face:
    """A square of the floor of one kind, of tesserae."""
    return Face(PANEL, PANEL, FLOOR.marks(kind, as_written()), f"{kind} floor")


def paved(kind: str, box: Box, look: Look, turn: int = 0) -> Iterator[Mark]:
    """A box laid with panels of one kind, cut at its edges; bare where ink is saved."""
    if look.saver:
        return
    side = min(PANEL, box.width, box.height)
    for down in range(ceil(box.height / side - 1e-6)):
        for across in range(ceil(box.width / side - 1e-6)):
            x, y = across * side, down * side
            shown = Box(
                0, 0, min(side, box.width - x) * PANEL / side, min(side, box.height - y) * PANEL / side
            )
            whole = shown.width > PANEL - 0.01 and shown.height > PANEL - 0.01
            way: Literal[0, 2] = 2 if whole and (turn + across + down) % 2 else 0
            yield Stamp(panel(kind), box.x + x, box.y + y, side / PANEL, turn=way, window=shown)


def square(at: str, field: Box, side: float) -> Box:
    """A square's place on the page, white's first row below."""
    return Box(field.x + column_of(at) * side, field.y + (data.ROWS - row_of(at)) * side, side, side)


def _lines(state: State, field: Box, side: float, look: Look) -> Iterator[Mark]:
    y = field.y + 3 * side
    high = side / 8
    if not look.saver:
        yield Rectangle(
            Box(field.x, y - high, field.width, 2 * high), Paint(fill=CLAY, stroke=INK, width=0.4)
        )
    yield Path(tuple(_meander(field, y, high * 1.25)), Paint(stroke=INK, width=min(0.7, side / 40)))
    for red in state.board.red_lines:
        y = field.y + (data.ROWS - red) * side
        if not look.saver:
            yield Rectangle(Box(field.x, y - side / 17, field.width, side / 8.5), Paint(fill=FILLET))
        thick = 0.8 if look.saver else side / 11.5
        yield Path((((field.x, y), (field.right, y)),), Paint(stroke=look.strong("minium"), width=thick))
    flank = state.board.columns // 3
    for n in (flank, state.board.columns - flank):
        x = field.x + n * side
        yield Path((((x, field.y), (x, field.bottom)),), Paint(stroke=INK, width=0.35, dash=(1.6, 1.2)))


def _meander(field: Box, y: float, step: float) -> Iterator[tuple[tuple[float, float], ...]]:
    """The contact line: a key on a line for every `step` millimetres."""
    high = step * 0.4
    yield (field.x, y + high), (field.right, y + high)
    key = ((0.0, 1.0), (0.0, -1.0), (0.75, -1.0), (0.75, 0.4), (0.35, 0.4), (0.35, -0.3))
    for n in range(round(field.width / step)):
        yield tuple((field.x + (n + right) * step, y + down * high) for right, down in key)


def zones(state: State, field: Box, zone: float, look: Look, afar: bool = True) -> Iterator[Mark]:
    """Both Entry Positions with what waits in them, and with what is `afar` where nothing else shows it."""
    shown = ("entry", "distant") if afar else ("entry",)
    tops = {"black": field.y - zone, "white": field.bottom}
    for side in data.SIDES:
        box = Box(field.x, tops[side], field.width, zone)
        yield from paved("entry", box, look)
        yield Rectangle(box, Paint(stroke=INK, width=0.3))
        style = plain(STRONG, 8.5, 7)
        yield from at_left(
            f"{data.SIDE_NAMES[side]} reserves", style, Box(box.x + 2, box.y + 1, 34, 4.4), side
        )
        waiting = [unit for _, unit in army(state, side) if unit.at in shown]
        for n, unit in enumerate(waiting):
            token = token_of(unit)
            size = min(zone - 2, ACROSS, (field.width - 34) / max(1, len(waiting)) - 1)
            y = box.y + 1 if side == "white" else box.bottom - size - 1
            yield Stamp(front(token, look), box.x + 32 + n * (size + 1), y, size / ACROSS)


def armies(state: State, field: Box, look: Look) -> Iterator[Mark]:
    """The units on the field, each as its token."""
    side = field.width / state.board.columns
    for unit in state.units.values():
        if is_square(unit.at):
            box = square(unit.at, field, side)
            size = min(side - 1.4, ACROSS)
            inset = (side - size) / 2
            token = token_of(unit)
            yield Stamp(front(token, look), box.x + inset, box.y + inset, size / ACROSS)


def _command(state: State, side: data.Side) -> str:
    """A side's command: of a battle that is not played by the red rules, as its set-up has it."""
    listed = starter().get(state.scenario)
    if state.options.level == "red" or listed is None:
        return state.sides[side].command
    return str(listed[side]["command"])


PLACES = {"entry": "rear", "distant": "afar", "escaped": "fled", "destroyed": "lost"}
HEADS = ("Unit", "Type", "Experience", "At", "Energy", "CP")
SHARES = tuple(map(Share, (0.36, 0.21, 0.17, 0.09, 0.1, 0.07)))


def _roster(state: State, side: data.Side, box: Box) -> Iterable[Mark]:
    """An army, unit by unit, with room to note."""
    about, units = state.sides[side], army(state, side)
    more = f"prestige {about.prestige}, {_command(state, side)} command"
    high = min(5.4, (box.height - 16) / max(1, len(units)))
    rows: list[Sequence[object]] = [HEADS]
    for _, unit in units:
        kind, cp = data.KIND_NAMES[unit.type], f"{unit.cp}/{data.UNITS[unit.type].cp}"
        at = PLACES.get(unit.at, unit.at)
        rows.append((unit.name, kind, data.EXPERIENCE_NAMES[unit.experience], at, unit.energy, cp))
    return column(
        (5, words(about.name, plain(SUBTITLE, 12, 8))),
        (4, words(more, plain(LABEL, 8, 7, MUTED))),
        1.4,
        *((high, _listed(each, head=n == 0)) for n, each in enumerate(rows)),
        nothing,
    )(box)


def _listed(content: Sequence[object], *, head: bool) -> Draw:
    style = Style(font=STRONG if head else LABEL, size=8, smallest=7, leading=0.98)
    cells = (inset(text(str(each), style, 0.5), top=0.1, right=0.8, bottom=0.1) for each in content)
    return over(ruled(0.35 if head else 0.12, down=1), row(*zip(SHARES, cells, strict=True)))


SHEETS: Mapping[str, Made] = {"battle-sheet": (battle_sheet, (BATTLE, OWN, papers("a4", "letter"), INKS))}


SQUARE, ENTRY_STRIP, AFAR, TRACKS = 32.0, 32.0, 54.0, 26.0
"""Millimetres: a square, an Entry Position's depth, the distant battlefield's and the tracks' width (6.0)."""
UNITS_DRAWN = yes_or_no(
    "units", "What stands on it", "Draw the units as they stand; else the empty battlefield."
)
JOIN = pick(
    "join",
    "Sheets of the battlefield",
    "Sheets cut between squares lie edge to edge; overlapping sheets are glued.",
    (("edge", "Cut between the squares"), ("overlap", "Overlap")),
)


def battlefield(choices: Battlefield, scene: Scene[State] | None) -> Document:
    """The battlefield of a battle, empty or as it stands; a plan of the sheets where there are several."""
    state, title = state_of(choices, scene), title_of(choices, scene)
    face = battlefield_face(state if choices["units"] else replace(state, units={}), DRESS.look(choices))
    across = [0.0, *(AFAR + n * SQUARE for n in range(state.board.columns + 1)), face.width]
    down = [0.0, *(ENTRY_STRIP + n * SQUARE for n in range(data.ROWS + 1)), face.height]
    paper, overlap = PAPERS[choices["paper"]], choices["join"] != "edge"
    pages = tiled(face, paper, Borders(across, down), note=f"Proelii {title}", overlap=overlap)
    return DRESS.document(f"battlefield, {title}", pages, choices)


def battlefield_face(state: State, look: Look) -> Face:
    """The whole of it: squares, both Entry Positions, the distant battlefield at white's left."""
    field = Box(AFAR, ENTRY_STRIP, state.board.columns * SQUARE, data.ROWS * SQUARE)
    marks = (
        *ground(state, field, look),
        *zones(state, field, ENTRY_STRIP, look, afar=False),
        *_flanks(state, field, look),
        *_forward(state, field, look),
        *_tracks(state, field, look),
        *_afar(state, field.bottom + ENTRY_STRIP, look),
        *armies(state, field, look),
    )
    squares = f"{state.board.columns} by {data.ROWS} squares"
    alt = f"The battlefield: {squares}, an entry position on each side, the distant battlefield at the left, "
    alt += "lost units and the rounds at the right."
    return Face(field.right + TRACKS, field.bottom + ENTRY_STRIP, marks, name="battlefield", alt=alt)


def _forward(state: State, field: Box, look: Look) -> Iterator[Mark]:
    """What a step forward over each red line gives, to be read from the side that goes forward (6.1)."""
    style = plain(STRONG, 9, 7, look.strong("minium"))
    words = Face(30, 4, at_left("+25 forward", style, Box(0, 0, 30, 4), "red line"), "forward")
    for red in state.board.red_lines:
        y = field.y + (data.ROWS - red) * SQUARE
        yield Stamp(words, field.right - 19, y - 6.4)
        yield Stamp(words, field.x - 11, y + 2.4, turn=2)


ROUNDS = 12


def _tracks(state: State, field: Box, look: Look) -> Iterator[Mark]:
    """Battle Round from white's side on, and a place for each side's Losses (6.0)."""
    whole = Box(field.right, 0, TRACKS, field.bottom + ENTRY_STRIP)
    rounds = max(ROUNDS, state.options.max_rounds or 0)
    high, ink = field.height / rounds, look.strong("minium")
    yield from paved("side", whole, look)
    plate = Paint(
        fill=look.design.paper if not look.saver else WHITE, stroke=look.strong("bronze"), width=0.5
    )
    for n in range(rounds):
        y = field.bottom - (n + 1) * high
        middle_ = whole.x + TRACKS / 2 + 2
        yield Circle(middle_, y + high / 2, min(6.6, high / 2 - 0.8), plate)
        box = Box(middle_ - 6, y, 12, high)
        yield from middle(str(n + 1), plain(NUMERAL, min(17, high * 1.1), 7), box, "rounds")
        yield Path((((whole.x, y), (whole.right, y)),), Paint(stroke=INK if look.saver else GRID, width=0.3))
    name = middle("BATTLE ROUND", plain(SUBTITLE, 10, 8, ink), Box(0, 0, 60, 4.6), "rounds")
    yield Stamp(Face(60, 4.6, name, "battle round"), whole.x + 0.6, field.y + field.height / 2 - 30, turn=3)
    yield Stamp(_lost("white", look), whole.x, field.bottom)
    yield Stamp(_lost("black", look), whole.x, 0, turn=2)
    yield Rectangle(whole, Paint(stroke=INK, width=0.5))


def _lost(side: str, look: Look) -> Face:
    """Where a side's lost units are laid."""
    run = tuple((x + (TRACKS - ACROSS + 2) / 2, y + 7.2) for x, y in octagon(ACROSS - 2))
    marks: tuple[Mark, ...] = (
        Path((run,), Paint(stroke=INK if look.saver else GRID, width=0.5, dash=(1.6, 1.2)), closed=True),
        *middle("LOSSES", plain(SUBTITLE, 10, 8, look.strong("minium")), Box(1, 1.6, TRACKS - 2, 4.6), side),
        *middle(side, plain(STRONG, 9, 7, MUTED), Box(1, 16, TRACKS - 2, 5), side),
    )
    return Face(TRACKS, ENTRY_STRIP, marks, f"{side} losses")


def _flanks(state: State, field: Box, look: Look) -> Iterator[Mark]:
    """Each side's own left, centre and right, at its edge of the table."""
    flank = state.board.columns // 3
    widths = (flank, state.board.columns - 2 * flank, flank)
    style = plain(SUBTITLE, 14, 9)
    marks: list[Mark] = []
    for n, (name, width) in enumerate(zip(("Left flank", "Centre", "Right flank"), widths, strict=True)):
        box = Box((sum(widths[:n]) + width / 2) * SQUARE - 21, 0.4, 42, 7.2)
        marks.append(Rectangle(box, look.plate("bronze", 0.4), 0.8))
        marks += middle(name, style, box, "flank")
    names = Face(field.width, 8, tuple(marks), name="flanks")
    yield Stamp(names, field.x, field.bottom + 1.5)
    yield Stamp(names, field.x, field.y - 9.5, turn=2)


def _afar(state: State, high: float, look: Look) -> Iterator[Mark]:
    """The distant battlefield, the line that leads to it, the one that leads away."""
    yield from paved("distant", Box(0, 0, AFAR, high), look)
    yield Rectangle(Box(0, 0, AFAR, high), Paint(stroke=INK, width=0.4))
    safety = Paint(fill=None if look.saver else look.full("energy"), stroke=INK, width=0.4)
    yield Rectangle(Box(0, 0, 4, high), safety)
    yield Path((((AFAR, 0), (AFAR, high)),), Paint(stroke=INK, width=1.8))
    for y in (0.0, high - ENTRY_STRIP):
        yield Path((((AFAR, y), (AFAR, y + ENTRY_STRIP)),), Paint(stroke=WHITE, width=1.2, dash=(3, 3)))
    strong = plain(SUBTITLE, 13, 9)
    note = plain(STRONG, 10, 8)
    yield from at_left("Distant battlefield", strong, Box(7, high / 2 - 6, AFAR - 10, 6), "distant")
    yield from at_left("Over the edge at the left: escaped", note, Box(7, high / 2, AFAR - 9, 5), "distant")
    for y in (3.0, high - 8):
        words = Box(AFAR - 20, y, 18, 5)
        yield from middle(f"{data.CROSSING} MP", strong, words, "distant")
    units = [unit for unit in state.units.values() if unit.at == data.DISTANT]
    each = min(ACROSS, (high / 2 - 22) * 2 / max(1, len(units)))
    for n, unit in enumerate(units):
        x, y = 6 + n % 2 * (AFAR - 8) / 2, high / 2 + 8 + n // 2 * each
        yield Stamp(front(token_of(unit), look), x, y, each * 0.96 / ACROSS)


BOARDS: Mapping[str, Made] = {
    "battlefield": (
        battlefield,
        (BATTLE, papers("a3", "a4", "letter", "legal", "tabloid", "both"), INKS, UNITS_DRAWN, JOIN, OWN),
    )
}


BOX = yes_or_no(
    "box", "The whole box", "Twelve a side and twelve spares, without names, instead of a battle's."
)
EACH: Mapping[data.Kind, int] = {
    "skirmishers": 3,
    "light_infantry": 3,
    "mercenaries": 3,
    "heavy_infantry": 7,
    "bow_cavalry": 2,
    "cavalry": 3,
    "war_elephants": 2,
    "chariots": 1,
}
"""How many of each type a side's twenty-four are."""


def tokens(choices: Tokens, scene: Scene[State] | None) -> Document:
    """Tokens of 25 mm, their backs without energy."""
    look = DRESS.look(choices)
    if choices["box"]:
        return DRESS.laid("unit tokens", picked(list(_box(look)), choices), choices)
    state = state_of(choices, scene)
    armed = (token_of(unit, named=True) for side in data.SIDES for _, unit in army(state, side))
    pieces = [Piece(lettered(token, look), back(token)) for token in armed]
    return DRESS.laid(f"unit tokens, {title_of(choices, scene)}", picked(pieces, choices), choices)


def _box(look: Look) -> Iterator[Piece]:
    """Twenty-four of each side, regulars; experience lies below them as a ring."""
    for side in data.SIDES:
        for kind, count in EACH.items():
            token = Token(side, kind, "regular")
            yield Piece(lettered(token, look), back(token), count)


TOKENS: Mapping[str, Made] = {"unit-tokens": (tokens, (BATTLE, BOX, OWN, *TOKEN_OPTIONS))}


DISC, ROLL, LOSS = 28.0, 15.0, 8.0
"""Millimetres: a disc of experience, a roll's octagon from flat to flat, a square of lost cohesion."""
LOSSES = 40


def markers(choices: OnSheets, scene: Scene[State] | None) -> Document:
    """66 discs of experience, 84 tokens for rolls and escapes, 40 squares of lost cohesion."""
    look = DRESS.look(choices)
    discs: tuple[tuple[data.Experience, data.Experience, int], ...] = (
        ("elite", "veteran", 33),
        ("recruit", "regular", 33),
    )
    pieces = [Piece(disc(front, look), disc(back, look), count) for front, back, count in discs]
    # The colour, the front, the back and how many of each.
    rolls = (
        ("regular", "sword", "two_swords", 24),
        ("veteran", "shield", "two_shields", 24),
        ("red", "blank", "Special", 24),
        ("verdigris", "escape", "paid", 12),
    )
    pieces += [Piece(roll(ink, a, look), roll(ink, b, look), count) for ink, a, b, count in rolls]
    pieces.append(Piece(loss(look), None, LOSSES))
    return DRESS.by_size("markers", picked(pieces, choices), choices)


def disc(level: data.Experience, look: Look) -> Face:
    """A disc that lies under a unit; its rim tells the experience without any colour."""
    half = DISC / 2
    wide = {"recruit": 0.5, "regular": 0.5, "veteran": 1.2, "elite": 2.2}[level]
    rim = INK if level != "elite" or look.saver else WHITE
    dash = (2.0, 1.6) if level == "recruit" else ()
    ink = WHITE if level == "elite" and not look.saver else INK
    marks: tuple[Mark, ...] = (
        Circle(half, half, half, Paint(fill=_fill(level, look), stroke=INK, width=0.3)),
        Circle(half, half, half - 1.4, Paint(stroke=rim, width=wide, dash=dash)),
        *middle(
            data.EXPERIENCE_NAMES[level], plain(SUBTITLE, 12, ink=ink), Box(3, 3, DISC - 6, DISC - 6), level
        ),
    )
    return Face(DISC, DISC, marks, level)


def _fill(what: str, look: Look) -> Colour | None:
    return None if look.saver else WHITE if what == "recruit" else look.full(what)


def roll(ground: str, what: str, look: Look) -> Face:
    """A token that lies on a unit: what it rolled, that it escaped, that it made its special attack."""
    dark = ground in ("red", "verdigris") and not look.saver
    ink = WHITE if dark else INK
    paint = Paint(fill=_fill(ground, look), stroke=INK, width=0.3)
    marks: tuple[Mark, ...] = (Path((octagon(ROLL),), paint, closed=True), *_shown(what, ink))
    return Face(ROLL, ROLL, marks, what)


def _shown(what: str, ink: Colour) -> Iterator[Mark]:
    arrow = ((3.0, 6.2), (8.0, 6.2), (8.0, 4.2), (12.0, 7.5), (8.0, 10.8), (8.0, 8.8), (3.0, 8.8))
    if what in ("escape", "paid"):
        yield Path((arrow,), Paint(fill=ink), closed=True)
        style = plain(NUMERAL, 8, ink=ink)
        caption = "−25" if what == "paid" else ""
        yield from middle(caption, style, Box(3, 11, 9, 3), what) if caption else ()
    elif what == "Special":
        yield Stamp(sign("sword", ink), 4.6, 2, 5.8 / SIGN)
        style = plain(SUBTITLE, 8, 7, ink)
        yield from middle(what, style, Box(1.5, 8.4, 12, 4), what)
    else:
        yield Stamp(sign(what, ink), 3, 3, 9 / SIGN)


def loss(look: Look) -> Face:
    """One cohesion point that a unit has lost."""
    ink = INK if look.saver else WHITE
    square = Box(0, 0, LOSS, LOSS)
    marks: tuple[Mark, ...] = (
        Rectangle(square.inset(-BLEED), Paint(fill=_fill("red", look))),
        Rectangle(square, Paint(stroke=INK, width=0.3)),
        *middle("−1", plain(NUMERAL, 12, ink=ink), Box(0, 0.4, LOSS, LOSS - 0.8), "loss"),
    )
    return Face(LOSS, LOSS, marks, "loss", BLEED)


MARKERS: Mapping[str, Made] = {"markers": (markers, TOKEN_OPTIONS)}


MOST_COLUMNS = 10
SIGNS = frozenset(",;*×\n")
"""What a list of names to print cannot hold."""


def _piece(record: Json, name: str = "a") -> object:
    values = {key: value for key, value in record.items() if key != "side"}
    energy = values.get("energy")
    if isinstance(energy, str) and energy.isdecimal():
        values["energy"] = int(energy)
    return {"id": name, "at": data.ENTRY, **values}


def _unit(record: Json, ids: Sequence[str]) -> Iterator[GameError]:
    if record.get("side") not in data.SIDES:
        yield InvalidInput("side", "white or black is wanted.")
    if SIGNS & set(str(record.get("name", ""))):
        yield InvalidInput("name", "A name without commas, semicolons and asterisks is wanted.")
    try:
        squares = squares_of(MOST_COLUMNS)
        names = {"squares": squares, "begins": (*squares, data.ENTRY, data.DISTANT)}
        shape.read(SetUpUnit, _piece(record), names=names)
    except GameError as error:
        yield error


def _starter(base: str) -> Mapping[str, Sequence[object]]:
    given, pieces, taken = starter()[base], list[Json](), set[str]()
    for side in data.SIDES:
        for each in given[side]["units"]:
            plain_name = each["name"].replace(",", "")
            name = plain_name if plain_name not in taken else f"{plain_name} {each['id']}"
            taken.add(name)
            pieces.append({**each, "name": name, "side": side})
    return {"units": pieces}


def _whole(base: str, title: str, records: Mapping[str, Sequence[Json]]) -> object:
    """The battle with these units in the place of their side's army."""
    given = starter()[base]
    file: dict[str, object] = {**given, "id": "own", "title": title}
    for side in data.SIDES:
        own = [each for each in records.get("units", ()) if each.get("side") == side]
        if own:
            units = [_piece(each, f"{side[0]}{n:02}") for n, each in enumerate(own, 1)]
            file[side] = {**given[side], "units": units}
    return file


def _sides(wanted: Wanted) -> Sides:
    look, of = DRESS.look(wanted.choices), wanted.record
    token = Token(of["side"], of["type"], of["experience"], of["name"])
    return Sides(lettered(token, look), back(token))


WORKSHOP = Workshop(
    file="scenario",
    kinds=kinds_in(data.FOLDER / "printables" / "own.json", {"units": _unit}),
    bases={each: str(starter()[each]["title"]) for each in BATTLES},
    starter=_starter,
    whole=_whole,
    sides=_sides,
)
