"""The cards in front of a player: the oath (allegiance) and the three buildings, in the seat's colour."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.verraeter.printables.arms import SIZE, arms
from companion.games.verraeter.printables.emblems import crest, shield
from companion.games.verraeter.printables.look import NAME
from companion.games.verraeter.printables.scenery import TONES
from companion.games.verraeter.printables.setting import kicker, leaf, panel
from companion.games.verraeter.printables.source import Source
from companion.games.verraeter.printables.words import ways
from companion.press.face import WHITE, Box, Colour, Face, Mark, Paint, Rectangle, Stamp
from companion.press.look import INK, Drawn, Look, Place, composed, fixed, middle, richest
from companion.press.text import BODY

STRIP, NAMED, TITLE = 13.0, 14.5, 9.0
"""Millimetres: the seat's strip, a house's name, a building's title."""
UPPER = 0.42
"""The share of a building card that lies under a landscape."""


def arms_of(colour: str, look: Look) -> Face:
    """A player's shield in the ink in use."""
    if look.saver:
        return shield(colour, WHITE, INK, INK)
    return shield(colour, look.full(colour), look.on_panel(colour), INK)


class Owned(NamedTuple):
    """A card of a player's: what it shows, in which colour's seat."""

    what: str
    colour: str
    source: Source

    @property
    def look(self) -> Look:
        """The ink in use."""
        return self.source.look


def oath(house: str, colour: str, source: Source) -> Face:
    """One side of an allegiance card: the house that this player serves now."""
    look = source.look
    marks = (*leaf(house, look), *composed(OATH, Owned(house, colour, source), panel(look)))
    return look.card(marks, f"oath {colour}" if house == "eagle" else f"oath {colour} rose")


def _sworn(owned: Owned, room: Box) -> Iterator[Mark]:
    """The house's name on its colour."""
    look, house, box = owned.look, owned.what, room._replace(height=NAMED)
    words = look.style(NAME, 17, look.on_panel(house))
    yield Rectangle(box, look.panel(house))
    yield from kicker("Sworn to the", words.colour, Box(box.x, box.y + 1, box.width, 4.4), look)
    name = Box(box.x + 1.5, box.y + 5, box.width - 3, 9)
    yield from middle(owned.source.words.houses[house], words, name, f"cards.houses.{house}")


def _crest(owned: Owned, room: Box) -> Drawn:
    size = min(room.width - 5, room.height - 5)
    x, y = room.x + (room.width - size) / 2, (room.y + room.bottom - size) / 2
    face = crest(owned.what, owned.look, owned.look.plate(owned.what).fill or WHITE)
    return (Stamp(face, x, y, size / 10),), room.height


def _seat(owned: Owned, room: Box) -> Iterator[Mark]:
    """Whose card this is: shield and colour's name on a strip of that colour."""
    look, colour = owned.look, owned.colour
    strip = Box(room.x, room.bottom - STRIP, room.width, STRIP)
    yield Rectangle(strip, look.panel(colour), 0.8)
    size = strip.height - 3
    yield Rectangle(Box(strip.x + 1.2, strip.y + 0.8, size + 1.4, size + 1.4), Paint(fill=WHITE), 1)
    yield Stamp(arms_of(colour, look), strip.x + 1.9, strip.y + 1.5, size / 10)
    room = Box(strip.x + size + 3.6, strip.y, strip.width - size - 5, strip.height)
    yield from middle(colour.title(), look.style(NAME, 14, look.on_panel(colour)), room, "seat")


def building(what: str, colour: str, source: Source) -> Face:
    """A side of a building card. Its lower half tells whose it is while the upper lies under a landscape."""
    look = source.look
    marks = (*leaf(colour, look), *composed(BUILDING, Owned(what, colour, source), panel(look)))
    return look.card(marks, f"{what} {colour}")


def _title(owned: Owned, room: Box) -> Iterator[Mark]:
    box = Box(room.x, room.bottom - TITLE, room.width, TITLE - 1)
    yield from middle(owned.what.title(), owned.look.style(NAME, 17), box, owned.what)


def _rule(owned: Owned, room: Box) -> Drawn:
    """What it gives, in the middle of its room."""
    style, told = owned.look.style(BODY, 9.5, leading=1.22), ways(owned.what, owned.source.options)
    box = Box(room.x + 1.5, room.y + 1.5, room.width - 3, room.height - 2)
    block = richest(told, style, box.width, box.height, owned.what)
    top = box.y + (box.height - block.height) / 2 if block else 0.0
    return block.at(box.x, top, width=box.width, align=0.5) if block else (), room.height


def _view(owned: Owned, room: Box) -> Drawn:
    """The estate among its fields, or the office, before the sky: the lower half, less the seat's strip."""
    above = panel(owned.look).height * UPPER
    box = Box(room.x, room.y + above, room.width, room.height - above)
    return _landscape(owned.what, box, owned.look), box.height


def _landscape(what: str, box: Box, look: Look) -> Iterator[Mark]:
    sky: Colour = WHITE if look.saver else TONES["sky"]
    yield Rectangle(box, Paint(fill=sky, stroke=INK, width=0.25))
    size = min(box.width, box.height - 1.5) if what == "office" else min(box.width, box.height + 4)
    scale = size / SIZE
    x = box.x + (box.width - size) / 2
    if what == "office":
        yield Stamp(arms(what, look), x, box.bottom - size + 0.4, scale)
        return
    if not look.saver:
        for tone, top in (("hill", 23.0), ("thatch", 31.0)):
            y = box.bottom - size + top * scale
            yield Rectangle(Box(box.x, y, box.width, box.bottom - y), Paint(fill=TONES[tone]))
    window = Box(0, SIZE - box.height / scale, SIZE, box.height / scale)
    yield Stamp(arms(what, look), x, box.bottom - size, scale, 0, window)
    yield Rectangle(box, Paint(stroke=INK, width=0.25))


OATH: tuple[Place[Owned], ...] = (
    Place("house", "top", fixed(NAMED, _sworn)),
    Place("seat", "bottom", fixed(STRIP, _seat)),
    Place("crest", "rest", _crest),
)
BUILDING: tuple[Place[Owned], ...] = (
    Place("seat", "bottom", fixed(STRIP, _seat)),
    Place("view", "bottom", _view),
    Place("title", "bottom", fixed(TITLE, _title)),
    Place("rule", "rest", _rule),
)
