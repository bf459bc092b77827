"""A deck for Tabletop Simulator: sheets of fronts, a picture a back, and the saved object that names them.

The game looks for a picture that is named without a folder among its own: the sheets go into `Mods/Images`,
the saved object into `Saves/Saved Objects`.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import batched, count
from typing import NamedTuple

from PIL.Image import Image, new

from companion.engine.wire import Json
from companion.press.document import Document
from companion.press.face import Face
from companion.press.page import Page
from companion.shop.export.cards import Card, cards_of, face_of, pictures, png, trimmed

ACROSS, DOWN = 10, 7
"""Cards on a sheet; its last place is the game's own, for a hand that others see."""
DOTS = 160
ROUNDED = 0
"""A card as the game knows them: a rectangle with round corners."""
HOW = """Put the pictures into “Mods/Images” and the JSON file into “Saves/Saved Objects”, both in the folder
“My Games/Tabletop Simulator” of your documents; then bring the deck in under Objects, Saved Objects.
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


def deck_files(name: str, document: Document) -> Mapping[str, bytes]:
    """All files of a deck by their names."""
    sheets = list(_sheets(cards_of(document)))
    files: dict[str, bytes] = {"read me.txt": HOW.encode()}
    for sheet in sheets:
        backs = [card.back or card.front for card in sheet.cards]
        drawn = _drawn(sheet, backs) if sheet.own_backs else next(_cut(backs[:1]))
        files[_fronts(name, sheet)] = png(_drawn(sheet, [card.front for card in sheet.cards]), DOTS)
        files[_backs(name, sheet)] = png(drawn, DOTS)
    saved: Json = {
        "SaveName": document.title,
        "ObjectStates": [_deck(name, sheet, n) for n, sheet in enumerate(sheets)],
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
    for page, picture in zip(pages, pictures(pages, DOTS), strict=True):
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


def _deck(name: str, sheet: Sheet, place: int) -> Json:
    """A deck as the game saves it, lying face up; one card alone is no deck there."""
    key = str(sheet.number)
    look = {
        key: {
            "Type": ROUNDED, "FaceURL": _fronts(name, sheet), "BackURL": _backs(name, sheet),
            "NumWidth": ACROSS, "NumHeight": sheet.rows, "BackIsHidden": True, "UniqueBack": sheet.own_backs,
        }
    }  # fmt: skip
    ids = [(100 * sheet.number + n, card) for n, card in enumerate(sheet.cards) for _ in range(card.copies)]
    cards: list[dict[str, Json]] = [
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


def _at(place: int) -> Json:
    """Where it lies: decks in a row, a card's width apart."""
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
    return {"posX": 3.0 * place, "posY": 1.0, "posZ": 0.0, **turned}
