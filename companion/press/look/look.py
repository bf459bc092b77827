"""A game's design on paper, inks, type and the size of its cards, and that design in the ink in use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.press.colours import BLACK, WHITE, Colour, blend
from companion.press.errors import DoesNotFit
from companion.press.face import Box, Face, Image, Mark, Paint, Stamp
from companion.press.fonts import LABEL
from companion.press.look.art import NONE, Art
from companion.press.paper import Size
from companion.press.text import SMALLEST, SMALLEST_LARGE, Style

INK: Colour = BLACK
BARE = Paint(fill=WHITE, stroke=INK, width=0.4)
EDGE = 12.0
"""Millimetres: the margin of drawn pages."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Design:
    """What tells one game's paper from another's.

    `colours` and `safe` (for eyes that miss red, green or blue) are by name; dark type stands on the `pale`
    ones. `card` is the size for which cards are designed; nothing but ground comes nearer than `margin`
    millimetres to its cut, and ground ends `ground` inside it where there is no bleed. `bare` is a panel
    where ink is saved, `larger` how much large type enlarges, `leading` that of the smallest type. `style` is
    the style sheet of its sheets of text, `edge` the margin of its drawn ones.
    """

    title: str
    style: Path
    card: Size
    colours: Mapping[str, Colour]
    safe: Mapping[str, Colour]
    paper: Colour
    muted: Colour
    margin: float = 4.0
    ground: float = 2.2
    pale: frozenset[str] = frozenset()
    bare: Paint = BARE
    larger: float = 1.2
    leading: float = 1.15
    edge: float = EDGE


@dataclass(frozen=True, slots=True)
class Look:
    """The ink in use, and how large a card is.

    `saver` is a drawing of its own: outlines in black, no filled areas. A card is drawn on a ground of
    `width` by `height` on which the design's `card` fits, and then brought to its trimmed size; type that
    would come out too small is never set.
    """

    design: Design
    trim: Size
    saver: bool = False
    large: bool = False
    safe: bool = False
    bleed: float = 0.0
    art: Art = NONE

    def picture(self, name: str, box: Box) -> tuple[Image, ...]:
        """A card's own picture, by the card's id, filling a place on its front; nothing where it has none."""
        return self.art.front(name, box, grey=self.saver)

    @property
    def scale(self) -> float:
        """How much larger or smaller a card is than its design."""
        return min(self.trim.width / self.design.card.width, self.trim.height / self.design.card.height)

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
        """The card to its cut, in the design's millimetres."""
        return Box(0, 0, self.width, self.height)

    @property
    def inner(self) -> Box:
        """What no miscut touches."""
        return self.whole.inset(self.design.margin)

    @property
    def ground(self) -> Box:
        """What a card's ground fills: to beyond the cut where there is bleed, else short of it."""
        return self.whole.inset(-self.bleed / self.scale if self.bleed else self.design.ground)

    def card(self, marks: tuple[Mark, ...], name: str) -> Face:
        """A card of the trimmed size with these marks of the design."""
        scale, margin = self.scale, self.design.margin
        if scale == 1:
            return Face(*self.trim, marks, name, self.bleed, margin)
        inner = Face(self.width, self.height, marks, name, self.bleed / scale, margin)
        return Face(*self.trim, (Stamp(inner, 0, 0, scale=scale),), name, self.bleed, margin * scale)

    def sized[**P, T](self, made: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What is set on cards; where their size is the cause that it does not fit, `DoesNotFit` says so."""
        try:
            return made(*args, **more)
        except DoesNotFit as error:
            if self.scale >= 1:
                raise
            size = f"{self.trim.width:g} × {self.trim.height:g} mm"
            words = f"On a card of {size} this would get too small: {error.message} Choose a larger card."
            raise DoesNotFit(error.path, words) from error

    @property
    def smallest(self) -> float:
        """The smallest type in points of the design."""
        return (SMALLEST_LARGE if self.large else SMALLEST) / self.scale

    def strong(self, what: str) -> Colour:
        """A colour for lines and type."""
        return INK if self.saver else self.full(what)

    def full(self, what: str) -> Colour:
        """A colour where it is filled in, in every ink."""
        return (self.design.safe if self.safe else self.design.colours)[what]

    def tint(self, what: str, share: float = 0.2) -> Colour | None:
        """A colour in the ground, or nothing where ink is saved."""
        return None if self.saver else blend(self.full(what), share)

    def panel(self, what: str) -> Paint:
        """A filled panel, or its outline."""
        return self.design.bare if self.saver else Paint(fill=self.full(what))

    def plate(self, what: str, width: float = 0.35) -> Paint:
        """A pale plate with a line around it."""
        fill = WHITE if self.saver else self.design.paper
        return Paint(fill=fill, stroke=self.strong(what), width=width)

    def on_panel(self, what: str = "") -> Colour:
        """Type and signs on a panel."""
        return INK if self.saver or what in self.design.pale else WHITE

    def size(self, normal: float, large: float | None = None) -> float:
        """A type size in points, enlarged where large type is asked for, and never too small to read."""
        return max((large or normal * self.design.larger) if self.large else normal, self.smallest)

    def style(self, font: str, size: float, colour: Colour = INK, **more: float) -> Style:
        """Type that begins at a size and shrinks no further than people can read."""
        told = {"leading": 1.0, **more}
        return Style(font=font, size=self.size(size), smallest=self.smallest, colour=colour, **told)

    def small(self, colour: Colour | None = None, font: str = LABEL) -> Style:
        """The smallest type: captions and the card's foot."""
        ink, size = colour or self.design.muted, self.smallest
        return Style(font=font, size=size, smallest=size, colour=ink, leading=self.design.leading)
