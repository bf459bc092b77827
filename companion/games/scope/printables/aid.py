"""The player aid: the turn on the left half of a sheet, the advanced actions on the right, two A5 pages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scope.data import CARD_NAMES, TARGETS
from companion.games.scope.printables.look import DRESS, SIGN, sign
from companion.games.scope.printables.skyline import HEAD, heading
from companion.games.scope.printables.words import words
from companion.games.scope.state.options import DEFAULTS, Options
from companion.press.document import Document
from companion.press.face import BLACK, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import BODY, LABEL, NUMERAL, STRONG, SUBTITLE, Style, fit

SIGNS = 15.0
"""Millimetres: the column of the signs."""


def aid(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """One lying sheet, to be cut or folded down its middle; with a table's points and house rules."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]].turned()
    options = scene.state.options if scene else DEFAULTS
    half = Size(paper.width / 2, paper.height)
    marks = (
        Stamp(_basic(options, look, half), 0, 0),
        Stamp(_advanced(options, look, half), half.width, 0),
        Path((((half.width, 0), (half.width, paper.height)),), Paint(stroke=(0.6,), width=0.1, dash=(2, 2))),
    )
    page = DRESS.page(Face(*paper, marks, name="aid"), "player aid")
    return DRESS.document("player aid", (page,), choices)


def _basic(options: Options, look: Look, half: Size) -> Face:
    width = half.width - 2 * EDGE
    top = EDGE + HEAD + 4.5
    rest = top + 84
    marks = (
        *heading("A turn", "Do one: move or search. The German side begins.", look, width),
        *_entries([tuple(each) for each in words()["turn"]], Box(EDGE, top, width, 80), look),
        *_decoys(Box(EDGE, rest, width * 0.56, 34), look),
        *_quadrant(Box(EDGE + width * 0.62, rest, width * 0.38, 34), look),
        *_points(options, Box(EDGE, rest + 39, width, 13), look),
        *_end(Box(EDGE, rest + 54, width, 14)),
    )
    return Face(*half, marks, name="aid: a turn")


def _advanced(options: Options, look: Look, half: Size) -> Face:
    width = half.width - 2 * EDGE
    gaps = {"reinforce": words()["reinforce"][options.reinforce_points]}
    told = [(sign_, name, text.format_map(gaps)) for sign_, name, text in words()["advanced"]]
    told[5] = (*told[5][:2], f"{told[5][2]} {words()['defence'][str(options.defensive_fire_scores).lower()]}")
    top = EDGE + HEAD + 4.5
    marks = (
        *heading("Advanced mode", "Each kind of unit has an action of its own.", look, width),
        *_entries(told, Box(EDGE, top, width, half.height - top - EDGE - 4), look),
    )
    return Face(*half, marks, name="aid: advanced mode")


def _entries(entries: Sequence[Sequence[str]], box: Box, look: Look) -> Iterator[Mark]:
    """A sign on its window, the name of the action, what it is."""
    high = box.height / len(entries)
    name = Style(font=SUBTITLE, size=13, leading=1.1)
    for n, (what, title, told) in enumerate(entries):
        row = Box(box.x, box.y + n * high, box.width, high)
        yield from _window(what, Box(row.x, row.y + 1, SIGNS - 3, min(SIGNS - 3, high - 2)), look)
        text = Box(row.x + SIGNS, row.y + 0.6, row.width - SIGNS, high - 1)
        yield from at_left(title, name, text._replace(height=5.4), title)
        block = fit(told, Style(font=BODY, size=10.5, smallest=7, leading=1.26), text.width, high - 7, title)
        yield from block.at(text.x, text.y + 5.6)


def _window(what: str, box: Box, look: Look) -> Iterator[Mark]:
    """A lit window with a sign in it."""
    if look.saver:
        yield Rectangle(box, Paint(stroke=BLACK, width=0.4), 0.6)
    else:
        yield Rectangle(box, Paint(fill=look.full("night")), 0.6)
        yield Rectangle(box.inset(1), Paint(fill=look.full("lit")))
    size = min(box.width, box.height) - 3
    yield Stamp(sign(what, INK), box.x + (box.width - size) / 2, box.y + (box.height - size) / 2, size / SIGN)


def _decoys(box: Box, look: Look) -> Iterator[Mark]:
    """What a decoy does to each way of looking (R13)."""
    yield from at_left(
        "A decoy", Style(font=SUBTITLE, size=13, leading=1.1), box._replace(height=5.4), "decoy"
    )
    key, value = (Style(font=f, size=8.5, smallest=7, leading=1.1) for f in (STRONG, LABEL))
    rows: Sequence[Sequence[str]] = words()["decoys"]
    for n, (way, what) in enumerate(rows):
        y = box.y + 6.5 + n * 6.6
        yield Path((((box.x, y), (box.right, y)),), Paint(stroke=(0.6,), width=0.15))
        yield from at_left(way, key, Box(box.x, y, 27, 6.6), way)
        block = fit(what, value, box.width - 28, 6.4, way)
        yield from block.at(box.x + 28, y + (6.6 - block.height) / 2)


def _quadrant(box: Box, look: Look) -> Iterator[Mark]:
    """Four cards that touch at a crossing, within a front."""
    yield from at_left(
        "A quadrant", Style(font=SUBTITLE, size=13, leading=1.1), box._replace(height=5.4), "quadrant"
    )
    wide, high = 9.0, 7.6
    for column in range(4):
        for row in range(3):
            cell = Box(box.x + column * (wide + 0.8), box.y + 7.5 + row * (high + 0.8), wide, high)
            chosen = column in (1, 2) and row < 2
            fill = Paint(fill=look.full("lit" if chosen else "rubble"))
            yield Rectangle(
                cell, Paint(stroke=INK, width=0.5 if chosen else 0.15) if look.saver else fill, 0.4
            )
    x, y = box.x + 2 * (wide + 0.8) - 0.4, box.y + 7.5 + high + 0.4
    yield Circle(x, y, 1.6, Paint(fill=look.strong("soviet")))


def _points(options: Options, box: Box, look: Look) -> Iterator[Mark]:
    """What each card is worth at this table."""
    across = box.width / len(TARGETS)
    figure, word = Style(font=NUMERAL, size=16, leading=1), Style(font=LABEL, size=7.5, smallest=7, leading=1)
    yield Rectangle(box, Paint(stroke=INK, width=0.3) if look.saver else Paint(fill=look.full("paper")), 1)
    for n, card in enumerate(TARGETS):
        place = Box(box.x + n * across, box.y + 0.8, across, 7.4)
        yield Stamp(sign(card, INK), place.x + across / 2 - 6.6, place.y + 0.6, 6.2 / SIGN)
        yield from middle(str(options.points.of(card)), figure, place._replace(x=place.x + 4), card)
        yield from middle(CARD_NAMES[card], word, Box(place.x, box.y + 8.4, across, 3.8), card)


def _end(box: Box) -> Iterator[Mark]:
    block = fit(
        words()["end"], Style(font=BODY, size=9, smallest=7, leading=1.24), box.width, box.height, "end"
    )
    yield from block.at(box.x, box.y)


AIDS: Mapping[str, Made] = {
    "aid": (aid, (papers("a4", "letter"), INKS)),
}
