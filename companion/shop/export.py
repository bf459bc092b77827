"""Out of the house: a deck as pictures for makers of cards, on a virtual table, as lines to cut.

Makers get one picture a side, of their size, with ink beyond the cut; Tabletop Simulator sheets of fronts, a
picture a back, and the saved object that names them by their addresses, in this house or wherever they are
loaded up. A picture that is named without one it looks for among its own, in `Mods/Images`. Lines are cut
from SVG by most machines, from DXF by the others, in millimetres. A print house's file has beside it what a
preflight finds, for people as text, for programs as JSON.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from itertools import batched, count
from math import pi, tan
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from cachetools import LRUCache, cached
from PIL.Image import Image, new

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.press.document import Document
from companion.press.face import Face, Rectangle, Text
from companion.press.page import BLEED, FORMAT_NAMES, Page
from companion.press.sheet import CUT_PATH
from companion.printing import Plate
from companion.shop.files import ONE_AT_A_TIME
from companion.shop.orders import Order

INCH = 25.4
MOST = 400
"""Different cards in one export: a minute's work."""


class Card(NamedTuple):
    """A card by its name: its sides as a print house's pages, and how often it is wanted."""

    name: str
    front: Page
    back: Page | None
    copies: int = 1


def cards_of(document: Document) -> list[Card]:
    """The cards of such a print, those that are alike once; `InvalidInput` at `only` at too many."""
    cards: dict[tuple[Face, Face | None], Card] = {}
    pages = list(document.sheets)
    for n, page in enumerate(pages):
        if page.side == "back":
            continue
        after = pages[n + 1] if n + 1 < len(pages) and pages[n + 1].side == "back" else None
        back = after if after and after.stamps else None
        key = face_of(page), face_of(back) if back else None
        card = cards.get(key, Card(face_of(page).name, page, back, 0))
        cards[key] = card._replace(copies=card.copies + 1)
    if len(cards) > MOST:
        words = f"{len(cards)} different cards are too many at once; {MOST} go. Name some of them."
        raise InvalidInput("options.only", words)
    return list(cards.values())


def face_of(page: Page) -> Face:
    """What is drawn on a print house's page."""
    return page.stamps[0].face


def pictures(pages: Sequence[Page], dots: float) -> Iterator[Image]:
    """Each page as a picture of so many dots an inch, its ink beyond the cut with it."""
    from pypdfium2 import PdfDocument

    from companion.press.pdf.drawing import pdf  # a process that prints nothing need not load a PDF library

    with ONE_AT_A_TIME:
        document = PdfDocument(pdf(pages, title="cards"))
        try:
            for n in range(len(pages)):
                yield document[n].render(scale=dots / 72).to_pil().convert("RGB")
        finally:
            document.close()


def fitted(picture: Image, size: tuple[int, int]) -> Image:
    """Brought to a size about its middle; a dot or two that its edge lacks goes on as the edge is."""
    ground = picture.resize(size)
    ground.paste(picture, ((size[0] - picture.width) // 2, (size[1] - picture.height) // 2))
    return ground


def trimmed(picture: Image, page: Page) -> Image:
    trim, scale = page.trim, picture.width / page.width
    assert trim  # every page of a print house has its cut piece
    x, y, right, bottom = (round(scale * each) for each in (trim.x, trim.y, trim.right, trim.bottom))
    return picture.crop((x, y, right, bottom))


def png(picture: Image, dots: float) -> bytes:
    """A picture as a PNG that says how large it is."""
    file = BytesIO()
    picture.save(file, "PNG", dpi=(dots, dots), compress_level=4)
    return file.getvalue()


if TYPE_CHECKING:
    from companion.press.pdf.preflight import Finding


def checked_file(name: str, document: Document) -> Mapping[str, bytes]:
    """The files by their names: `verraeter-deck.pdf`, `preflight.txt`, `preflight.json`."""
    made = document.pdf()
    faults = findings(document, made)
    head = f"{document.title}: {summed(faults)}"
    rows = [each._asdict() for each in faults]
    return {
        f"{name}.pdf": made,
        "preflight.txt": "\n".join((head, "", *map(str, faults), "")).encode(),
        "preflight.json": json.dumps(rows, ensure_ascii=False, indent=1).encode(),
    }


def findings(document: Document, made: bytes) -> Sequence["Finding"]:
    """What a preflight finds in a document and in the file of it."""
    from companion.press.pdf.preflight import preflight  # who checks no file need not load a PDF library

    return preflight(document.sheets, made)


def summed(faults: Sequence["Finding"]) -> str:
    look = sum(not each.right for each in faults)
    return f"{look} of {len(faults)} to look at" if look else "nothing to look at"


def in_inks(
    name: str, maker: "Maker", document: Document, choices: Mapping[str, Json]
) -> Mapping[str, bytes]:
    """One PDF/X-1a:2003 in four inks, fronts and backs as pages, and what its maker would send back."""
    made = _inked(maker, document, choices)
    return {f"{name}.pdf": made, "read first.txt": told_first(maker, document, _of_inks(document, made))}


def _inked(maker: "Maker", document: Document, choices: Mapping[str, Json]) -> bytes:
    from companion.press.pdf.x1a import Sheet, x1a

    check_format(maker, choices)
    sheets = []
    for page in document.sheets:
        key = maker.fits(page, choices["format"])
        own = page.width - 2 * BLEED, page.height - 2 * BLEED
        width, height = (INCH * side for side in maker.cut[key]) if key else own
        sheets.append(Sheet(width, height, INCH * maker.bleed))
    return x1a(document.pdf(), sheets, document.title)


def _of_inks(document: Document, made: bytes) -> list["Finding"]:
    from companion.press.pdf.preflight import of_the_drawing
    from companion.press.pdf.x1a import findings as of_the_file

    drawn = [each for each in of_the_drawing(document.sheets) if each.name != "ink"]
    return [*drawn, *of_the_file(made)]


def looked_at(order: Order, to: str) -> Sequence["Finding"]:
    """What whoever prints it would find in an order's file: a maker of cards, or a print house."""
    if to in MAKERS:
        check_format(MAKERS[to], order.choices)
    made = outward(order)
    document = made.document
    assert isinstance(document, Document)  # what is cut is drawn, never set as running text
    if to not in MAKERS:
        return findings(document, document.pdf())
    if MAKERS[to].file == IN_INKS:
        return _of_inks(document, _inked(MAKERS[to], document, made.choices))
    return list(_of_pictures(MAKERS[to], document, str(made.choices["format"])))


def told_first(maker: "Maker", document: Document, faults: Sequence["Finding"]) -> bytes:
    """What to do with the files, and in plain words what their maker would refuse."""
    lines = (f"{maker.title}: {document.title}", f"After {maker.source}", "", *maker.steps, "")
    return "\n".join((*lines, f"Preflight: {summed(faults)}", *map(str, faults), "")).encode()


CORNER = tan(pi / 8)
"""The bulge of a quarter circle, as DXF counts it."""


def cut_files(document: Document) -> Mapping[str, bytes]:
    """The drawings by their names: `sheet-01.svg`, `sheet-01.dxf`."""
    files: dict[str, bytes] = {}
    for number, page in enumerate(document.pages, 1):
        drawing = document.cut_path(number)
        if drawing:
            files[f"sheet-{number:02}.svg"] = drawing.encode()
            files[f"sheet-{number:02}.dxf"] = dxf(page)
    return files


def dxf(page: Page) -> bytes:
    """A sheet's cuts on a layer of their own, the sheet's edge on another; y upwards from its lower edge."""
    from ezdxf import units
    from ezdxf.document import Drawing

    drawing = Drawing.new("R2010")
    drawing.units = units.MM
    drawing.layers.add("CUT", color=1)
    drawing.layers.add("PAPER", color=8)
    room = drawing.modelspace()
    edge = [(0, 0), (page.width, 0), (page.width, page.height), (0, page.height)]
    room.add_lwpolyline(edge, close=True, dxfattribs={"layer": "PAPER"})
    for piece in _cuts(page):
        points = list(_outline(piece, page.height))
        room.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "CUT"})
    file = StringIO()
    drawing.write(file)
    return file.getvalue().encode()


def _cuts(page: Page) -> Iterator[Rectangle]:
    for stamp in page.stamps:
        if stamp.face.name == CUT_PATH:
            yield from (mark for mark in stamp.face.marks if isinstance(mark, Rectangle))


def _outline(piece: Rectangle, height: float) -> Iterator[tuple[float, float, float]]:
    """A piece's outline against the clock, with the bulge of each stretch."""
    left, right, r = piece.box.x, piece.box.right, piece.radius
    low, high = height - piece.box.bottom, height - piece.box.y
    if not r:
        yield from ((left, low, 0.0), (right, low, 0.0), (right, high, 0.0), (left, high, 0.0))
        return
    yield from ((left + r, low, 0.0), (right - r, low, CORNER), (right, low + r, 0.0))
    yield from ((right, high - r, CORNER), (right - r, high, 0.0), (left + r, high, CORNER))
    yield from ((left, high - r, 0.0), (left, low + r, CORNER))


DOTS = 300
NEAR = 2.0
"""Millimetres by which a maker's card may be another than ours."""
BY_COMPONENT, IN_ORDER, IN_INKS = "by component", "in order", "PDF/X-1a"


def dots(length: float) -> int:
    return round(length * DOTS / INCH)


class Maker(NamedTuple):
    """Who prints cards to order, and whose word that is: by the format of a card, its cut and its picture.

    `source` is the page that this was taken from, `steps` what to do there; `file` is the kind of file that
    it takes. `cut` and `bleed` are in inches: the card that comes is the maker's own, a millimetre or two
    beside ours.
    """

    title: str
    source: str
    steps: Sequence[str]
    file: str
    bleed: float
    cut: Mapping[str, tuple[float, float]]
    pixels: Mapping[str, tuple[int, int]]
    component: Mapping[str, str] = {}

    def fits(self, page: Page, wanted: str) -> str:
        """The size of its own in which it prints this page's card, the wanted one first; nothing where it has
        none."""
        across, down = (side - 2 * BLEED for side in (page.width, page.height))
        near = {
            key: abs(width * INCH - across) + abs(height * INCH - down)
            for key, (width, height) in self.cut.items()
            if max(abs(width * INCH - across), abs(height * INCH - down)) <= NEAR
        }
        return wanted if wanted in near else min(near, key=lambda key: (near[key], key), default="")

    def size_of(self, page: Page, wanted: str) -> tuple[int, int]:
        """In dots; a card that it does not print has its own."""
        key = self.fits(page, wanted)
        return self.pixels[key] if key else (dots(page.width), dots(page.height))

    def folder_of(self, page: Page, wanted: str) -> str:
        """Where the pictures of one of its components lie, for a maker that has any."""
        return f"{self.component.get(self.fits(page, wanted), 'other sizes')}/" if self.component else ""


MAKERS: Mapping[str, Maker] = shape.read(
    Mapping[str, Maker], json.loads(Path(__file__).with_name("makers.json").read_text("utf-8"))
)


def check_format(maker: Maker, choices: Mapping[str, Json]) -> tuple[int, int]:
    """The size of its pictures; `InvalidInput` at `options.format` where it prints no such cards."""
    if choices["format"] not in maker.pixels:
        offered = ", ".join(FORMAT_NAMES[each] for each in maker.pixels)
        raise InvalidInput("options.format", f"{maker.title} prints {offered}; choose one of these sizes.")
    return maker.pixels[choices["format"]]


def pictures_for(maker: Maker, document: Document, choices: Mapping[str, Json]) -> Mapping[str, bytes]:
    """The files by their names: `PokerDeck/fronts/001-verdun.png`, how many of each, and what to do first.

    A maker that wants its cards in order gets a picture for each card, copies too.
    """
    check_format(maker, choices)
    cards = cards_of(document)
    each_one = [card for card in cards for _ in range(card.copies)] if maker.file == IN_ORDER else cards
    sides = [page for card in cards for page in (card.front, card.back) if page]
    once = {face_of(page): page for page in sides}
    drawn = zip(once, pictures(list(once.values()), DOTS), strict=True)
    made = {
        face: png(fitted(picture, maker.size_of(once[face], choices["format"])), DOTS)
        for face, picture in drawn
    }
    files: dict[str, bytes] = {}
    rows = [("front", "back", "copies")]
    names = _named(maker, each_one, choices["format"])
    for card, (front, back) in zip(each_one, names, strict=True):
        files[front] = made[face_of(card.front)]
        if card.back:
            files[back] = made[face_of(card.back)]
        rows.append((front, back, "1" if maker.file == IN_ORDER else str(card.copies)))
    text = (f"{maker.title}: {document.title}", "", *("\t".join(row) for row in rows), "")
    pages = told_first(maker, document, list(_of_pictures(maker, document, choices["format"])))
    return {"read first.txt": pages, "cards.txt": "\n".join(text).encode(), **files}


def _of_pictures(maker: Maker, document: Document, wanted: str) -> Iterator["Finding"]:
    """What a maker of pictures would send back."""
    from companion.press.pdf.preflight import Finding, of_the_drawing

    yield from (each for each in of_the_drawing(document.sheets) if each.name != "ink")
    sizes = {
        (page.width - 2 * BLEED, page.height - 2 * BLEED): maker.fits(page, wanted)
        for page in document.sheets
    }
    other = [f"{width:g} × {height:g} mm" for (width, height), fits in sizes.items() if not fits]
    words = f"it has none of {', '.join(other)}" if other else "all of its own"
    yield Finding(
        "card sizes", not other, words, "sizes that it prints; leave the others out, or cut them yourself"
    )


def _named(maker: Maker, cards: Sequence[Card], wanted: str) -> Iterator[tuple[str, str]]:
    """The names of each card's front and back; sides that are alike have one name, except in order."""
    names: dict[tuple[str, Face], str] = {}
    for number, card in enumerate(cards, 1):
        pair = []
        for side, page in (("fronts", card.front), ("backs", card.back)):
            folder = f"{maker.folder_of(page, wanted)}{side}" if page else ""
            if page and maker.file == IN_ORDER:
                pair.append(f"{folder}/{number:03}-{_plain(face_of(page).name)}.png")
            elif page:
                there = sum(name.startswith(f"{folder}/") for name in names.values()) + 1
                name = f"{folder}/{there:03}-{_plain(face_of(page).name)}.png"
                pair.append(names.setdefault((folder, face_of(page)), name))
            else:
                pair.append("")
        yield pair[0], pair[1]


def _plain(name: str) -> str:
    kept = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in name.lower())
    return "-".join(kept.split()) or "card"


class Packed(NamedTuple):
    name: str
    content: bytes


def packed(name: str, files: Mapping[str, bytes]) -> Packed:
    """The files in one, in order; pictures are packed already."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_STORED) as archive:
        for path, content in files.items():
            archive.writestr(ZipInfo(path), content)
    return Packed(f"{name}.zip", whole.getvalue())


ACROSS, DOWN = 10, 7
"""Cards on a sheet; its last place is the game's own, for a hand that others see."""
TABLE_DOTS = 160
WORD = re.compile(r"[^\W\d_]{3}")
ROUNDED = 0
"""A card as the game knows them: a rectangle with round corners."""
HOW = """Put the JSON file into “Saves/Saved Objects”, in the folder “My Games/Tabletop Simulator” of your
documents; then bring the deck in under Objects, Saved Objects.
"""
HERE = """Its pictures are loaded from this house ({at}) while it is open,
for everybody at that table who reaches it.
"""
FILES = """Put the pictures into “Mods/Images” beside it: then you see them, you alone. For others, load them
up somewhere, and make the deck anew with the address of that folder: print … --at ADDRESS.
"""


class Sheet(NamedTuple):
    """One sheet of fronts: their backs are one and the same, or each has its own on a second sheet."""

    number: int
    cards: Sequence[Card]
    own_backs: bool

    @property
    def rows(self) -> int:
        """How many rows it has; the game wants at least two."""
        return max(2, -(-(len(self.cards) + 1) // ACROSS))


type Address = Callable[[str], str]
"""Where a picture of that name can be loaded."""


def deck_files(name: str, document: Document, address: Address | None) -> Mapping[str, bytes]:
    """A deck for the game: without an `address` its pictures lie among the game's own, by their names."""
    cards = cards_of(document)
    named = [card._replace(name=called) for card, called in zip(cards, _called(cards), strict=True)]
    sheets = list(_sheets(named))
    how = HERE.format(at=address("")) if address else FILES
    files: dict[str, bytes] = {"read me.txt": f"{HOW}{how}".encode()}
    for sheet in sheets:
        backs = [card.back or card.front for card in sheet.cards]
        drawn = _drawn(sheet, backs) if sheet.own_backs else next(_cut(backs[:1]))
        files[_fronts(name, sheet)] = png(_drawn(sheet, [card.front for card in sheet.cards]), TABLE_DOTS)
        files[_backs(name, sheet)] = png(drawn, TABLE_DOTS)
    saved: object = {
        "SaveName": document.title,
        "ObjectStates": [_deck(name, sheet, n, address or str) for n, sheet in enumerate(sheets)],
    }
    files[f"{name}.json"] = json.dumps(saved, ensure_ascii=False, indent=1).encode()
    return files


def _sheets(cards: Sequence[Card]) -> Iterator[Sheet]:
    """Cards of one size that share their back, and those with a back each; as many as a sheet holds."""
    sharing = Counter(face_of(card.back) for card in cards if card.back)
    alike: dict[tuple[Face | None, float, float], list[Card]] = {}
    for card in cards:
        back = face_of(card.back) if card.back and sharing[face_of(card.back)] > 1 else None
        alike.setdefault((back, card.front.width, card.front.height), []).append(card)
    numbers = count(1)
    for (back, *_), group in alike.items():
        for some in batched(group, ACROSS * DOWN - 1, strict=False):
            yield Sheet(next(numbers), some, own_backs=back is None and len(some) > 1)


def _cut(pages: Sequence[Page]) -> Iterator[Image]:
    for page, picture in zip(pages, pictures(pages, TABLE_DOTS), strict=True):
        yield trimmed(picture, page)


def _drawn(sheet: Sheet, pages: Sequence[Page]) -> Image:
    whole: Image | None = None
    for n, picture in enumerate(_cut(pages)):
        whole = whole or new("RGB", (ACROSS * picture.width, sheet.rows * picture.height), "white")
        whole.paste(picture, (n % ACROSS * picture.width, n // ACROSS * picture.height))
    assert whole  # a sheet has a card
    return whole


def _fronts(name: str, sheet: Sheet) -> str:
    return f"{name}-fronts-{sheet.number}.png"


def _backs(name: str, sheet: Sheet) -> str:
    return f"{name}-backs-{sheet.number}.png"


def _called(cards: Sequence[Card]) -> Iterator[str]:
    """What the cards are called in words: by their title or heading, where no other card has the same."""
    headings = [face_of(card.front).title or _heading(face_of(card.front)) for card in cards]
    for card, heading in zip(cards, headings, strict=True):
        plain = card.name.replace("-", " ").replace("_", " ")
        yield heading if heading and headings.count(heading) == 1 else plain[:1].upper() + plain[1:]


def _heading(face: Face) -> str:
    """The largest words on a card."""
    texts = [mark for mark in face.marks if isinstance(mark, Text) and WORD.search(mark.text)]
    largest = max((mark.size for mark in texts), default=0.0)
    return " ".join(next((mark.text for mark in texts if mark.size == largest), "").split())


def _deck(name: str, sheet: Sheet, place: int, address: Address) -> object:
    """A deck as the game saves it, lying face up; one card alone is no deck there."""
    key = str(sheet.number)
    look = {
        key: {
            "Type": ROUNDED,
            "FaceURL": address(_fronts(name, sheet)), "BackURL": address(_backs(name, sheet)),
            "NumWidth": ACROSS, "NumHeight": sheet.rows, "BackIsHidden": True, "UniqueBack": sheet.own_backs,
        }
    }  # fmt: skip
    ids = [(100 * sheet.number + n, card) for n, card in enumerate(sheet.cards) for _ in range(card.copies)]
    cards: list[dict[str, object]] = [
        {"Name": "Card", "Transform": _at(0), "Nickname": card.name, "CardID": number, "CustomDeck": look}
        for number, card in ids
    ]
    if len(cards) == 1:
        return cards[0] | {"Transform": _at(place)}
    return {
        "Name": "DeckCustom",
        "Transform": _at(place),
        "Nickname": name,
        "DeckIDs": [number for number, _ in ids],
        "CustomDeck": look,
        "ContainedObjects": cards,
    }


def _at(place: int) -> object:
    """Where it lies: decks in a row, a card's width apart."""
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
    return {"posX": 3.0 * place, "posY": 1.0, "posZ": 0.0, **turned}


PICTURES: Mapping[str, object] = {"house": True, "sides": "both", "proof": False, "machine": False}
CUTS: Mapping[str, object] = {"house": False, "machine": True, "sides": "fronts", "proof": False}


class Target(NamedTuple):
    """One place to go: its word in an address, what people call it, what comes of it."""

    key: str
    title: str
    told: str

    @property
    def looked_at(self) -> bool:
        """Whether somebody there looks at the file before it is printed."""
        return self.key in (PRINT_HOUSE.key, *MAKERS)


TOLD = {
    BY_COMPONENT: "a PNG a side, in a folder for each component",
    IN_ORDER: "a PNG a side, in the deck's order",
    IN_INKS: "PDF/X-1a:2003 in four inks, fronts and backs as pages",
}
TABLETOP = Target("tabletop-simulator", "Tabletop Simulator", "sheets of fronts, backs, a saved object")
PRINT_HOUSE = Target("print-house", "A print house", "PDF/X-4 for sRGB, and what a preflight finds in it")
MACHINE = Target("cutting-machine", "A cutting machine", "the cuts of every sheet as SVG and DXF")


def targets(plate: Plate) -> Iterator[Target]:
    """Where this printable can go: cards to makers and a virtual table, all that is cut to a machine."""
    keys = {option.key for option in plate.printable.options}
    if {"house", "format"} <= keys:
        yield from (Target(key, maker.title, TOLD[maker.file]) for key, maker in MAKERS.items())
        yield TABLETOP
    if "house" in keys:
        yield PRINT_HOUSE
    if "machine" in keys:
        yield MACHINE


def export(order: Order, to: str, address: Address | None = None) -> Packed:
    """All files of an order for a target; `InvalidInput` at `to`, or at the option that bars it.

    `address` is where a virtual table finds the pictures of those names.
    """
    offers = {target.key: target for target in targets(order.plate)}
    if to not in offers:
        offered = ", ".join(offers) or "paper alone"
        raise InvalidInput("to", f"{order.plate.printable.title} goes to {offered}, not to “{to[:40]}”.")
    if to in MAKERS:
        check_format(MAKERS[to], order.choices)
    made = outward(order, CUTS if to == MACHINE.key else PICTURES)
    document = made.document
    assert isinstance(document, Document)  # what is cut is drawn, never set as running text
    name = f"{order.plate.game.slug}-{order.plate.printable.name}"
    if to == MACHINE.key:
        files = cut_files(document)
    elif to == PRINT_HOUSE.key:
        files = checked_file(name, document)
    elif to == TABLETOP.key:
        files = deck_files(name, document, address)
    elif MAKERS[to].file == IN_INKS:
        files = in_inks(name, MAKERS[to], document, made.choices)
    else:
        files = pictures_for(MAKERS[to], document, made.choices)
    return packed(f"{name}-{to}", files)


@cached(LRUCache(2), lambda order: order.fingerprint, Lock())
def table_pictures(order: Order) -> Mapping[str, bytes]:
    """The pictures of a deck on a virtual table, by their names: each of its people asks for all of them."""
    with ZipFile(BytesIO(export(order, TABLETOP.key).content)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.endswith(".png")}


def outward(order: Order, wanted: Mapping[str, object] = PICTURES) -> Order:
    """The order as it leaves the house: a print house's pages, or a machine's sheets."""
    return replace(order, given={**order.given, **wanted}, printer=None, from_sheet=1)
