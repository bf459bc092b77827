"""What tells a company's paper from another's: two inks, a device, an engraving; and its units in them."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import ceil, cos, pi, sin
from typing import NamedTuple

from companion.games.parabellum.data import FOLDER, Footprint
from companion.games.parabellum.printables.look import INCH, bead_colour, drawn
from companion.games.parabellum.state import Binder, spoken
from companion.games.parabellum.state.pictured import FIELD, Picture, device
from companion.press.face import (
    BLACK,
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
    grey,
)
from companion.press.look import INK, Look, at_left
from companion.press.svg import Pictures, Run, braid, moved, rosette
from companion.press.text import SUBTITLE, TITLE
from companion.press.vocabulary import Vocabulary, livery

DRAWINGS = FOLDER / "static" / "parabellum"
UNITS = Vocabulary(DRAWINGS / "units.svg")
GLYPHS = Pictures(DRAWINGS / "signs.svg")
GLYPH = (150.0, 100.0)
LIGHT = 0.55
"""The lightness from which ink reads better on a colour than white does."""


class Livery(NamedTuple):
    """The two inks of a side, and the device it goes by; the house has none."""

    main: Colour
    second: Colour
    device: str = ""
    name: str = ""
    company: str = ""

    @property
    def on(self) -> Colour:
        """What is lettered on the first ink."""
        return INK if grey(self.main)[0] > LIGHT else WHITE

    @property
    def line(self) -> Colour:
        """What a line of the first ink is drawn with: one too pale for that gives way to ink."""
        return INK if grey(self.main)[0] > 0.72 else self.main

    @property
    def fine(self) -> Colour:
        """What is engraved into it."""
        return dict(self.inks)["main-shade" if self.on == WHITE else "main-lit"]

    @property
    def inks(self) -> tuple[tuple[str, Colour], ...]:
        return livery(self.main, self.second)


def of_house(look: Look) -> Livery:
    """Ledger green and oxide: the catalogue belongs to nobody."""
    return Livery(look.full("house"), look.full("seat1"))


def of_company(binder: Binder, company: str, look: Look) -> Livery:
    each, colours = binder.companies[company], look.saver
    main, second = (bead_colour(colour, look) for colour in each.livery)
    return Livery(
        BLACK if colours else main, BLACK if colours else second, device(binder, company), each.name, company
    )


@lru_cache(maxsize=256)
def painted(picture: Picture, own: Livery, look: Look) -> Face:
    """A unit on its ground, an inch square."""
    inks = own.inks if not look.saver else ()
    size = float(FIELD)
    whole = UNITS.face(picture.parts(own.device), inks, saver=look.saver, size=size, name=picture.sign)
    return Face(INCH, INCH, (Stamp(whole, 0, 0, INCH / size),), picture.sign, alt=spoken(picture.sign))


@lru_cache(maxsize=256)
def glyph(name: str, ink: Colour = INK) -> Face:
    """A unit or a class as one outline, two thirds as high as it is wide."""
    return Face(*GLYPH, GLYPHS.marks(name, lambda _: Paint(fill=ink)), f"sign {name}", alt=spoken(name))


@lru_cache(maxsize=64)
def badge(name: str, radius: float, ink: Colour) -> Face:
    """A company's device in one ink."""
    marks = UNITS.marks((f"device.{name}", 10, 10, 1, "own"), {"own": ink}, saver=False)
    return Face(
        2 * radius, 2 * radius, (Stamp(Face(20, 20, marks, f"device {name}"), 0, 0, radius / 10),), name
    )


@lru_cache(maxsize=64)
def engraved(own: Livery, width: float, high: float, look: Look) -> Face:
    """The band under a name, engraved like a share's edge, a list of the second ink below it."""
    box, low = Box(0, 0, width, high), 1.2 if own.device else 0.0
    band = box._replace(height=high - low)
    marks: list[Mark] = [Rectangle(band, look.design.bare if look.saver else Paint(fill=own.main), 1.2)]
    if not look.saver:
        waves = braid(width, band.height - 0.8, 9, 12)
        marks.append(Path(moved(waves, 0, 0.4), Paint(stroke=own.fine, width=0.2)))
    if low:
        edge = Paint(fill=WHITE if look.saver else own.second, stroke=INK, width=0.2)
        marks.append(Rectangle(Box(0, band.bottom, width, low), edge))
    return Face(width, high, tuple(marks), f"{own.company or 'house'} band")


BACK, DISC = 24.0, 12.2
"""Millimetres: a rosette's radius on a back, and that of the disc in it."""
STEP = 0.8


@lru_cache(maxsize=32)
def engraving(own: Livery, width: float, high: float, look: Look) -> Face:
    """A company's own lines over a field: feathers, soundings, linked rings, rails; or rays by its name."""
    drawn_by: Mapping[str, Callable[[float, float], Iterator[Run]]] = {
        "kestrel_vaun": _rays, "meridian": _soundings, "ansa": _rings, "orlov_tierney": _rails,
    }  # fmt: skip
    runs = tuple(drawn_by.get(own.company, _rays)(width, high))
    ink = (0.75,) if look.saver else own.fine
    lines = Face(width, high, (Path(runs, Paint(stroke=ink, width=0.2 if look.saver else 0.45)),))
    whole = Stamp(lines, 0, 0, window=Box(0, 0, width, high))
    return Face(width, high, (whole,), f"{own.company or 'house'} engraving")


def _rays(width: float, high: float) -> Iterator[Run]:
    far = max(width, high)
    for n in range(60):
        turn = 2 * pi * n / 60
        bent = ((17 + (far - 17) * k / 6, turn + 0.1 * sin(pi * k / 6)) for k in range(7))
        yield tuple((width / 2 + r * cos(t), high * 0.37 + r * sin(t)) for r, t in bent)


def _soundings(width: float, high: float) -> Iterator[Run]:
    for n in range(-2, ceil(high / 2.6) + 2):
        swell = 1.2 + 0.03 * n
        points = (k * STEP for k in range(ceil(width / STEP) + 2))
        yield tuple((x, n * 2.6 + swell * sin(x * 0.4 + n * 0.5)) for x in points)


def _rings(width: float, high: float) -> Iterator[Run]:
    for row in range(ceil(high / 7.2) + 2):
        for column in range(ceil(width / 8) + 2):
            x, y = column * 8 + row % 2 * 4 - 4, row * 7.2 - 3
            yield tuple((x + 5 * cos(pi * k / 14), y + 5 * sin(pi * k / 14)) for k in range(29))


def _rails(width: float, high: float) -> Iterator[Run]:
    for row in range(ceil(high / 5.8) + 1):
        y = row * 5.8
        yield (0, y), (width, y)
        yield (0, y + 1.3), (width, y + 1.3)
        for column in range(ceil(width / 5.8) + 1):
            x = column * 5.8 - row % 2 * 2.9
            yield (x, y + 2.2), (x + 2, y + 3.6), (x, y + 5)


LOBES = {"kestrel_vaun": (10, 0.5), "meridian": (24, 0.22), "ansa": (16, 0.34), "orlov_tierney": (4, 0.5)}


def lobes(own: Livery) -> tuple[int, float]:
    """How many lobes a company's rosette has, and how deep: by its name where a binder adds it."""
    return LOBES.get(own.company, (4 + sum(map(ord, own.name)) % 21, 0.4))


@lru_cache(maxsize=128)
def unit_back(unit_class: str, footprint: Footprint, look: Look, own: Livery) -> Face:
    """A back that tells the class and, of a company's cards, the company; never the type."""
    ground, frame = look.ground, look.inner.inset(0.4)
    x, y = look.width / 2, look.inner.y + frame.height * 0.36
    many, deep = lobes(own)
    pale = dict(own.inks)["main-lit"]
    fine = Paint(stroke=(0.75,) if look.saver else pale, width=0.2)
    plain = WHITE if look.saver else own.main
    strands = moved(rosette(BACK * 0.92, BACK * 0.92 * (1 - deep), many, 14, 12), x, y)
    marks = (
        *(() if look.saver else (Rectangle(ground, Paint(fill=own.main)),)),
        Stamp(engraving(own, frame.width, frame.height, look), frame.x, frame.y),
        Circle(x, y, BACK * 0.94, Paint(fill=plain)),
        Path(strands, fine),
        Rectangle(frame, Paint(stroke=INK if look.saver else own.second, width=0.9), 1.8),
        Circle(x, y, DISC, Paint(fill=plain, stroke=INK if look.saver else own.second, width=1)),
        *_device(own, x, y, look),
        *_plate(unit_class, footprint, look, own),
    )
    return look.card(tuple(marks), f"back {unit_class} {own.company}".strip())


def _device(own: Livery, x: float, y: float, look: Look) -> Iterator[Mark]:
    ink = INK if look.saver else own.second
    if own.device:
        yield Stamp(badge(own.device, 8.2, ink), x - 8.2, y - 8.2)
    else:
        yield Path(
            moved(rosette(8.6, 3, 8, 6, 12), x, y), Paint(stroke=INK if look.saver else own.on, width=0.25)
        )


def _plate(unit_class: str, footprint: Footprint, look: Look, own: Livery) -> Iterator[Mark]:
    box = Box(look.inner.x + 6, look.inner.bottom - 26, look.inner.width - 12, 19)
    yield Rectangle(box, Paint(fill=WHITE, stroke=INK, width=0.4), 1.4)
    yield Rectangle(box.inset(0.8), Paint(stroke=INK if look.saver else own.line, width=0.25), 1)
    mini = drawn(unit_class, footprint, look)
    scale = 13 / INCH if mini.width > 13 else 0.8
    wide, high = mini.width * scale, mini.height * scale
    yield Stamp(mini, box.x + 9.6 - wide / 2, box.y + (box.height - high) / 2, scale)
    words = Box(box.x + 18, box.y + 2.4, box.width - 19.4, 8.6 if own.name else 14)
    yield from at_left(spoken(unit_class), look.style(TITLE, 17), words, f"back {unit_class}")
    if own.name:
        below = Box(words.x, words.bottom, words.width, 5)
        yield from at_left(own.name, look.style(SUBTITLE, 7.4), below, f"back {own.company}")
