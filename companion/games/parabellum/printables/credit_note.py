"""A credit note, engraved like a share: braids, a rosette under the value, units in a medallion."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from companion.games.parabellum.data import Footprint
from companion.games.parabellum.printables.look import MUTED
from companion.games.parabellum.printables.silhouettes import silhouette
from companion.press.engraving import braid, rosette
from companion.press.face import (
    WHITE,
    Box,
    Circle,
    Colour,
    Face,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
    blend,
    rgb,
)
from companion.press.look import INK, Look, middle
from companion.press.page import Size
from companion.press.svg import moved
from companion.press.text import LABEL, NUMERAL, SUBTITLE, TITLE, Style

NOTE = Size(70, 35)
NOTES: Mapping[int, tuple[int, Colour, str, Footprint]] = {
    5: (30, rgb("#7d7263"), "infantry", "small"),
    10: (30, rgb("#2f5583"), "truck", "medium"),
    50: (30, rgb("#8a3a1e"), "walker", "medium"),
    100: (30, rgb("#2f6b4f"), "tank", "large"),
    500: (20, rgb("#6a4a86"), "hauler", "large"),
}
"""How many notes of each value: what four budgets are counted out with, change and all; their colour, and the
class of units that they show."""
ENDS = (12.5, 57.5)
"""Millimetres: the middles of the two medallions."""


@lru_cache(maxsize=32)
def note(value: int, look: Look) -> Face:
    """A credit note: its value three times, and bars that tell it apart without its colour."""
    colour = INK if look.saver else NOTES[value][1]
    number = Style(font=NUMERAL, size=40, smallest=20, leading=1, colour=colour)
    name = Style(font=TITLE, size=9, smallest=7, leading=1, colour=colour, spacing=0.8)
    marks: tuple[Mark, ...] = (
        *_ground(colour, look),
        *_medallions(value, colour, look),
        *middle("PARABELLUM INC.", name, Box(20, 4.9, 30, 3.4), "notes"),
        *middle(str(value), number, Box(20, 7.4, 30, 14), "notes"),
        *middle("credits", look.style(SUBTITLE, 11, colour), Box(20, 21.2, 30, 4.6), "notes"),
        *middle(
            "to the bearer, at any boardroom",
            look.style(LABEL, 7, MUTED),
            Box(12.6, 25.8, 44.8, 3.8),
            "notes",
        ),
        *_bars(value, colour),
    )
    return Face(*NOTE, marks, name=str(value), safe=3, title=f"{value} credits")


def _ground(colour: Colour, look: Look) -> Iterator[Mark]:
    """Paper, the engraved braids along both long edges, the rosette, the frame."""
    whole, line = Box(0, 0, *NOTE), Paint(stroke=blend(colour, 0.55), width=0.1)
    yield Rectangle(whole.inset(1.5), Paint(fill=WHITE if look.saver else blend(colour, 0.1)), 2)
    for y in (2.1, NOTE.height - 4.3):
        yield Path(moved(braid(65.8, 2.2, 22, 4), 2.1, y), line)
    pale = Paint(stroke=blend(colour, 0.3), width=0.1)
    if not look.saver:
        yield Path(moved(rosette(13, 4, 14, 6), 35, 15.5), pale)
    yield Rectangle(whole.inset(1.5), Paint(stroke=colour, width=0.7), 2)
    yield Rectangle(Box(2.9, 4.6, 64.2, NOTE.height - 9.2), Paint(stroke=colour, width=0.2), 0.8)


def _medallions(value: int, colour: Colour, look: Look) -> Iterator[Mark]:
    """The class of units in one, the value in the other."""
    ring = Paint(stroke=colour, width=0.1)
    for x in ENDS:
        yield Circle(x, 15, 8.2, Paint(fill=WHITE, stroke=colour, width=0.3))
        yield Path(moved(rosette(8, 6.2, 22, 3), x, 15), ring)
    _, _, unit_class, footprint = NOTES[value]
    shown = silhouette(unit_class, footprint, INK if look.saver else colour, WHITE)
    scale = 10.4 / max(shown.width, shown.height)
    yield Stamp(shown, ENDS[0] - shown.width * scale / 2, 15 - shown.height * scale / 2, scale)
    small = Style(font=NUMERAL, size=17, smallest=9, leading=1, colour=colour)
    yield from middle(str(value), small, Box(ENDS[1] - 6, 11, 12, 8), "notes")


def _bars(value: int, colour: Colour) -> Iterator[Mark]:
    """One bar for the least value, five for the greatest, below each medallion."""
    count = list(NOTES).index(value) + 1
    for x in ENDS:
        left = x - (count * 2.1 - 0.7) / 2
        bars = tuple(((left + n * 2.1, 25.2), (left + n * 2.1 + 1.4, 25.2)) for n in range(count))
        yield Path(bars, Paint(stroke=colour, width=0.9))
