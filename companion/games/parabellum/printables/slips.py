"""Paper that changes hands: credit notes, reconnaissance slips, markers for squares fought for (C1, A4)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.engine.game import Option, Scene
from companion.engine.wire import Json
from companion.games.parabellum.data import SPOTTED
from companion.games.parabellum.printables.credit_note import NOTES, note
from companion.games.parabellum.printables.look import DRESS, INCH, MUTED
from companion.games.parabellum.printables.signs import sign
from companion.games.parabellum.printables.unit_card.ground import engraved
from companion.press.document import Document
from companion.press.face import WHITE, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Look, at_left, middle
from companion.press.options import LARGE, TOKEN_OPTIONS, Made, adapted, picked
from companion.press.page import Piece, Size
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, Style

SLIP = Size(74, 52)
SLIPS, MARKERS = 20, 6
TURNS = 3
"""A hold that a booklet asks for is seldom longer."""


def notes(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Notes of every value, both sides alike."""
    look = DRESS.look(choices)
    pieces = [Piece(note(value, look), note(value, look), count) for value, (count, *_) in NOTES.items()]
    return DRESS.by_size("credit notes", picked(pieces, choices), choices)


def _line(word: str, box: Box, look: Look) -> Iterator[Mark]:
    """A word and a line to write on."""
    yield from at_left(word, look.style(SUBTITLE, 9), box, "slips")
    y = box.bottom - 0.8
    yield Path((((box.x + 17, y), (box.right, y)),), Paint(stroke=MUTED, width=0.25))


@lru_cache(maxsize=8)
def slip(look: Look) -> Face:
    """What a reconnaissance found, to be filled in by the owner and handed over face down."""
    inner = Box(4, 3.5, SLIP.width - 8, SLIP.height - 7)
    marks: list[Mark] = [
        Rectangle(Box(0, 0, *SLIP).inset(1), Paint(stroke=look.strong("house"), width=0.5), 2),
        Rectangle(Box(0, 0, *SLIP).inset(1.7), Paint(stroke=look.strong("house"), width=0.12), 1.5),
        Stamp(engraved("house", SLIP.width - 5.4, 7.6, look), 2.7, 2.7),
        *at_left("Reconnaissance", look.style(TITLE, 14, look.on_panel()), Box(5, 3, 50, 7), "slips"),
        Stamp(sign("range", look.on_panel()), SLIP.width - 9.8, 3.5, 0.6),
        *_line("Unit seen", Box(inner.x, 11, inner.width, 6.5), look),
        *_line("Type", Box(inner.x, 18, inner.width, 6.5), look),
        *_line("Strength", Box(inner.x, 25, inner.width, 6.5), look),
    ]
    for n, word in enumerate(("Fuel", "Ammunition", "Cargo", "Passengers")):
        x, y = inner.x + n % 2 * 33, 33.6 + n // 2 * 5.4
        marks.append(Rectangle(Box(x, y, 3.8, 3.8), Paint(stroke=INK, width=0.4), 0.5))
        marks += at_left(word, look.style(LABEL, 8.5), Box(x + 5.4, y - 0.4, 26, 4.6), "slips")
    least = Style(font=LABEL, size=max(7.5, look.smallest), smallest=7, leading=1)
    told = f"Artillery: −{SPOTTED} to its defence dice in this Combat."
    marks += at_left(told, least, Box(inner.x, 44.6, 66, 4), "slips")
    return Face(*SLIP, tuple(marks), name="recon", safe=2)


def slips(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Two sheets of slips to fill in with a pencil."""
    pieces = picked([Piece(slip(DRESS.look(choices)), None, SLIPS)], choices)
    return DRESS.by_size("reconnaissance slips", pieces, choices)


@lru_cache(maxsize=64)
def marker(number: int, seat: int, look: Look) -> Face:
    """An objective: its number in the booklet, open; or, in a seat's colour, held, with the turns so far."""
    ink = look.strong(f"seat{seat}") if seat else look.strong("alarm")
    big = Style(font=NUMERAL, size=40 if not seat else 26, smallest=18, leading=1, colour=ink)
    tall, word = (15.0, f"held, seat {seat}") if seat else (18.0, "open")
    marks: list[Mark] = [
        Rectangle(Box(0, 0, INCH, INCH).inset(0.8), Paint(fill=WHITE, stroke=ink, width=1.1), 2.5),
        *middle(str(number), big, Box(2, 1.5, INCH - 4, tall - 2), "markers"),
        *middle(word, look.style(STRONG, 8), Box(2, tall - 1.5, INCH - 4, 4), "markers"),
    ]
    if seat:
        for n in range(TURNS):
            marks.append(Circle(6.7 + n * 6, 20.6, 2.3, Paint(stroke=INK, width=0.35)))
            small = Style(font=NUMERAL, size=9, smallest=7, leading=1, colour=MUTED)
            marks += middle(str(n + 1), small, Box(4.7 + n * 6, 18.6, 4, 4), "markers")
    return Face(INCH, INCH, tuple(marks), name=f"{number} seat {seat}" if seat else str(number), safe=1)


def markers(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """For each objective and seat a square inch: open in front, held by that seat behind."""
    look = DRESS.look(choices)
    pieces = [
        Piece(replace(marker(number, 0, look), name=f"{number} seat {seat}"), marker(number, seat, look))
        for number in range(1, MARKERS + 1)
        for seat in range(1, 5)
    ]
    return DRESS.by_size("objective markers", picked(pieces, choices), choices)


def _options(example: str) -> tuple[Option, ...]:
    return (*adapted(TOKEN_OPTIONS, {"only": example}), LARGE)


SLIP_SHEETS: Mapping[str, Made] = {
    "credit-notes": (notes, _options("Their values with commas, and how often: 5*2, 100. Empty: all.")),
    "recon-slips": (slips, _options("recon*2 for twice as many. Empty: twenty.")),
    "objective-markers": (markers, _options("Their number and seat: 1 seat 2, 3 seat 1. Empty: all.")),
}
