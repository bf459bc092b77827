"""What a printer does wrong, found out with three sheets, and how pages come out right all the same.

Nearly every printer puts the second side a little off the first, and some draw everything a little too large
or too small. Both are measured once and kept under the printer's name.

A photo of each side tells it: four marks on either, whose places are measured from the paper's own edges
(`measured`). Or it is read with a knife: two lines on the front of the sheet are cut. The cut is the
same place on both sides of the paper, so the back needs no lamp: along the cut lie stairs of bars, each
beginning a step further out; the last bar that still shows on the piece that is kept names the error. Along
each cut there are two stairs, which differ where the back is turned. Bars of known length on the front tell
the scale. The first sheet's steps are coarse, so that it reaches far; the second one, printed with what the
first one found, is fine, and proves it on an upright page and on a lying one. Which way a lying page is
turned onto the paper depends on the printer's driver and cannot be known: the lying sheet shows both ways at
once, and one of them is true.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, degrees, radians, sin
from statistics import fmean as mean
from typing import Literal, NamedTuple

from companion.engine.errors import InvalidInput
from companion.press.answered import PRINTERS, SIDE, mark
from companion.press.document import Document, Printed
from companion.press.face import BLACK, HAIRLINE, Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.page import PAPERS, Matrix, Page, Size, changed, margin_note
from companion.press.prose import Prose
from companion.press.sheet import swaps_sides
from companion.press.text import LABEL, STRONG, TITLE, Style, fit, line
from companion.press.whole import Whole

LETTERS = "ABCDEFGHIJKLMNOPQRSTU"
STEP, FINE_STEP = 0.5, 0.1
"""Millimetres from bar to bar: from −5 at A over 0 at K to +5 at U, and on the second sheet from −1 to +1."""

TRUE = "K"
"""The letter where front and back lie as they should."""

PROOF = "JKL"
"""Letters of a second sheet that a knife and an eye cannot tell apart."""

CUT_ACROSS, CUT_DOWN = 25.0, 30.0
"""Millimetres from the left and from the lower edge of the front to the lines that are cut."""

REACH, LABEL_AT, NUMBER_AT = 9.0, 13.0, 22.0
"""Millimetres: how far bars go beyond the cut, and how far inside it letters and numbers stand."""

MARK_IN, MARK_LOW = 8.0, 10.0
"""Millimetres from the paper's edges to the marks, and from the lower edge, where the ruler stands."""

LETTER = Style(font=TITLE, size=9, smallest=7, leading=1)
SMALL_LETTER, CLOSE = replace(LETTER, size=7), 2.8
"""On small paper, where bars are closer than so many millimetres, letters must not touch."""
NUMBER = Style(font=TITLE, size=26, leading=1)

TINTS: tuple[Colour, ...] = ((0.0,), (0.4,), (0.2,), (0.55,))
NUMBER_OF_BARS = len(LETTERS)

READ = (
    "Turn it over. Along each cut is a stair of bars with letters. Read the last bar that still shows, "
    "however little. Two stairs a cut: if they differ, give both. Measure the two bars below, if you like. "
)
COARSE = f"{READ}Tell the letters to the print shop, and print the second sheets."
FINE = (
    f"{READ}Here a bar is a tenth of a millimetre. Where all stairs end at J, K or L, upright pages are "
    "proved. The next sheet proves lying ones."
)
LYING = (
    "Turn it over. Along each cut are two stairs of bars, 1 and 2: one for each way in which printers "
    "turn a lying page onto the paper. At one number both stairs end at K, or next to it. Tell the print "
    "shop which."
)
STEPS = (
    "1. Print both sides at 100 %, as you print cards.\n"
    "2. Lay the sheet flat on something dark and photograph it from above, front and back, with all four "
    "edges in the picture. Give the photos to the print shop, that is all.\n"
    "No camera? Lay a ruler on the two long lines, cut along both, from edge to edge, and keep this piece. "
)

SAID = "Read the last bar that still shows at each cut"
SAID_LYING = "At 1 or at 2, both stairs end at K or next to it"

type Edge = Literal["long", "short"]


@dataclass(frozen=True)
class Stairs:
    """One stair on the back: `along` is where its first bar lies on the cut, `pitch` from bar to bar."""

    along: float
    pitch: float

    def middle(self, letter: str) -> float:
        """Where on the cut the bar of that letter lies."""
        return self.along + (LETTERS.index(letter) + 0.5) * self.pitch


@dataclass(frozen=True)
class Sheet:
    """Where everything lies on the sheet for one paper, turned over one of its edges.

    On a `lying` one the second stair of each cut stands `aside`, so many millimetres to the right and down.
    """

    paper: str
    edge: Edge = "long"
    fine: bool = False
    lying: bool = False
    aside: tuple[float, float] = (0.0, 0.0)

    @property
    def step(self) -> float:
        return FINE_STEP if self.fine else STEP

    @cached_property
    def size(self) -> Size:
        return PAPERS[self.paper].turned() if self.lying else PAPERS[self.paper]

    @property
    def sign(self) -> int:
        """1 where the piece that is kept lies left of and above the cuts on the back, −1 right and below."""
        return 1 if swaps_sides(self.size, self.edge) else -1

    @property
    def cuts(self) -> tuple[float, float]:
        """The x of the upright and the y of the level cut, on the back."""
        if self.sign > 0:
            return self.size.width - CUT_ACROSS, self.size.height - CUT_DOWN
        return CUT_ACROSS, CUT_DOWN

    @property
    def marks(self) -> tuple[Box, ...]:
        """Where the four marks are on either side, clockwise from the upper left."""
        left, right = MARK_IN, self.size.width - MARK_IN - SIDE
        top, low = MARK_IN, self.size.height - MARK_LOW - SIDE
        return tuple(Box(x, y, SIDE, SIDE) for x, y in ((left, top), (right, top), (right, low), (left, low)))

    def first_mark(self, side: Literal["front", "back"]) -> int:
        """The number of its upper left mark: eight for each sort of sheet."""
        sort = 2 if self.lying else 1 if self.fine else 0
        return PRINTERS.start + 8 * sort + 4 * (side == "back")

    @property
    def across(self) -> tuple[Stairs, Stairs]:
        """The stairs along the upright cut: the upper, the lower."""
        y = self.cuts[1]
        return self._pair(19, y - 8) if self.sign > 0 else self._pair(y + 8, self.size.height - 21)

    @property
    def down(self) -> tuple[Stairs, Stairs]:
        """The stairs along the level cut: the left, the right."""
        x, aside = self.cuts[0], LABEL_AT + 7
        return self._pair(14, x - aside) if self.sign > 0 else self._pair(x + aside, self.size.width - 14)

    def _pair(self, start: float, end: float) -> tuple[Stairs, Stairs]:
        pitch = min(5.0, (end - start - 2) / (2 * NUMBER_OF_BARS))
        return Stairs(start, pitch), Stairs(end - NUMBER_OF_BARS * pitch, pitch)

    @property
    def rulers(self) -> tuple[float, float]:
        """The lengths of the bars across and down on an upright front: fifties of millimetres that fit."""
        return ((self.size.width - CUT_ACROSS - 12) // 50 * 50, (self.size.height - CUT_DOWN - 40) // 50 * 50)


def calibration_sheet(sheet: Sheet, *, note: str = "calibration") -> Document:
    """Front and back. A fine one, printed with what the first one found, proves it."""
    width, height = sheet.size
    area = Box(10, 10, width - 20, height - 21)
    strip = margin_note(sheet.size, area, f"Companion {note}", at_edge=True)
    front, back = (Face(width, height, tuple(marks(sheet))) for marks in (_front, _back))
    pages = (
        Page(width, height, (Stamp(front, 0, 0), *strip), "fronts 1 of 1"),
        Page(width, height, (Stamp(back, 0, 0),), "backs 1 of 1", "back"),
    )
    return Document("Printer calibration", pages, sheet.paper)


def _front(sheet: Sheet) -> Iterator[Mark]:
    width, height = sheet.size
    paint = Paint(stroke=BLACK, width=HAIRLINE * 2)
    level = height - CUT_DOWN
    yield Path((((CUT_ACROSS, 0), (CUT_ACROSS, height)), ((0, level), (width, level))), paint)
    x, room = CUT_ACROSS + 8, width - CUT_ACROSS - 16
    yield from _marked(sheet, "front")
    yield from line(
        "Printer calibration", Style(font=TITLE, size=22, smallest=14), room - SIDE - 3, "title"
    ).at(x, 12)
    steps = STEPS + (LYING if sheet.lying else FINE if sheet.fine else COARSE)
    style = Style(font=LABEL, size=11, smallest=9, leading=1.4)
    clear = room if sheet.lying else room - 7  # of the upright bar at its right
    yield from fit(steps, style, clear, height / 3, "told").at(x, 25)
    if not sheet.lying:
        yield from _rulers(sheet, x, level)


def _rulers(sheet: Sheet, x: float, level: float) -> Iterator[Mark]:
    across, down = sheet.rulers
    y, paint, style = level - 8, Paint(stroke=BLACK, width=0.3), Style(font=STRONG, size=9)
    side = sheet.size.width - 9
    ends = [((x, y - 3), (x, y + 3)), ((x + across, y - 3), (x + across, y + 3))]
    top = y - 8 - down
    tips = [((side - 3, top), (side + 3, top)), ((side - 3, y - 8), (side + 3, y - 8))]
    yield Path((((x, y), (x + across, y)), ((side, top), (side, y - 8)), *ends, *tips), paint)
    yield from line(f"{across:g} mm", style, 40, "bar").at(x + 3, y - 5)
    yield from line(f"{down:g} mm", style, 40, "bar").at(side - 18, (top + y) / 2)


def _back(sheet: Sheet) -> Iterator[Mark]:
    for upright, pair, aside in ((True, sheet.across, sheet.aside[0]), (False, sheet.down, sheet.aside[1])):
        for which, (stairs, off) in enumerate(zip(pair, (0.0, aside), strict=True), 1):
            # The bars of one stair with their letters; all bars `off` millimetres further right or down.
            for number, letter in enumerate(LETTERS):
                start = sheet.sign * sheet.step * (number - LETTERS.index(TRUE) - 0.5)
                along = stairs.along + (number + 0.1) * stairs.pitch
                bar = Box(start + off, along, sheet.sign * REACH - start, 0.8)
                # One bar across the cut; its shades go round, so that neighbours are never alike.
                low, high = sorted((bar.x, bar.x + bar.width))
                thick = 0.8 * stairs.pitch
                box = (
                    Box(sheet.cuts[0] + low, bar.y, high - low, thick)
                    if upright
                    else Box(bar.y, sheet.cuts[1] + low, thick, high - low)
                )
                yield Rectangle(box, Paint(fill=TINTS[number % len(TINTS)]))
                style = SMALL_LETTER if stairs.pitch < CLOSE else LETTER
                yield from _beside(sheet, stairs.middle(letter), letter, style, upright=upright)
            if sheet.lying:
                yield from _beside(sheet, stairs.middle(TRUE), str(which), NUMBER, upright=upright)
    words = SAID_LYING if sheet.lying else SAID
    middle = (30 if sheet.sign > 0 else sheet.cuts[0] + 30, sheet.size.height / 2)
    yield from line(words, Style(font=STRONG, size=12), sheet.size.width - 80, "told").at(*middle)
    yield from _marked(sheet, "back")


def _marked(sheet: Sheet, side: Literal["front", "back"]) -> Iterator[Mark]:
    """The four marks by which a photo measures that side."""
    for number, box in enumerate(sheet.marks, sheet.first_mark(side)):
        yield from mark(number, box)


def _beside(sheet: Sheet, along: float, sign: str, style: Style, *, upright: bool) -> Iterator[Mark]:
    """A letter or a number at that place along a cut, on the piece that is kept."""
    block = line(sign, style, 10, "letter")
    inside = -sheet.sign * (NUMBER_AT if style is NUMBER else LABEL_AT)
    x, y = (sheet.cuts[0] + inside, along) if upright else (along, sheet.cuts[1] + inside)
    yield from block.at(x - 5, y - block.height / 2, width=10, align=0.5)


type Side = Literal["left", "right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What to change so that a printer prints true.

    `dx` and `dy` are millimetres that every back is moved to the right and down, seen with the back of the
    upright paper before you; `rotation` turns it clockwise about the paper's middle, in degrees. `scale_x`
    and `scale_y` enlarge every page, front or back, about its middle: 1.002 where 100 mm come out as 99.8.
    All of it belongs to the paper as it is fed. A lying page is turned onto it by the printer's driver, its
    top to the paper's left or right side: `lying` is which, and shift and scale turn with it.
    """

    dx: float = 0.0
    dy: float = 0.0
    rotation: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    lying: Side = "left"

    @property
    def is_nothing(self) -> bool:
        return self == Calibration(lying=self.lying)

    def after(self, more: "Calibration") -> "Calibration":
        """This, and what a second sheet, printed with it, still found."""
        return Calibration(
            dx=self.dx + more.dx,
            dy=self.dy + more.dy,
            rotation=self.rotation + more.rotation,
            scale_x=self.scale_x * more.scale_x,
            scale_y=self.scale_y * more.scale_y,
            lying=self.lying,
        )

    def shift(self, *, lying: bool) -> tuple[float, float]:
        """Millimetres to the right and down that a back is moved as its page is seen, upright or lying."""
        if not lying:
            return self.dx, self.dy
        return (-self.dy, self.dx) if self.lying == "left" else (self.dy, -self.dx)

    def scale(self, *, lying: bool) -> tuple[float, float]:
        """How much a page is enlarged across and down as it is seen, upright or lying."""
        return (self.scale_y, self.scale_x) if lying else (self.scale_x, self.scale_y)

    def matrix(self, page: Page) -> Matrix | None:
        """How this page is drawn anew; `None` where it stays as it is."""
        back, lying = page.side == "back", page.width > page.height
        turn = radians(self.rotation) if back else 0.0
        across, along = self.scale(lying=lying)
        a, b = across * cos(turn), along * sin(turn)
        c, d = -across * sin(turn), along * cos(turn)
        x, y = page.width / 2, page.height / 2
        right, down = self.shift(lying=lying) if back else (0.0, 0.0)
        numbers = (a, b, c, d, x - a * x - c * y + right, y - b * x - d * y + down)
        return None if numbers == (1, 0, 0, 1, 0, 0) else numbers


def calibrated[P: Printed](printed: P, calibration: Calibration) -> P:
    """The same document for that printer. Of sheets of running text only the scale is made good: on them
    no back has a front to meet."""
    if isinstance(printed, Prose):
        return replace(printed, scale=(calibration.scale_x, calibration.scale_y))
    if isinstance(printed, Whole):
        return replace(
            printed, parts=[replace(part, made=calibrated(part.made, calibration)) for part in printed.parts]
        )
    if not isinstance(printed, Document) or calibration.is_nothing:
        return printed
    pages = changed(printed.pages, lambda page: replace(page, true=calibration.matrix(page)))
    return replace(printed, pages=pages)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What was read off a sheet: for each cut one letter, or two, the upper or left stair first; and how
    long the two bars on the front are in millimetres, where anybody measured them."""

    across: Sequence[str]
    down: Sequence[str]
    bar_across: float | None = None
    bar_down: float | None = None


def read(sheet: Sheet, reading: Reading) -> Calibration:
    """What the printer needs, from the letters; `InvalidInput` at the letter or length that cannot be."""
    across, down = _read(sheet, reading.across, "across"), _read(sheet, reading.down, "down")
    tells = sheet.fine or _differ(across) or _differ(down)
    turn = _turn(across, down) if tells else 0.0
    rows, columns = (mean(each.place for each in bars) for bars in (across, down))
    dx = mean(each.offset for each in across) + turn * (rows - sheet.size.height / 2)
    dy = mean(each.offset for each in down) - turn * (columns - sheet.size.width / 2)
    scales = [
        _scale(drawn, measured, key)
        for drawn, measured, key in zip(
            sheet.rulers, (reading.bar_across, reading.bar_down), ("bar_across", "bar_down"), strict=True
        )
    ]
    return Calibration(
        dx=round(dx, 3),
        dy=round(dy, 3),
        rotation=round(degrees(turn), 4),
        scale_x=scales[0],
        scale_y=scales[1],
    )


class _Found(NamedTuple):
    """What one stair told: the back must be moved by `offset` there, where along the cut that is."""

    place: float
    offset: float


def _read(sheet: Sheet, letters: Sequence[str], key: str) -> Sequence[_Found]:
    """Both stairs of a cut; one letter alone is that of both."""
    letters_read = [letter.strip().upper() for letter in letters if letter.strip()]
    if not 1 <= len(letters_read) <= 2 or any(len(each) != 1 or each not in LETTERS for each in letters_read):
        raise InvalidInput(key, "Give one letter from A to U, or two where the stairs of a cut differ.")
    pair = sheet.across if key == "across" else sheet.down
    return [
        _Found(stairs.middle(letter), sheet.sign * sheet.step * (LETTERS.index(letter) - LETTERS.index(TRUE)))
        for stairs, letter in zip(pair, (letters_read[0], letters_read[-1]), strict=True)
    ]


def _differ(readings: Sequence[_Found]) -> bool:
    """Whether two stairs of the coarse sheet tell a turn: one bar may be a slip of the eye."""
    return abs(readings[1].offset - readings[0].offset) >= 2 * STEP - 1e-9


def _turn(across: Sequence[_Found], down: Sequence[_Found]) -> float:
    """The turn in radians that agrees best with all four stairs; those further apart tell it better."""
    risen, length = 0.0, 0.0
    for sign, (first, second) in ((-1, across), (1, down)):
        span = second.place - first.place
        risen += sign * span * (second.offset - first.offset)
        length += span * span
    return risen / length


def _scale(drawn: float, measured: float | None, key: str) -> float:
    if measured is None:
        return 1.0
    if not 0.95 * drawn <= measured <= 1.05 * drawn:
        raise InvalidInput(key, f"This bar is {drawn:g} mm long, give or take 5 %: print it at 100 %.")
    return round(drawn / measured, 5)


WAYS: dict[Literal["1", "2"], Side] = {"1": "left", "2": "right"}
"""The stairs of the lying sheet, and the side of the paper to which the driver turns the page's top."""


def lying_sheet(sheet: Sheet, calibration: Calibration) -> Sheet:
    """The sheet that proves lying pages: stairs 1 are true for the one way, stairs 2 for the other."""
    one, other = (replace(calibration, lying=way).shift(lying=True) for way in WAYS.values())
    return replace(sheet, fine=True, lying=True, aside=(other[0] - one[0], other[1] - one[1]))


def proof_sheets(sheet: Sheet, calibration: Calibration, *, note: str = "calibration") -> Document:
    """Two sheets, printed with what the first one found: a fine one that is upright, and one that lies."""
    drawn = calibration_sheet(sheet, note=note)
    lying = calibration_sheet(lying_sheet(sheet, calibration), note=note)
    both = replace(drawn, pages=(*drawn.pages, *lying.pages))
    return calibrated(both, replace(calibration, lying=WAYS["1"]))
