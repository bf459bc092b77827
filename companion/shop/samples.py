"""What a print looks like and what it takes, before anybody orders it: told once, and kept by its inputs.

A picture of a first sheet is at most 15 kB. What is kept lies beside the finished files, under the order's
fingerprint: another edition of the game, another choice or another line at the table is another sample.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from io import BytesIO
from itertools import groupby
from math import ceil
from pathlib import Path
from threading import Lock
from weakref import WeakKeyDictionary

from PIL.Image import Image, Resampling

from companion.engine.errors import GameError, InvalidInput
from companion.press.document import Document
from companion.press.face import Stamp, greyed
from companion.press.page import Page
from companion.press.prose import Prose
from companion.press.text import CannotPrint
from companion.press.whole import NAME as EVERYTHING
from companion.press.whole import Whole, weighed
from companion.press.whole.part import SECONDS_A_SIDE, STOCKS, duration
from companion.printing import Plate
from companion.shop.files import counted, rendered, root
from companion.shop.orders import Order
from companion.shop.tasks import done, is_long
from companion.strongbox import write_whole

FINE, LONGEST, PIECE = 960, 240, 120
"""Pixels along the longer side: of a drawing as it is weighed (coarser ones thicken every hairline), of the
picture of a page and of a piece, twice what is shown of them."""

MOST_BYTES = 15_000
DRAWING, BOXES = Lock(), Lock()
"""One sample is made at a time: a shelf asks for many at once, and tables are waiting too. A whole box takes
seconds: pictures do not wait for it."""

LITTLE, MUCH = 1.5, 4.5
"""Pages of letter text, by the ink of a side, up to which one drop is said, and two."""


@dataclass(frozen=True)
class Sample:
    """Sheets of paper, sides printed, their ink in pages of letter text; the first's size or shape, and what
    is on it; of a whole box the seconds that hands are at it."""

    sheets: int
    sides: int
    letters: float
    width: int = 210
    height: int = 297
    names: str = ""
    by_hand: int = 0

    @property
    def drops(self) -> int:
        """Its ink in drops, one to three."""
        each = self.letters / max(1, self.sides)
        return 1 + (each >= LITTLE) + (each >= MUCH)

    def minutes(self, seconds_a_side: float | None) -> int:
        """How long a printer is at it, cutting not counted; one of which nothing is said is a usual one."""
        return max(1, round(self.sides * (seconds_a_side or SECONDS_A_SIDE) / 60))

    def done(self, seconds_a_side: float | None) -> str:
        """How long it takes until all is cut, in words; of a whole box alone."""
        printing = self.sides * (seconds_a_side or SECONDS_A_SIDE)
        return duration(printing + self.by_hand) if self.by_hand else ""


@dataclass(frozen=True)
class Contents:
    """A whole box in words (“181 pieces to cut out and 8 things to print”), and under each paper in the tray
    its parts, with what is on them and of which printables it is."""

    needed: str
    papers: Sequence[tuple[str, Sequence[tuple[str, str, Sequence[str]]]]]


def kept(order: Order) -> Sample | None:
    """What is known of such a print; `None` until somebody has looked, or where it is none."""
    with suppress(GameError):
        return _read(_place(f"{order.fingerprint}.json"))
    return None


def _read(file: Path) -> Sample | None:
    """What was kept, unless it was kept by a house that knew less."""
    with suppress(OSError, ValueError, TypeError):
        return Sample(**json.loads(file.read_bytes()))
    return None


def sample(order: Order) -> Sample:
    """What is known of such a print, found out where it is not; `GameError` where it cannot be printed."""
    figures = kept(order)
    if figures is None:
        with BOXES if order.plate.printable.name == EVERYTHING else DRAWING:
            figures = kept(order) or _found_out(order)
    return figures


def contents(order: Order) -> Contents:
    """What a whole box holds, made where it was never asked; `GameError` where it cannot be printed.

    Backs that a printer moves are made anew, since its feed may refuse them.
    """
    file = _place(f"{order.fingerprint}.parts.json")
    if order.printer is None:
        with suppress(OSError, ValueError, TypeError):
            return Contents(**json.loads(file.read_bytes()))
    whole = order.document
    assert isinstance(whole, Whole)
    runs = groupby(whole.parts, key=lambda part: part.stock)
    papers = [(STOCKS[stock], [(one.title, one.holds, one.things) for one in parts]) for stock, parts in runs]
    pieces = sum(part.pieces for part in whole.parts)
    rest = sum(not part.pieces for part in whole.parts)
    cut = f"{pieces} piece{'s' if pieces != 1 else ''} to cut out"
    other = f"{rest} thing{'s' if rest != 1 else ''} to print"
    spoken = " and ".join(([cut] if pieces else []) + ([other] if rest else []))
    box = Contents(spoken, papers)
    _keep(file, json.dumps(asdict(box)).encode())
    return box


def picture(order: Order, number: int = 1) -> bytes:
    """A page, counted from 1, as a small WebP; `GameError` where there is none such."""
    return _drawn(order, f"{number}.webp", lambda: _small(_page(order, number), LONGEST))


def swatch(plate: Plate, ink: str) -> bytes:
    """The first piece of a thing in that ink, as a small WebP: what a choice of ink looks like."""
    order = Order(plate, {"ink": ink})
    return _drawn(order, "piece.webp", lambda: _small(_piece(order), PIECE))


def _drawn(order: Order, name: str, draw: Callable[[], bytes]) -> bytes:
    file = _place(f"{order.fingerprint}.{name}")
    with suppress(OSError):
        return file.read_bytes()
    with DRAWING:
        if not file.exists():
            _keep(file, draw())
        return file.read_bytes()


def _place(name: str) -> Path:
    return root() / "samples" / name


def _keep(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, content)


def _found_out(order: Order) -> Sample:
    try:
        made = order.document
    except CannotPrint:
        if order.given.get("which") != "changed":
            raise
        figures, made = Sample(0, 0, 0.0), None  # Nothing has.
    if isinstance(made, Whole):
        contents(order)  # It is looked at next, maybe by another process.
        box = made.figures()
        figures = Sample(box.sheets, box.sides, box.ink, by_hand=box.by_hand)
    elif isinstance(made, Document):
        figures = _of_pages(made.sheets)
    elif isinstance(made, Prose):
        figures = _of_text(made, both_sides=order.plate.printable.both_sides)
    _keep(_place(f"{order.fingerprint}.json"), json.dumps(asdict(figures)).encode())
    return figures


def _of_pages(pages: Sequence[Page]) -> Sample:
    """Of drawn pages: the first sheet stands for the ink of all."""
    cut = [piece for page in pages if page.cut for piece in page.cut.pieces]
    names = {piece.front.title or piece.front.name for piece in cut}
    sheets = sum(page.side != "back" for page in pages)
    first = pages[: 1 + any(page.side == "back" for page in pages[1:2])]
    ink = sum(weighed(_set(first))) * len(pages) / len(first)
    size = round(pages[0].width), round(pages[0].height)
    return Sample(sheets, len(pages), ink, *size, " ".join(sorted(names)))


def _of_text(made: Prose, *, both_sides: bool) -> Sample:
    """Of a sheet of text, which must be set to be counted: once for the same text, whoever asks."""
    file = _place(f"text-{made.fingerprint()}-{both_sides:d}.json")
    figures = _read(file)
    if figures is None:
        pdf = made.pdf()
        first, sides = rendered(pdf, 1, FINE), counted(pdf)
        sheets = ceil(sides / 2) if both_sides else sides
        figures = Sample(sheets, sides, sum(weighed(pdf)), *first.size)
        _keep(file, json.dumps(asdict(figures)).encode())
    return figures


def _set(pages: Sequence[Page]) -> bytes:
    from companion.press.pdf.drawing import pdf  # a process that prints nothing need not load a PDF library

    return pdf(pages, title="sample", leads=False)


def _page(order: Order, number: int) -> Image:
    made = order.document
    if isinstance(made, Document):
        if not 1 <= number <= len(made.pages):
            raise InvalidInput("page", f"There is no page {number}.")
        return rendered(_set(made.sheets[number - 1 : number]), 1, FINE)
    if isinstance(made, Whole) or is_long(order):
        raise InvalidInput("page", "This is long work: it is seen once it is set.")
    return rendered(done(order).path.read_bytes(), number, FINE)


def _piece(order: Order) -> Image:
    made = order.document
    cut = made.pages[0].cut if isinstance(made, Document) else None
    if not isinstance(made, Document) or not cut:
        raise InvalidInput("page", "Nothing is cut out of this.")
    front = cut.pieces[0].front
    face = greyed(front, WeakKeyDictionary()) if made.grey else front
    return rendered(_set([Page(face.width, face.height, (Stamp(face, 0, 0),))]), 1, FINE // 2)


def _small(drawing: Image, longest: int) -> bytes:
    """As good as it can be within the bytes that it may have."""
    drawing.thumbnail((longest, longest), Resampling.LANCZOS)
    for quality in (80, 60, 40, 20, 5):
        file = BytesIO()
        drawing.save(file, "WEBP", quality=quality, method=4)
        if file.tell() <= MOST_BYTES:
            break
    return file.getvalue()
