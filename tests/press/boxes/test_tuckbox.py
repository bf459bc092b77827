"""A deck's box: as large as its cards and a little play, folded where its panels meet, on one sheet."""

from io import BytesIO
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from companion import shelf
from companion.press.boxes.net import net_of
from companion.press.errors import CannotPrint
from companion.press.options import chosen

GAMES = sorted(slug for slug, game in shelf.games().items() if "tuckbox" in game.printables)
POINT = 25.4 / 72


def made(slug: str, **given: Any) -> Any:
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
    document = made(slug)
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
        made("scarper", sleeved=True, stack=100)
