"""Scarper on paper: its inks, and the three symbols that stand beside them (2.2.1).

Horizon blue, iron red and a field green on white; the same hatching as on the screens, the Allied side
rising, the German side falling, so that nothing is told by colour alone.
"""

from dataclasses import dataclass
from functools import lru_cache

from companion.press.colours import BLACK, WHITE, Colour, blend, rgb
from companion.press.face import Box, Circle, Face, Mark, Paint, Path
from companion.press.fonts import LABEL
from companion.press.text import SMALLEST, SMALLEST_LARGE, Style

STRONG: dict[str, Colour] = {"allied": rgb("#274469"), "german": rgb("#7a261b"), "neutral": rgb("#4c5a33")}
INK: Colour = BLACK
MUTED: Colour = (0.32,)
PAPER: Colour = rgb("#f6f0e2")
GOLD: Colour = rgb("#b8892e")
LEAN = {"allied": 1, "german": -1, "neutral": 0}


@dataclass(frozen=True, slots=True)
class Look:
    """The ink in use. `saver` is a drawing of its own: outlines in black, no filled areas."""

    saver: bool = False
    large: bool = False

    @property
    def smallest(self) -> float:
        """The smallest type in points."""
        return SMALLEST_LARGE if self.large else SMALLEST

    def strong(self, side: str) -> Colour:
        """The full colour of a side, for lines and type."""
        return INK if self.saver else STRONG[side]

    def tint(self, side: str, share: float = 0.2) -> Colour | None:
        """A side's colour in the ground, or nothing where ink is saved."""
        return None if self.saver else blend(STRONG[side], share)

    def panel(self, side: str) -> Paint:
        """A filled panel, or its outline."""
        if self.saver:
            return Paint(stroke=INK, width=0.5)
        return Paint(fill=STRONG[side])

    def on_panel(self, side: str) -> Colour:
        """Type on that panel."""
        return INK if self.saver else WHITE

    def size(self, normal: float, large: float | None = None) -> float:
        """A type size in points, enlarged where large type is asked for."""
        return (large or max(normal * 1.2, SMALLEST_LARGE)) if self.large else normal

    def small(self, colour: Colour = MUTED, font: str = LABEL) -> Style:
        """The smallest type: captions and the card's foot."""
        return Style(font=font, size=self.smallest, smallest=self.smallest, colour=colour)


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
