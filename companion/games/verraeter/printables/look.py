"""Verräter on paper: its inks, and how a card is brought to its size.

The Eagle is navy and hatched rising, the Rose is madder and hatched falling, as on the box: nothing is told
by colour alone. The four players have a shield each, divided as heralds divide shields.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.wire import Json
from companion.press.colours import BLACK, WHITE, Colour, blend, rgb
from companion.press.face import Box, Face, Mark, Paint, Stamp
from companion.press.fonts import LABEL
from companion.press.paper import BLEED, FORMATS, Size
from companion.press.text import SMALLEST, SMALLEST_LARGE, Style

NAME = "Literata-SemiBold"
"""The face that names stand in; the bookish one, as this is a game of letters and oaths."""

COLOUR: Mapping[str, Colour] = {
    "eagle": rgb("#2f4a6d"),
    "rose": rgb("#8d3328"),
    "blue": rgb("#3a78b5"),
    "green": rgb("#3f6b35"),
    "yellow": rgb("#e0ab1c"),
    "black": rgb("#262321"),
    "gold": rgb("#94691a"),
    "court": rgb("#4a3a52"),
    "field": rgb("#6d5a2c"),
}
SAFE: Mapping[str, Colour] = {
    **COLOUR,
    "eagle": rgb("#004f8c"),
    "rose": rgb("#a64b00"),
    "blue": rgb("#3f97d6"),
    "green": rgb("#00664a"),
    "yellow": rgb("#f0cf3c"),
}
"""Houses and players in colours that differ for eyes that miss red, green or blue."""
INK: Colour = BLACK
MUTED: Colour = (0.32,)
PAPER: Colour = rgb("#f6f0e2")
LEAN: Mapping[str, int] = {"eagle": 1, "rose": -1}
"""How a house's hatching runs: rising or falling."""

CARD = FORMATS["american"]
CARD_SAFE = 4.0
"""Millimetres inside a card's cut that nothing enters but ground."""


@dataclass(frozen=True, slots=True)
class Look:
    """The ink in use, and how large a card is.

    `saver` is a drawing of its own: outlines in black, no filled areas. A card is drawn on a ground of
    `width` by `height` on which 56 × 87 mm are the design's own size, and then brought to its trimmed size;
    type that would come out too small is never set.
    """

    saver: bool = False
    large: bool = False
    safe: bool = False
    trim: Size = CARD
    bleed: float = 0.0

    @property
    def scale(self) -> float:
        """How much larger or smaller a card is than its design."""
        return min(self.trim.width / CARD.width, self.trim.height / CARD.height)

    @property
    def width(self) -> float:
        """The ground's width."""
        return self.trim.width / self.scale

    @property
    def height(self) -> float:
        """The ground's height."""
        return self.trim.height / self.scale

    @property
    def whole(self) -> Box:
        """The card to its cut."""
        return Box(0, 0, self.width, self.height)

    @property
    def inner(self) -> Box:
        """What no miscut touches."""
        return self.whole.inset(CARD_SAFE)

    @property
    def ground(self) -> Box:
        """What a card's ground fills: to beyond the cut where there is bleed, else short of it."""
        return self.whole.inset(-self.bleed / self.scale if self.bleed else 2.2)

    def card(self, marks: tuple[Mark, ...], name: str) -> Face:
        """A card of the trimmed size with these marks of the design."""
        scale = self.scale
        if scale == 1:
            return Face(*self.trim, marks, name, self.bleed, CARD_SAFE)
        inner = Face(self.width, self.height, marks, name, self.bleed / scale, CARD_SAFE)
        return Face(*self.trim, (Stamp(inner, 0, 0, scale=scale),), name, self.bleed, CARD_SAFE * scale)

    @property
    def smallest(self) -> float:
        """The smallest type in points of the design."""
        return (SMALLEST_LARGE if self.large else SMALLEST) / self.scale

    def strong(self, what: str) -> Colour:
        """The full colour of a house, a player or a kind of card, for lines and type."""
        return INK if self.saver else self.full(what)

    def full(self, what: str) -> Colour:
        """The colour of it where it is filled in, in every ink."""
        return (SAFE if self.safe else COLOUR)[what]

    def tint(self, what: str, share: float = 0.2) -> Colour | None:
        """A colour in the ground, or nothing where ink is saved."""
        return None if self.saver else blend(self.full(what), share)

    def panel(self, what: str) -> Paint:
        """A filled panel, or its outline on white."""
        if self.saver:
            return Paint(fill=WHITE, stroke=INK, width=0.4)
        return Paint(fill=self.full(what))

    def plate(self, what: str, width: float = 0.35) -> Paint:
        """A pale plate with a line around it."""
        return Paint(fill=WHITE if self.saver else PAPER, stroke=self.strong(what), width=width)

    def on_panel(self, what: str) -> Colour:
        """Type and signs on that panel."""
        return INK if self.saver or what == "yellow" else WHITE

    def size(self, normal: float, large: float | None = None) -> float:
        """A type size in points, enlarged where large type is asked for, and never too small to read."""
        return max((large or normal * 1.2) if self.large else normal, self.smallest)

    def style(self, font: str, size: float, colour: Colour = INK, **more: float) -> Style:
        """Type that begins at a size and shrinks no further than people can read."""
        return Style(
            font=font, size=self.size(size), smallest=self.smallest, colour=colour, **{"leading": 1.0, **more}
        )

    def small(self, colour: Colour = MUTED, font: str = LABEL) -> Style:
        """The smallest type: captions and the card's foot."""
        return Style(font=font, size=self.smallest, smallest=self.smallest, colour=colour, leading=1.15)


def look_of(choices: Mapping[str, Json]) -> Look:
    """The ink and the type that were chosen."""
    ink = choices["ink"]
    return Look(saver=ink == "saver", safe=ink == "safe", large=choices.get("large", False))


def card_look(choices: Mapping[str, Json], trim: Size) -> Look:
    """The same for cards of a size, with ink beyond the cut where it is asked for."""
    look = look_of(choices)
    beyond = BLEED if choices["bleed"] or choices["house"] else 0.0
    return Look(look.saver, look.large, look.safe, trim, beyond)


def corners(box: Box) -> tuple[tuple[float, float], ...]:
    """A box as the four corners that hatching asks for."""
    return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
