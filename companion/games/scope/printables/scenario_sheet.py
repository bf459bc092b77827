"""The scenarios on one page: how large a front is, what lies on it, what wins; and the themes (9.1, 9.3)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scope.data import CARD_NAMES, PLANS, SCENARIO_NAMES, THEME_NAMES, Counts
from companion.games.scope.printables.decks import ORDER
from companion.games.scope.printables.look import DRESS, MUTED, SIGN, sign
from companion.games.scope.printables.skyline import HEAD, heading
from companion.games.scope.printables.words import words
from companion.games.scope.procedures.configuration import targets_of
from companion.games.scope.rules.own_scenario import starter_scenarios
from companion.games.scope.state.options import WORTH, Points, worth
from companion.press.document import Document
from companion.press.face import Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, Style, fit

NAME, RASTER, LAST = 37.0, 23.0, 15.0
"""Millimetres: the columns of the name, of the front's picture, of the objective."""
ROW, THEME = 13.2, 12.4


class Row(NamedTuple):
    """A scenario on the sheet."""

    name: str
    columns: int
    rows: int
    counts: Counts
    objective: int


def scenario_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """One page, with a live table's points."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    points = scene.state.options.points if scene else WORTH
    face = _sheet(points, look, paper)
    return DRESS.document("scenarios", (DRESS.page(face, "scenarios"),), choices)


def _sheet(points: Points, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    told = "What lies on each front, and the points that win. Each side lays out the same cards."
    top = EDGE + HEAD + 5
    printed = [Row(SCENARIO_NAMES[each], *plan) for each, plan in PLANS.items()]
    own = [Row(each["name"], *(each[key] for key in ("columns", "rows", "counts", "objective")))
           for each in starter_scenarios()]  # fmt: skip
    below = top + 13 + ROW * len(printed)
    themes = below + 8 + ROW * len(own)
    marks = (
        *heading("Scenarios", told, look, width),
        *_heads(Box(EDGE, top, width, 12), look),
        *_rows(printed, points, Box(EDGE, top + 12, width, ROW), look),
        *_caption("This project's own", below, look),
        *_rows(own, points, Box(EDGE, below + 5.6, width, ROW), look),
        *_caption("Themes, on any of them", themes + 1, look),
        *_themes(Box(EDGE, themes + 6.6, width, THEME), look),
    )
    return Face(paper.width, paper.height, marks, name="scenarios")


def _caption(told: str, y: float, look: Look) -> Iterator[Mark]:
    style = Style(font=SUBTITLE, size=12, leading=1)
    yield from at_left(told, style, Box(EDGE, y, 120, 5), "scenarios")


def _across(box: Box) -> float:
    return (box.width - NAME - RASTER - LAST) / len(ORDER)


def _heads(box: Box, look: Look) -> Iterator[Mark]:
    """The sign of each kind over its column, its name below."""
    style = Style(font=LABEL, size=7.5, smallest=7, leading=1)
    across = _across(box)
    for n, card in enumerate(ORDER):
        x = box.x + NAME + RASTER + n * across
        yield Stamp(sign(card, INK), x + across / 2 - 3.4, box.y, 6.8 / SIGN)
        told = CARD_NAMES[card].split()[-1] if card != "machine_gun" else "m. gun"
        yield from middle({"empty": "empty"}.get(card, told), style, Box(x, box.y + 7.4, across, 3.4), card)
    yield from middle("to win", style, Box(box.right - LAST, box.y + 7.4, LAST, 3.4), "objective")


def _rows(rows: Sequence[Row], points: Points, box: Box, look: Look) -> Iterator[Mark]:
    for n, row in enumerate(rows):
        place = box._replace(y=box.y + n * ROW)
        if n % 2 == 0 and not look.saver:
            yield Rectangle(place, Paint(fill=look.full("paper")))
        yield Path((((place.x, place.y), (place.right, place.y)),), Paint(stroke=(0.6,), width=0.15))
        yield from _row(row, points, place, look)


def _row(row: Row, points: Points, box: Box, look: Look) -> Iterator[Mark]:
    name = Style(font=STRONG, size=10.5, smallest=7.5, leading=1)
    quiet = Style(font=LABEL, size=7.5, smallest=7, leading=1, colour=MUTED)
    yield from at_left(row.name, name, Box(box.x + 1.5, box.y + 1.4, NAME - 2, 5.4), row.name)
    targets = targets_of(row.counts, 0)
    told = f"{row.columns * row.rows} cards, {worth(points, targets)} points in play"
    yield from at_left(told, quiet, Box(box.x + 1.5, box.y + 6.8, NAME - 2, 4), row.name)
    yield from raster(row.columns, row.rows, Box(box.x + NAME, box.y + 1.4, RASTER - 4, ROW - 2.8), look)
    figure, across = Style(font=NUMERAL, size=15, leading=1), _across(box)
    for n, card in enumerate(ORDER):
        place = Box(box.x + NAME + RASTER + n * across, box.y, across, box.height)
        yield from middle(str(row.counts[card]) if row.counts[card] else "–", figure, place, card)
    yield from _objective(row.objective, Box(box.right - LAST, box.y, LAST, box.height), look)


def raster(columns: int, rows: int, box: Box, look: Look) -> Iterator[Mark]:
    """A front as small cards, its first row at the top."""
    wide = min((box.width + 0.5) / columns - 0.5, ((box.height + 0.5) / rows - 0.5) * 1.1)
    high = min((box.height + 0.5) / rows - 0.5, wide * 1.3)
    paint = Paint(stroke=INK, width=0.2) if look.saver else Paint(fill=look.full("night"))
    y0 = box.y + (box.height - rows * (high + 0.5) + 0.5) / 2
    for row in range(rows):
        for column in range(columns):
            yield Rectangle(Box(box.x + column * (wide + 0.5), y0 + row * (high + 0.5), wide, high), paint)


def _objective(points: int, box: Box, look: Look) -> Iterator[Mark]:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    paint = Paint(stroke=INK, width=0.4) if look.saver else Paint(fill=look.full("lit"))
    yield Circle(x, y, 4.2, paint)
    style = Style(font=NUMERAL, size=16, leading=1)
    yield from middle(str(points), style, Box(x - 4, y - 4.3, 8, 8.4), "objective")


def _themes(box: Box, look: Look) -> Iterator[Mark]:
    """Each theme: what changes on the fronts, and what wins."""
    name = Style(font=STRONG, size=10, smallest=7.5, leading=1.1)
    body = Style(font=LABEL, size=8.5, smallest=7, leading=1.2)
    told: Mapping[str, Sequence[str]] = words()["themes"]
    for n, (theme, (cards, wins)) in enumerate(told.items()):
        y = box.y + n * THEME
        yield Path((((box.x, y), (box.right, y)),), Paint(stroke=(0.6,), width=0.15))
        parts = ((THEME_NAMES[theme], name, 0.0, 46.0), (cards, body, 48.0, 66.0),
                 (f"Wins: {wins}.", body, 115.0, box.width - 118))  # fmt: skip
        for words_, style, x, wide in parts:
            block = fit(words_, style, wide, THEME - 2, theme)
            yield from block.at(box.x + 1.5 + x, y + (THEME - block.height) / 2)


SCENARIOS: Mapping[str, Made] = {
    "scenarios": (scenario_sheet, (papers("a4", "letter"), INKS)),
}
