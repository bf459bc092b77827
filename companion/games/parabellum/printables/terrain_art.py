"""Terrain on a square inch of map: a pattern for each kind that reads without its colour (M3)."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import cos, pi, sin

from companion.games.parabellum.data import STANDARD_TERRAIN
from companion.games.parabellum.printables.look import INCH
from companion.games.parabellum.state.binder import Terrain
from companion.press.colours import WHITE, Colour, rgb
from companion.press.face import Box, Circle, Face, Mark, Paint, Path, Rectangle
from companion.press.fonts import NUMERAL
from companion.press.look import INK, Look
from companion.press.text import Style, line

type Drawing = Callable[[Colour, Colour | None], Iterator[Mark]]
"""A pattern in its line colour, and the fill of its shapes (none where ink is saved)."""

TINTS: dict[str, tuple[Colour, Colour, Colour]] = {
    "open": (rgb("#f4f1e4"), rgb("#b9b296"), rgb("#f4f1e4")),
    "rocky": (rgb("#dcd3c2"), rgb("#5f5343"), rgb("#b7a98f")),
    "urban": (rgb("#dedcd8"), rgb("#45464a"), rgb("#a9a8a6")),
    "special": (rgb("#e6d9b0"), rgb("#6b4a12"), rgb("#c59a3c")),
    "rubble": (rgb("#e7dfd0"), rgb("#75664f"), rgb("#bcae93")),
    "forest": (rgb("#d3dfc5"), rgb("#2f5a35"), rgb("#7fa36f")),
    "marsh": (rgb("#d9e2d3"), rgb("#3f6b62"), rgb("#d9e2d3")),
    "water": (rgb("#c6dbe6"), rgb("#2c5f82"), rgb("#c6dbe6")),
}
"""Ground, lines and shapes of the standard terrain."""
OTHER = (rgb("#ece6ee"), rgb("#5a4a66"), rgb("#ece6ee"))


def _open(ink: Colour, fill: Colour | None) -> Iterator[Mark]:
    """A few blades of grass."""
    runs = []
    for x, y in ((5, 8.5), (17, 6.5), (11.5, 15.5), (20, 19), (6, 21)):
        runs += [((x, y), (x - 0.7, y - 1.7)), ((x, y), (x + 0.1, y - 2.1)), ((x, y), (x + 0.9, y - 1.6))]
    yield Path(tuple(runs), Paint(stroke=ink, width=0.22))


def _rocky(ink: Colour, fill: Colour | None) -> Iterator[Mark]:
    """Peaks, each with its shaded side."""
    for x, y, size in ((1.8, 13.2, 9.5), (12.6, 11.0, 10.5), (6.4, 23.2, 11.5)):
        peak = ((x, y), (x + size * 0.45, y - size * 0.8), (x + size, y))
        yield Path((peak,), Paint(fill=fill or WHITE, stroke=ink, width=0.45), closed=True)
        shade = tuple(
            (
                (x + size * (0.5 + n * 0.11), y - size * (0.68 - n * 0.16)),
                (x + size * (0.44 + n * 0.11), y - 0.4),
            )
            for n in range(4)
        )
        yield Path(shade, Paint(stroke=ink, width=0.28))


def _urban(ink: Colour, fill: Colour | None) -> Iterator[Mark]:
    """Blocks of houses between streets."""
    for box in (Box(2, 2, 9.4, 7), Box(13.8, 2, 9.6, 10.4), Box(2, 11.4, 9.4, 12), Box(13.8, 14.8, 9.6, 8.6)):
        yield Rectangle(box, Paint(fill=fill or WHITE, stroke=ink, width=0.5))
        ridge = (((box.x, box.y), (box.right, box.bottom)), ((box.right, box.y), (box.x, box.bottom)))
        yield Path(ridge, Paint(stroke=ink, width=0.25))


def _special(ink: Colour, fill: Colour | None) -> Iterator[Mark]:
    """A strongpoint: an eight-sided wall with a star in it."""

    def around(radius: float, count: int, turn: float) -> tuple[tuple[float, float], ...]:
        angles = (turn + 2 * pi * n / count for n in range(count))
        return tuple((12.7 + radius * cos(a), 12.7 + radius * sin(a)) for a in angles)

    yield Path((around(10.6, 8, pi / 8),), Paint(fill=fill or WHITE, stroke=ink, width=1.1), closed=True)
    yield Path((around(8.9, 8, pi / 8),), Paint(stroke=ink, width=0.3), closed=True)
    tips, waists = around(6.6, 5, -pi / 2), around(2.7, 5, -pi / 2 + pi / 5)
    star = tuple(point for pair in zip(tips, waists, strict=True) for point in pair)
    yield Path((star,), Paint(fill=ink), closed=True)


def _rubble(ink: Colour, fill: Colour | None) -> Iterator[Mark]:
    """Broken stones, strewn."""
    stones = (
        (4.5, 5.5, 2.4), (12, 4.2, 1.7), (19.6, 6.2, 2.6), (8.2, 11.6, 2.0), (16.2, 12.6, 2.9),
        (22, 14.2, 1.4), (4.2, 17.6, 2.7), (11.4, 19.4, 2.2), (18.8, 20.6, 2.1), (7.4, 22.6, 1.3),
        (23.0, 21.8, 1.2),
    )  # fmt: skip
    for n, (x, y, size) in enumerate(stones):
        stone = tuple(
            (x + size * (0.75 + 0.25 * ((n + m) % 3 - 1)) * cos(a), y + size * 0.8 * sin(a))
            for m, a in enumerate(0.5 * n + 2 * pi * k / 5 for k in range(5))
        )
        yield Path((stone,), Paint(fill=fill or WHITE, stroke=ink, width=0.38), closed=True)


def _forest(ink: Colour, fill: Colour | None) -> Iterator[Mark]:
    """Crowns of trees from above."""
    trees = (
        (5.6, 5.8, 3.9), (14.4, 4.8, 3.2), (21.2, 7.4, 3.3), (10.4, 12.4, 3.7), (18.6, 15.0, 3.9),
        (4.6, 15.6, 3.1),
        (10.6, 20.6, 3.4), (18.4, 22.2, 2.5), (4.0, 22.4, 2.2),
    )  # fmt: skip
    for x, y, radius in trees:
        yield Circle(x, y, radius, Paint(fill=fill or WHITE, stroke=ink, width=0.42))
        yield Circle(x - radius * 0.2, y - radius * 0.2, radius * 0.34, Paint(stroke=ink, width=0.26))


def _marsh(ink: Colour, fill: Colour | None) -> Iterator[Mark]:
    """Level lines of wet ground, with reeds."""
    level, reeds = [], []
    for n, y in enumerate((4.6, 9.2, 13.8, 18.4, 23.0)):
        shift = 3.2 * (n % 2)
        for x in (2.0 + shift, 10.2 + shift, 18.0 + shift):
            level.append(((x, y), (min(x + 5.2, 24.2), y)))
        for x in (5.0 + shift, 13.4 + shift):
            reeds += [((x, y), (x, y - 2.9)), ((x, y), (x - 1.3, y - 2.3)), ((x, y), (x + 1.3, y - 2.3))]
    yield Path(tuple(level), Paint(stroke=ink, width=0.5))
    yield Path(tuple(reeds), Paint(stroke=ink, width=0.28))


def _water(ink: Colour, fill: Colour | None) -> Iterator[Mark]:
    """Waves that run on into the next square."""
    step = INCH / 24
    waves = tuple(
        tuple((n * step, y + 0.75 * sin(2 * pi * n / 8)) for n in range(25))
        for y in (3.2, 7.4, 11.6, 15.8, 20.0, 24.0)
    )
    yield Path(waves, Paint(stroke=ink, width=0.42))


DRAWINGS: dict[str, Drawing] = {
    "open": _open, "rocky": _rocky, "urban": _urban, "special": _special,
    "rubble": _rubble, "forest": _forest, "marsh": _marsh, "water": _water,
}  # fmt: skip


@lru_cache(maxsize=128)
def ground(terrain: str, glyph: str, look: Look) -> Face:
    """A square inch of a terrain, without its border; one that is not the rulebook's shows its sign."""
    tint, ink, fill = TINTS.get(terrain, OTHER)
    lines = INK if look.saver else ink
    marks: list[Mark] = [] if look.saver else [Rectangle(Box(0, 0, INCH, INCH), Paint(fill=tint))]
    if terrain in DRAWINGS and terrain in STANDARD_TERRAIN:
        marks += DRAWINGS[terrain](lines, None if look.saver else fill)
    else:
        marks += _signs(glyph, lines)
    return Face(INCH, INCH, tuple(marks), name=f"terrain {terrain}")


def _signs(glyph: str, ink: Colour) -> Iterator[Mark]:
    style = Style(font=NUMERAL, size=15, leading=1, colour=ink)
    block = line(glyph, style, 6, "terrain")
    for row in range(3):
        for column in range(3):
            x, y = 1.6 + column * 8 + 0.2, 2.0 + row * 8
            yield from block.at(x, y, width=6, align=0.5)


def modifiers(terrain: Terrain) -> tuple[str, ...]:
    """What a terrain changes, in as few signs as a map has room for: cost, defence, attack.

    >>> from companion.games.parabellum.state.binder import starter_binder
    >>> modifiers(starter_binder().terrain["rocky"])
    ('2 moves', 'DEF +1', 'ATK −1')
    """
    told = [] if terrain.cost == 1 else ["all moves" if terrain.cost == "all" else f"{terrain.cost} moves"]
    told += [f"DEF {terrain.defense:+d}"] if terrain.defense else []
    told += [f"ATK {terrain.attack:+d}"] if terrain.attack else []
    return tuple(each.replace("-", "−") for each in told)
