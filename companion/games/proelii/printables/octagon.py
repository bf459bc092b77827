"""A unit's token on paper: an octagon whose darker edge tells its energy as a clock's hand would (7.5)."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.proelii.data import UNITS, Experience, Kind, Side
from companion.games.proelii.printables.look import MUTED, SIGN, sign
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Stamp
from companion.press.look import INK, Look, middle, richest
from companion.press.text import NUMERAL, SUBTITLE, Style

ACROSS = 25.0
"""Millimetres from flat to flat."""
CORNER = ACROSS * 0.29289
"""What the cut takes off each corner."""
RING, HEART = 6.3, 11.2
"""Millimetres: the ring of experience, and how far below the upper edge its middle lies."""
PICTURE = 8.6
"""Millimetres: a picture of one's own within the ring."""
GREY: Colour = (0.72,)


class Token(NamedTuple):
    """What a token shows: whose, which type, how experienced, and a name where it is a battle's."""

    side: Side
    kind: Kind
    experience: Experience
    name: str = ""


def octagon(size: float = ACROSS, inset: float = 0.0) -> tuple[tuple[float, float], ...]:
    """The corners of an octagon of this size, clockwise from its upper left."""
    low, high, cut = inset, size - inset, size * 0.29289 + inset * 0.414
    far = size - cut
    return (
        (cut, low),
        (far, low),
        (high, cut),
        (high, far),
        (far, high),
        (cut, high),
        (low, far),
        (low, cut),
    )


def front(token: Token, look: Look) -> Face:
    """The token with energy: its edge at the foot, where it stands at 50."""
    body = look.full("marble" if token.side == "white" else "basalt")
    ink = INK if token.side == "white" or look.saver else WHITE
    fill = None if look.saver else body
    own = look.picture(token.name, Box(ACROSS / 2 - PICTURE / 2, HEART - PICTURE / 2, PICTURE, PICTURE))
    marks: tuple[Mark, ...] = (
        Path((octagon(),), Paint(fill=fill, stroke=INK, width=0.35), closed=True),
        *_rim(token, look),
        *_edge(look),
        *_ring(token, look),
        *(own or (Stamp(sign(token.kind, ink), ACROSS / 2 - 4.5, HEART - 4.5, 9 / SIGN),)),
        *_corners(token, look, ink),
    )
    return Face(ACROSS, ACROSS, marks, token.name or token.kind)


def lettered(token: Token, look: Look) -> Face:
    """The same to cut out: with its movement points, and its name where it has one."""
    ink = INK if token.side == "white" or look.saver else WHITE
    figure = Style(font=NUMERAL, size=10.5, leading=1, colour=ink)
    points = middle(str(UNITS[token.kind].mp), figure, Box(2.9, 3.0, 4.6, 4.2), token.kind)
    marks = (Stamp(front(token, look), 0, 0), *points, *_name(token, ink))
    return Face(ACROSS, ACROSS, marks, token.name or token.kind)


def back(token: Token) -> Face:
    """The same unit without energy: grey, and a nought."""
    marks: tuple[Mark, ...] = (
        Path((octagon(),), Paint(fill=(0.9,), stroke=INK, width=0.35), closed=True),
        Stamp(sign(token.kind, GREY), ACROSS / 2 - 6, ACROSS / 2 - 7, 12 / SIGN),
        *middle(
            "0", Style(font=NUMERAL, size=17, leading=1, colour=MUTED), Box(0, 17, ACROSS, 6.4), "energy"
        ),
    )
    return Face(ACROSS, ACROSS, marks, f"{token.name or token.kind} without energy")


def _rim(token: Token, look: Look) -> Iterator[Mark]:
    """A heavy rim around black's, where no ink fills the token."""
    if look.saver and token.side == "black":
        yield Path((octagon(inset=0.85),), Paint(stroke=INK, width=1.3), closed=True)


def _edge(look: Look) -> Iterator[Mark]:
    """The edge that tells the energy."""
    run = (
        (CORNER, ACROSS),
        (ACROSS - CORNER, ACROSS),
        (ACROSS - CORNER + 1.3, ACROSS - 2.6),
        (CORNER - 1.3, ACROSS - 2.6),
    )
    paint = Paint(fill=INK) if look.saver else Paint(fill=look.full("edge"), stroke=INK, width=0.2)
    yield Path((run,), paint, closed=True)


def _ring(token: Token, look: Look) -> Iterator[Mark]:
    """The ring of its experience."""
    wide = {"recruit": 0.5, "regular": 0.7, "veteran": 1.0, "elite": 1.5}[token.experience]
    dash = (1.4, 1.1) if token.experience == "recruit" else ()
    dark = token.side == "black" and token.experience == "elite" and not look.saver
    stroke = INK if look.saver else WHITE if dark else look.full(token.experience)
    yield Circle(ACROSS / 2, HEART, RING, Paint(stroke=stroke, width=wide, dash=dash))


def _corners(token: Token, look: Look, ink: Colour) -> Iterator[Mark]:
    """The colour of its die, its cohesion."""
    unit = UNITS[token.kind]
    x, y, half = ACROSS - 5.2, 5.2, 1.7
    run = ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
    fill = None if look.saver and unit.die == "white" else (INK if look.saver else look.full(unit.die))
    yield Path((run,), Paint(fill=fill, stroke=ink, width=0.25), closed=True)
    for n in range(unit.cp):
        yield Circle(ACROSS - 2.4, 13.2 + 2.3 * n, 0.85, Paint(fill=ink, stroke=ink, width=0.2))


def _name(token: Token, ink: Colour) -> Iterator[Mark]:
    """Its name, small, above the edge, where it fits."""
    short = token.name.split(" (")[0]
    style = Style(font=SUBTITLE, size=7, smallest=7, leading=1, colour=ink)
    told = (short, short.split(",")[0], short.split(" ")[0], "")
    block = richest(told, style, 15.6, 3.0, token.name) if short else None
    if block:
        yield from block.at((ACROSS - 15.6) / 2, ACROSS - 5.9, width=15.6, align=0.5)
