"""A die's figure by its number of sides, as a card names its dice (A1): outline, edges, number."""

from functools import lru_cache
from math import cos, pi, sin

from companion.press.face import Box, Colour, Face, Mark, Paint, Path, Rectangle
from companion.press.text import NUMERAL, Style, line

DIE = 12.0
"""The ground on which a die is drawn."""

type Points = tuple[tuple[float, float], ...]


def _around(count: int, turn: float, radius: float = 5.8, y: float = 6.0) -> Points:
    angles = (turn + 2 * pi * n / count for n in range(count))
    return tuple((round(6 + radius * cos(a), 3), round(y + radius * sin(a), 3)) for a in angles)


def _joined(inner: Points, outer: Points) -> tuple[Points, ...]:
    return tuple(zip(inner, outer, strict=True))


UP = -pi / 2
HEXAGON = _around(6, UP)
INNER_TRIANGLE = _around(3, UP, 3.9, 6.2)
PENTAGON = _around(5, UP, 3.5)
DECAGON = _around(10, UP)
KITE: Points = ((6, 1.9), (9.3, 6.6), (6, 8.9), (2.7, 6.6))

OUTLINES: dict[int, Points] = {
    4: ((6, 0.6), (11.6, 10.6), (0.4, 10.6)),
    8: ((6, 0.2), (11.2, 6), (6, 11.8), (0.8, 6)),
    10: ((6, 0.3), (11.6, 5.2), (11.6, 6.9), (6, 11.7), (0.4, 6.9), (0.4, 5.2)),
    12: DECAGON,
    20: HEXAGON,
}
EDGES: dict[int, tuple[Points, ...]] = {
    8: (((0.8, 6), (2.4, 8.3), (9.6, 8.3), (11.2, 6)), ((2.4, 8.3), (6, 0.2), (9.6, 8.3))),
    10: (
        (*KITE, KITE[0]),
        ((6, 1.9), (6, 0.3)),
        (KITE[1], (11.6, 6.0)),
        (KITE[3], (0.4, 6.0)),
        ((6, 8.9), (6, 11.7)),
    ),
    12: ((*PENTAGON, PENTAGON[0]), *_joined(PENTAGON, DECAGON[::2])),
    20: (
        (*INNER_TRIANGLE, INNER_TRIANGLE[0]),
        *((INNER_TRIANGLE[n], HEXAGON[m]) for n in range(3) for m in (2 * n, 2 * n + 1, (2 * n + 5) % 6)),
    ),
}
NUMBER_AT = {4: 7.1, 6: 6.0, 8: 5.6, 10: 5.9, 12: 6.0, 20: 6.6}


@lru_cache(maxsize=64)
def die(sides: int, ink: Colour, ground: Colour, *, edges: bool = True) -> Face:
    """The figure of a die of these sides with its number on it."""
    paint = Paint(fill=ground, stroke=ink, width=0.42)
    outline: Mark = (
        Rectangle(Box(1.1, 1.1, 9.8, 9.8), paint, 1.6)
        if sides == 6
        else Path((OUTLINES[sides],), paint, closed=True)
    )
    inner = (Path(EDGES[sides], Paint(stroke=ink, width=0.16)),) if edges and sides in EDGES else ()
    style = Style(font=NUMERAL, size=13, smallest=6, leading=1, colour=ink)
    number = line(str(sides), style, 8, "dice")
    words = number.at(0, NUMBER_AT[sides] - number.height / 2, width=DIE, align=0.5)
    return Face(DIE, DIE, (outline, *inner, *words), name=f"d{sides}")
