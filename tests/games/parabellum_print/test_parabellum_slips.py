"""Credit notes, reconnaissance slips, objective markers: true sizes, readable, backs behind their fronts."""

from typing import Any

import pytest

from companion.engine.option import chosen
from companion.games.parabellum.game import GAME
from companion.games.parabellum.printables import PRINTABLES
from companion.games.parabellum.printables.credit_note import NOTES
from tests.games.parabellum_print.scenes import B, scene, sizes, trail
from tests.press.measuring import TOLERANCE, fonts, pages, rectangles


def document(name: str, **given: Any) -> Any:
    printable = PRINTABLES[name]
    return printable.make(chosen(printable.options, given), None)


@pytest.mark.parametrize(
    ("name", "width", "height", "frame", "count"),
    [
        ("credit-notes", 70, 35, 3.0, 20),
        ("recon-slips", 74, 52, 2.0, 10),
        ("objective-markers", 25.4, 25.4, 1.6, 24),
    ],
)
def test_pieces_have_their_true_size_on_paper(
    name: str, width: float, height: float, frame: float, count: int
) -> None:
    pdf = document(name).pdf()
    found = rectangles(pages(pdf)[0], width - frame, height - frame, 0.4)
    found += rectangles(pages(pdf)[0], height - frame, width - frame, 0.4) if not found else []
    assert len({(round(each.x, 2), round(each.y, 2)) for each in found}) == count
    across = min(abs(a.x - b.x) for a in found for b in found if abs(a.y - b.y) < 1 and abs(a.x - b.x) > 1)
    assert across == pytest.approx(width, abs=TOLERANCE)
    assert all(fonts(pdf).values())
    assert pdf == document(name).pdf()


@pytest.mark.parametrize("name", ["credit-notes", "recon-slips", "objective-markers"])
@pytest.mark.parametrize("ink", ["colour", "saver"])
def test_slips_are_readable(name: str, ink: str) -> None:
    for large in (False, True):
        for page in document(name, ink=ink, large=large).pages[:2]:
            drawn = [stamp for stamp in page.stamps if stamp.face.name != "margin"]
            found = [size for stamp in drawn for size in sizes(stamp.face, stamp.scale)]
            assert min(found) >= (9 if large else 7) - 1e-6


def test_there_is_money_for_four_budgets() -> None:
    worth = sum(value * count for value, (count, *_) in NOTES.items())
    assert worth >= 4 * 2400
    assert all(a < b for a, b in zip(NOTES, list(NOTES)[1:], strict=False))


def test_a_marker_has_the_seat_that_holds_it_behind_its_number() -> None:
    front, back = document("objective-markers").pages
    fronts = [stamp for stamp in front.stamps if "seat" in stamp.face.name]
    backs = [stamp for stamp in back.stamps if "seat" in stamp.face.name]
    assert len(fronts) == len(backs) == 24
    for one, other in zip(fronts, backs, strict=True):
        assert one.face.name == other.face.name
        assert other.x == pytest.approx(front.width - one.x - one.face.width, abs=TOLERANCE)
        assert other.y == pytest.approx(one.y, abs=TOLERANCE)


def test_a_roster_without_an_address_says_in_its_margin_why_it_has_no_codes() -> None:
    printable = PRINTABLES["roster-cards"]
    known = printable.make(chosen(printable.options, {}), GAME.seen(scene(B))).pdf()
    bare = printable.make(chosen(printable.options, {}), GAME.seen(scene(B, address=""))).pdf()
    off = printable.make(chosen(printable.options, {"codes": False}), GAME.seen(scene(B, address=""))).pdf()
    assert trail()[-1].of(B)
    assert "no codes: this print knows no address" in pages(bare)[0].extract_text()
    assert "no codes" not in pages(known)[0].extract_text() + pages(off)[0].extract_text()
