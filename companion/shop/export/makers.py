"""Pictures for those who print cards to order: one a side, of their size, with ink beyond the cut."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.press.document import Document
from companion.press.face import Face
from companion.press.page import FORMAT_NAMES, Page
from companion.shop.export.cards import INCH, Card, cards_of, face_of, fitted, pictures, png

DOTS = 300


class Maker(NamedTuple):
    """Who prints cards to order, and whose word that is: by the format of a card, its cut and its picture.

    `cut` and `bleed` are in inches: the card that comes is the maker's own, a millimetre or two beside ours.
    """

    title: str
    source: str
    bleed: float
    cut: Mapping[str, tuple[float, float]]
    pixels: Mapping[str, tuple[int, int]]


def _maker(told: Mapping[str, Any]) -> Maker:
    cut, pixels = ({key: (w, h) for key, (w, h) in told[each].items()} for each in ("cut", "pixels"))
    return Maker(told["title"], told["source"], told["bleed"], cut, pixels)


MAKERS: Mapping[str, Maker] = {
    key: _maker(told)
    for key, told in json.loads((Path(__file__).parent / "makers.json").read_text("utf-8")).items()
}


def check_format(maker: Maker, choices: Mapping[str, Json]) -> tuple[int, int]:
    """The size of its pictures; `InvalidInput` at `options.format` where it prints no such cards."""
    if choices["format"] not in maker.pixels:
        offered = ", ".join(FORMAT_NAMES[each] for each in maker.pixels)
        raise InvalidInput("options.format", f"{maker.title} prints {offered}; choose one of these sizes.")
    return maker.pixels[choices["format"]]


def pictures_for(maker: Maker, document: Document, choices: Mapping[str, Json]) -> Mapping[str, bytes]:
    """The files by their names: `fronts/01-verdun.png`, `backs/01-german.png`, and how many of each."""
    size, cards = check_format(maker, choices), cards_of(document)
    fronts = dict(_named("fronts", [card.front for card in cards]))
    backs = dict(_named("backs", [card.back for card in cards if card.back]))
    pages = {page: name for named in (fronts, backs) for name, page in named.values()}
    drawn = zip(pages.items(), pictures(list(pages), DOTS), strict=True)
    usual = cards[0].front
    files = {name: png(fitted(picture, _size(page, size, usual)), DOTS) for (page, name), picture in drawn}
    rows = [(fronts[face_of(card.front)].name, _back(backs, card), str(card.copies)) for card in cards]
    words = ["\t".join(row) for row in (("front", "back", "copies"), *rows)]
    told = (f"{maker.title}: {document.title}", maker.source, "", *words, "")
    return {"cards.txt": "\n".join(told).encode(), **files}


def _back(backs: Mapping[Face, "Named"], card: Card) -> str:
    return backs[face_of(card.back)].name if card.back else ""


class Named(NamedTuple):
    """A side that is drawn once, and its file."""

    name: str
    page: Page


def _named(folder: str, pages: Sequence[Page]) -> Iterator[tuple[Face, Named]]:
    """Every face among these sides once."""
    once = {face_of(page): page for page in pages}
    for number, (face, page) in enumerate(once.items(), 1):
        yield face, Named(f"{folder}/{number:03}-{_plain(face.name)}.png", page)


def _size(page: Page, size: tuple[int, int], usual: Page) -> tuple[int, int]:
    """The maker's size; a card of another size beside the deck's, a shot card say, has its own."""
    if (page.width, page.height) == (usual.width, usual.height):
        return size
    return round(page.width * DOTS / INCH), round(page.height * DOTS / INCH)


def _plain(name: str) -> str:
    kept = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in name.lower())
    return "-".join(kept.split()) or "card"
