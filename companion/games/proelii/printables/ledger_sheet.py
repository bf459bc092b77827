"""The energy of every unit round by round, a page a side: blank to tick, or as a live battle went (10)."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.proelii.data import EXPERIENCE_NAMES, KIND_NAMES, SIDE_NAMES, SIDES, Side
from companion.games.proelii.printables.look import DRESS, MUTED
from companion.games.proelii.printables.octagon import ACROSS, Token, front
from companion.games.proelii.printables.source import BATTLE, OWN, army, state_of, title_of
from companion.games.proelii.state import State, Unit
from companion.press.document import Document
from companion.press.face import Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, Style, fit, line

ROUNDS, NAME, MOST_HIGH = 12, 58.0, 13.0
"""How many rounds a page has where a battle sets no limit; millimetres of the names, and of a row at most."""


class Sheet(NamedTuple):
    """One side's page: the battle, whose, how many rounds, and how each round of a live battle ended."""

    state: State
    side: Side
    title: str
    rounds: int
    ends: Mapping[int, State]


def ledger_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """A lying page a side."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]].turned()
    state, title = state_of(choices, scene), title_of(choices, scene)
    rounds = min(state.options.max_rounds or ROUNDS, 16)
    ends = {each.round: each for each in (scene.trail if scene else ()) if each.round}
    pages = []
    for side in SIDES:
        face = _page(Sheet(state, side, title, rounds, ends), look, paper)
        pages.append(DRESS.page(face, f"energy ledger, {SIDE_NAMES[side].lower()}"))
    return DRESS.document(f"energy ledger, {title}", tuple(pages), choices)


def _page(sheet: Sheet, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    units = army(sheet.state, sheet.side)
    top = EDGE + 19
    high = min(MOST_HIGH, (paper.height - top - EDGE - 6) / max(1, len(units)))
    wide = (width - NAME) / sheet.rounds
    marks = [*_head(sheet, width, wide)]
    for n, (name, unit) in enumerate(units):
        row = Box(EDGE, top + n * high, width, high)
        marks += _row(sheet, unit, row, look)
        marks += _cells(sheet, name, row, wide, look)
    return Face(paper.width, paper.height, tuple(marks), name=f"ledger {sheet.side}")


def _head(sheet: Sheet, width: float, wide: float) -> Iterator[Mark]:
    title = f"{sheet.title}: {sheet.state.sides[sheet.side].name}"
    yield from line(title, Style(font=TITLE, size=18, smallest=10, leading=1), width, "title").at(EDGE, EDGE)
    told = "Energy at the end of each round: a quarter a disc. CP are the small squares."
    yield from line(told, Style(font=SUBTITLE, size=9.5, leading=1, colour=MUTED), width, "title").at(
        EDGE, EDGE + 8
    )
    style = Style(font=NUMERAL, size=11, leading=1)
    for n in range(sheet.rounds):
        box = Box(EDGE + NAME + n * wide, EDGE + 13, wide, 5)
        yield from middle(str(n + 1), style, box, "round")


def _row(sheet: Sheet, unit: Unit, row: Box, look: Look) -> Iterator[Mark]:
    """The unit's token, its name, what it is."""
    yield Path((((row.x, row.y), (row.right, row.y)),), Paint(stroke=(0.6,), width=0.2))
    size = min(row.height - 1, 11.0)
    token = Token(unit.side, unit.type, unit.experience)
    yield Stamp(front(token, look), row.x, row.y + (row.height - size) / 2, size / ACROSS)
    words = f"{EXPERIENCE_NAMES[unit.experience]} {KIND_NAMES[unit.type].lower()}"
    name = Style(font=STRONG, size=9, smallest=7, leading=0.98)
    room = NAME - size - 3
    if row.height < 10:
        block = fit(unit.name, name, room, row.height - 0.4, unit.name)
        yield from block.at(row.x + size + 2, row.y + (row.height - block.height) / 2)
        return
    block = fit(unit.name, name, room, row.height - 4.6, unit.name)
    yield from block.at(row.x + size + 2, row.y + 0.7)
    quiet = Style(font=LABEL, size=8, smallest=7, leading=1, colour=MUTED)
    yield from at_left(words, quiet, Box(row.x + size + 2, row.bottom - 4, room, 3.4), unit.name)


def _cells(sheet: Sheet, name: str, row: Box, wide: float, look: Look) -> Iterator[Mark]:
    """A cell a round: four discs of energy, and squares of cohesion."""
    for n in range(sheet.rounds):
        box = Box(row.x + NAME + n * wide, row.y, wide, row.height)
        yield Path((((box.x, box.y), (box.x, box.bottom)),), Paint(stroke=(0.75,), width=0.12))
        now = sheet.ends[n + 1].units[name] if n + 1 in sheet.ends else None
        yield from _discs(now, box, look)
        yield from _squares(sheet.state.units[name], now, box)


def _discs(now: Unit | None, box: Box, look: Look) -> Iterator[Mark]:
    step = (box.width - 3) / 4
    radius = min(1.5, step * 0.42, box.height * 0.2)
    for k in range(4):
        full = now is not None and now.energy > 25 * k
        fill = (INK if look.saver else look.full("edge")) if full else None
        yield Circle(
            box.x + 1.5 + (k + 0.5) * step,
            box.y + box.height * 0.36,
            radius,
            Paint(fill=fill, stroke=INK, width=0.18),
        )


def _squares(unit: Unit, now: Unit | None, box: Box) -> Iterator[Mark]:
    side = min(1.9, box.height * 0.2)
    for k in range(unit.kind.cp):
        lost = now is not None and now.cp <= k
        square = Box(box.x + 1.6 + k * (side + 0.8), box.bottom - side - 0.9, side, side)
        yield Rectangle(square, Paint(fill=INK if lost else None, stroke=INK, width=0.18))


LEDGERS: Mapping[str, Made] = {
    "energy-ledger": (ledger_sheet, (BATTLE, OWN, papers("a4", "letter"), INKS)),
}
