"""A game's dress, inks and the size for which cards are designed; and that dress in the ink in use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from companion.engine.wire import Json
from companion.press.choosing import size_of
from companion.press.colours import BLACK, WHITE, Colour, blend
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Stamp
from companion.press.fonts import LABEL
from companion.press.markup import Markup
from companion.press.page import Page, margin_note
from companion.press.paper import BLEED, CSS_PAGES, Size
from companion.press.prose import Prose
from companion.press.text import SMALLEST, SMALLEST_LARGE, Style

INK: Colour = BLACK
BARE = Paint(fill=WHITE, stroke=INK, width=0.4)
EDGE = 12.0
"""Millimetres: the margin of drawn pages."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Dress:
    """What a game's paper has in common.

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

    def look(self, choices: Mapping[str, Json]) -> "Look":
        """The ink and the type that were chosen."""
        ink = choices["ink"]
        return Look(
            self, saver=ink == "saver", safe=ink == "safe", large=choices.get("large", False), trim=self.card
        )

    def card_look(self, choices: Mapping[str, Json]) -> "Look":
        """The same for cards of the chosen size, with ink beyond the cut where it is asked for."""
        beyond = BLEED if choices["bleed"] or choices["house"] else 0.0
        return replace(self.look(choices), trim=size_of(choices), bleed=beyond)

    def document(self, title: str, pages: Sequence[Page], choices: Mapping[str, Json]) -> Document:
        """Drawn pages under one title, in the ink that was chosen."""
        return Document(f"{self.title}: {title}", pages, choices["paper"], grey=choices["ink"] == "grey")

    def page(self, face: Face, label: str) -> Page:
        """A drawing as a page of paper, with the ruler in its margin."""
        paper = Size(face.width, face.height)
        note = margin_note(paper, Box(0, 0, *paper).inset(self.edge), f"{self.title} {label}")
        return Page(*paper, (Stamp(face, 0, 0), *note), label)

    def prose(self, choices: Mapping[str, Json], title: str, body: Markup, *, lying: bool = False) -> Prose:
        """A sheet of text on the chosen paper, upright or lying."""
        return Prose(
            title=f"{self.title}: {title}",
            body=body,
            style=self._sheet,
            page=CSS_PAGES[choices["paper"]][lying],
            note=f"{self.title} {title}",
            grey=choices["ink"] == "grey",
            saver=choices["ink"] == "saver",
            safe=choices["ink"] == "safe",
            large=choices["large"],
        )

    @cached_property
    def _sheet(self) -> str:
        return self.style.read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Look:
    """The ink in use, and how large a card is.

    `saver` is a drawing of its own: outlines in black, no filled areas. A card is drawn on a ground of
    `width` by `height` on which the dress's `card` is the design's own size, and then brought to its trimmed
    size; type that would come out too small is never set.
    """

    dress: Dress
    trim: Size
    saver: bool = False
    large: bool = False
    safe: bool = False
    bleed: float = 0.0

    @property
    def scale(self) -> float:
        """How much larger or smaller a card is than its design."""
        return min(self.trim.width / self.dress.card.width, self.trim.height / self.dress.card.height)

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
        return self.whole.inset(self.dress.margin)

    @property
    def ground(self) -> Box:
        """What a card's ground fills: to beyond the cut where there is bleed, else short of it."""
        return self.whole.inset(-self.bleed / self.scale if self.bleed else self.dress.ground)

    def card(self, marks: tuple[Mark, ...], name: str) -> Face:
        """A card of the trimmed size with these marks of the design."""
        scale, margin = self.scale, self.dress.margin
        if scale == 1:
            return Face(*self.trim, marks, name, self.bleed, margin)
        inner = Face(self.width, self.height, marks, name, self.bleed / scale, margin)
        return Face(*self.trim, (Stamp(inner, 0, 0, scale=scale),), name, self.bleed, margin * scale)

    @property
    def smallest(self) -> float:
        """The smallest type in points of the design."""
        return (SMALLEST_LARGE if self.large else SMALLEST) / self.scale

    def strong(self, what: str) -> Colour:
        """A colour for lines and type."""
        return INK if self.saver else self.full(what)

    def full(self, what: str) -> Colour:
        """A colour where it is filled in, in every ink."""
        return (self.dress.safe if self.safe else self.dress.colours)[what]

    def tint(self, what: str, share: float = 0.2) -> Colour | None:
        """A colour in the ground, or nothing where ink is saved."""
        return None if self.saver else blend(self.full(what), share)

    def panel(self, what: str) -> Paint:
        """A filled panel, or its outline."""
        return self.dress.bare if self.saver else Paint(fill=self.full(what))

    def plate(self, what: str, width: float = 0.35) -> Paint:
        """A pale plate with a line around it."""
        fill = WHITE if self.saver else self.dress.paper
        return Paint(fill=fill, stroke=self.strong(what), width=width)

    def on_panel(self, what: str = "") -> Colour:
        """Type and signs on a panel."""
        return INK if self.saver or what in self.dress.pale else WHITE

    def size(self, normal: float, large: float | None = None) -> float:
        """A type size in points, enlarged where large type is asked for, and never too small to read."""
        return max((large or normal * self.dress.larger) if self.large else normal, self.smallest)

    def style(self, font: str, size: float, colour: Colour = INK, **more: float) -> Style:
        """Type that begins at a size and shrinks no further than people can read."""
        told = {"leading": 1.0, **more}
        return Style(font=font, size=self.size(size), smallest=self.smallest, colour=colour, **told)

    def small(self, colour: Colour | None = None, font: str = LABEL) -> Style:
        """The smallest type: captions and the card's foot."""
        ink, size = colour or self.dress.muted, self.smallest
        return Style(font=font, size=size, smallest=size, colour=ink, leading=self.dress.leading)
