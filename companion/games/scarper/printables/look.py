"""Scarper on paper: its inks, and the three symbols that stand beside them (2.2.1).

Horizon blue, iron red and a field green on white; the same hatching as on the screens, the Allied side
rising, the German side falling, so that nothing is told by colour alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.engine.wire import Json
from companion.press.colours import BLACK, WHITE, Colour, blend, rgb
from companion.press.face import Box, Circle, Face, Mark, Paint, Path, Stamp
from companion.press.fonts import LABEL
from companion.press.paper import BLEED, FORMATS, Size
from companion.press.text import SMALLEST, SMALLEST_LARGE, Style

STRONG: dict[str, Colour] = {"allied": rgb("#274469"), "german": rgb("#7a261b"), "neutral": rgb("#4c5a33")}
SAFE_STRONG: dict[str, Colour] = {
    "allied": rgb("#004f8c"),
    "german": rgb("#a64b00"),
    "neutral": rgb("#5a5a5a"),
}
"""Blue, orange and a grey: told apart by eyes that miss red, green or blue."""
INK: Colour = BLACK
MUTED: Colour = (0.32,)
PAPER: Colour = rgb("#f6f0e2")
GOLD: Colour = rgb("#b8892e")
LEAN = {"allied": 1, "german": -1, "neutral": 0}


CARD = FORMATS["card"]
CARD_SAFE = 4.0
"""Millimetres inside a card's cut that nothing enters."""


@dataclass(frozen=True, slots=True)
class Look:
    """The ink in use, and how large a card is.

    `saver` is a drawing of its own: outlines in black, no filled areas. A card is drawn on a ground of
    `width` by `height` on which 63 × 88 mm are the design's own size, and then brought to its trimmed size;
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
    def inner(self) -> Box:
        """What no miscut touches."""
        return Box(0, 0, self.width, self.height).inset(CARD_SAFE)

    @property
    def header(self) -> Box:
        """The band on top of a front."""
        return self.inner._replace(height=17)

    @property
    def ground(self) -> Box:
        """What a back fills: to beyond the cut where there is bleed."""
        return (
            Box(0, 0, self.width, self.height).inset(-self.bleed / self.scale) if self.bleed else self.inner
        )

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

    @property
    def _colours(self) -> dict[str, Colour]:
        return SAFE_STRONG if self.safe else STRONG

    def strong(self, side: str) -> Colour:
        """The full colour of a side, for lines and type."""
        return INK if self.saver else self._colours[side]

    def tint(self, side: str, share: float = 0.2) -> Colour | None:
        """A side's colour in the ground, or nothing where ink is saved."""
        return None if self.saver else blend(self._colours[side], share)

    def panel(self, side: str) -> Paint:
        """A filled panel, or its outline."""
        if self.saver:
            return Paint(stroke=INK, width=0.5)
        return Paint(fill=self._colours[side])

    def on_panel(self, side: str) -> Colour:
        """Type on that panel."""
        return INK if self.saver else WHITE

    def size(self, normal: float, large: float | None = None) -> float:
        """A type size in points, enlarged where large type is asked for, and never too small to read."""
        return max((large or normal * 1.2) if self.large else normal, self.smallest)

    def small(self, colour: Colour = MUTED, font: str = LABEL) -> Style:
        """The smallest type: captions and the card's foot."""
        return Style(font=font, size=self.smallest, smallest=self.smallest, colour=colour)


def look_of(choices: Mapping[str, Json]) -> Look:
    """The ink and the type that were chosen."""
    ink = choices["ink"]
    return Look(saver=ink == "saver", safe=ink == "safe", large=choices.get("large", False))


def card_look(choices: Mapping[str, Json], trim: Size) -> Look:
    """The same for cards of a size, with ink beyond the cut where it is asked for."""
    look = look_of(choices)
    return Look(
        look.saver, look.large, look.safe, trim, BLEED if choices["bleed"] or choices["house"] else 0.0
    )


@lru_cache(maxsize=64)
def symbol(side: str, ink: Colour, ground: Colour) -> Face:
    """A side's symbol, 10 mm square: the cockade, the cross or the diamond."""
    return Face(10, 10, SYMBOLS[side](ink, ground), name=f"{side} symbol")


def _cockade(ink: Colour, ground: Colour) -> tuple[Mark, ...]:
    rings = ((4.8, ink), (3.5, ground), (2.1, ink))
    return tuple(Circle(5, 5, radius, Paint(fill=colour)) for radius, colour in rings)


def _cross(ink: Colour, ground: Colour) -> tuple[Mark, ...]:
    def outline(reach: float, wide: float, waist: float) -> tuple[tuple[float, float], ...]:
        arm = [(-wide, -reach), (wide, -reach), (waist, -waist)]
        points: list[tuple[float, float]] = []
        for _ in range(4):
            points += arm
            arm = [(-y, x) for x, y in arm]
        return tuple((5 + x, 5 + y) for x, y in points)

    sizes = ((4.8, 2.5, 0.95, ink), (4.15, 1.8, 0.5, ground), (3.75, 1.42, 0.28, ink))
    return tuple(
        Path((outline(reach, wide, waist),), Paint(fill=colour), closed=True)
        for reach, wide, waist, colour in sizes
    )


def _diamond(ink: Colour, ground: Colour) -> tuple[Mark, ...]:
    def outline(reach: float) -> tuple[tuple[float, float], ...]:
        return ((5, 5 - reach), (5 + reach, 5), (5, 5 + reach), (5 - reach, 5))

    sizes = ((4.9, ink), (3.5, ground), (2.3, ink))
    return tuple(Path((outline(reach),), Paint(fill=colour), closed=True) for reach, colour in sizes)


SYMBOLS = {"allied": _cockade, "german": _cross, "neutral": _diamond}


def hatched(box: Box) -> tuple[tuple[float, float], ...]:
    """A box as the four corners that hatching asks for."""
    return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
