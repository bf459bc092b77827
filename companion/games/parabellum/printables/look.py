"""Parabellum on paper: its inks, the beads' colours, and how a card is brought to its size.

Ledger green and oxide red on white, as on the box. Every bead has a letter, every ground a pattern and
every counter a shape of its own, so that nothing is told by colour alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.wire import Json
from companion.press.colours import BLACK, WHITE, Colour, blend, rgb
from companion.press.face import Box, Face, Mark, Paint, Stamp
from companion.press.fonts import LABEL
from companion.press.paper import BLEED, FORMATS, Size
from companion.press.text import SMALLEST, SMALLEST_LARGE, Style

COLOUR: Mapping[str, Colour] = {
    "house": rgb("#2f6b4f"),
    "alarm": rgb("#8a3a1e"),
    "fuel": rgb("#7d7263"),
    "ammunition": rgb("#b9862b"),
    "people": rgb("#1c1d1a"),
    "seat1": rgb("#8a3a1e"),
    "seat2": rgb("#2f5583"),
    "seat3": rgb("#3f7a4e"),
    "seat4": rgb("#6a4a86"),
}
SAFE: Mapping[str, Colour] = {
    **COLOUR,
    "house": rgb("#005f73"),
    "seat1": rgb("#a64b00"),
    "seat2": rgb("#004f8c"),
    "seat3": rgb("#3b3b3b"),
    "seat4": rgb("#8f6fb0"),
}
BEADS: Mapping[str, Colour] = {
    "red": rgb("#b5362b"),
    "orange": rgb("#d9752b"),
    "yellow": rgb("#e6b93a"),
    "green": rgb("#3f7a4e"),
    "blue": rgb("#2f5fa8"),
    "purple": rgb("#6f4a8e"),
    "white": rgb("#ffffff"),
    "black": rgb("#1f1e1c"),
    "grey": rgb("#8a8a86"),
    "gray": rgb("#8a8a86"),
    "brown": rgb("#75502f"),
    "pink": rgb("#d98aa6"),
    "gold": rgb("#c49a3a"),
    "silver": rgb("#b9bcbd"),
    "teal": rgb("#2c8481"),
    "cyan": rgb("#4bb3c4"),
    "tan": rgb("#c7a97c"),
}
SAFE_BEADS: Mapping[str, Colour] = {
    **BEADS,
    "red": rgb("#d55e00"),
    "orange": rgb("#e69f00"),
    "yellow": rgb("#f0e442"),
    "green": rgb("#009e73"),
    "blue": rgb("#0072b2"),
    "purple": rgb("#cc79a7"),
}
"""The palette that Okabe and Ito made for eyes that miss red, green or blue."""

INK: Colour = BLACK
MUTED: Colour = (0.34,)
FAINT: Colour = (0.72,)
PAPER: Colour = rgb("#faf8f1")

CARD = FORMATS["poker"]
CARD_SAFE = 3.5
"""Millimetres inside a card's cut that nothing enters but ground."""

INCH = 25.4


@dataclass(frozen=True, slots=True)
class Look:
    """The ink in use, and how large a card is.

    `saver` is a drawing of its own: outlines in black, no filled areas. A card is drawn on a ground of
    `width` by `height` on which 63.5 × 88.9 mm are the design's own size, and then brought to its trimmed
    size; type that would come out too small is never set.
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
    def whole(self) -> Box:
        """The card to its cut, in the design's millimetres."""
        return Box(0, 0, self.trim.width / self.scale, self.trim.height / self.scale)

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
        whole = self.whole
        inner = Face(whole.width, whole.height, marks, name, self.bleed / scale, CARD_SAFE)
        return Face(*self.trim, (Stamp(inner, 0, 0, scale=scale),), name, self.bleed, CARD_SAFE * scale)

    @property
    def smallest(self) -> float:
        """The smallest type in points of the design."""
        return (SMALLEST_LARGE if self.large else SMALLEST) / self.scale

    def strong(self, what: str) -> Colour:
        """A colour for lines and type."""
        return INK if self.saver else self.full(what)

    def full(self, what: str) -> Colour:
        """A colour where it is filled in, in every ink."""
        return (SAFE if self.safe else COLOUR)[what]

    def tint(self, what: str, share: float = 0.2) -> Colour | None:
        """A colour in the ground, or nothing where ink is saved."""
        return None if self.saver else blend(self.full(what), share)

    def panel(self, what: str) -> Paint:
        """A filled panel, or its outline on white."""
        return Paint(fill=WHITE, stroke=INK, width=0.4) if self.saver else Paint(fill=self.full(what))

    def on_panel(self) -> Colour:
        """Type and signs on a panel."""
        return INK if self.saver else WHITE

    def bead(self, colour: str) -> Colour:
        """A bead's colour; one that is not known is grey, and told by its letter."""
        return (SAFE_BEADS if self.safe else BEADS).get(colour, (0.6,))

    def style(self, font: str, size: float, colour: Colour = INK, **more: float) -> Style:
        """Type that begins at a size and shrinks no further than people can read."""
        begin = max(size * 1.15 if self.large else size, self.smallest)
        return Style(font=font, size=begin, smallest=self.smallest, colour=colour, **{"leading": 1.0, **more})

    def small(self, colour: Colour = MUTED, font: str = LABEL) -> Style:
        """The smallest type: captions and notes."""
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
