"""The outside of a secrecy screen: a company's livery as the engraved edges of a share, its units between."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.parabellum.printables.beads import BEAD, bead
from companion.games.parabellum.printables.look import bead_colour
from companion.games.parabellum.printables.plates.medallion import RADIUS, medallion
from companion.games.parabellum.state.binder import Binder
from companion.games.parabellum.state.palette import letters
from companion.press.engraving import braid, rosette
from companion.press.face import WHITE, Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, blend, grey
from companion.press.look import INK, Look
from companion.press.page import Size
from companion.press.svg import moved

PLATE = Size(273, 176)
EDGE, WIDE, NARROW = 5.0, 19.0, 12.0
"""Millimetres: where the bands begin, and how high that of each colour is."""
PITCH = 26.3
COARSE = 12
"""Points to a wave on a panel that stands on the table: twelve panels are set in the time of five."""
MIDDLE = 107.0
"""Millimetres: how far down the middles of the medallions lie, below the company's name."""


def livery_plate(binder: Binder, company: str, classes: Sequence[str], look: Look) -> Face:
    """A company's plate with these classes, at most three; its name is left to whoever sets it."""
    first, second = binder.companies[company].livery
    marks = (
        *_frame(_ink(first, look)),
        *_ground(_ink(first, look), look),
        *_band(binder, first, EDGE, WIDE, look),
        *_band(binder, second, EDGE + WIDE, NARROW, look),
        *_band(binder, second, PLATE.height - EDGE - WIDE - NARROW, NARROW, look),
        *_band(binder, first, PLATE.height - EDGE - WIDE, WIDE, look),
        *_parade(binder, classes, _ink(first, look), look),
    )
    return Face(*PLATE, marks, f"livery of {company}")


def _ink(colour: str, look: Look) -> Colour:
    """A livery's colour as a line is drawn in it: one too pale for that gives way to ink."""
    fill = bead_colour(colour, look)
    return INK if look.saver or grey(fill)[0] > 0.72 else fill


def _frame(colour: Colour) -> Iterator[Mark]:
    whole = Box(0, 0, *PLATE)
    yield Rectangle(whole.inset(0.8), Paint(stroke=colour, width=1.2), 2)
    yield Rectangle(whole.inset(2.6), Paint(stroke=colour, width=0.25), 1)


def _ground(colour: Colour, look: Look) -> Iterator[Mark]:
    """Waves round the middle, as on paper of value."""
    if look.saver:
        return
    pale = Paint(stroke=blend(colour, 0.22), width=0.14)
    x = PLATE.width / 2
    yield Path(moved(rosette(31, 12, 24, 4, COARSE), x - 84, 88), pale)
    yield Path(moved(rosette(31, 12, 24, 4, COARSE), x + 84, 88), pale)
    yield Path(moved(rosette(49, 16, 30, 4, COARSE), x, 88), pale)


def _band(binder: Binder, colour: str, y: float, high: float, look: Look) -> Iterator[Mark]:
    """A band in one colour with a braid in it and its beads, whose letter tells it without its colour."""
    box = Box(EDGE, y, PLATE.width - 2 * EDGE, high)
    fill = bead_colour(colour, look)
    pale = WHITE if grey(fill)[0] < 0.5 else INK
    share = 0.45 if pale == WHITE else 0.35
    mixed = _between(fill, pale, share)
    yield Rectangle(box, Paint(fill=fill, stroke=INK, width=0.3))
    waves = Paint(stroke=blend(INK, 0.55) if look.saver else mixed, width=0.16)
    yield Path(moved(braid(box.width, high - 2, 30, 3, COARSE), box.x, box.y + 1), waves)
    shown = bead(colour, letters(binder.palette)[colour], look)
    size = high * 0.72
    for n in range(10):
        x = PLATE.width / 2 + (n - 4.5) * PITCH
        yield Stamp(shown, x - size / 2, y + (high - size) / 2, size / BEAD)


def _between(one: Colour, other: Colour, share: float) -> Colour:
    """A colour on the way from one to another."""
    full = [each * 3 if len(each) == 1 else each for each in (one, other)]
    red, green, blue = (a + share * (b - a) for a, b in zip(*full, strict=True))
    return red, green, blue


def _parade(binder: Binder, classes: Sequence[str], colour: Colour, look: Look) -> Iterator[Mark]:
    """The medallions side by side, a braid from each to the next."""
    places = [PLATE.width / 2 + (n - (len(classes) - 1) / 2) * 84 for n in range(len(classes))]
    fine = Paint(stroke=colour, width=0.18)
    for left, right in pairwise(places):
        length = right - left - 2 * RADIUS
        yield Path(moved(braid(length, 7, 3, 4, COARSE), left + RADIUS, MIDDLE - 3.5), fine)
    for x, name in zip(places, classes, strict=True):
        yield Stamp(medallion(name, binder.classes[name], colour, look), x - RADIUS, MIDDLE - RADIUS)
