"""The classes of miniatures from above, at their true footprint (C6): what a mini is to be told by.

Drawn in millimetres on ½ × ½, 1 × ½ and 1 × 1 inch. A class that is not known here is drawn by its
footprint alone, with the first letters of its name.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import cos, pi, sin

from companion.games.parabellum.data import FOOTPRINT_INCHES, Footprint
from companion.games.parabellum.printables.look import INCH
from companion.press.colours import WHITE, Colour
from companion.press.face import Box, Circle, Face, Mark, Paint, Path, Rectangle
from companion.press.fonts import NUMERAL
from companion.press.look import INK, Look
from companion.press.text import Style, line

type Drawing = Callable[[Colour, Colour], Iterator[Mark]]
"""A class drawn in its dark and its light."""


def _ring(
    x: float, y: float, radius: float, count: int = 6, turn: float = 0.0
) -> tuple[tuple[float, float], ...]:
    angles = (turn + 2 * pi * n / count for n in range(count))
    return tuple((round(x + radius * cos(a), 3), round(y + radius * sin(a), 3)) for a in angles)


def _infantry(dark: Colour, light: Colour) -> Iterator[Mark]:
    """Four helmets, each with its rifle forward."""
    for x, y in ((3.6, 4.6), (8.6, 3.9), (4.4, 9.0), (9.3, 8.6)):
        yield Path((((x + 1.5, y + 0.4), (x + 1.5, y - 3.1)),), Paint(stroke=dark, width=0.55))
        yield Path((((x - 1.9, y + 0.9), (x + 1.9, y + 0.9)),), Paint(stroke=dark, width=1.5))
        yield Circle(x, y, 1.5, Paint(fill=dark))
        yield Circle(x, y, 0.75, Paint(stroke=light, width=0.22))


def _wheels(
    dark: Colour, xs: tuple[float, ...], top: float, bottom: float, long: float = 3.2
) -> Iterator[Mark]:
    for x in xs:
        for y in (top, bottom):
            yield Rectangle(Box(x - long / 2, y - 0.9, long, 1.8), Paint(fill=dark), 0.5)


def _truck(dark: Colour, light: Colour) -> Iterator[Mark]:
    """A cab at the right, a bed with bows behind it."""
    yield from _wheels(dark, (5.2, 9.0, 20.2), 1.9, 10.8)
    yield Rectangle(Box(1.6, 2.3, 14.2, 8.1), Paint(fill=dark), 0.5)
    yield Path(tuple(((x, 3.2), (x, 9.5)) for x in (4.4, 7.2, 10.0, 12.8)), Paint(stroke=light, width=0.3))
    yield Rectangle(Box(16.6, 2.6, 6.9, 7.5), Paint(fill=dark), 1.2)
    yield Rectangle(Box(19.7, 3.5, 1.5, 5.7), Paint(fill=light), 0.3)


def _walker(dark: Colour, light: Colour) -> Iterator[Mark]:
    """Four bent legs about a long body, a gun at its nose."""
    for x, reach in ((7.4, -3.4), (16.4, 3.4)):
        for y, foot in ((4.4, 1.6), (8.3, 11.1)):
            yield Path(
                (((x, y), (x + reach, (y + foot) / 2), (x + reach, foot)),), Paint(stroke=dark, width=1.0)
            )
            yield Circle(x + reach, foot, 1.05, Paint(fill=dark))
    body = ((5.2, 4.0), (15.5, 3.2), (19.0, 6.35), (15.5, 9.5), (5.2, 8.7))
    yield Path((body,), Paint(fill=dark), closed=True)
    yield Path((((18, 6.35), (24, 6.35)),), Paint(stroke=dark, width=0.9))
    yield Circle(12.6, 6.35, 1.9, Paint(stroke=light, width=0.35))


def _gun(dark: Colour, light: Colour) -> Iterator[Mark]:
    """A long barrel between two wheels, its trails spread behind."""
    yield Path((((12, 6.35), (2, 2.2)), ((12, 6.35), (2, 10.5))), Paint(stroke=dark, width=1.2))
    yield Path((((12, 6.35), (24, 6.35)),), Paint(stroke=dark, width=1.5))
    yield Rectangle(Box(22.2, 5.1, 1.9, 2.5), Paint(fill=dark))
    yield from _wheels(dark, (13.2,), 2.3, 10.4, 5.2)
    yield Rectangle(Box(14.4, 2.9, 1.3, 6.9), Paint(fill=dark))
    yield Circle(11.8, 6.35, 1.5, Paint(fill=dark, stroke=light, width=0.3))


def _tracks(dark: Colour, light: Colour) -> Iterator[Mark]:
    for y in (2.8, 18.0):
        yield Rectangle(Box(2.4, y, 20.6, 4.6), Paint(fill=dark), 1.6)
        cleats = tuple(((x / 10, y + 0.7), (x / 10, y + 3.9)) for x in range(42, 220, 18))
        yield Path(cleats, Paint(stroke=light, width=0.28))


def _tank(dark: Colour, light: Colour) -> Iterator[Mark]:
    """A hull between its tracks, a turret, a barrel."""
    yield from _tracks(dark, light)
    hull = ((3.4, 6.6), (20.6, 6.6), (22.8, 9.2), (22.8, 16.2), (20.6, 18.8), (3.4, 18.8))
    yield Path((hull,), Paint(fill=dark, stroke=light, width=0.3), closed=True)
    yield Path((_ring(11.2, 12.7, 4.9, 8, pi / 8),), Paint(fill=dark, stroke=light, width=0.45), closed=True)
    yield Rectangle(Box(15.6, 11.9, 8.6, 1.6), Paint(fill=dark, stroke=light, width=0.25))
    yield Circle(9.9, 11.3, 1.3, Paint(stroke=light, width=0.35))


def _engineer(dark: Colour, light: Colour) -> Iterator[Mark]:
    """A tracked hull with a blade before it and a boom."""
    yield from _tracks(dark, light)
    yield Rectangle(Box(3.6, 6.6, 15.6, 12.2), Paint(fill=dark, stroke=light, width=0.3), 1)
    yield Path((((19, 8.6), (21.8, 8.6)), ((19, 16.8), (21.8, 16.8))), Paint(stroke=dark, width=1.2))
    blade = ((21.6, 2.6), (23.8, 1.8), (23.8, 23.6), (21.6, 22.8))
    yield Path((blade,), Paint(fill=dark, stroke=light, width=0.2), closed=True)
    yield Rectangle(Box(5.4, 8.6, 5.6, 8.2), Paint(stroke=light, width=0.4), 0.6)
    yield Path((((11, 12.7), (17.6, 9.4)),), Paint(stroke=light, width=0.9))


def _hauler(dark: Colour, light: Colour) -> Iterator[Mark]:
    """A wide cab and a long hold of crates, on eight wheels."""
    for x in (5.0, 9.6, 14.2, 20.8):
        for y in (3.4, 22.0):
            yield Rectangle(Box(x - 2, y - 1.3, 4, 2.6), Paint(fill=dark), 0.7)
    yield Rectangle(Box(1.8, 4.2, 15.4, 17.0), Paint(fill=dark), 0.8)
    for x in (3.0, 7.7, 12.4):
        for y in (5.6, 13.2):
            yield Rectangle(Box(x, y, 3.8, 6.6), Paint(stroke=light, width=0.35), 0.3)
    yield Rectangle(Box(18.0, 4.8, 5.8, 15.8), Paint(fill=dark), 1.6)
    yield Rectangle(Box(20.4, 6.4, 1.5, 12.6), Paint(fill=light), 0.3)


KNOWN: dict[str, tuple[Footprint, Drawing]] = {
    "infantry": ("small", _infantry),
    "truck": ("medium", _truck),
    "walker": ("medium", _walker),
    "gun": ("medium", _gun),
    "tank": ("large", _tank),
    "engineer": ("large", _engineer),
    "hauler": ("large", _hauler),
}


def footprint_size(footprint: Footprint) -> tuple[float, float]:
    """Millimetres: how wide and how deep a base is.

    >>> footprint_size("medium")
    (25.4, 12.7)
    """
    wide, deep = FOOTPRINT_INCHES[footprint]
    return wide * INCH, deep * INCH


@lru_cache(maxsize=128)
def silhouette(unit_class: str, footprint: Footprint, dark: Colour = INK, light: Colour = WHITE) -> Face:
    """A class at its true footprint."""
    size = footprint_size(footprint)
    known = KNOWN.get(unit_class)
    if known and known[0] == footprint:
        return Face(*size, tuple(known[1](dark, light)), name=f"class {unit_class}")
    return Face(*size, tuple(_plain(unit_class, size, dark)), name=f"class {unit_class}")


def _plain(unit_class: str, size: tuple[float, float], dark: Colour) -> Iterator[Mark]:
    """The first letters of a class on an empty base."""
    wide, deep = size
    yield Rectangle(Box(1.2, 1.2, wide - 2.4, deep - 2.4), Paint(stroke=dark, width=0.5, dash=(1.2, 0.8)), 1)
    style = Style(font=NUMERAL, size=deep * 1.3, smallest=7, leading=1, colour=dark)
    block = line(unit_class.replace("_", " ")[:3].upper(), style, wide - 3, f"classes.{unit_class}")
    yield from block.at(0, (deep - block.height) / 2, width=wide, align=0.5)


def drawn(unit_class: str, footprint: Footprint, look: Look, ground: Colour = WHITE) -> Face:
    """A class in black on a ground; saver ink draws the same, for nothing is told by its area."""
    return silhouette(unit_class, footprint, INK, WHITE if look.saver else ground)
