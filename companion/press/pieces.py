"""Pieces to cut out: tokens, tents, flags, strips for a bead, blank cards, tuckboxes and dividers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal

from companion.press.document import Document
from companion.press.face import (
    BLACK,
    HAIRLINE,
    WHITE,
    Box,
    Circle,
    Colour,
    Face,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
)
from companion.press.look import INK, Dress, Look, middle, richest
from companion.press.options import (
    CARD_OPTIONS,
    FORMAT,
    LARGE,
    OWN,
    Made,
    OnSheets,
    adapted,
    larger_than,
    papers,
    picked,
    size_of,
    whole_number,
    yes_or_no,
)
from companion.press.options import INK as INKS
from companion.press.page import MARGIN, MARGINS, PAPER_NAMES, PAPERS, SAFE, Page, Piece, Size, margin_note
from companion.press.svg import hatch
from companion.press.text import NUMERAL, SUBTITLE, TITLE, CannotPrint, Style, line

type Shape = Literal["round", "square"]

TOKEN_BLEED = 1.5
"""Millimetres of ink beyond a token's cut."""

INSCRIBED = 0.70
"""The share of a round token that a square drawing takes."""


@lru_cache(maxsize=256)
def token(art: Face, size: float, shape: Shape, ground: Colour | None) -> Face:
    """A drawing on a token of `size` millimetres, its ground reaching beyond the cut.

    A square token is filled by a square drawing; on a round one the drawing stands within the circle.
    """
    share = INSCRIBED if shape == "round" else 1.0
    scale = size * share / max(art.width, art.height)
    left, top = (size - art.width * scale) / 2, (size - art.height * scale) / 2
    return Face(
        size, size, (*_ground(size, shape, ground), Stamp(art, left, top, scale=scale)), art.name, TOKEN_BLEED
    )


def _ground(size: float, shape: Shape, ground: Colour | None) -> tuple[Mark, ...]:
    if ground is None or ground == WHITE:
        return ()
    if shape == "round":
        return (Circle(size / 2, size / 2, size / 2 + TOKEN_BLEED, Paint(fill=ground)),)
    return (Rectangle(Box(0, 0, size, size).inset(-TOKEN_BLEED), Paint(fill=ground)),)


FOOT = 12.0
"""Millimetres of foot under each side of a tent: to glue under a base, or to put into a stand."""

GLUE = 3.0
"""Millimetres at the end of a flag that are glued round its pin."""

BEAD = 8.0
"""Millimetres: the side of a space for a bead."""

FOLD = Paint(stroke=BLACK, width=HAIRLINE * 1.5, dash=(1.5, 1))
EDGE = Paint(stroke=(0.6,), width=HAIRLINE)


@lru_cache(maxsize=64)
def standee(art: Face, width: float, height: float) -> Face:
    """A tent: the drawing upright below the fold, the same on its head above it, and a foot at each end."""
    whole = 2 * (height + FOOT)
    scale = min((width - 2) / art.width, (height - 2) / art.height)
    wide, high = art.width * scale, art.height * scale
    left, lift = (width - wide) / 2, (height - high) / 2
    middle = whole / 2
    folds = tuple(((0.0, y), (width, y)) for y in (FOOT, middle, whole - FOOT))
    marks: tuple[Mark, ...] = (
        Stamp(art, left, middle - lift - high, scale=scale, turn=2),
        Stamp(art, left, middle + lift, scale=scale),
        Path(folds, FOLD),
    )
    return Face(width, whole, marks, art.name)


@lru_cache(maxsize=64)
def flag(art: Face, width: float, height: float) -> Face:
    """A flag to fold round a pin: the drawing on both wings, read from either side, and a strip for glue."""
    scale = min((width - 1) / art.width, (height - 1) / art.height)
    wide, high = art.width * scale, art.height * scale
    top = (height - high) / 2
    places = ((width - wide) / 2, width + (width - wide) / 2)
    folds = tuple(((x, 0.0), (x, height)) for x in (width, 2 * width))
    stamps = tuple(Stamp(art, x, top, scale=scale) for x in places)
    return Face(2 * width + GLUE, height, (*stamps, Path(folds, FOLD)), art.name)


@lru_cache(maxsize=64)
def bead_strip(values: Sequence[str], art: Face, name: str) -> Face:
    """A strip of spaces for a bead or a paper clip, what it counts at its head."""
    style = Style(font=NUMERAL, size=13, smallest=9, leading=1)
    marks: list[Mark] = [Stamp(art, 0.8, 0.8, scale=(BEAD - 1.6) / max(art.width, art.height))]
    for number, value in enumerate(values, 1):
        box = Box(number * BEAD, 0, BEAD, BEAD)
        block = line(value, style, BEAD - 1, name)
        marks.append(Rectangle(box, EDGE))
        marks += block.at(box.x, (BEAD - block.height) / 2, width=BEAD, align=0.5)
    return Face((len(values) + 1) * BEAD, BEAD, tuple(marks), name)


FRAME = Paint(stroke=(0.45,), width=HAIRLINE * 2)
RULE = Paint(stroke=(0.7,), width=HAIRLINE)
LINE_HEIGHT, HEAD = 7.0, 11.0
"""Millimetres: for a hand that writes, and for a title."""


@lru_cache(maxsize=64)
def blank(size: Size, name: str, *, bleed: float = 0.0) -> Face:
    """A frame clear of the cut, a place for the title, and lines to write on."""
    box = Box(0, 0, *size).inset(SAFE + 1)
    head = min(HEAD, box.height / 3)
    lines = int((box.height - head) / LINE_HEIGHT + 1e-9)
    step = (box.height - head) / max(1, lines)
    ys = [box.y + head + number * step for number in range(1, lines)]
    rules = tuple(((box.x + 2, y), (box.right - 2, y)) for y in ys)
    title = (((box.x, box.y + head), (box.right, box.y + head)),)
    marks: tuple[Mark, ...] = (Rectangle(box, FRAME, 1.5), Path(title, FRAME))
    return Face(*size, (*marks, Path(rules, RULE)) if rules else marks, name, bleed, SAFE)


PLAY = 1.0
"""Millimetres that a box is wider, higher and deeper than what lies in it."""

SLEEVE = 3.0
"""Millimetres that a sleeve adds to a card's width and height."""

FLAP, TUCK, DUST, SLANT = 12.0, 15.0, 15.0, 3.0
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
        return FLAP + 2 * (self.wide + self.deep)

    @property
    def top(self) -> float:
        return TUCK + self.deep

    @property
    def height(self) -> float:
        return self.top + self.high + self.deep + FLAP

    @property
    def panels(self) -> tuple[Box, Box, Box, Box]:
        panels, x = [], FLAP
        for width in (self.wide, self.deep, self.wide, self.deep):
            panels.append(Box(x, self.top, width, self.high))
            x += width
        return panels[0], panels[1], panels[2], panels[3]

    @property
    def glued(self) -> tuple[Run, Run]:
        """The flap under the last spine, and the one under the front."""
        back = self.panels[0]
        low = back.bottom + self.deep
        side = ((FLAP, back.y), (0.0, back.y + SLANT), (0.0, back.bottom - SLANT), (FLAP, back.bottom))
        foot = (
            (back.x, low),
            (back.x + SLANT, low + FLAP),
            (back.right - SLANT, low + FLAP),
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
SCORED = Paint(stroke=INK, width=0.25, dash=(2.0, 1.5))
HATCHED = Paint(stroke=(0.55,), width=0.15)
NOTE, RULER_ROOM = 16.0, 6.0
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


class Tuckbox(OnSheets):
    stack: int
    sleeved: bool


def tuckbox(dress: Dress, ground: str, choices: Tuckbox, scene: object) -> Document:
    """The box on one sheet; `CannotPrint` at `paper` where it needs a larger one."""
    net = net_of(*size_of(choices), choices["stack"], choices["sleeved"])
    look, paper = dress.look(choices), choices["paper"]
    sheet = laid_on(paper, net)
    if sheet is None:
        wide = next((PAPER_NAMES[each] for each in SHEETS if laid_on(each, net)), "")
        more = f"It fits on {wide}." if wide else "No paper here is large enough: put fewer cards into a box."
        raise CannotPrint("paper", f"This box is {net.width:.0f} × {net.height:.0f} mm laid flat. {more}")
    left, room = (sheet.width - net.width) / 2, sheet.width - 2 * MARGIN - 4
    face = unfolded(net, look, ground)
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
        high = net.height + NOTE + RULER_ROOM + 2 * edge
        if net.width + 2 * edge <= sheet.width and high <= sheet.height:
            return sheet
    return None


def unfolded(net: Net, look: Look, ground: str) -> Face:
    """The net: grounds and titles on its panels, then what is hatched, folded and cut."""
    marks: list[Mark] = [Path(hatch(flap, step=2.5, lean=1), HATCHED) for flap in net.glued]
    back, spine, front, last = net.panels
    for panel in (back, front):
        marks += _panel(panel, look, ground)
    for panel in (spine, last):
        marks += _spine(panel, look, ground)
    marks += [Path(net.folds, SCORED), Path((net.outline,), CUT, closed=True)]
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


def _laid(dress: Dress, ground: str, names: Sequence[str], choices: OnSheets, scene: object) -> Document:
    flat: OnSheets = {**choices, "bleed": False, "house": False, "radius": 0, "backs": "none"}
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
