"""Dividers: as wide as their cards, higher by a tab; tabs stand beside each other, names on each."""

from typing import Any

import pytest

from companion import shelf
from companion.press.boxes.dividers import ABREAST, TAB
from companion.press.document import Document
from companion.press.options import chosen
from tests.press.measuring import MM, pages


def made(game: str, **given: Any) -> Document:
    printable = shelf.game(game).printables["dividers"]
    document: Document = printable.make(chosen(printable.options, given), None)
    return document


@pytest.mark.parametrize("game", ["scarper", "verraeter", "scope", "proelii", "parabellum"])
@pytest.mark.parametrize("large", [False, True])
def test_each_divider_is_a_card_and_a_tab(game: str, large: bool) -> None:
    document = made(game, marks="none", large=large)
    faces = [stamp.face for page in document.pages for stamp in page.stamps if stamp.face.title]
    assert faces
    assert len({face.name for face in faces}) == len(faces)
    card = {"verraeter": (56, 87), "parabellum": (63.5, 88.9)}.get(game, (63, 88))
    assert {(face.width, face.height) for face in faces} == {(card[0], card[1] + TAB)}


def test_tabs_stand_beside_each_other_and_name_their_part() -> None:
    [page, *_] = pages(made("scarper").pdf())
    words = {each["text"]: each["x0"] * MM for each in page.extract_words() if each["top"] * MM < 16}
    assert words["1914"] < words["1915"] < words["1916"]
    assert words["1915"] - words["1914"] == pytest.approx(63 + 63 / ABREAST, abs=2)
    assert len(made("scarper", only="1914, In play").pages) == 1
