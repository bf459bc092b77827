"""The sheet of Six Nights: a night a row, its front, who sat where, how it ended, what is carried."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.result import Night
from companion.engine.wire import Json
from companion.games.scope.data import PLANS, SIDES
from companion.games.scope.printables.look import DRESS, MUTED, SIGN, sign
from companion.games.scope.printables.scenario_sheet import raster
from companion.games.scope.printables.skyline import HEAD, heading
from companion.games.scope.rules.six_nights import six_nights
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import LABEL, NUMERAL, SUBTITLE, TITLE, Style, fit

WINDOW, NAME, FRONT, LAST = 17.0, 50.0, 26.0, 22.0
"""Millimetres: the columns of the number, of the night, of its front, of what is carried."""
HEADS = ("Who sat there, and the points", "Carried")


def nights_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """One page to write on."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    face = _sheet(look, paper)
    return DRESS.document("six nights", (DRESS.page(face, "six nights"),), choices)


def _sheet(look: Look, paper: Size) -> Face:
    program, width = six_nights(), paper.width - 2 * EDGE
    top = EDGE + HEAD + 12
    high = (paper.height - top - EDGE - 26) / len(program.nights)
    marks = [*heading(program.name, program.told, look, width), *_heads(Box(EDGE, top - 5.6, width, 5), look)]
    for n, night in enumerate(program.nights):
        marks += [*_night(n + 1, night, Box(EDGE, top + n * high, width, high), look)]
    marks += [*_sum(Box(EDGE, paper.height - EDGE - 22, width, 14), look)]
    return Face(*paper, tuple(marks), name="six nights")


def _people(box: Box) -> Box:
    """Where names and scores are written."""
    left = WINDOW + NAME + FRONT
    return Box(box.x + left, box.y, box.width - left - LAST, box.height)


def _heads(box: Box, look: Look) -> Iterator[Mark]:
    style = Style(font=SUBTITLE, size=9, leading=1, colour=MUTED)
    people = _people(box)
    yield from at_left(HEADS[0], style, people, "nights")
    yield from middle(HEADS[1], style, Box(people.right, box.y, LAST, box.height), "nights")


def _night(number: int, night: Night, box: Box, look: Look) -> Iterator[Mark]:
    """One night: its number in a lit window, what is played, the lines to write on."""
    yield Path((((box.x, box.y), (box.right, box.y)),), Paint(stroke=(0.6,), width=0.18))
    yield from _window(number, Box(box.x + 1, box.y + (box.height - 15) / 2, 13, 15), look)
    name = Style(font=TITLE, size=15, smallest=10, leading=1)
    body = Style(font=LABEL, size=8.5, smallest=7, leading=1.2, colour=MUTED)
    left = box.x + WINDOW
    yield from at_left(night.name, name, Box(left, box.y + box.height * 0.16, NAME - 3, 7), "nights")
    block = fit(night.told, body, NAME - 3, box.height * 0.5, "nights")
    yield from block.at(left, box.y + box.height * 0.16 + 7.4)
    columns, rows = _size(night)
    place = Box(left + NAME, box.y + box.height * 0.18, FRONT - 5, box.height * 0.64)
    yield from raster(columns, rows, place, look)
    yield from _lines(_people(box), look)


def _window(number: int, box: Box, look: Look) -> Iterator[Mark]:
    yield Rectangle(box, Paint(stroke=INK, width=0.5) if look.saver else Paint(fill=look.full("night")), 0.8)
    if not look.saver:
        yield Rectangle(box.inset(1.3), Paint(fill=look.full("lit")))
    style = Style(font=NUMERAL, size=24, leading=1)
    yield from middle(str(number), style, box, "nights")


def _size(night: Night) -> tuple[int, int]:
    custom = night.setup.get("custom")
    if custom:
        return custom["columns"], custom["rows"]
    plan = PLANS[night.setup["scenario"]]
    return plan.columns, plan.rows


def _lines(box: Box, look: Look) -> Iterator[Mark]:
    """A line a side with a box for its points, and a box for what it carries."""
    for n, side in enumerate(SIDES):
        y = box.y + box.height * (0.46 + 0.4 * n)
        yield Stamp(sign(side, look.strong(side)), box.x, y - 5.4, 5 / SIGN)
        yield Path((((box.x + 7, y), (box.right - 14, y)),), Paint(stroke=(0.55,), width=0.18))
        frame = Paint(stroke=INK, width=0.25)
        yield Rectangle(Box(box.right - 12, y - 7, 10, 7.4), frame, 0.5)
        yield Rectangle(Box(box.right + LAST / 2 - 5, y - 7, 10, 7.4), frame, 0.5)


def _sum(box: Box, look: Look) -> Iterator[Mark]:
    """Who carried the most."""
    yield Rectangle(box, Paint(stroke=INK, width=0.35) if look.saver else Paint(fill=look.full("paper")), 1)
    style = Style(font=SUBTITLE, size=12, leading=1)
    for n in range(2):
        x = box.x + 3 + n * box.width / 2
        yield from at_left("Carried by", style, Box(x, box.y, 24, box.height), "nights")
        line = ((x + 23, box.y + 9.6), (x + box.width / 2 - 24, box.y + 9.6))
        yield Path((line,), Paint(stroke=(0.4,), width=0.2))
        yield Rectangle(Box(x + box.width / 2 - 20, box.y + 2.4, 13, 9.4), Paint(stroke=INK, width=0.3), 0.6)


NIGHTS: Mapping[str, Made] = {
    "six-nights": (nights_sheet, (papers("a4", "letter"), INKS)),
}
