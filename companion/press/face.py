"""A face: everything that is drawn on one side of a card, a board or a sheet, as plain data.

Millimetres from the upper left corner of the trimmed piece, y downwards; type sizes, letter spacing and
leading in points. A face draws in the order of its marks. It knows no sheet and no PDF. A colour of one
number is a grey (0 black, 1 white), one of three is red, green, blue.
"""

from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Literal, NamedTuple
from weakref import WeakKeyDictionary

from cachetools import cached

from companion.press.pixels import Pixels, filling

type Colour = tuple[float] | tuple[float, float, float]

BLACK: Colour = (0.0,)
WHITE: Colour = (1.0,)


@cache
def rgb(code: str) -> Colour:
    """The colour of a `#rrggbb` code.

    >>> rgb("#ff0000")
    (1.0, 0.0, 0.0)
    """
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue)


def grey(colour: Colour) -> Colour:
    """The same lightness without the hue.

    >>> grey((1.0, 1.0, 1.0))
    (1.0,)
    """
    if len(colour) == 1:
        return colour
    red, green, blue = colour
    return (round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 4),)


def blend(colour: Colour, share: float) -> Colour:
    """`share` of a colour on white paper: a tint that costs little ink.

    >>> blend((0.0,), 0.25)
    (0.75,)
    """
    if len(colour) == 1:
        return (round(1 - (1 - colour[0]) * share, 4),)
    red, green, blue = (round(1 - (1 - part) * share, 4) for part in colour)
    return (red, green, blue)


def washed(colour: Colour, wash: Colour) -> Colour:
    """A colour under a wash of another, half and half.

    >>> washed((1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    (0.5, 0.0, 0.5)
    """
    red, green, blue = (
        round((one + other) / 2, 4) for one, other in zip(_three(colour), _three(wash), strict=True)
    )
    return (red, green, blue)


def _three(colour: Colour) -> tuple[float, float, float]:
    return colour if len(colour) == 3 else (colour[0], colour[0], colour[0])


POINT = 25.4 / 72
"""Millimetres in a point."""

HAIRLINE = 0.09
"""Millimetres: a quarter point, the thinnest line that every printer holds."""


class Box(NamedTuple):
    """A rectangle in millimetres."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        return ((self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom))

    def inset(self, by: float) -> "Box":
        """The box with `by` taken off every side (added, where negative)."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def meets(self, other: "Box") -> bool:
        """Whether the two have more than an edge in common."""
        beside = self.right <= other.x or other.right <= self.x
        return not (beside or self.bottom <= other.y or other.bottom <= self.y)


class Text(NamedTuple):
    """Type: `x` is its left end, `y` its baseline, `size` and `spacing` in points.

    A text of several lines has their first baseline at `y`, and the others `pitch` millimetres apart below.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: Colour
    spacing: float = 0.0
    pitch: float = 0.0

    def lines(self) -> Iterator["Text"]:
        """Each of its lines on its own; empty ones are left out."""
        for number, line in enumerate(self.text.split("\n")):
            if line:
                yield self._replace(y=self.y + number * self.pitch, text=line, pitch=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """How an outline is filled and drawn; `width` of its line and `dash` in millimetres.

    A line with a `spot` is on a plate of that name; its colour is what a screen shows in its stead.
    """

    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = HAIRLINE
    dash: tuple[float, ...] = ()
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, with round corners where `radius` says so."""

    box: Box
    paint: Paint
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle about (x, y)."""

    x: float
    y: float
    radius: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point, closed or not; several strokes where there are several runs."""

    runs: tuple[tuple[tuple[float, float], ...], ...]
    paint: Paint
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Stamp:
    """A face put down within another one or on a page, its upper left corner at (x, y).

    `turn` is clockwise, in quarter turns, about that corner's own box: the turned face's box has its
    upper left corner at (x, y). `window` is the part of the face that is shown, in the face's own
    millimetres; `None` shows it with its bleed.
    """

    face: "Face"
    x: float
    y: float
    scale: float = 1.0
    turn: Literal[0, 1, 2, 3] = 0
    window: Box | None = None


@dataclass(frozen=True, slots=True)
class Image:
    """A picture of pixels that fills a box, whose shape it has."""

    box: Box
    pixels: Pixels


type Mark = Text | Rectangle | Circle | Path | Stamp | Image


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Face:
    """One side of a piece, trimmed to `width` by `height`.

    Marks may reach `bleed` beyond the trim, and what must not be cut stays `safe` inside it. It is chosen by
    its `name`, and its `title` is what people call it. Where it is a picture, `alt` is read aloud instead;
    else its text is `read`: as a heading, as going `on` from the face before, or not at all (`aside`).
    """

    width: float
    height: float
    marks: tuple[Mark, ...]
    name: str = ""
    bleed: float = 0.0
    safe: float = 0.0
    title: str = ""
    alt: str = ""
    read: Literal["text", "heading", "on", "aside"] = "text"

    def box(self, role: Literal["trim", "bleed", "safe"]) -> Box:
        """The trimmed piece, the ink around it, or what no miscut touches."""
        by = {"trim": 0.0, "bleed": -self.bleed, "safe": self.safe}[role]
        return Box(0, 0, self.width, self.height).inset(by)


@cached(WeakKeyDictionary[Face, str](), lambda face: face)
def fingerprint(face: Face) -> str:
    """A short name for all that a face draws; looked for once, however often it is put down."""
    parts = (stamped(mark) if isinstance(mark, Stamp) else repr(mark) for mark in face.marks)
    return sha256("\n".join((repr(replace(face, marks=())), *parts)).encode()).hexdigest()


def stamped(stamp: Stamp) -> str:
    """The same for a face where it is put down."""
    return f"{fingerprint(stamp.face)} {stamp.x} {stamp.y} {stamp.scale} {stamp.turn} {stamp.window}"


def greyed(face: Face, greys: MutableMapping[Face, Face]) -> Face:
    """A face drawn without a hue: greys only, also in what is stamped on it. `done` are those made before."""
    if face not in greys:
        greys[face] = replace(face, marks=tuple(_grey_mark(mark, greys) for mark in face.marks))
    return greys[face]


def _grey_mark(mark: Mark, greys: MutableMapping[Face, Face]) -> Mark:
    if isinstance(mark, Text):
        return mark._replace(colour=grey(mark.colour))
    if isinstance(mark, Stamp):
        return replace(mark, face=greyed(mark.face, greys))
    if isinstance(mark, Image):
        shape = round(mark.box.width / mark.box.height, 4)
        return replace(mark, pixels=filling(mark.pixels, shape, grey=True))
    paint = mark.paint
    fill = grey(paint.fill) if paint.fill else None
    stroke = grey(paint.stroke) if paint.stroke else None
    return replace(mark, paint=replace(paint, fill=fill, stroke=stroke))
