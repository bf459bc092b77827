"""Drawings as SVG: a face for the screen as it is printed, and pictures kept as files, drawn by the press.

A file is a box of pictures, each a group with an id. A picture may use another, moved, enlarged or mirrored.
What its fills and strokes are called means nothing here: whoever draws it says how each is painted.
Beside them stand fine lines: rosettes and braids of bank notes, and hatching where there is no colour.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from itertools import pairwise
from math import ceil, cos, floor, pi, sin
from pathlib import Path as File
from typing import ClassVar, NamedTuple
from xml.etree import ElementTree as Xml

from companion.press.alphabets import leftward, turns
from companion.press.face import (
    BLACK,
    HAIRLINE,
    POINT,
    WHITE,
    Box,
    Circle,
    Colour,
    Face,
    Image,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
    Text,
    rgb,
    washed,
)
from companion.press.page import Page
from companion.press.text import FAMILIES, measure


def svg(page: Page, *, title: str = "") -> str:
    """One page as a drawing; its units are millimetres. Faces used more than once are drawn once."""
    drawing = _Drawing()
    body = "".join(drawing.stamp(stamp) for stamp in page.stamps)
    if page.true:
        body = f'<g transform="matrix({" ".join(f"{part:.9g}" for part in page.true)})">{body}</g>'
    name = escape(title or page.label)
    # Letters of three units are placed as precisely as large ones, with the figures that paper has.
    type_ = 'text-rendering="geometricPrecision" font-variant="normal"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {page.width:g} {page.height:g}" role="img"'
        f' {type_} aria-label="{name}"><title>{name}</title><defs>{"".join(drawing.definitions)}</defs>'
        f'<rect width="{page.width:g}" height="{page.height:g}" fill="#fff"/>{body}</svg>'
    )


def cut_lines(page: Page) -> str:
    """The marks of a page and nothing else, in true millimetres, for programs that cut."""
    marks = "".join(_mark(mark) for stamp in page.stamps for mark in stamp.face.marks)
    size = f'width="{page.width:g}mm" height="{page.height:g}mm" viewBox="0 0 {page.width:g} {page.height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{marks}</svg>'


class _Drawing:
    """One drawing on its way: the faces defined so far, each under a name of its own."""

    def __init__(self) -> None:
        self.names: dict[Face, str] = {}
        self.definitions: list[str] = []

    def stamp(self, stamp: Stamp) -> str:
        face = stamp.face
        if face not in self.names:
            body = "".join(self.stamp(m) if isinstance(m, Stamp) else _mark(m) for m in face.marks)
            self.names[face] = f"face-{len(self.names)}"
            self.definitions.append(f'<g id="{self.names[face]}">{body}</g>')
        name = self.names[face]
        clip = self._clip(stamp) if stamp.window else ""
        width, height = stamp.face.width * stamp.scale, stamp.face.height * stamp.scale
        right, down = {0: (0.0, 0.0), 1: (height, 0.0), 2: (width, height), 3: (0.0, width)}[stamp.turn]
        parts = [f"translate({_n(stamp.x + right)} {_n(stamp.y + down)})"]
        parts += [f"rotate({90 * stamp.turn})"] if stamp.turn else []
        parts += [f"scale({stamp.scale:.6g})"] if stamp.scale != 1 else []
        return f'<use href="#{name}" transform="{" ".join(parts)}"{clip}/>'

    def _clip(self, stamp: Stamp) -> str:
        assert stamp.window
        x, y, width, height = stamp.window
        name = f"window-{len(self.definitions)}"
        window = f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"/>'
        self.definitions.append(f'<clipPath id="{name}">{window}</clipPath>')
        return f' clip-path="url(#{name})"'


def _n(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")


def _mark(mark: Mark) -> str:
    if isinstance(mark, Text):
        return "".join(_line(line) for line in mark.lines())
    assert not isinstance(mark, Stamp)
    if isinstance(mark, Image):
        return _image(mark)
    paint = "".join(_paint(mark.paint))
    if isinstance(mark, Rectangle):
        x, y, width, height = (_n(number) for number in mark.box)
        return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{_n(mark.radius)}"{paint}/>'
    if isinstance(mark, Circle):
        return f'<circle cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.radius)}"{paint}/>'
    end = "Z" if mark.closed else ""
    runs = ("M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in run) + end for run in mark.runs)
    return f'<path d="{"".join(runs)}"{paint}/>'


def _image(mark: Image) -> str:
    x, y, width, height = (_n(number) for number in mark.box)
    data = b64encode(mark.pixels.data).decode()
    place = f'x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="none"'
    return f'<image {place} href="data:{mark.pixels.kind};base64,{data}"/>'


def _paint(paint: Paint) -> Iterator[str]:
    yield f' fill="{code(paint.fill)}"' if paint.fill else ' fill="none"'
    if paint.stroke:
        yield f' stroke="{code(paint.stroke)}" stroke-width="{_n(paint.width)}"'
    if paint.dash:
        yield f' stroke-dasharray="{" ".join(_n(part) for part in paint.dash)}"'


def code(colour: Colour) -> str:
    """The `#rrggbb` of a colour."""
    parts = colour * 3 if len(colour) == 1 else colour
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def _line(mark: Text) -> str:
    """One line of type, held to the width that it has on paper."""
    family, weight, style = FAMILIES[mark.font]
    if mark.spacing:
        fixed = f' letter-spacing="{_n(mark.spacing * POINT)}"'
    else:
        fixed = f' textLength="{_n(measure(mark.text, mark.font, mark.size))}"' if len(mark.text) > 1 else ""
    slant = f' font-style="{style}"' if style != "normal" else ""
    # What is read from the right ends where it would begin: it still lies from `x` on, as on paper.
    way = (' direction="rtl" text-anchor="end"' if leftward(mark.text) else ' direction="ltr"') * turns(
        mark.text
    )
    return (
        f'<text x="{_n(mark.x)}" y="{_n(mark.y)}" font-family="{family}" font-weight="{weight}"{slant}{way}'
        f' font-size="{_n(mark.size * POINT)}" fill="{code(mark.colour)}"{fixed}>{escape(mark.text)}</text>'
    )


type Point = tuple[float, float]
type Runs = tuple[tuple[Point, ...], ...]

TOKEN = re.compile(r"[MLQCZ]|-?\d+(?:\.\d+)?")
PIECES = 8
"""Straight lines to a curve: at the size of a card no corner is seen."""
TAKES = {"M": 1, "L": 1, "Q": 2, "C": 3}
"""How many points each command is followed by."""


@lru_cache(maxsize=512)
def outline(written: str) -> Runs:
    """The runs of a drawing in the commands M, L, Q, C and Z, all points absolute.

    >>> outline("M0 0L2 0L2 2Z M5 5L6 6")
    (((0.0, 0.0), (2.0, 0.0), (2.0, 2.0)), ((5.0, 5.0), (6.0, 6.0)))
    """
    runs: list[list[Point]] = []
    for command, points in _commands(written):
        if command == "M":
            runs.append([points[0]])
        elif command == "L":
            runs[-1] += points
        elif command != "Z":
            runs[-1] += _curve((runs[-1][-1], *points))
    return tuple(tuple(run) for run in runs)


def _commands(written: str) -> Iterator[tuple[str, list[Point]]]:
    tokens = iter(TOKEN.findall(written))
    command = ""
    for token in tokens:
        if token.isalpha():
            command = token
            if command == "Z":
                yield command, []
                continue
            token = next(tokens)
        numbers = [float(token), *(float(next(tokens)) for _ in range(2 * TAKES[command] - 1))]
        yield command, list(zip(numbers[::2], numbers[1::2], strict=True))


def _curve(points: tuple[Point, ...]) -> Iterator[Point]:
    """A curve of the second or third degree, without its first point."""
    for n in range(1, PIECES + 1):
        share, left = n / PIECES, points
        while len(left) > 1:
            left = tuple(
                (x0 + share * (x1 - x0), y0 + share * (y1 - y0)) for (x0, y0), (x1, y1) in pairwise(left)
            )
        yield round(left[0][0], 3), round(left[0][1], 3)


def moved(runs: Runs, x: float, y: float, scale: float = 1.0) -> Runs:
    """The same, enlarged about its origin, then put there."""
    return tuple(tuple((x + scale * a, y + scale * b) for a, b in run) for run in runs)


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
        x, y, across, down = self
        return tuple(tuple((x + across * a, y + down * b) for a, b in run) for run in runs)


class Pictures:
    """The pictures of one file."""

    def __init__(self, file: File) -> None:
        groups = Xml.parse(file).iter()  # our own file, no guest's
        self.groups = {each.attrib["id"]: each for each in groups if "id" in each.attrib}

    def marks(self, name: str, paint: Painter, at: Place = Place()) -> tuple[Mark, ...]:  # a value
        """What a picture is drawn of, put somewhere."""
        return tuple(self._group(self.groups[name], paint, at, ""))

    def _group(self, group: Xml.Element, paint: Painter, at: Place, tone: str) -> Iterator[Mark]:
        """All of a group; what is of its own tone takes the one that its use names."""
        for each in group:
            attributes = {key: tone if word == "own" else word for key, word in each.attrib.items()}
            place = _place(attributes.get("transform", "")).within(at)
            if each.tag.endswith("use"):
                yield from self._group(
                    self.groups[attributes["href"][1:]], paint, place, attributes.get("tone", "")
                )
            elif painted := paint(attributes):
                yield _shape(each, painted, place)


def _shape(each: Xml.Element, paint: Paint, at: Place) -> Mark:
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
    transforms = {kind: [float(n) for n in numbers.split()] for kind, numbers in TRANSFORM.findall(written)}
    x, y = transforms.get("translate", (0.0, 0.0))
    scale = transforms.get("scale", [1.0])
    return Place(x, y, scale[0], scale[-1])


def _line_of(attributes: Mapping[str, str]) -> Paint:
    """How wide a shape's line is, and its dash."""
    dash = tuple(float(each) for each in attributes.get("stroke-dasharray", "").split())
    return Paint(width=float(attributes.get("stroke-width", HAIRLINE)), dash=dash)


def in_colours(colours: Mapping[str, Colour]) -> Painter:
    """Fills and strokes by the names of their colours."""

    def paint(attributes: Mapping[str, str]) -> Paint:
        fill, stroke = (colours[attributes[key]] if key in attributes else None for key in ("fill", "stroke"))
        return replace(_line_of(attributes), fill=fill, stroke=stroke)

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

    def paint(attributes: Mapping[str, str]) -> Paint | None:
        fill, stroke = ink(attributes.get("fill")), ink(attributes.get("stroke"))
        if not saver:
            return replace(_line_of(attributes), fill=fill, stroke=stroke)
        edged = replace(_line_of(attributes), fill=WHITE if fill else None, stroke=BLACK)
        return edged if stroke else None

    return paint


@dataclass(frozen=True, slots=True)
class Brush:
    """A brush for the pictures of one game, whose `tones` are its colours by name.

    With `saver` a picture is outlines in black; what its file marks with ink="colour" is left out.
    """

    saver: bool

    tones: ClassVar[Mapping[str, Colour]] = {}
    edge: ClassVar[Colour] = rgb("#3a3026")
    night: ClassVar[Colour] = rgb("#4a3f33")

    def paint(self, attributes: Mapping[str, str]) -> Paint | None:
        """The paint of a shape: an area, a thing with an edge, a line, or what is dark in every ink."""
        if self.saver and attributes.get("ink") == "colour":
            return None
        tone, width = attributes.get("tone", ""), float(attributes.get("stroke-width", 0))
        match attributes.get("class"):
            case "area":
                return self.area(tone)
            case "thing":
                return self.thing(tone, width)
            case "pen":
                return self.pen(width, tone)
            case "fine":
                return self.fine(tone, width)
            case "dark":
                return self.dark
        raise ValueError(f"no class of a shape: {attributes}")

    def tone(self, name: str) -> Colour:
        return self.tones[name]

    def area(self, tone: str) -> Paint:
        """Ground without an edge; an outline where ink is saved."""
        if self.saver:
            return Paint(fill=WHITE, stroke=BLACK, width=0.16)
        return Paint(fill=self.tone(tone))

    def thing(self, tone: str, width: float = 0.22) -> Paint:
        if self.saver:
            return Paint(fill=WHITE, stroke=BLACK, width=width)
        return Paint(fill=self.tone(tone), stroke=self.edge, width=width)

    def pen(self, width: float = 0.22, tone: str = "") -> Paint:
        return Paint(stroke=BLACK if self.saver else self.tones.get(tone, self.edge), width=width)

    def fine(self, tone: str, width: float = 0.2) -> Paint:
        """A line in a tone of its own, thinner where there is no colour."""
        return self.pen(0.16) if self.saver else self.pen(width, tone)

    @property
    def dark(self) -> Paint:
        return Paint(fill=BLACK if self.saver else self.night)


FINE = 24
"""Points to a wave: no corner is seen at the size of a note. A larger sheet is seen from farther away."""


@lru_cache(maxsize=64)
def rosette(outer: float, inner: float, lobes: int, strands: int, fine: int = FINE) -> Runs:
    """Waves that run round between two circles about (0, 0), each a little further on.

    >>> len(rosette(10, 6, 8, 5))
    5
    """
    middle, swing, points = (outer + inner) / 2, (outer - inner) / 2, lobes * fine
    return tuple(
        tuple(
            _on_circle(middle + swing * cos(lobes * turn + 2 * pi * strand / strands), turn)
            for turn in (2 * pi * n / points for n in range(points + 1))
        )
        for strand in range(strands)
    )


def _on_circle(radius: float, turn: float) -> tuple[float, float]:
    return round(radius * cos(turn), 3), round(radius * sin(turn), 3)


@lru_cache(maxsize=64)
def braid(length: float, height: float, waves: int, strands: int, fine: int = FINE) -> Runs:
    """Waves side by side from (0, 0) to the right, as high as the band that they fill.

    >>> max(y for run in braid(40, 3, 8, 4) for _, y in run)
    3.0
    """
    points = waves * fine
    return tuple(
        tuple(
            (
                round(length * n / points, 3),
                round(height / 2 * (1 + sin(2 * pi * (waves * n / points + strand / strands))), 3),
            )
            for n in range(points + 1)
        )
        for strand in range(strands)
    )


type Run = tuple[Point, ...]


@lru_cache(maxsize=256)
def hatch(polygon: tuple[Point, ...], *, step: float, lean: int) -> tuple[Run, ...]:
    """Slanted lines that fill a convex polygon, `step` apart across; `lean` +1 rises to the right, −1 falls.

    Lines of neighbouring polygons meet: they all lie on one raster of the whole face.

    >>> hatch(((0, 0), (2, 0), (2, 2), (0, 2)), step=2, lean=1)
    (((2.0, 0.0), (0.0, 2.0)),)
    """
    keys = [x + lean * y for x, y in polygon]
    first, last = ceil(min(keys) / step - 1e-9), floor(max(keys) / step + 1e-9)
    runs = (_crossing(polygon, number * step, lean) for number in range(first, last + 1))
    return tuple(run for run in runs if run)


def _crossing(polygon: tuple[Point, ...], key: float, lean: int) -> Run | None:
    """The part of the line x + lean·y = key that lies within the polygon."""
    met: list[Point] = []
    for (x0, y0), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        near, there = x0 + lean * y0 - key, x1 + lean * y1 - key
        if near == there or near * there > 0:
            continue
        share = near / (near - there)
        met.append((round(x0 + share * (x1 - x0), 4), round(y0 + share * (y1 - y0), 4)))
    if not met:
        return None
    low, high = min(met, key=lambda p: p[1]), max(met, key=lambda p: p[1])
    return None if low == high else (low, high)
