"""The battlefield at the tokens' size, whole on A3 or over sheets that are cut between squares (6.1, 10)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.proelii.data import CROSSING, DISTANT, ROWS
from companion.games.proelii.printables.battle_sheet import armies, ground, zones
from companion.games.proelii.printables.look import DRESS
from companion.games.proelii.printables.octagon import ACROSS, Token, front
from companion.games.proelii.printables.source import BATTLE, OWN, state_of, title_of
from companion.games.proelii.state import State
from companion.press.document import Document
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Look, at_left, middle
from companion.press.options import INK as INKS
from companion.press.options import Made, papers, pick, yes_or_no
from companion.press.page import PAPERS
from companion.press.text import STRONG, SUBTITLE, Style
from companion.press.tile import Borders, tiled

SQUARE, ENTRY, AFAR = 32.0, 32.0, 58.0
"""Millimetres: a square, an Entry Position's depth, the width of the distant battlefield."""
FLANKS = ("Left flank", "Centre", "Right flank")
UNITS = yes_or_no("units", "What stands on it", "Draw the units as they stand; else the empty battlefield.")
JOIN = pick(
    "join",
    "Sheets of the battlefield",
    "Sheets cut between squares lie edge to edge; overlapping sheets are glued.",
    (("edge", "Cut between the squares"), ("overlap", "Overlap")),
)


def battlefield(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The battlefield of a battle, empty or as it stands; a plan of the sheets where there are several."""
    state, title = state_of(choices, scene), title_of(choices, scene)
    face = battlefield_face(state if choices["units"] else replace(state, units={}), DRESS.look(choices))
    across = [0.0, *(AFAR + n * SQUARE for n in range(state.board.columns + 1))]
    down = [0.0, *(ENTRY + n * SQUARE for n in range(ROWS + 1)), face.height]
    paper, overlap = PAPERS[choices["paper"]], choices["join"] != "edge"
    pages = tiled(face, paper, Borders(across, down), note=f"Proelii {title}", overlap=overlap)
    return DRESS.document(f"battlefield, {title}", pages, choices)


def battlefield_face(state: State, look: Look) -> Face:
    """The whole of it: squares, both Entry Positions, the distant battlefield at white's left."""
    field = Box(AFAR, ENTRY, state.board.columns * SQUARE, ROWS * SQUARE)
    marks = (
        *ground(state, field, look),
        *zones(state, field, ENTRY, look, afar=False),
        *_flanks(state, field),
        *_afar(state, field.bottom + ENTRY, look),
        *armies(state, field, look),
    )
    squares = f"{state.board.columns} by {ROWS} squares"
    alt = f"The battlefield: {squares}, an entry position on each side, the distant battlefield at the left."
    return Face(field.right, field.bottom + ENTRY, marks, name="battlefield", alt=alt)


def _flanks(state: State, field: Box) -> Iterator[Mark]:
    """Each side's own left, centre and right, at its edge of the table."""
    flank = state.board.columns // 3
    widths = (flank, state.board.columns - 2 * flank, flank)
    style = Style(font=SUBTITLE, size=11, smallest=9, leading=1)
    marks: list[Mark] = []
    for n, (name, width) in enumerate(zip(FLANKS, widths, strict=True)):
        marks += middle(name, style, Box(sum(widths[:n]) * SQUARE, 0, width * SQUARE, 4.5), "flank")
    names = Face(field.width, 4.5, tuple(marks), name="flanks")
    yield Stamp(names, field.x, field.bottom + ENTRY - 5)
    yield Stamp(names, field.x, 0.5, turn=2)


def _afar(state: State, high: float, look: Look) -> Iterator[Mark]:
    """The distant battlefield, the line that leads to it, the one that leads away."""
    fill = None if look.saver else look.full("distant")
    yield Rectangle(Box(0, 0, AFAR, high), Paint(fill=fill, stroke=INK, width=0.4))
    safety = Paint(fill=None if look.saver else look.full("energy"), stroke=INK, width=0.4)
    yield Rectangle(Box(0, 0, 4, high), safety)
    yield Path((((AFAR, 0), (AFAR, high)),), Paint(stroke=INK, width=1.8))
    for y in (0.0, high - ENTRY):
        yield Path((((AFAR, y), (AFAR, y + ENTRY)),), Paint(stroke=WHITE, width=1.2, dash=(3, 3)))
    strong = Style(font=SUBTITLE, size=13, smallest=9, leading=1)
    plain = Style(font=STRONG, size=10, smallest=8, leading=1)
    yield from at_left("Distant battlefield", strong, Box(7, high / 2 - 6, AFAR - 10, 6), "distant")
    yield from at_left("Over the edge at the left: escaped", plain, Box(7, high / 2, AFAR - 9, 5), "distant")
    for y in (3.0, high - 8):
        words = Box(AFAR - 20, y, 18, 5)
        yield from middle(f"{CROSSING} MP", strong, words, "distant")
    units = [unit for unit in state.units.values() if unit.at == DISTANT]
    each = min(ACROSS, (high / 2 - 22) * 2 / max(1, len(units)))
    for n, unit in enumerate(units):
        x, y = 6 + n % 2 * (AFAR - 8) / 2, high / 2 + 8 + n // 2 * each
        yield Stamp(front(Token(unit.side, unit.type, unit.experience), look), x, y, each * 0.96 / ACROSS)


BOARDS: Mapping[str, Made] = {
    "battlefield": (
        battlefield,
        (BATTLE, papers("a3", "a4", "letter", "legal", "tabloid", "both"), INKS, UNITS, JOIN, OWN),
    ),
}
