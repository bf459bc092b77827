"""What a deck is kept in: a tuckbox folded from one sheet, and dividers with their tabs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.press.document import Document
from companion.press.engraving import hatch
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Dress, Look, middle, richest
from companion.press.options import (
    CARD_OPTIONS,
    FORMAT,
    LARGE,
    OWN,
    Made,
    adapted,
    larger_than,
    papers,
    picked,
    size_of,
    whole_number,
    yes_or_no,
)
from companion.press.options import INK as INKS
from companion.press.page import MARGIN, MARGINS, PAPER_NAMES, PAPERS, Page, Piece, Size, margin_note
from companion.press.text import SUBTITLE, TITLE, CannotPrint, Style

PLAY = 1.0
"""Millimetres that a box is wider, higher and deeper than what lies in it."""

SLEEVE = 3.0
"""Millimetres that a sleeve adds to a card's width and height."""

GLUE, TUCK, DUST, SLANT = 12.0, 15.0, 15.0, 3.0
"""Millimetres: a glue flap, the tuck flap, the longest dust flap, and how far the flaps run in."""

type Run = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Net:
    """Glue flap, back, spine, front and spine in a row; lid and bottom hang on the back."""

    wide: float
    high: float
    deep: float

    @property
    def width(self) -> float:
        return GLUE + 2 * (self.wide + self.deep)

    @property
    def top(self) -> float:
        return TUCK + self.deep

    @property
    def height(self) -> float:
        return self.top + self.high + self.deep + GLUE

    @property
    def panels(self) -> tuple[Box, Box, Box, Box]:
        panels, x = [], GLUE
        for width in (self.wide, self.deep, self.wide, self.deep):
            panels.append(Box(x, self.top, width, self.high))
            x += width
        return panels[0], panels[1], panels[2], panels[3]

    @property
    def glued(self) -> tuple[Run, Run]:
        """The flap under the last spine, and the one under the front."""
        back = self.panels[0]
        low = back.bottom + self.deep
        side = ((GLUE, back.y), (0.0, back.y + SLANT), (0.0, back.bottom - SLANT), (GLUE, back.bottom))
        foot = (
            (back.x, low),
            (back.x + SLANT, low + GLUE),
            (back.right - SLANT, low + GLUE),
            (back.right, low),
        )
        return side, foot

    @property
    def outline(self) -> Run:
        back, spine, front, last = self.panels
        side, foot = self.glued
        lid = ((back.x, TUCK), (back.x + SLANT, 0.0), (back.right - SLANT, 0.0), (back.right, TUCK))
        above = (*side[::-1], *lid, *self._dust(spine, -1), (front.right, front.y), *self._dust(last, -1))
        below = (*self._dust(last, 1)[::-1], *self._dust(spine, 1)[::-1], *foot[::-1])
        return (*above, *below)

    def _dust(self, spine: Box, way: int) -> Run:
        """A dust flap over a spine, or under it, from left to right."""
        edge = spine.y if way < 0 else spine.bottom
        far = edge + way * min(DUST, self.wide / 2 - 1)
        slant = min(SLANT, self.deep / 4)
        return ((spine.x, edge), (spine.x + slant, far), (spine.right - slant, far), (spine.right, edge))

    @property
    def folds(self) -> tuple[Run, ...]:
        """Every line that is folded: between the panels, and where flaps hang on them."""
        back, spine, front, last = self.panels
        upright = tuple(((p.x, p.y), (p.x, p.bottom)) for p in self.panels)
        level = [(back, TUCK), (back, back.y), (back, back.bottom), (back, back.bottom + self.deep)]
        level += [(p, y) for p in (spine, last) for y in (front.y, front.bottom)]
        return (*upright, *(((p.x, y), (p.right, y)) for p, y in level))


def net_of(width: float, height: float, cards: int, sleeved: bool) -> Net:
    """The net for so many cards of this size: 0.3 mm thick each, or in sleeves 0.6 mm."""
    more = PLAY + (SLEEVE if sleeved else 0.0)
    return Net(width + more, height + more, max(6.0, cards * (0.6 if sleeved else 0.3) + PLAY))


CUT = Paint(stroke=INK, width=0.25)
FOLD = Paint(stroke=INK, width=0.25, dash=(2.0, 1.5))
HATCHED = Paint(stroke=(0.55,), width=0.15)
NOTE, FOOT = 16.0, 6.0
"""Millimetres under the net: for how to put it together, and for the ruler."""
TOLD = (
    "Cut along the solid lines, score and fold the dashed ones, the print outside. Glue the hatched flap at "
    "the side under the last spine; fold the short flaps of the bottom in, then glue the hatched one inside "
    "the front. The lid tucks in.",
    "Cut solid lines, fold dashed ones, glue the hatched flaps inside. The lid tucks in.",
)
SHEETS = ("a4", "letter", "a3", "both")


def tuckboxes(dress: Dress, ground: str, cards: int, size: str) -> Mapping[str, Made]:
    """A game's tuckbox: the colour of its ground, how many cards its deck has, and their format."""
    options = (
        papers(*SHEETS),
        INKS,
        LARGE,
        *adapted(larger_than((FORMAT, OWN), "tarot", "large", "jumbo"), {}, {"format": size}),
        whole_number("stack", "Cards", "How many the box is to hold.", cards, (1, 200)),
        yes_or_no("sleeved", "Sleeved", "0.6 mm a card instead of 0.3 mm, and 3 mm wider and higher."),
    )
    return {"tuckbox": (partial(tuckbox, dress, ground), options)}


def tuckbox(dress: Dress, ground: str, choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The box on one sheet; `CannotPrint` at `paper` where it needs a larger one."""
    net = net_of(*size_of(choices), choices["stack"], choices["sleeved"])
    look, paper = dress.look(choices), choices["paper"]
    sheet = laid_on(paper, net)
    if sheet is None:
        wide = next((PAPER_NAMES[each] for each in SHEETS if laid_on(each, net)), "")
        more = f"It fits on {wide}." if wide else "No paper here is large enough: put fewer cards into a box."
        raise CannotPrint("paper", f"This box is {net.width:.0f} × {net.height:.0f} mm laid flat. {more}")
    left, room = (sheet.width - net.width) / 2, sheet.width - 2 * MARGIN - 4
    face = drawn(net, look, ground)
    top = MARGINS.get(paper, MARGIN) + 1
    block = richest(TOLD, look.small(INK), room, NOTE, "assembly")
    note = block.at(MARGIN + 2, top + net.height + 2) if block else ()
    words = Face(*sheet, tuple(note), "how to put it together")
    foot = margin_note(sheet, Box(0, 0, *sheet), f"{dress.title} tuckbox", at_edge=True)
    page = Page(*sheet, (Stamp(face, left, top), Stamp(words, 0, 0), *foot), "tuckbox")
    return dress.document("tuckbox", (page,), choices)


def laid_on(paper: str, net: Net) -> Size | None:
    """The paper upright or lying, whichever the net fits on; `None` where it fits on neither."""
    edge = MARGINS.get(paper, MARGIN)
    for sheet in (PAPERS[paper], PAPERS[paper].turned()):
        high = net.height + NOTE + FOOT + 2 * edge
        if net.width + 2 * edge <= sheet.width and high <= sheet.height:
            return sheet
    return None


def drawn(net: Net, look: Look, ground: str) -> Face:
    """The net: grounds and titles on its panels, then what is hatched, folded and cut."""
    marks: list[Mark] = [Path(hatch(flap, step=2.5, lean=1), HATCHED) for flap in net.glued]
    back, spine, front, last = net.panels
    for panel in (back, front):
        marks += _panel(panel, look, ground)
    for panel in (spine, last):
        marks += _spine(panel, look, ground)
    marks += [Path(net.folds, FOLD), Path((net.outline,), CUT, closed=True)]
    return Face(net.width, net.height, tuple(marks), "net")


def _panel(box: Box, look: Look, ground: str) -> Iterator[Mark]:
    """The game's name on its ground, in a double frame."""
    ink = look.on_panel(ground)
    yield Rectangle(box.inset(1.2), look.panel(ground), radius=1.5)
    for by, width in ((3.2, 0.6), (4.4, 0.2)):
        yield Rectangle(box.inset(by), Paint(stroke=ink, width=width), radius=1.0)
    size = min(30.0, box.width / 2.2)
    yield from middle(look.design.title, look.style(TITLE, size, ink), box.inset(6), "title")


def _spine(box: Box, look: Look, ground: str) -> Iterator[Mark]:
    """The name along a spine, where it is thick enough to carry one."""
    yield Rectangle(box.inset(1.2), look.panel(ground), radius=1.0)
    inner = Box(0, 0, box.height, box.width)
    size = min(20.0, (box.width - 2.6) * 2)
    style = look.style(TITLE, size, look.on_panel(ground))
    name = Face(box.height, box.width, middle(look.design.title, style, inner.inset(1.2), "spine"), "spine")
    yield Stamp(name, box.x, box.y, turn=1)


TAB, ABREAST = 9.0, 3
"""Millimetres that a tab looks out, and how many stand beside each other."""


def dividers(dress: Dress, ground: str, names: Sequence[str], size: str) -> Mapping[str, Made]:
    """A divider for each part of a game's deck, in the colour of its ground; `size` is the cards' format."""
    left_out = ("part", "bleed", "house", "radius", "backs", "sides", "back_marks")
    larger = tuple(each for each in larger_than(CARD_OPTIONS, "micro") if each.key not in left_out)
    options = adapted(larger, {"only": "Their names with commas. Empty: all."}, {"format": size})
    return {"dividers": (partial(_laid, dress, ground, names), options)}


def _laid(
    dress: Dress, ground: str, names: Sequence[str], choices: Mapping[str, Json], scene: Scene[Any] | None
) -> Document:
    flat = {**choices, "bleed": False, "house": False, "radius": 0, "backs": "none"}
    look = dress.card_look(flat)
    faces = [look.sized(divider, name, number, look, ground) for number, name in enumerate(names)]
    pieces = picked([Piece(face) for face in faces], choices)
    return dress.laid("dividers", pieces, flat)


def divider(name: str, number: int, look: Look, ground: str) -> Face:
    """A card of the trimmed size and a tab more; what lies beside the tab is cut away along its line."""
    width, height = look.trim.width, look.trim.height + TAB
    wide = width / ABREAST
    left = number % ABREAST * wide
    runs = (
        (0.0, TAB), (left, TAB), (left + 1.2, 0.0), (left + wide - 1.2, 0.0), (left + wide, TAB),
        (width, TAB), (width, height), (0.0, height),
    )  # fmt: skip
    edge = look.strong(ground)
    least = 9.0 if look.large else 7.0
    small = Style(font=SUBTITLE, size=10, smallest=least, leading=1)
    large = Style(font=TITLE, size=24, smallest=least, leading=1, colour=look.on_panel(ground))
    marks: tuple[Mark, ...] = (
        Rectangle(Box(2.6, TAB + 2.6, width - 5.2, height - TAB - 5.2), Paint(stroke=edge, width=0.5), 1.5),
        Rectangle(Box(4, TAB + 4, width - 8, 18), look.panel(ground), 1),
        *middle(name, large, Box(5, TAB + 6, width - 10, 14), f"dividers.{name}"),
        *middle(name, small, Box(left + 1.4, 1.0, wide - 2.8, TAB - 2), f"dividers.{name}"),
        Path((runs,), Paint(stroke=INK, width=0.2), closed=True),
    )
    return Face(width, height, marks, name=name, title=name)
