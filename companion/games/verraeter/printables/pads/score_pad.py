"""The score pad: a line a round, for pencils; of a live table first a page to tick and photograph."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.verraeter.data import COLOURS, HOUSES, TURNS_AS_START_PLAYER
from companion.games.verraeter.printables.emblems import sign
from companion.games.verraeter.printables.look import DRESS, MUTED
from companion.games.verraeter.printables.pads.points_sheet import points, points_pages
from companion.games.verraeter.printables.player_cards import arms_of
from companion.games.verraeter.printables.sheet_parts import heading, named
from companion.games.verraeter.printables.source import state_of
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken
from companion.press.answered.form import form
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, middle
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Made, leading, papers, pick
from companion.press.page import PAPERS, Size
from companion.press.text import NUMERAL, SUBTITLE

PLAYERS = leading(
    pick(
        "players",
        "Players",
        "A live table brings its own number, names and rounds.",
        ((4, "Four, eight rounds"), (3, "Three, nine rounds")),
    )
)
FIRST = 44.0
"""Millimetres: the columns of the round and of the conflict."""
HEAD = 17.0
COLUMNS = ("conflict", "bonus", "sum")
OPTIONS = (papers("a4", "letter", "both"), INKS, LARGE, PLAYERS)
LAST = ("Offices × cards", "Total")


def score_pad(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """One page to write on; behind a live table's page to tick, which is what a photo is taken of."""
    look, paper, state = DRESS.look(choices), PAPERS[choices["paper"]], state_of(scene)
    face = _pad(state, choices["players"], look, paper)
    pad = DRESS.page(face, "score pad")
    document = DRESS.document("score pad", (pad,), choices)
    return form([points_pages(choices, scene, OPTIONS), [(pad, ())]], document) if scene else document


def _pad(state: State | None, players: int, look: Look, paper: Size) -> Face:
    names: list[str] = [spoken(who) for who in state.ids] if state else [""] * players
    rounds = state.rounds if state else players * TURNS_AS_START_PLAYER[players]
    width = paper.width - 2 * EDGE
    box = Box(EDGE, EDGE + 21, width, paper.height - 2 * EDGE - 28)
    lines = Box(box.x, box.y + HEAD, width, box.height - HEAD)
    told = "Points of the conflict, +1 for the traitor, +2 for the strategist; the running sum beside them."
    marks = (
        *heading(told, "Score pad", look, width),
        *_heads(names, box, look),
        *_lines(rounds, len(names), lines, look),
    )
    return Face(paper.width, paper.height, marks, name="score pad")


def _heads(names: list[str], box: Box, look: Look) -> Iterator[Mark]:
    """Each player's shield, a line for the name, and what goes into the three columns."""
    across = (box.width - FIRST) / len(names)
    size = look.size(7.5, 9)
    for n, name in enumerate(names):
        x = box.x + FIRST + n * across
        yield Stamp(arms_of(COLOURS[n], look), x + 1.2, box.y, 0.95)
        yield from named(name, look.size(12), Box(x + 12, box.y + 1.5, across - 13, 7))
        rule = ((x + 12, box.y + 9), (x + across - 1.5, box.y + 9))
        yield Path((rule,), Paint(stroke=MUTED, width=0.15))
        for k, word in enumerate(COLUMNS):
            place = Box(x + k * across / 3, box.y + HEAD - 5.6, across / 3, 5)
            yield from middle(word, look.style(SUBTITLE, size, MUTED), place, "pad")
    quiet = look.style(SUBTITLE, look.size(8.5, 9), MUTED)
    yield from middle("Conflict and winner", quiet, Box(box.x + 8, box.y + HEAD - 5.6, FIRST - 9, 5), "pad")


def _lines(rounds: int, players: int, box: Box, look: Look) -> Iterator[Mark]:
    """A row a round, then what the offices bring, then the total."""
    pitch = box.height / (rounds + len(LAST) * 1.1)
    for n in range(rounds):
        row = Box(box.x, box.y + n * pitch, box.width, pitch)
        if n % 2 == 0 and not look.saver:
            yield Rectangle(row, Paint(fill=look.plate("gold").fill))
        yield from _round(n + 1, row, look)
    for n, words in enumerate(LAST):
        row = Box(box.x, box.y + rounds * pitch + n * pitch * 1.1, box.width, pitch * 1.1)
        yield Path((((row.x, row.y), (row.right, row.y)),), Paint(stroke=INK, width=0.5 + 0.3 * n))
        yield from named(words, look.size(12), Box(row.x + 1, row.y, FIRST - 2, row.height))
    yield Rectangle(box, Paint(stroke=INK, width=0.5))
    yield from _rules(players, rounds * pitch, box)


def _round(number: int, row: Box, look: Look) -> Iterator[Mark]:
    """The round's number, and the two houses: the winner is ringed, the landscape written beside it."""
    yield from middle(str(number), look.style(NUMERAL, 18), Box(row.x, row.y, 8, row.height), "pad")
    yield Path((((row.x, row.bottom), (row.right, row.bottom)),), Paint(stroke=MUTED, width=0.15))
    size = min(6.0, row.height * 0.42)
    for n, house in enumerate(HOUSES):
        face = sign(house, look)
        y = row.y + (row.height / 2 - size) / 2 + n * row.height / 2
        yield Stamp(face, row.x + 9, y, size / 10)
        rule = ((row.x + 16.5, y + size), (row.x + FIRST - 2, y + size))
        yield Path((rule,), Paint(stroke=MUTED, width=0.12, dash=(0.4, 0.8)))


def _rules(players: int, high: float, box: Box) -> Iterator[Mark]:
    """The lines between players, heavy, and between their columns, fine and only beside the rounds."""
    across = (box.width - FIRST) / players
    for n in range(players):
        x = box.x + FIRST + n * across
        yield Path((((x, box.y - HEAD), (x, box.bottom)),), Paint(stroke=INK, width=0.4))
        fine = tuple(((x + k * across / 3, box.y), (x + k * across / 3, box.y + high)) for k in (1, 2))
        yield Path(fine, Paint(stroke=MUTED, width=0.12))


PADS: Mapping[str, Made] = {
    "score-pad": (score_pad, OPTIONS),
}
ANSWERS = {"score-pad": points}
