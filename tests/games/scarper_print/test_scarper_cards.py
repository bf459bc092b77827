"""Scarper's deck on paper: sixty events, twenty missions, each whole, readable and with its back."""

import json
from typing import Any

import pytest
from pdfplumber.utils import extract_text

from companion.engine.errors import InvalidInput
from companion.engine.option import chosen
from companion.games.scarper.data import FOLDER, SIDE_NAMES
from companion.games.scarper.printables import PRINTABLES
from companion.games.scarper.state.box import starter_library
from companion.press.document import Document
from companion.press.face import Face, Stamp, Text
from companion.press.page import FORMATS, PAPERS
from companion.press.sheet import behind, grid
from companion.press.text import DoesNotFit, MissingGlyph
from tests.press.measuring import MM, TOLERANCE, fonts, operators, pages, rectangles, smallest_type

LIBRARY = starter_library()
STARTER = json.loads((FOLDER / "starter" / "library.json").read_text("utf-8"))


def printed(name: str, **given: Any) -> Document:
    printable = PRINTABLES[name]
    document: Document = printable.make(chosen(printable.options, given), None)
    return document


def placed(document: Document, page: int) -> dict[str, tuple[float, float]]:
    return {s.face.name: (s.x, s.y) for s in document.pages[page].stamps if s.face.height == 88}


@pytest.mark.parametrize(("paper", "left", "top"), [("a4", 10.5, 16.5), ("letter", 13.45, 7.7)])
def test_every_card_has_its_place_on_paper(paper: str, left: float, top: float) -> None:
    document = printed("deck", paper=paper)
    slots = grid(PAPERS[paper], FORMATS["card"]).slots()
    assert (slots[0].x, slots[0].y) == pytest.approx((left, top))
    fronts = pages(document.pdf())[::2]
    count = 0
    for page in fronts:
        bands = rectangles(page, 55, 13, near=0.05)  # the header of a card, four millimetres inside its cut
        for band, slot in zip(bands, slots, strict=False):
            assert (band.x - 4, band.y - 4) == pytest.approx((slot.x, slot.y), abs=TOLERANCE / 10)
        count += len(bands)
    assert count == len(LIBRARY.cards) + len(LIBRARY.missions) == 80


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_every_card_has_the_back_of_its_year_or_side(paper: str, edge: str) -> None:
    document = printed("deck", paper=paper, backs=edge)
    for number in range(0, len(document.pages), 2):
        backs = {(round(s.x, 2), round(s.y, 2)): s.face.name for s in document.pages[number + 1].stamps}
        for name, (x, y) in placed(document, number).items():
            slot = behind(
                grid(PAPERS[paper], FORMATS["card"]).slots()[0]._replace(x=x, y=y), PAPERS[paper], edge
            )
            card = LIBRARY.cards.get(name)
            wanted = f"back {card.year}" if card else f"back {LIBRARY.missions[name].side}"
            assert backs[(round(slot.x, 2), round(slot.y, 2))] == wanted


def test_every_card_says_all_that_it_is() -> None:
    document = printed("deck")
    told = {}
    for number, page in enumerate(pages(document.pdf())):
        for name, (x, y) in placed(document, number).items():
            lying = [
                char
                for char in page.chars
                if x <= char["x0"] * MM and char["x1"] * MM <= x + 63
                if y <= char["top"] * MM and char["bottom"] * MM <= y + 88
            ]
            told[name] = " ".join(extract_text(lying).split())
    for card in LIBRARY.cards.values():
        words = told[card.id]
        for part in (card.title, str(card.year), SIDE_NAMES[card.side].upper(), str(card.points)):
            assert part in words, card.id
        assert set(card.text.split()) <= set(words.split())
        for other in (*card.requires, *card.cancels, *card.prevents):
            assert LIBRARY.cards[other].title in words
        assert card.id not in words, "a card is no machine's"
    assert all(
        "Starter set, not the published cards" in page.extract_text() for page in pages(document.pdf())
    )
    for mission in LIBRARY.missions.values():
        assert mission.title in told[mission.id]
        assert set(mission.text.split()) <= set(told[mission.id].split())
        assert "morale +3" in told[mission.id]
        assert "morale +2" in told[mission.id]


def sizes(face: Face) -> list[float]:
    """Every type size on a face, and on what is stamped on it."""
    own = [mark.size for mark in face.marks if isinstance(mark, Text)]
    return own + [size for mark in face.marks if isinstance(mark, Stamp) for size in sizes(mark.face)]


@pytest.mark.parametrize("ink", ["colour", "saver"])
@pytest.mark.parametrize(("large", "limit"), [(False, 7.0), (True, 9.0)])
def test_type_is_never_smaller_than_people_can_read(ink: str, large: bool, limit: float) -> None:
    document = printed("deck", ink=ink, large=large)
    faces = {stamp.face for page in document.pages for stamp in page.stamps if stamp.face.height == 88}
    assert len(faces) == 80 + 5 + 2
    assert min(size for face in faces for size in sizes(face)) >= limit


def test_the_type_on_paper_is_the_type_that_was_set() -> None:
    assert smallest_type(printed("cards").pdf()) == 7.0


def test_nothing_leaves_the_safe_zone_of_a_card() -> None:
    document = printed("deck")
    seen = 0
    for number, page in enumerate(pages(document.pdf())):
        spots = placed(document, number).values()
        for char in page.chars:
            x, y = char["x0"] * MM, char["top"] * MM
            on = [spot for spot in spots if spot[0] <= x < spot[0] + 63 and spot[1] <= y < spot[1] + 88]
            seen += len(on)
            for left, top in on:
                assert left + 3.4 <= x
                assert char["x1"] * MM <= left + 59.6
                assert top + 3.4 <= y
                assert char["bottom"] * MM <= top + 85
    assert seen > 80 * 100


def test_inks_keep_their_word() -> None:
    grey = operators(printed("deck", ink="grey").pdf())
    assert grey["g"]
    assert not grey["rg"] + grey["RG"] + grey["k"] + grey["K"]
    saver = operators(printed("deck", ink="saver").pdf())
    assert not saver["rg"] + saver["RG"]
    dark = [r for page in pages(printed("cards", ink="saver").pdf()) for r in page.rects if r["fill"]]
    assert not [r for r in dark if r["width"] * MM > 20 and r["non_stroking_color"] not in ((1,), (1.0,), 1)]


def test_the_file_is_ours_and_the_same_twice() -> None:
    document = printed("deck")
    assert all(fonts(document.pdf()).values())
    assert document.pdf() == printed("deck").pdf()


def library(**changes: Any) -> Any:
    cards = [{**STARTER["cards"][0], **changes}, *STARTER["cards"][1:]]
    return {**STARTER, "id": "ours", "title": "Our own box", "cards": cards}


def test_an_owners_cards_carry_their_own_name() -> None:
    [first, *_] = pages(printed("cards", library=library(title="<b>A & B</b>")).pdf())
    told = first.extract_text()
    assert "<b>A & B</b>" in told
    assert "Our own box" in told
    assert "not the published" not in told


@pytest.mark.parametrize(
    ("changes", "error", "path"),
    [
        ({"title": "Long " * 2000}, DoesNotFit, "cards.bef-lands.title"),
        ({"text": "x" * 10_000}, DoesNotFit, "cards.bef-lands.text"),
        ({"text": "𓀀"}, MissingGlyph, "cards.bef-lands.text"),
        ({"text": "a\u0007b"}, MissingGlyph, "cards.bef-lands.text"),
        ({"title": "𓀀"}, MissingGlyph, "cards.bef-lands.title"),
        ({"points": 9}, InvalidInput, "library.cards.0.points"),
    ],
)
def test_a_card_that_cannot_be_printed_is_named(changes: Any, error: type, path: str) -> None:
    with pytest.raises(error) as refused:
        printed("cards", library=library(**changes))
    assert refused.value.path == path


def test_a_card_full_of_text_gives_up_its_signs_before_its_size() -> None:
    words = "Remove up to two enemy trenches anywhere on the front. " * 7
    assert printed("cards", library=library(text=words)).pdf()
