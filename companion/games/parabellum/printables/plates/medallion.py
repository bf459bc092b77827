"""A class of units on the ground where it is shown, in a ring of engraved waves."""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.parabellum.data import Footprint
from companion.games.parabellum.printables.look import INCH
from companion.games.parabellum.printables.silhouettes import silhouette
from companion.games.parabellum.printables.unit_card.ground import standing
from companion.press.engraving import rosette
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, blend
from companion.press.look import INK, Look
from companion.press.svg import moved

RADIUS = 30.0
"""Millimetres: the ground on which a medallion is drawn; it is stamped at any size."""
FIELD = 34.0
"""Millimetres: the side of the square of terrain in it."""


@lru_cache(maxsize=64)
def medallion(unit_class: str, footprint: Footprint, colour: Colour, look: Look) -> Face:
    """The medallion of a class, its ring in a colour."""
    middle = RADIUS
    field = Box(middle - FIELD / 2, middle - FIELD / 2, FIELD, FIELD)
    fine = Paint(stroke=INK if look.saver else blend(colour, 0.75), width=0.12)
    line = INK if look.saver else colour
    marks: list[Mark] = [
        Circle(middle, middle, RADIUS, Paint(fill=WHITE, stroke=line, width=0.7)),
        Path(moved(rosette(RADIUS - 0.8, 24.6, 26, 3, 12), middle, middle), fine),
        Circle(middle, middle, 24.2, Paint(fill=WHITE, stroke=line, width=0.25)),
        Stamp(standing(unit_class, look), field.x, field.y, FIELD / INCH),
        Rectangle(field, Paint(stroke=line, width=0.5)),
        *_unit(unit_class, footprint, middle),
    ]
    return Face(2 * RADIUS, 2 * RADIUS, tuple(marks), f"medallion {unit_class}", alt=unit_class)


def _unit(unit_class: str, footprint: Footprint, middle: float) -> Iterator[Mark]:
    """The unit on its base, which keeps it clear of the ground's pattern."""
    shown = silhouette(unit_class, footprint, INK, WHITE)
    scale = 22.0 / max(shown.width, shown.height)
    wide, high = shown.width * scale, shown.height * scale
    base = Box(middle - wide / 2, middle - high / 2, wide, high)
    yield Rectangle(base, Paint(fill=WHITE, stroke=INK, width=0.3), 1.2)
    yield Stamp(shown, base.x, base.y, scale)
