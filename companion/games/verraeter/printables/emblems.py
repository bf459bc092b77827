"""The emblems of the two houses and the shields of the four players, drawn for this project: 10 mm each."""

from functools import lru_cache
from math import cos, pi, sin

from companion.games.verraeter.data import COLOURS
from companion.games.verraeter.printables.outlines import Runs, drawn, mirrored, moved, outline, solid
from companion.press.colours import Colour
from companion.press.face import Circle, Face, Mark, Paint, Path

WING = (
    "M54 37C57 26 62 15 74 9C81 6 89 5 95 10Q88 11 86 17Q95 17 99 26Q91 24 87 29Q96 32 98 43"
    "Q91 38 86 41Q94 47 94 58Q88 51 82 52Q88 59 86 70Q80 62 75 61Q78 69 74 78Q69 69 65 64Q60 60 57 59Z"
)
QUILLS = "M64 27L79 18M66 35L83 29M67 43L82 41M66 51L78 51M63 57L72 61"
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


@lru_cache(maxsize=64)
def emblem(house: str, ink: Colour, ground: Colour) -> Face:
    """The Eagle or the Rose in one ink; `ground` is what it stands on."""
    marks = (_eagle if house == "eagle" else _rose)(ink, ground)
    return Face(10, 10, marks, name=f"{house} emblem")


def _eagle(ink: Colour, ground: Colour) -> tuple[Mark, ...]:
    both: Runs = ()
    for part in (WING, LEG):
        both += (*outline(part), *mirrored(outline(part), 50))
    shapes = moved((*both, *outline(TAIL), *outline(BODY)), 0, 0, 0.1)
    quills = outline(QUILLS)
    light = moved(
        (*quills, *mirrored(quills, 50), *outline("M46 60Q50 63 54 60M46 52Q50 55 54 52")), 0, 0, 0.1
    )
    return (
        *(solid((run,), ink) for run in shapes[:-1]),
        Path(shapes[-1:], Paint(fill=ink, stroke=ground, width=0.22), closed=True),
        drawn(light, ground, 0.22),
        Circle(4.6, 1.5, 0.32, Paint(fill=ground)),
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


def _rose(ink: Colour, ground: Colour) -> tuple[Mark, ...]:
    turns = [n * 2 * pi / 5 for n in range(5)]
    marks: list[Mark] = []
    for turn in turns:
        leaf = turn + pi / 5
        tip, left, right = ((leaf, 4.9), (leaf - 0.24, 2.5), (leaf + 0.24, 2.5))
        barb = tuple((5 + r * sin(a), 5 - r * cos(a)) for a, r in (left, tip, right))
        marks.append(Path((barb,), Paint(fill=ink), closed=True))
    for turn in turns:
        marks.append(Path(_petal(turn, 4.75, 2.6), Paint(fill=ink, stroke=ground, width=0.24), closed=True))
    for turn in turns:
        marks.append(
            Path(_petal(turn + pi / 5, 2.75, 1.5), Paint(fill=ground, stroke=ink, width=0.2), closed=True)
        )
    marks.append(Circle(5, 5, 0.95, Paint(fill=ink, stroke=ground, width=0.18)))
    for turn in turns:
        marks.append(Circle(5 + 0.52 * sin(turn), 5 - 0.52 * cos(turn), 0.15, Paint(fill=ground)))
    return tuple(marks)


SHIELD = "M0.8 0.6L9.2 0.6L9.2 4.6C9.2 7.4 7.4 9 5 9.8C2.6 9 0.8 7.4 0.8 4.6Z"
CHARGES = {
    "blue": "M0.8 3.4L9.2 3.4L9.2 6L0.8 6Z",
    "green": "M5 2.3L9.08 5.7L8.4 7.4L5 4.7L1.6 7.4L0.92 5.7Z",
    "yellow": "M3.7 0.6L6.3 0.6L6.3 9.25L5 9.8L3.7 9.25Z",
    "black": "M0.8 0.6L2.5 0.6L5 3.3L7.5 0.6L9.2 0.6L9.2 1.9L6.4 4.8L8.75 7.2L7.5 8.5L5 6.2"
    "L2.5 8.5L1.25 7.2L3.6 4.8L0.8 1.9Z",
}
"""What divides each shield: a bar, a chevron, a pale, a saltire."""


@lru_cache(maxsize=64)
def shield(player: str, fill: Colour, charge: Colour, rim: Colour) -> Face:
    """A player's shield, by the colour of the seat: filled, its charge upon it, and a rim around."""
    marks: tuple[Mark, ...] = (
        solid(SHIELD, fill),
        solid(CHARGES[player], charge),
        Path(outline(SHIELD), Paint(stroke=rim, width=0.45), closed=True),
    )
    return Face(10, 10, marks, name=f"{player} shield")


def colour_of(seat: int) -> str:
    """The colour of a seat, counted clockwise from 0."""
    return COLOURS[seat % len(COLOURS)]
