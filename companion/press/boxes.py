"""A game's tuckbox and the dividers in it: one picture round the corner, the name where it is quiet."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import ceil
from pathlib import Path as File
from typing import Any, NamedTuple

from companion.press.document import Document
from companion.press.face import WHITE, Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, rgb
from companion.press.look import INK, Design, Dress, Look, at_left, middle, richest
from companion.press.options import (
    CARD_OPTIONS,
    FORMAT,
    LARGE,
    OWN,
    Choices,
    Made,
    OnSheets,
    adapted,
    larger_than,
    layout,
    papers,
    picked,
    size_of,
    whole_number,
    yes_or_no,
)
from companion.press.options import INK as INKS
from companion.press.page import MARGIN, MARGINS, PAPERS, Page, Piece, Size, margin_note
from companion.press.prose import Markup, tag
from companion.press.sheet import raster
from companion.press.svg import Pictures, Place, as_written, hatch, svg
from companion.press.text import SUBTITLE, TITLE, CannotPrint, DoesNotFit, Style

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


ROUND, LID, PART = (92.0, 92.0), (66.0, 26.0), (58.2, 84.2)
"""Millimetres of the drawings: round the front and a spine, on the lid, on a divider."""
SEAM = 0.5
"""Millimetres of a drawing that are left out where it meets its mirrored self: outlines would stand there."""
POINTS = 72 / 25.4


SPARED: Colour = (0.5,)


def _spared(attributes: Mapping[str, str]) -> Paint | None:
    """Where ink is saved: fine grey outlines; what the file marks with ink="colour" is left out."""
    if attributes.get("ink") == "colour":
        return None
    width = min(0.25, float(attributes.get("stroke-width", 0.2)))
    return Paint(fill=WHITE if "fill" in attributes else None, stroke=SPARED, width=max(0.15, width))


@dataclass(frozen=True)
class World:
    """Drawings of one game's box: `box.svg`, and the words and inks that stand on them, `box.json`.

    They lie in the folder of its printables, and are read when the first box is drawn.
    """

    folder: File

    @property
    def is_there(self) -> bool:
        """Whether the game has a box."""
        return (self.folder / "box.json").exists()

    @cached_property
    def pictures(self) -> Pictures:
        return Pictures(self.folder / "box.svg")

    @cached_property
    def words(self) -> Mapping[str, Any]:
        words: Mapping[str, Any] = json.loads((self.folder / "box.json").read_text("utf-8"))
        return words

    def marks(self, group: str, saver: bool, at: Place) -> tuple[Mark, ...]:
        """One of its drawings; in saver ink the lines of it."""
        return self.pictures.marks(group, _spared if saver else as_written(), at)

    def ink(self, what: str, look: Look) -> Colour:
        return INK if look.saver else rgb(self.words[what])

    def filling(self, groups: Sequence[str], drawn: tuple[float, float], box: Box, look: Look) -> Face:
        """Drawings over one another that fill a box, cut where they are wider or higher."""
        scale = max(box.width / drawn[0], box.height / drawn[1])
        x, y = (box.width - drawn[0] * scale) / 2, box.height - drawn[1] * scale
        marks = [
            each for group in groups for each in self.marks(group, look.saver, Place(x, y, scale, scale))
        ]
        inner = Face(box.width, box.height, tuple(marks), groups[0])
        return Face(box.width, box.height, (Stamp(inner, 0, 0, window=Box(0, 0, *box[2:])),), groups[0])

    def strip(self, width: float, high: float, *, saver: bool = False) -> Face:
        """The band of its picture that tells most, mirrored as often as it is long, alike both ways."""
        top, foot = self.words["strip"]
        scale = high / (foot - top)
        long, hidden = ROUND[0] * scale, SEAM * scale
        plain, mirrored = (
            Face(
                long, high, tuple(self.marks("round", saver, Place(x, -top * scale, across, scale))), "strip"
            )
            for x, across in ((0, scale), (long, -scale))
        )
        inner = Box(hidden, 0, long - 2 * hidden, high)
        half, marks = ceil(width / 2 / inner.width), list[Mark]()
        for n in range(-half, half):
            x = width / 2 + n * inner.width - hidden
            marks.append(Stamp(plain if n % 2 else mirrored, x, 0, window=inner))
        whole, window = Face(width, high, tuple(marks), "strip"), Box(0, 0, width, high)
        return Face(width, high, (Stamp(whole, 0, 0, window=window),), "strip", alt="The game's world")

    def framed(self, most: Size) -> Size:
        """How large a strip may be within that, where what stands in its band must not be cut at its ends."""
        top, foot = self.words["strip"]
        if not self.words.get("uncut"):
            return most
        high = min(most.height, (foot - top) * most.width / 2 / ROUND[0])
        both = 2 * (ROUND[0] - 2 * SEAM) * high / (foot - top)
        return Size(both * max(1, int(most.width / both)), high)


PLATE, FIGURE = Size(62, 12), Size(34, 12)
"""Millimetres: what the title of a record stands on, and its figure."""


def headed(box: Box, title: str, figure: str, words: str, look: Look) -> Iterator[Mark]:
    """The head of a record: a strip of the game's world, the title on a plate, a figure, and words."""
    drawn, ink = world(look.design), INK
    high = box.height - PLATE.height * 2 / 3
    yield Stamp(drawn.strip(box.width, high, saver=look.saver), box.x, box.y)
    yield Rectangle(box._replace(height=high), Paint(stroke=ink, width=0.5))
    plate = Box(box.x, box.bottom - PLATE.height, *PLATE)
    dark = Box(box.right - FIGURE.width, plate.y, *FIGURE)
    yield Rectangle(plate, Paint(fill=WHITE if look.saver else look.design.paper, stroke=ink, width=0.5))
    yield from at_left(
        title, look.style(TITLE, 25, spacing=0.8), plate.inset(2)._replace(y=plate.y + 2), title
    )
    yield Rectangle(dark, Paint(fill=WHITE if look.saver else ink, stroke=ink, width=0.5))
    on = ink if look.saver else WHITE
    yield from middle(figure, look.style(TITLE, 25, on), dark.inset(1.4), title)
    room = Box(plate.right + 2.4, box.y + high + 0.6, dark.x - plate.right - 4.8, box.height - high - 0.4)
    block = richest((words,), look.style(SUBTITLE, 8.5, INK, leading=1.15), room.width, room.height, title)
    yield from block.at(room.x, room.y) if block else ()


@cache
def world(dress: Design) -> World:
    """The box of a game, whose room holds its style sheet in `templates/<game>/print` too."""
    return World(dress.style.parents[3] / "printables")


def banner(dress: Dress, choices: Choices, width: float, high: float) -> Markup:
    """A strip of the game's world for a sheet of text, as wide as what it stands in; none by large type."""
    if choices["large"]:
        return Markup("")
    whole = world(dress).framed(Size(width, high))
    size = whole if whole.height == high else Size(width, high)
    strip = world(dress).strip(*size, saver=choices["ink"] == "saver")
    page = Page(width, high, (Stamp(strip, (width - size.width) / 2, 0),))
    return tag("div", Markup(svg(page, title="The game's world")), kind="world")


def tuckboxes(dress: Dress, cards: int, size: str) -> Mapping[str, Made]:
    """A game's tuckbox: its world, how many cards its deck has, and their format."""
    options = (
        papers(*SHEETS),
        INKS,
        LARGE,
        *adapted(larger_than((FORMAT, OWN), "tarot", "large", "jumbo"), {}, {"format": size}),
        whole_number(
            "stack", "Cards", "How many there are to hold; too many share several boxes.", cards, (1, 200)
        ),
        yes_or_no("sleeved", "Sleeved", "0.6 mm a card instead of 0.3 mm, and 3 mm wider and higher."),
    )
    return {"tuckbox": (partial(tuckbox, dress), options)}


class Tuckbox(OnSheets):
    stack: int
    sleeved: bool


def tuckbox(dress: Dress, choices: Tuckbox, scene: object) -> Document:
    """The box on a sheet, or as many as hold the deck; `CannotPrint` at `paper` where not one card fits."""
    stack, boxes = choices["stack"], 1
    while laid_on(choices["paper"], _net(choices, ceil(stack / boxes))) is None:
        if boxes == stack:
            raise CannotPrint(
                "paper", "No box for a card of this size fits on this paper: choose a larger one."
            )
        boxes += 1
    held = [stack // boxes + (n < stack % boxes) for n in range(boxes)]
    of = f" of {stack}" if boxes > 1 else ""
    net, look, drawn = _net(choices, held[0]), dress.look(choices), world(dress)
    pages = [_sheet(Boxed(net, look, drawn, f"{cards}{of} cards"), choices["paper"]) for cards in held]
    return dress.document("tuckbox", tuple(pages), choices)


def _net(choices: Tuckbox, cards: int) -> Net:
    return net_of(*size_of(choices), cards, choices["sleeved"])


def laid_on(paper: str, net: Net) -> Size | None:
    """The paper upright or lying, whichever the net fits on; `None` where it fits on neither."""
    edge = MARGINS.get(paper, MARGIN)
    for sheet in (PAPERS[paper], PAPERS[paper].turned()):
        high = net.height + NOTE + RULER_ROOM + 2 * edge
        if net.width + 2 * edge <= sheet.width and high <= sheet.height:
            return sheet
    return None


class Boxed(NamedTuple):
    """One box to draw, and what its lid says is in it."""

    net: Net
    look: Look
    drawn: World
    told: str


def _sheet(box: Boxed, paper: str) -> Page:
    """A box laid flat, how to put it together, the ruler."""
    net, sheet = box.net, laid_on(paper, box.net)
    assert sheet
    left, room = (sheet.width - net.width) / 2, sheet.width - 2 * MARGIN - 4
    top = MARGINS.get(paper, MARGIN) + 1
    block = richest(TOLD, box.look.small(INK), room, NOTE, "assembly")
    note = block.at(MARGIN + 2, top + net.height + 2) if block else ()
    words = Face(*sheet, tuple(note), "how to put it together")
    foot = margin_note(sheet, Box(0, 0, *sheet), f"{box.look.design.title} tuckbox", at_edge=True)
    return Page(*sheet, (Stamp(unfolded(box), left, top), Stamp(words, 0, 0), *foot), "tuckbox")


def unfolded(box: Boxed) -> Face:
    """The net: one picture round its panels, the lid's, the names; then what is hatched, folded and cut."""
    net = box.net
    marks: list[Mark] = [Path(hatch(flap, step=2.5, lean=1), HATCHED) for flap in net.glued]
    marks += [*_round(box), *_lid(box), *_front(box)]
    marks += _spine(box, net.panels[3])
    marks += [Path(net.folds, SCORED), Path((net.outline,), CUT, closed=True)]
    return Face(net.width, net.height, tuple(marks), "net")


def _round(box: Boxed) -> Iterator[Mark]:
    """The picture from the front over its spine, mirrored at its ends, so that it has no seam but one."""
    net, look = box.net, box.look
    back, _, front, last = net.panels
    scale = net.high / ROUND[1]
    long = ROUND[0] * scale
    marks: list[Mark] = []
    for n in range(-ceil((front.x - back.x) / long), ceil((last.right - front.x) / long)):
        x, across = (front.x + n * long, scale) if n % 2 == 0 else (front.x + (n + 1) * long, -scale)
        marks += box.drawn.marks("round", look.saver, Place(x, net.top, across, scale))
    if "front" in box.drawn.pictures.groups:
        marks += box.drawn.marks("front", look.saver, Place(front.x, net.top, scale, scale))
    belt = Box(back.x, net.top, last.right - back.x, net.high)
    yield Stamp(Face(net.width, net.height, tuple(marks), "round"), 0, 0, window=belt)


def _lid(box: Boxed) -> Iterator[Mark]:
    """What is inside, on the world's quiet side; read from the front when the box is shut."""
    net, look = box.net, box.look
    inner = Box(0, 0, net.wide, net.deep)
    style = look.style(SUBTITLE, 10, box.drawn.ink("lid", look))
    high = min(5.0, net.deep - 1)
    words = middle(box.told, style, Box(3, net.deep - high - 0.8, net.wide - 6, high), "lid")
    picture = Stamp(box.drawn.filling(("lid",), LID, inner, look), 0, 0)
    yield Stamp(Face(net.wide, net.deep, (picture, *words), "lid"), FLAP, TUCK, turn=2)


def _front(box: Boxed) -> Iterator[Mark]:
    front, look, words = box.net.panels[2], box.look, box.drawn.words
    scale, ink = box.net.high / ROUND[1], box.drawn.ink("ink", look)
    yield Rectangle(front.inset(1.6), Paint(stroke=ink, width=0.3))
    high = words["high"] * scale
    title = Box(front.x + 5, front.y + words["at"] * scale, front.width - 10, high)
    yield from middle(words["title"], look.style(TITLE, high * POINTS, ink), title, "title")
    if words["told"]:
        below = Box(title.x, title.bottom, title.width, 5)
        with suppress(DoesNotFit):  # On the smallest box there is no room for it.
            yield from middle(words["told"], look.style(SUBTITLE, 9.5, ink), below, "told")


def _spine(box: Boxed, panel: Box) -> Iterator[Mark]:
    """The name along the spine that the front's picture runs on to, from its top."""
    look, words = box.look, box.drawn.words
    size = min(8.4, panel.width - 2.6) * POINTS
    style, room = (
        look.style(TITLE, size, box.drawn.ink("ink", look)),
        Box(6, 0, panel.height * 0.62, panel.width),
    )
    marks = at_left(words["title"], style, room, "spine")
    yield Stamp(Face(panel.height, panel.width, marks, "spine"), panel.x, panel.y, turn=1)


TAB, ABREAST = 7.5, 3
"""Millimetres that a tab looks out, so that nine dividers stand on A4; and how many are abreast."""


FILLED = yes_or_no(
    "filled", "Fill the last sheet", "Where one would stand alone on it: with some to write on.", default=True
)


def dividers(dress: Dress, names: Sequence[str], size: str) -> Mapping[str, Made]:
    """A divider for each part of a game's deck, of the same world; `size` is the cards' format."""
    left_out = ("part", "bleed", "house", "radius", "backs", "sides", "back_marks")
    larger = tuple(each for each in larger_than(CARD_OPTIONS, "micro") if each.key not in left_out)
    options = adapted((*larger, FILLED), {"only": "Their names with commas. Empty: all."}, {"format": size})
    return {"dividers": (partial(_laid, dress, names), options)}


class Dividers(OnSheets):
    filled: bool


def _laid(dress: Dress, names: Sequence[str], choices: Dividers, scene: object) -> Document:
    flat: Dividers = {**choices, "bleed": False, "house": False, "radius": 0, "backs": "none"}
    look = dress.card_look(flat)
    faces = [look.sized(divider, name, number, look, world(dress)) for number, name in enumerate(names)]
    pieces = picked([Piece(face) for face in faces], choices)
    return dress.laid("dividers", [*pieces, *_beside_one(pieces, flat, look, dress)], flat)


def _beside_one(pieces: Sequence[Piece], choices: Dividers, look: Look, dress: Dress) -> list[Piece]:
    """Dividers to write on, as many as there are places left where the last one has a sheet to itself."""
    count = sum(piece.copies for piece in pieces)
    places = len(raster(pieces[0].front, layout(choices, "")).slots())
    if not choices["filled"] or count == 1 or count % places != 1 or choices["skip"]:
        return []
    numbers = range(count, count + places - 1)
    return [Piece(look.sized(divider, "", number, look, world(dress))) for number in numbers]


def divider(name: str, number: int, look: Look, drawn: World) -> Face:
    """A card of the trimmed size and a tab more; what lies beside the tab is cut away along its line. Without
    a name it is white, to write on."""
    width, height = look.trim.width, look.trim.height + TAB
    wide, given = width / ABREAST, drawn.words["dividers"]
    left = number % ABREAST * wide
    runs = (
        (0.0, TAB), (left, TAB), (left + 1.2, 0.0), (left + wide - 1.2, 0.0), (left + wide, TAB),
        (width, TAB), (width, height), (0.0, height),
    )  # fmt: skip
    band, on = (rgb(code) for code in given["bands"].get(name, given["bands"][""]))
    ink, least = INK if look.saver else rgb(given["ink"]), 9.0 if look.large else 7.0
    small = Style(font=SUBTITLE, size=10, smallest=least, leading=1, colour=INK if look.saver else on)
    large = Style(font=TITLE, size=36, smallest=least, leading=1, colour=ink)
    art = Box(2.4, TAB + 2.4, width - 4.8, height - TAB - 4.8)
    groups = given["drawn"].get(name, given["drawn"][""])
    top, high = art.y + given["at"] * art.height / PART[1], 13.0
    tab = Box(left + 1.4, 1.0, wide - 2.8, TAB - 2)
    ground = Path((runs,), Paint(fill=WHITE if look.saver else band), closed=True)
    edges = (
        Rectangle(art, Paint(stroke=INK, width=0.3)),
        Path((runs,), Paint(stroke=INK, width=0.2), closed=True),
    )
    if not name:
        marks: tuple[Mark, ...] = (
            ground,
            *(Rectangle(each, Paint(fill=WHITE)) for each in (tab, art)),
            *edges,
        )
        return Face(width, height, marks, name="to write on", title="To write on")
    title = Box(art.x + given["side"], top, art.width - 2 * given["side"], high)
    marks = (
        ground,
        Stamp(drawn.filling(groups, PART, art, look), art.x, art.y),
        *middle(name, large, title, f"dividers.{name}"),
        *middle(name, small, tab, f"dividers.{name}"),
        *edges,
    )
    return Face(width, height, marks, name=name, title=name)
