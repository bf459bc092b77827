"""The classes of miniatures from above, at their true footprint (C6): what a mini is to be told by.

Drawn in millimetres on ½ × ½, 1 × ½ and 1 × 1 inch. A class that is not known here is drawn by its
footprint alone, with the first letters of its name.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from companion.games.parabellum.data import FOOTPRINT_INCHES, Footprint
from companion.games.parabellum.printables.look import INCH
from companion.press.face import WHITE, Box, Colour, Face, Mark, Paint, Rectangle
from companion.press.look import INK, Look
from companion.press.svg import Pictures, in_colours
from companion.press.text import NUMERAL, Style, line

CLASSES = Pictures(Path(__file__).with_name("silhouettes.svg"))
KNOWN: Mapping[str, Footprint] = {
    "infantry": "small", "truck": "medium", "walker": "medium", "gun": "medium",
    "tank": "large", "engineer": "large", "hauler": "large",
}  # fmt: skip


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
    if KNOWN.get(unit_class) == footprint:
        marks = CLASSES.marks(unit_class, in_colours({"dark": dark, "light": light}))
        return Face(*size, marks, name=f"class {unit_class}")
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
