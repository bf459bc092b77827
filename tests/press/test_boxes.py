"""What a deck is kept in: boxes that hold it, and dividers whose tabs look out."""

from io import BytesIO
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from companion import shelf
from companion.engine.option import chosen
from companion.press.document import Document
from companion.press.pieces import ABREAST, TAB, net_of
from companion.press.text import CannotPrint
from tests.press.measuring import MM, pages


def dividers(game: str, **given: Any) -> Document:
    printable = shelf.game(game).printables["dividers"]
    document: Document = printable.make(chosen(printable.options, given), None)
    return document


@pytest.mark.parametrize("game", ["scarper", "verraeter", "scope", "proelii", "parabellum"])
@pytest.mark.parametrize("large", [False, True])
def test_each_divider_is_a_card_and_a_tab(game: str, large: bool) -> None:
    document = dividers(game, marks="none", large=large)
    faces = [stamp.face for page in document.pages for stamp in page.stamps if stamp.face.title]
    assert faces
    assert len({face.name for face in faces}) == len(faces)
    card = {"verraeter": (56, 87), "parabellum": (63.5, 88.9)}.get(game, (63, 88))
    assert {(face.width, face.height) for face in faces} == {(card[0], card[1] + TAB)}


def test_tabs_stand_beside_each_other_and_name_their_part() -> None:
    [page, *_] = pages(dividers("scarper").pdf())
    words = {each["text"]: each["x0"] * MM for each in page.extract_words() if each["top"] * MM < 16}
    assert words["1914"] < words["1915"] < words["1916"]
    assert words["1915"] - words["1914"] == pytest.approx(63 + 63 / ABREAST, abs=2)
    assert len(dividers("scarper", only="1914, In play").pages) == 1


GAMES = sorted(slug for slug, game in shelf.games().items() if "tuckbox" in game.printables)
POINT = 25.4 / 72


def tuckbox(slug: str, **given: Any) -> Any:
    printable = shelf.games()[slug].printables["tuckbox"]
    return printable.make(chosen(printable.options, given), None)


def test_a_panel_is_a_card_and_its_play() -> None:
    net = net_of(63, 88, 80, sleeved=False)
    back, spine, front, last = net.panels
    assert (front.width, front.height, spine.width) == (64, 89, 25)
    assert (back.width, last.width) == (front.width, spine.width)
    assert net_of(63, 88, 80, sleeved=True).panels[1].width == 49


def test_folds_and_cut_meet_at_the_corners_of_the_panels() -> None:
    net = net_of(63, 88, 80, sleeved=False)
    ends = {point for fold in net.folds for point in fold}
    corners = {corner for panel in net.panels for corner in panel.corners}
    assert corners - ends == {net.panels[3].corners[2]} - ends
    assert max(x for x, _ in net.outline) == net.width
    assert max(y for _, y in net.outline) == net.height


@pytest.mark.parametrize("slug", GAMES)
def test_the_net_in_the_file_is_as_large_as_reckoned_and_inside_what_prints(slug: str) -> None:
    document = tuckbox(slug)
    sheet = document.pages[0]
    net = sheet.stamps[0].face
    page = PdfDocument(BytesIO(document.pdf()))[0]
    bounds = [each.get_bounds() for each in page.get_objects(filter=(2,), max_depth=4)]
    sizes = [((right - left) * POINT, (top - low) * POINT) for left, low, right, top in bounds]
    assert any(abs(w - net.width) < 1 and abs(h - net.height) < 1 for w, h in sizes), sizes
    stamp = sheet.stamps[0]
    assert stamp.x >= 5
    assert stamp.y >= 5
    assert stamp.x + net.width <= sheet.width - 5
    assert stamp.y + net.height <= sheet.height - 5


def test_a_box_too_large_for_the_paper_names_the_one_that_would_do() -> None:
    with pytest.raises(CannotPrint, match="A3"):
        tuckbox("scarper", sleeved=True, stack=100)
