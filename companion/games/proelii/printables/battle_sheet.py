"""A battle's sheet: the field with both armies, the rosters, what each side is worth (9.4, 10)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.squares import column_of, row_of
from companion.engine.wire import Json
from companion.games.proelii.data import EXPERIENCE_NAMES, KIND_NAMES, ROWS, SIDE_NAMES, SIDES, UNITS, Side
from companion.games.proelii.printables.look import DRESS, MUTED
from companion.games.proelii.printables.octagon import ACROSS, Token, front
from companion.games.proelii.printables.source import BATTLE, OWN, PROJECTS_OWN, army, state_of, title_of
from companion.games.proelii.printables.words import words
from companion.games.proelii.rules.own_battle import starter
from companion.games.proelii.state import State
from companion.games.proelii.state.ground import first_row, is_square
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import BODY, LABEL, STRONG, SUBTITLE, TITLE, Style, fit, line

HEAD = 26.0
"""Millimetres: the title and what stands below it."""


def battle_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """One page: of a live table as it stands now."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    state, title = state_of(choices, scene), title_of(choices, scene)
    face = _sheet(state, title, look, paper)
    return DRESS.document(f"{title}", (DRESS.page(face, "battle sheet"),), choices)


def _sheet(state: State, title: str, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    side = min(width / state.board.columns, 15.5)
    zone = 15.0
    field = Box(
        EDGE + (width - side * state.board.columns) / 2,
        EDGE + HEAD + zone,
        side * state.board.columns,
        side * ROWS,
    )
    below = field.bottom + zone + 5
    half = (width - 6) / 2
    marks = (
        *_head(state, title, width),
        *ground(state, field, look),
        *zones(state, field, zone, look),
        *armies(state, field, look),
        *_roster(state, "white", Box(EDGE, below, half, paper.height - below - EDGE)),
        *_roster(state, "black", Box(EDGE + half + 6, below, half, paper.height - below - EDGE)),
    )
    return Face(paper.width, paper.height, tuple(marks), name=title)


def _head(state: State, title: str, width: float) -> Iterator[Mark]:
    yield from line(title, Style(font=TITLE, size=24, leading=1), width, "title").at(EDGE, EDGE, width=width)
    rounds = state.options.max_rounds
    limit = f"{rounds} rounds" if rounds else "no limit of rounds"
    now = f"round {state.round}, " if state.round else ""
    own = f"{now}{limit}. {PROJECTS_OWN}."
    style = Style(font=SUBTITLE, size=10.5, smallest=8, leading=1, colour=MUTED)
    yield from line(own, style, width, "title").at(EDGE, EDGE + 10.5, width=width)
    told = words()["history"].get(state.scenario, "")
    if told:
        block = fit(told, Style(font=BODY, size=9, smallest=7, leading=1.25), width, 11, "history")
        yield from block.at(EDGE, EDGE + 15.6)


def ground(state: State, field: Box, look: Look) -> Iterator[Mark]:
    """Squares, first rows, the contact line, red lines, flanks."""
    columns = state.board.columns
    side = field.width / columns
    for at in state.board.squares:
        box = square(at, field, side)
        first = at in (*first_row("white", columns), *first_row("black", columns))
        fill = None if look.saver else look.full("first" if first else "tile")
        yield Rectangle(box, Paint(fill=fill, stroke=(0.6,), width=0.15))
        if at in state.board.closed:
            yield Path(
                (((box.x, box.y), (box.right, box.bottom)), ((box.right, box.y), (box.x, box.bottom))),
                Paint(stroke=INK, width=0.4),
            )
        style = Style(font=LABEL, size=7, leading=1, colour=MUTED)
        yield from at_left(at, style, Box(box.x + 0.5 + side / 40, box.bottom - 2.9 - side / 16, 6, 2.7), at)
    yield from _lines(state, field, side, look)


def square(at: str, field: Box, side: float) -> Box:
    """A square's place on the page, white's first row below."""
    return Box(field.x + column_of(at) * side, field.y + (ROWS - row_of(at)) * side, side, side)


def _lines(state: State, field: Box, side: float, look: Look) -> Iterator[Mark]:
    y = field.y + 3 * side
    contact = INK if look.saver else look.strong("bronze")
    yield Path(tuple(_meander(field, y, side / 8)), Paint(stroke=contact, width=min(0.6, side / 40)))
    for red in state.board.red_lines:
        y = field.y + (ROWS - red) * side
        yield Path((((field.x, y), (field.right, y)),), Paint(stroke=look.strong("minium"), width=0.8))
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
    for side in SIDES:
        box = Box(field.x, tops[side], field.width, zone)
        fill = None if look.saver else look.full("entry")
        yield Rectangle(box, Paint(fill=fill, stroke=INK, width=0.3))
        style = Style(font=STRONG, size=8.5, smallest=7, leading=1)
        yield from at_left(f"{SIDE_NAMES[side]} reserves", style, Box(box.x + 2, box.y + 1, 34, 4.4), side)
        waiting = [unit for _, unit in army(state, side) if unit.at in shown]
        for n, unit in enumerate(waiting):
            token = Token(unit.side, unit.type, unit.experience)
            size = min(zone - 2, ACROSS, (field.width - 34) / max(1, len(waiting)) - 1)
            y = box.y + 1 if side == "white" else box.bottom - size - 1
            yield Stamp(front(token, look), box.x + 32 + n * (size + 1), y, size / ACROSS)


def armies(state: State, field: Box, look: Look) -> Iterator[Mark]:
    """The tokens on their squares, never larger than they are cut."""
    """The units on the field, each as its token."""
    side = field.width / state.board.columns
    for unit in state.units.values():
        if is_square(unit.at):
            box = square(unit.at, field, side)
            size = min(side - 1.4, ACROSS)
            inset = (side - size) / 2
            token = Token(unit.side, unit.type, unit.experience)
            yield Stamp(front(token, look), box.x + inset, box.y + inset, size / ACROSS)


def _command(state: State, side: Side) -> str:
    """A side's command: of a battle that is not played by the red rules, as its set-up has it."""
    known = starter().get(state.scenario)
    if state.options.level == "red" or known is None:
        return state.sides[side].command
    return str(known[side]["command"])


PLACES = {"entry": "rear", "distant": "afar", "escaped": "fled", "destroyed": "lost"}
HEADS = ("Unit", "Type", "Experience", "At", "Energy", "CP")
SHARES = (0.36, 0.21, 0.17, 0.09, 0.1, 0.07)


def _roster(state: State, side: Side, box: Box) -> Iterator[Mark]:
    """An army, unit by unit, with room to note."""
    about = state.sides[side]
    yield from at_left(
        about.name,
        Style(font=SUBTITLE, size=12, smallest=8, leading=1),
        Box(box.x, box.y, box.width, 5),
        side,
    )
    quiet = Style(font=LABEL, size=8, smallest=7, leading=1, colour=MUTED)
    more = f"prestige {about.prestige}, {_command(state, side)} command"
    yield from at_left(more, quiet, Box(box.x, box.y + 5, box.width, 4), side)
    units = army(state, side)
    high = min(5.4, (box.height - 16) / max(1, len(units)))
    rows: list[Sequence[str]] = [HEADS]
    for _, unit in units:
        kind, cp = KIND_NAMES[unit.type], f"{unit.cp}/{UNITS[unit.type].cp}"
        at = PLACES.get(unit.at, unit.at)
        rows.append((unit.name, kind, EXPERIENCE_NAMES[unit.experience], at, str(unit.energy), cp))
    for n, row in enumerate(rows):
        yield from _row(row, Box(box.x, box.y + 10.4 + n * high, box.width, high), head=n == 0)


def _row(row: Sequence[str], box: Box, *, head: bool) -> Iterator[Mark]:
    line_ = Paint(stroke=(0.6,), width=0.35 if head else 0.12)
    yield Path((((box.x, box.bottom), (box.right, box.bottom)),), line_)
    style = Style(font=STRONG if head else LABEL, size=8, smallest=7, leading=0.98)
    x = box.x
    for told, share in zip(row, SHARES, strict=True):
        block = fit(told, style, box.width * share - 0.8, box.height - 0.2, told)
        yield from block.at(x, box.y + (box.height - block.height) / 2)
        x += box.width * share


SHEETS: Mapping[str, Made] = {
    "battle-sheet": (battle_sheet, (BATTLE, OWN, papers("a4", "letter"), INKS)),
}
