"""Pictures kept as SVG files, drawn by the press in the ink in use: paths, circles and rectangles.

A file is a box of pictures, each a group with an id. A picture may use another, moved, enlarged or mirrored.
What its fills and strokes are called means nothing here: whoever draws it says how each is painted.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path as File
from typing import NamedTuple
from xml.etree import ElementTree as Xml

from companion.press.colours import BLACK, WHITE, Colour, rgb, washed
from companion.press.face import HAIRLINE, Box, Circle, Mark, Paint, Path, Rectangle
from companion.press.outlines import Runs, outline

type Painter = Callable[[Mapping[str, str]], Paint | None]
"""How a shape is painted, from its attributes; nothing where it is left out in this ink."""

TRANSFORM = re.compile(r"(translate|scale)\(([^)]*)\)")


class Place(NamedTuple):
    """Where a shape is put: enlarged about its origin, then moved."""

    x: float = 0.0
    y: float = 0.0
    across: float = 1.0
    down: float = 1.0

    def within(self, outer: "Place") -> "Place":
        """This place in a picture that is itself put somewhere."""
        x, y = outer.x + outer.across * self.x, outer.y + outer.down * self.y
        return Place(x, y, outer.across * self.across, outer.down * self.down)

    def moved(self, runs: Runs) -> Runs:
        """An outline, put there."""
        x, y, across, down = self
        return tuple(tuple((x + across * a, y + down * b) for a, b in run) for run in runs)


class Pictures:
    """The pictures of one file."""

    def __init__(self, file: File) -> None:
        groups = Xml.parse(file).iter()  # our own file, no guest's
        self.groups = {each.attrib["id"]: each for each in groups if "id" in each.attrib}

    def marks(self, name: str, paint: Painter) -> tuple[Mark, ...]:
        """A picture as it is painted."""
        return tuple(self._group(self.groups[name], paint, Place(), ""))

    def _group(self, group: Xml.Element, paint: Painter, at: Place, tone: str) -> Iterator[Mark]:
        """All of a group; what is of its own tone takes the one that its use names."""
        for each in group:
            told = {key: tone if word == "own" else word for key, word in each.attrib.items()}
            place = _place(told.get("transform", "")).within(at)
            if each.tag.endswith("use"):
                yield from self._group(self.groups[told["href"][1:]], paint, place, told.get("tone", ""))
            elif painted := paint(told):
                yield _shape(each, painted, place)


def _shape(each: Xml.Element, paint: Paint, at: Place) -> Mark:
    """A path, a circle or a rectangle."""

    def number(key: str) -> float:
        return float(each.get(key, "0"))

    if each.tag.endswith("circle"):
        x, y = at.x + at.across * number("cx"), at.y + at.down * number("cy")
        return Circle(x, y, at.down * number("r"), paint)
    if each.tag.endswith("rect"):
        box = Box(number("x"), number("y"), number("width"), number("height"))
        return Rectangle(box, paint, number("rx"))
    written = each.attrib["d"]
    return Path(at.moved(outline(written)), paint, closed=bool(paint.fill) or written.endswith("Z"))


def _place(written: str) -> Place:
    """A translation, a scale, or both in this order."""
    told = {kind: [float(n) for n in numbers.split()] for kind, numbers in TRANSFORM.findall(written)}
    x, y = told.get("translate", (0.0, 0.0))
    scale = told.get("scale", [1.0])
    return Place(x, y, scale[0], scale[-1])


def in_colours(colours: Mapping[str, Colour]) -> Painter:
    """Fills and strokes by the names of their colours."""

    def paint(told: Mapping[str, str]) -> Paint:
        fill, stroke = (colours[told[key]] if key in told else None for key in ("fill", "stroke"))
        width = float(told.get("stroke-width", HAIRLINE))
        dash = tuple(float(each) for each in told.get("stroke-dasharray", "").split())
        return Paint(fill=fill, stroke=stroke, width=width, dash=dash)

    return paint


def as_written(wash: Colour | None = None, *, saver: bool = False) -> Painter:
    """The colours that the file itself names, as a screen shows them: a drawing that paper and screen share.

    A `wash` lies over every colour, half and half. In `saver` what has an edge is its outline, and what has
    none is left out.
    """

    def ink(code: str | None) -> Colour | None:
        if code is None or code == "none":
            return None
        return washed(rgb(code), wash) if wash else rgb(code)

    def paint(told: Mapping[str, str]) -> Paint | None:
        fill, stroke = ink(told.get("fill")), ink(told.get("stroke"))
        width = float(told.get("stroke-width", HAIRLINE))
        dash = tuple(float(each) for each in told.get("stroke-dasharray", "").split())
        if not saver:
            return Paint(fill=fill, stroke=stroke, width=width, dash=dash)
        edged = Paint(fill=WHITE if fill else None, stroke=BLACK, width=width, dash=dash)
        return edged if stroke else None

    return paint
