"""The emblems of the two houses and the shields of the four players, drawn for this project: 10 mm each."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from math import cos, pi, sin

from companion.games.verraeter.data import COLOURS
from companion.press.colours import WHITE, Colour
from companion.press.face import Circle, Face, Mark, Paint, Path
from companion.press.look import Look
from companion.press.outlines import Point, Runs, drawn, mirrored, moved, outline, solid

WING = (
    "M54 37C57 26 62 15 74 9C81 6 89 5 95 10Q88 11 86 17Q95 17 99 26Q91 24 87 29Q96 32 98 43"
    "Q91 38 86 41Q94 47 94 58Q88 51 82 52Q88 59 86 70Q80 62 75 61Q78 69 74 78Q69 69 65 64Q60 60 57 59Z"
)
QUILLS = "M64 27L79 18M66 35L83 29M67 43L82 41M66 51L78 51M63 57L72 61"
BREAST = "M46 60Q50 63 54 60M46 52Q50 55 54 52"
BODY = (
    "M46 34C45 29 44 26 45 23C41 22 37 23 34 28C33 22 35 17 40 15C42 8 49 5 55 8C61 11 61 19 59 26"
    "C58 30 59 33 60 38C61 48 58 60 50 73C42 60 39 48 41 39C42 37 45 36 46 34Z"
)
TAIL = (
    "M46 65C45 74 40 80 32 84Q39 86 43 83Q42 90 37 95Q44 94 47 89Q48 95 50 99"
    "Q52 95 53 89Q56 94 63 95Q58 90 57 83Q61 86 68 84C60 80 55 74 54 65L50 74Z"
)
LEG = (
    "M41 57C36 60 33 65 31 71Q25 72 20 78Q25 76 28 77Q26 81 27 86Q30 80 33 77Q36 81 40 81"
    "Q37 77 36 73C38 69 42 67 45 66Z"
)


def crest(house: str, look: Look, ground: Colour = WHITE) -> Face:
    """A house's emblem in the ink in use, on its ground."""
    return emblem(house, look.strong(house), ground, look.saver)


def sign(house: str, look: Look) -> Face:
    """The same for small sizes, where an outline could not be read: filled in every ink."""
    return emblem(house, look.strong(house), WHITE)


@lru_cache(maxsize=64)
def emblem(house: str, ink: Colour, ground: Colour, hollow: bool = False) -> Face:
    """The Eagle or the Rose in one ink on its ground; hollow ones are outlines where ink is saved."""
    body = Paint(fill=ground, stroke=ink, width=0.2) if hollow else Paint(fill=ink)
    marks = (_eagle if house == "eagle" else _rose)(
        body, ink if hollow else ground, ground if hollow else ink
    )
    return Face(10, 10, marks, name=f"{house} emblem")


def _eagle(body: Paint, lines: Colour, _: Colour) -> tuple[Mark, ...]:
    both: Runs = ()
    for part in (WING, LEG):
        both += (*outline(part), *mirrored(outline(part), 50))
    shapes = moved((*both, *outline(TAIL), *outline(BODY)), 0, 0, 0.1)
    quills = outline(QUILLS)
    light = moved((*quills, *mirrored(quills, 50), *outline(BREAST)), 0, 0, 0.1)
    return (
        *(Path((run,), body, closed=True) for run in shapes[:-1]),
        Path(shapes[-1:], replace(body, stroke=lines, width=0.22), closed=True),
        drawn(light, lines, 0.22),
        Circle(4.6, 1.5, 0.32, Paint(fill=lines)),
    )


def _petal(turn: float, reach: float, wide: float) -> Runs:
    """A petal with a dimple at its outer edge, from the middle in the direction `turn`."""
    shape = outline(
        f"M0 0C{-wide} {-reach * 0.35} {-wide * 1.15} {-reach * 0.95} {-wide * 0.45} {-reach}"
        f"Q{-wide * 0.1} {-reach} 0 {-reach * 0.9}Q{wide * 0.1} {-reach} {wide * 0.45} {-reach}"
        f"C{wide * 1.15} {-reach * 0.95} {wide} {-reach * 0.35} 0 0Z"
    )
    across, down = cos(turn), sin(turn)
    return tuple(
        tuple((5 + x * across - y * down, 5 + x * down + y * across) for x, y in run) for run in shape
    )


def _rose(body: Paint, lines: Colour, inner: Colour) -> tuple[Mark, ...]:
    turns = [n * 2 * pi / 5 for n in range(5)]
    edge = replace(body, stroke=lines, width=0.24)
    small = Paint(fill=inner if body.stroke else lines, stroke=lines if body.stroke else inner, width=0.2)
    marks: list[Mark] = [Path((_barb(turn + pi / 5),), body, closed=True) for turn in turns]
    marks += [Path(_petal(turn, 4.75, 2.6), edge, closed=True) for turn in turns]
    marks += [Path(_petal(turn + pi / 5, 2.75, 1.5), small, closed=True) for turn in turns]
    marks.append(Circle(5, 5, 0.95, replace(body, stroke=lines, width=0.18)))
    dots = ((5 + 0.52 * sin(turn), 5 - 0.52 * cos(turn)) for turn in turns)
    return (*marks, *(Circle(*dot, 0.15, Paint(fill=lines)) for dot in dots))


def _barb(turn: float) -> tuple[Point, ...]:
    """A leaf's tip between two petals."""
    return tuple(
        (5 + r * sin(turn + a), 5 - r * cos(turn + a)) for a, r in ((-0.24, 2.5), (0, 4.9), (0.24, 2.5))
    )


SHIELD = "M0.8 0.6L9.2 0.6L9.2 4.6C9.2 7.4 7.4 9 5 9.8C2.6 9 0.8 7.4 0.8 4.6Z"
LEAVES = (
    "M5 1.5C6.8 3 6.8 5 5 6.4C3.2 5 3.2 3 5 1.5ZM1.7 4.5C3.9 4.2 4.9 5.7 4.8 8C2.8 7.8 1.6 6.6 1.7 4.5Z"
    "M8.3 4.5C6.1 4.2 5.1 5.7 5.2 8C7.2 7.8 8.4 6.6 8.3 4.5Z"
)
MOON = "M6.9 2C3.8 0.9 1.8 2.9 1.8 5C1.8 7.4 4.2 9 7.2 7.6C5.2 7.2 4.1 6.2 4.1 4.8C4.1 3.4 5.2 2.4 6.9 2Z"


def _star(reaches: tuple[float, ...], points: int) -> Runs:
    """A star about the middle of a shield, its outline going round by these reaches again and again."""
    count = points * len(reaches)
    steps = [(n * 2 * pi / count, reaches[n % len(reaches)]) for n in range(count)]
    return (tuple((5 + reach * sin(turn), 4.7 - reach * cos(turn)) for turn, reach in steps),)


CHARGES: Mapping[str, Runs] = {
    "blue": _star((3.4, 0.9, 1.9, 0.9), 4),
    "green": outline(LEAVES),
    "yellow": _star((3.3, 2.0), 10),
    "black": outline(MOON),
}
"""What stands on each shield, as on the screens: a star, three leaves, a sun, a moon."""


@lru_cache(maxsize=64)
def shield(player: str, fill: Colour, charge: Colour, rim: Colour) -> Face:
    """A player's shield, by the colour of the seat: filled, its charge upon it, and a rim around."""
    marks: tuple[Mark, ...] = (
        solid(SHIELD, fill),
        solid(CHARGES[player], charge),
        *((Circle(5, 4.7, 1.25, Paint(fill=fill)),) if player == "yellow" else ()),
        Path(outline(SHIELD), Paint(stroke=rim, width=0.45), closed=True),
    )
    return Face(10, 10, marks, name=f"{player} shield")


def colour_of(seat: int) -> str:
    """The colour of a seat, counted clockwise from 0."""
    return COLOURS[seat % len(COLOURS)]
