"""How a game looks on paper: its dress, the ink in use, words in boxes, codes, and cards as tables of places.

    FACE = (
        Place("title", "top", title),
        Place("map", "bottom", battlefields, yields=1),
        Place("text", "rest", text),
    )

Each place takes its share from an edge of the room that is left. What stands first in the table lies
uppermost. Where not all fits, what yields first is left out first.

A chart is a raster, the stretches below it, and its lines, each drawn with a pen of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path as File
from typing import Any, Literal, NamedTuple

import segno

from companion.engine.film import Area, Chart, Drawing, drawn
from companion.engine.scene import Seen
from companion.press.art import NONE, Art, art_of
from companion.press.document import Document
from companion.press.face import (
    BLACK,
    WHITE,
    Box,
    Colour,
    Face,
    Image,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
    Text,
    blend,
)
from companion.press.options import INK as INKS
from companion.press.options import Choices, Made, OnSheets, layout, of_table, papers, size_of
from companion.press.packing import mixed
from companion.press.page import BLEED, CSS_PAGES, FORMATS, PAPERS, Page, Piece, Size, margin_note
from companion.press.prose import Markup, Prose
from companion.press.sheet import impose
from companion.press.text import LABEL, SMALLEST, SMALLEST_LARGE, Block, DoesNotFit, Style, fit, line

INK: Colour = BLACK
BARE = Paint(fill=WHITE, stroke=INK, width=0.4)
EDGE = 12.0
"""Millimetres: the margin of drawn pages."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Design:
    """What tells one game's paper from another's; a plain sheet needs no more than the title.

    `colours` and `safe` (for eyes that miss red, green or blue) are by name; dark type stands on the `pale`
    ones. `card` is the size for which cards are designed; nothing but ground comes nearer than `margin`
    millimetres to its cut, and ground ends `ground` inside it where there is no bleed. `bare` is a panel
    where ink is saved, `larger` how much large type enlarges, `leading` that of the smallest type. `style` is
    the style sheet of its sheets of text, `edge` the margin of its drawn ones.
    """

    title: str
    style: File = File()
    card: Size = FORMATS["card"]
    colours: Mapping[str, Colour] = field(default_factory=dict)
    safe: Mapping[str, Colour] = field(default_factory=dict)
    paper: Colour = WHITE
    muted: Colour = (0.4,)
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
        return self.trim.width / self.scale

    @property
    def height(self) -> float:
        return self.trim.height / self.scale

    @property
    def whole(self) -> Box:
        """The card to its cut, in the design's millimetres."""
        return Box(0, 0, self.width, self.height)

    @property
    def inner(self) -> Box:
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
        return INK if self.saver else self.full(what)

    def full(self, what: str) -> Colour:
        """A colour where it is filled in, in every ink."""
        return (self.design.safe if self.safe else self.design.colours)[what]

    def tint(self, what: str, share: float = 0.2) -> Colour | None:
        """A colour in the ground, or nothing where ink is saved."""
        return None if self.saver else blend(self.full(what), share)

    def area(self, what: str, outline: float = 0.35) -> Paint:
        """A ground without an edge; its outline where ink is saved."""
        return Paint(stroke=INK, width=outline) if self.saver else Paint(fill=self.full(what))

    def panel(self, what: str) -> Paint:
        return self.design.bare if self.saver else Paint(fill=self.full(what))

    def plate(self, what: str, width: float = 0.35) -> Paint:
        fill = WHITE if self.saver else self.design.paper
        return Paint(fill=fill, stroke=self.strong(what), width=width)

    def on_panel(self, what: str = "") -> Colour:
        return INK if self.saver or what in self.design.pale else WHITE

    def size(self, normal: float, large: float | None = None) -> float:
        """A type size in points, enlarged where large type is asked for, and never too small to read."""
        return max((large or normal * self.design.larger) if self.large else normal, self.smallest)

    def style(self, font: str, size: float, colour: Colour = INK, **more: float) -> Style:
        """Type that begins at a size and shrinks no further than people can read."""
        settings = {"leading": 1.0, **more}
        return Style(font=font, size=self.size(size), smallest=self.smallest, colour=colour, **settings)

    def small(self, colour: Colour | None = None, font: str = LABEL) -> Style:
        ink, size = colour or self.design.muted, self.smallest
        return Style(font=font, size=size, smallest=size, colour=ink, leading=self.design.leading)


type Draughts = Callable[[Look, Size, Any], Iterable[Face]]
PLAIN = (papers("a4", "letter"), INKS)
"""What every drawn sheet offers."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Dress(Design):
    """What a game hands in once, and all its printables are set in."""

    def look(self, choices: Choices) -> Look:
        ink = choices["ink"]
        return Look(
            self, saver=ink == "saver", safe=ink == "safe", large=choices.get("large", False), trim=self.card,
            art=art_of(choices.get("art")),
        )  # fmt: skip

    def card_look(self, choices: OnSheets) -> Look:
        """The same for cards of the chosen size, with ink beyond the cut where it is asked for."""
        beyond = BLEED if choices["bleed"] or choices["house"] else 0.0
        return replace(self.look(choices), trim=size_of(choices), bleed=beyond)

    def document(self, title: str, pages: Sequence[Page], choices: Choices) -> Document:
        """Drawn pages under one title, in the ink that was chosen."""
        return Document(f"{self.title}: {title}", pages, choices["paper"], grey=choices["ink"] == "grey")

    def laid(self, title: str, pieces: Sequence[Piece], choices: OnSheets, remark: str = "") -> Document:
        """Pieces of one size on sheets; the remark stands with the title in their margins."""
        pages = impose(_backed(pieces, choices), layout(choices, f"{self.title} {title}{remark}"))
        return self.document(title, pages, choices)

    def by_size(self, title: str, pieces: Sequence[Piece], choices: OnSheets, gap: float = 0.0) -> Document:
        """Pieces of several sizes, each size on sheets of its own but for what is left of all."""
        laid = replace(layout(choices, f"{self.title} {title}"), gap=gap)
        return self.document(title, mixed(_backed(pieces, choices), laid), choices)

    def page(self, face: Face, label: str) -> Page:
        """A drawing as a page of paper, with the ruler in its margin."""
        paper = Size(face.width, face.height)
        note = margin_note(paper, Box(0, 0, *paper).inset(self.edge), f"{self.title} {label}")
        return Page(*paper, (Stamp(face, 0, 0), *note), label)

    def halves(self, title: str, faces: Sequence[Face], choices: Choices) -> Document:
        """Records of half a sheet (`half_of`): two on a lying one, to cut, and a lone one twice.

        On A5 each has its own sheet, and for large type a whole one, on which it is enlarged.
        """
        paper = PAPERS[choices["paper"]]
        if choices["paper"] == "a5" or choices.get("large", False):
            pages = [self.page(_whole_sheet(face, paper), face.name) for face in faces]
        else:
            put = [*faces] * 2 if len(faces) == 1 else faces
            pages = [
                self.page(_pair(put[n : n + 2], paper.turned()), put[n].name) for n in range(0, len(put), 2)
            ]
        return self.document(title, pages, choices)

    def folded(self, left: Face, right: Face, name: str, label: str) -> Page:
        """Two drawings side by side, to be cut apart or folded between."""
        half, high = left.width, left.height
        fold = Path((((half, 0), (half, high)),), Paint(stroke=(0.6,), width=0.1, dash=(2, 2)))
        marks = (Stamp(left, 0, 0), Stamp(right, half, 0), fold)
        return self.page(Face(2 * half, high, marks, name=name), label)

    def sheet(self, title: str, draw: Draughts, *, live: bool = False) -> Made:
        """What the shelf takes of a drawn sheet: a page a face, called by its title or its name."""

        def make(choices: Choices, scene: Seen[Any] | None) -> Document:
            faces = draw(self.look(choices), PAPERS[choices["paper"]], scene)
            return self.document(title, [self.page(face, face.title or face.name) for face in faces], choices)

        return (of_table(make) if live else make), PLAIN

    def prose(self, choices: Choices, title: str, body: Markup, *, lying: bool = False) -> Prose:
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


def half_of(paper: str) -> Size:
    """Half a lying sheet of this paper, about A5; A5 itself is a half already."""
    return PAPERS[paper] if paper == "a5" else Size(PAPERS[paper].height / 2, PAPERS[paper].width)


def _whole_sheet(face: Face, paper: Size) -> Face:
    scale = min(paper.width / face.width, paper.height / face.height)
    x = (paper.width - face.width * scale) / 2
    return Face(*paper, (Stamp(face, x, 0, scale),), face.name)


def _pair(faces: Sequence[Face], paper: Size) -> Face:
    half = paper.width / 2
    cut = Path((((half, 0), (half, paper.height)),), Paint(stroke=(0.6,), width=0.1, dash=(2, 2)))
    put = (Stamp(face, n * half, 0) for n, face in enumerate(faces))
    return Face(*paper, (*put, cut), faces[0].name)


def _backed(pieces: Sequence[Piece], choices: Choices) -> Sequence[Piece]:
    art, grey = art_of(choices.get("art")), choices["ink"] == "saver"
    if not art.backs:
        return pieces
    return [piece._replace(back=art.back(piece.front, grey=grey) or piece.back) for piece in pieces]


def middle(words: str, style: Style, box: Box, where: str) -> tuple[Text, ...]:
    """One line in the middle of a box; `DoesNotFit` where it is too wide at its smallest."""
    block = line(words, style, box.width, where)
    return block.at(box.x, box.y + (box.height - block.height) / 2, width=box.width, align=0.5)


def at_left(words: str, style: Style, box: Box, where: str) -> tuple[Text, ...]:
    """One line at the left of a box, in the middle of its height."""
    block = line(words, style, box.width, where)
    return block.at(box.x, box.y + (box.height - block.height) / 2)


def richest(wordings: Sequence[str], style: Style, width: float, height: float, where: str) -> Block | None:
    """The first of several ways to say a thing that fits, the longest first; nothing where none does."""
    for words in wordings:
        try:
            if words:
                return fit(words, style, width, height, where)
        except DoesNotFit:
            continue
    return None


def fullest(wordings: Sequence[str], style: Style, box: Box, where: str) -> Block:
    """The same for what must be said: where no way fits, the refusal of the shortest."""
    block = richest(wordings[:-1], style, box.width, box.height, where)
    return block or fit(wordings[-1], style, box.width, box.height, where)


type Edge = Literal["top", "bottom", "left", "right", "rest"]
type Drawn = tuple[Iterable[Mark], float]
"""What was drawn at an edge of a room, and how many millimetres of the room it took."""


class Place[C](NamedTuple):
    """One field of a face: `draw` sets it at that edge of the room that it is given.

    1 yields before 2; what never yields has 0.
    """

    field: str
    edge: Edge
    draw: Callable[[C, Box], Drawn]
    yields: int = 0


def fixed[C](share: float, draw: Callable[[C, Box], Iterable[Mark]]) -> Callable[[C, Box], Drawn]:
    """A drawing that always takes the same share; it is given all the room, and draws at its edge."""
    return lambda content, room: (draw(content, room), share)


def composed[C](places: Sequence[Place[C]], content: C, room: Box) -> tuple[Mark, ...]:
    """Everything in its place; `DoesNotFit` where even without all that may yield something finds no room."""
    ranks = [0, *sorted({place.yields for place in places} - {0})]
    for given_way in ranks:
        kept = [place for place in places if not 0 < place.yields <= given_way]
        try:
            return tuple(_laid(kept, content, room))
        except DoesNotFit:
            if given_way == ranks[-1]:
                raise
    raise AssertionError("the last try raises")


def _laid[C](places: Sequence[Place[C]], content: C, room: Box) -> Iterable[Mark]:
    marks: list[Mark] = []
    for place in places:
        drawn, taken = place.draw(content, room)
        marks = [*drawn, *marks]
        room = _left(room, place.edge, taken)
    return marks


def _left(room: Box, edge: Edge, taken: float) -> Box:
    x, y, width, height = room
    match edge:
        case "top":
            return Box(x, y + taken, width, height - taken)
        case "bottom":
            return Box(x, y, width, height - taken)
        case "left":
            return Box(x + taken, y, width - taken, height)
        case "right":
            return Box(x, y, width - taken, height)
    return room


QUIET = 3
"""Modules of white around the code."""


@lru_cache(maxsize=256)
def qr_code(address: str, size: float) -> Face:
    """The address as a code `size` millimetres wide, its white border within."""
    made = segno.make(address, error="l", boost_error=True, micro=False)
    rows = [bytes(row) for row in made.matrix]
    module = size / (len(rows) + 2 * QUIET)
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                left, top = (QUIET + start) * module, (QUIET + y) * module
                right, low = left + (x - start) * module, top + module
                runs.append(((left, top), (right, top), (right, low), (left, low)))
            x += 1
    ground = Rectangle(Box(0, 0, size, size), Paint(fill=WHITE))
    return Face(size, size, (ground, Path(tuple(runs), Paint(fill=INK), closed=True)), name=f"code {address}")


GREY: Colour = (0.72,)
NOW: Colour = (0.56, 0.14, 0.09)
DASHES: tuple[tuple[float, ...], ...] = ((), (2.4, 1.0), (0.5, 0.9), (2.4, 0.7, 0.5, 0.7))
GAP = 1.5
FIGURES = 10.0
"""The room left of a small chart for its figures."""
SMALL = Style(font=LABEL, size=7, leading=1, colour=(0.32,))

type Write = Callable[[str, Box, float], Iterable[Mark]]
"""Words on one line in a box; 0 is left, 0.5 the middle, 1 right."""


class Pen(NamedTuple):
    """What a line is drawn with: its ink, and the sign at its end, `size` millimetres wide."""

    ink: Colour
    sign: Face | None = None
    size: float = 0


def chart(drawing: Drawing, pens: Sequence[Pen], write: Write) -> Iterator[Mark]:
    """The marks of a chart; a line's dash is that of its place among them."""
    left, top, _, bottom = drawing.area
    if drawing.used is not None:
        yield Rectangle(Box(left, top, drawing.used - left, bottom - top), Paint(fill=(0.93,)))
    yield from _levels(drawing, write)
    yield from _labels(drawing, write)
    for drawn_line, pen in zip(drawing.lines, pens, strict=False):
        if len(drawn_line.spots) > 1:
            yield Path((tuple(drawn_line.spots),), paint(pen, drawn_line.n))
    if drawing.used is not None:
        area = drawing.area
        now = ((drawing.used, area.top), (drawing.used, area.bottom))
        yield Path((now,), Paint(stroke=NOW, width=0.5))
    # The sign at the end of each line; where lines end together, side by side.
    ends = [line.end for line in drawing.lines]
    beside: list[tuple[float, float]] = []
    for pen, (x, y) in zip(pens, ends, strict=False):
        if pen.sign is None:
            continue
        while any(abs(y - other) < pen.size * 0.9 and abs(x - at) < pen.size * 0.95 for at, other in beside):
            x += pen.size
        beside.append((x, y))
        yield Stamp(pen.sign, x - pen.size * 0.2, y - pen.size / 2, pen.size / 10)


def paint(pen: Pen, n: int) -> Paint:
    """How line `n` is drawn, from 1 on."""
    return Paint(stroke=pen.ink, width=0.75, dash=DASHES[(n - 1) % len(DASHES)])


def _levels(drawing: Drawing, write: Write) -> Iterator[Mark]:
    left, _, right, _ = drawing.area
    for level in drawing.levels:
        width = 0.3 if level.at == drawing.zero else 0.12
        yield Path((((left, level.at), (right, level.at)),), Paint(stroke=GREY, width=width))
        yield from write(level.words, Box(0, level.at - 1.6, left - GAP, 3.2), 1)


def _labels(drawing: Drawing, write: Write) -> Iterator[Mark]:
    area = drawing.area
    rule = Paint(stroke=(0.5,), width=0.15)
    for label in drawing.labels:
        if label.rule is not None:
            parted = ((label.rule, area.top), (label.rule, area.bottom + GAP))
            yield Path((parted,), replace(rule, dash=(0.8, 1.0)))
        yield from write(label.words, Box(label.at - 15, area.bottom + GAP, 30, 3.2), 0.5)


def small_chart(shown: Chart, room: Box, pens: Sequence[Pen]) -> Face:
    """A chart in small letters on a face of its own."""
    area = Area(room.x + FIGURES, room.y + 2, room.right - 2, room.bottom - 6)
    marks = tuple(chart(drawn(shown, area, 3), pens, _small))
    return Face(room.width, room.height, marks, name=shown.told.partition(":")[0])


def _small(words: str, box: Box, align: float) -> Iterable[Mark]:
    return line(words, SMALL, box.width, "chart").at(box.x, box.y, width=box.width, align=align)
