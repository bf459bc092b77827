"""What lies on and under the tokens: experience, rolls, escapes, lost cohesion (9.1, 10)."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.proelii.data import EXPERIENCE_NAMES, Experience
from companion.games.proelii.printables.look import DRESS, SIGN, sign
from companion.games.proelii.printables.octagon import octagon
from companion.press.document import Document
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Look, middle
from companion.press.options import TOKEN_OPTIONS, Made, picked
from companion.press.page import BLEED, Piece
from companion.press.text import NUMERAL, SUBTITLE, Style

DISC, ROLL, LOSS = 28.0, 15.0, 8.0
"""Millimetres: a disc of experience, a roll's octagon from flat to flat, a square of lost cohesion."""
LOSSES = 40
DISCS: tuple[tuple[Experience, Experience, int], ...] = (("elite", "veteran", 33), ("recruit", "regular", 33))
ROLLS = (
    ("regular", "sword", "two_swords", 24),
    ("veteran", "shield", "two_shields", 24),
    ("red", "blank", "Special", 24),
    ("verdigris", "escape", "paid", 12),
)
"""The colour, the front, the back and how many of each."""
ARROW = ((3.0, 6.2), (8.0, 6.2), (8.0, 4.2), (12.0, 7.5), (8.0, 10.8), (8.0, 8.8), (3.0, 8.8))


def markers(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """66 discs of experience, 84 tokens for rolls and escapes, 40 squares of lost cohesion."""
    look = DRESS.look(choices)
    pieces = [Piece(disc(front, look), disc(back, look), count) for front, back, count in DISCS]
    pieces += [Piece(roll(ink, a, look), roll(ink, b, look), count) for ink, a, b, count in ROLLS]
    pieces.append(Piece(loss(look), None, LOSSES))
    return DRESS.by_size("markers", picked(pieces, choices), choices)


def disc(level: Experience, look: Look) -> Face:
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
            EXPERIENCE_NAMES[level],
            Style(font=SUBTITLE, size=12, leading=1, colour=ink),
            Box(3, 3, DISC - 6, DISC - 6),
            level,
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
    if what in ("escape", "paid"):
        yield Path((ARROW,), Paint(fill=ink), closed=True)
        style = Style(font=NUMERAL, size=8, leading=1, colour=ink)
        told = "−25" if what == "paid" else ""
        yield from middle(told, style, Box(3, 11, 9, 3), what) if told else ()
    elif what == "Special":
        yield Stamp(sign("sword", ink), 4.6, 2, 5.8 / SIGN)
        style = Style(font=SUBTITLE, size=8, smallest=7, leading=1, colour=ink)
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
        *middle(
            "−1", Style(font=NUMERAL, size=12, leading=1, colour=ink), Box(0, 0.4, LOSS, LOSS - 0.8), "loss"
        ),
    )
    return Face(LOSS, LOSS, marks, "loss", BLEED)


MARKERS: Mapping[str, Made] = {"markers": (markers, TOKEN_OPTIONS)}
