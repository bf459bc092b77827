"""What tells a company's paper from another's: two inks, a device, an engraving; and its units in them."""

from functools import lru_cache
from typing import NamedTuple

from companion.games.parabellum.data import FOLDER
from companion.games.parabellum.printables.look import INCH, bead_colour
from companion.games.parabellum.state import Binder, spoken
from companion.games.parabellum.state.pictured import FIELD, Picture, device
from companion.press.face import (
    BLACK,
    WHITE,
    Box,
    Colour,
    Face,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
    grey,
)
from companion.press.look import INK, Look
from companion.press.svg import Pictures, braid, moved
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
