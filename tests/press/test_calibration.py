"""A printer that is off: what the sheet tells, and how the cards come out afterwards."""

from dataclasses import replace
from math import cos, dist, hypot, radians, sin

import pytest
from pdfplumber.page import Page as PdfPage

from companion.engine.errors import InvalidInput
from companion.press.calibration import (
    PROOF,
    WAYS,
    Calibration,
    Edge,
    Reading,
    Sheet,
    Side,
    calibrated,
    calibration_sheet,
    lying_sheet,
    proof_sheets,
    read,
)
from companion.press.document import Document
from companion.press.page import FORMATS, PAPERS, Page, Size
from companion.press.sheet import Layout, impose
from tests.press.cards import pieces
from tests.press.measuring import (
    MM,
    TOLERANCE,
    Off,
    Point,
    cut_and_read,
    fits,
    number_told,
    pages,
    printed,
    rectangles,
    turned_over,
)


def test_a_matrix_moves_backs_alone_and_scales_every_page() -> None:
    front, back = Page(210, 297, ()), Page(210, 297, (), side="back")
    found = Calibration(dx=1.5, dy=-0.5, scale_x=1.002)
    assert Calibration(dx=1.5).matrix(front) is None
    assert found.matrix(front) == pytest.approx((1.002, 0, 0, 1, -0.21, 0))
    assert found.matrix(back) == pytest.approx((1.002, 0, 0, 1, 1.29, -0.5))
    turned = Calibration(rotation=1).matrix(back)
    assert turned
    x, y = (turned[0] * 210 + turned[2] * 148.5 + turned[4], turned[1] * 210 + turned[3] * 148.5 + turned[5])
    assert (x, y) == pytest.approx((105 + 105 * cos(radians(1)), 148.5 + 105 * sin(radians(1))))


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("fine", [False, True])
def test_the_letters_of_a_true_printer_are_k(paper: str, edge: Edge, fine: bool) -> None:
    sheet = Sheet(paper, edge, fine)
    reading = cut_and_read(sheet, calibration_sheet(sheet).pdf())
    assert [*reading.across, *reading.down] == ["K"] * 4
    assert (reading.bar_across, reading.bar_down) == sheet.rulers
    assert read(sheet, reading).is_nothing


@pytest.mark.parametrize(("lying", "shift"), [("left", (0.5, 1.5)), ("right", (-0.5, -1.5))])
def test_on_a_lying_page_shift_and_scale_turn_with_the_paper(lying: Side, shift: tuple[float, float]) -> None:
    front, back = Page(297, 210, ()), Page(297, 210, (), side="back")
    found = Calibration(dx=1.5, dy=-0.5, scale_x=1.002, scale_y=0.997, lying=lying)
    assert found.matrix(front) == pytest.approx((0.997, 0, 0, 1.002, 0.4455, -0.21))
    assert found.matrix(back) == pytest.approx((0.997, 0, 0, 1.002, 0.4455 + shift[0], -0.21 + shift[1]))
    assert Calibration(lying=lying).is_nothing


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_on_a_lying_sheet_of_a_true_printer_both_numbers_are_k(paper: str, edge: Edge) -> None:
    found = Calibration()
    proofs = proof_sheets(Sheet(paper, edge, fine=True), found).pdf()
    seen = cut_and_read(lying_sheet(Sheet(paper, edge), found), proofs)
    assert [*seen.across, *seen.down] == ["K"] * 4


def measured(sheet: Sheet, front: Off, back: Off, lying: Side = "left") -> Calibration:
    """Sheets through that printer: the coarse one as it is, then with what it found a fine one and a lying
    one, until the fine one's stairs end next to K."""
    first = read(sheet, cut_and_read(sheet, printed(calibration_sheet(sheet).pdf(), front, back)))
    fine = replace(sheet, fine=True)
    found = cut_and_read(fine, printed(proof_sheets(fine, first).pdf(), front, back, lying))
    told = first.after(read(fine, found))
    proofs = printed(proof_sheets(fine, told).pdf(), front, back, lying)
    proof = cut_and_read(fine, proofs)
    assert {*proof.across, *proof.down} <= set(PROOF)
    seen = cut_and_read(lying_sheet(sheet, told), proofs)
    number = number_told(seen)
    assert fits(seen, number) <= 1, "at one number both stairs end at K or next to it"
    assert WAYS["1" if number == 1 else "2"] == lying
    return replace(told, lying=lying)


SHIFTED = Off(dx=-1.5, dy=1.0)
PRINTERS = {
    "1.5 mm off": (Off(), SHIFTED),
    "off by odd amounts": (Off(), Off(dx=1.37, dy=-0.84)),
    "turned": (Off(), Off(dx=0.6, dy=-0.4, turn=0.5)),
    "turned the other way": (Off(), Off(dx=-1.1, dy=0.3, turn=-0.35)),
    "too small": (Off(scale_x=0.996, scale_y=0.994), Off(dx=1.2, scale_x=0.996, scale_y=0.994)),
    "too large and turned": (
        Off(scale_x=1.003, scale_y=1.004),
        Off(dx=-0.9, dy=0.7, turn=0.3, scale_x=1.003, scale_y=1.004),
    ),
    "both sides off": (Off(dx=0.8, dy=-0.5, turn=0.1), Off(dx=-0.7, dy=0.4, turn=-0.2)),
}


@pytest.mark.sampled("which", "edge")
@pytest.mark.parametrize(("paper", "edge"), [("a4", "long"), ("letter", "long"), ("letter", "short")])
@pytest.mark.parametrize("which", PRINTERS)
def test_whatever_a_printer_does_two_sheets_set_it_right_to_a_tenth(
    paper: str, edge: Edge, which: str
) -> None:
    front, back = PRINTERS[which]
    comes_out_right(Sheet(paper, edge), front, back, "left")


@pytest.mark.thorough
@pytest.mark.parametrize(("paper", "edge"), [("a4", "long"), ("letter", "short")])
@pytest.mark.parametrize("lying", ["left", "right"])
@pytest.mark.parametrize("which", PRINTERS)
def test_a_lying_page_comes_out_as_right_whichever_way_the_driver_turns_it(
    paper: str, edge: Edge, lying: Side, which: str
) -> None:
    front, back = PRINTERS[which]
    comes_out_right(Sheet(paper, edge), front, back, lying, wide=True)


def comes_out_right(sheet: Sheet, front: Off, back: Off, lying: Side, *, wide: bool = False) -> None:
    """Measured by its sheets, that printer prints cards of true size with each back behind its front."""
    found = measured(sheet, front, back, lying)
    cards = pieces(9, *(FORMATS["card"].turned() if wide else FORMATS["card"]))
    deck = Document("Test", impose(cards, Layout(paper=PAPERS[sheet.paper], backs=sheet.edge)), sheet.paper)
    assert (deck.pages[0].width > deck.pages[0].height) == wide
    plain, right = deck.pdf(), calibrated(deck, found).pdf()
    assert worst(printed(right, front, back, lying), sheet.edge) <= TOLERANCE
    assert worst(printed(plain, front, back, lying), sheet.edge) > 4 * TOLERANCE
    assert worst(plain, sheet.edge) < 0.01
    for page in pages(printed(right, front, back, lying)):
        for a, b, c, _ in outlines(page):
            sides = sorted((dist(a, b), dist(b, c)))
            assert sides == pytest.approx(sorted(FORMATS["card"]), abs=TOLERANCE)


def worst(pdf: bytes, edge: Edge) -> float:
    """Millimetres: how far any corner of any back lies from behind its front's."""
    front, back = pages(pdf)
    size = Size(front.width * MM, front.height * MM)
    fronts = [turned_over(size, edge, card) for card in outlines(front)]
    backs = outlines(back)
    assert len(fronts) == len(backs) >= 8
    pairs = [(near, c) for card in fronts for c in card for near in [closest(c, backs)]]
    return max(dist(one, other) for one, other in pairs)


def closest(point: Point, cards: list[list[Point]]) -> Point:
    return min((corner for card in cards for corner in card), key=lambda corner: dist(corner, point))


def outlines(page: PdfPage) -> list[list[Point]]:
    """The four corners of each card's outline on a page."""
    drawn = [e for e in [*page.rects, *page.curves] if e["stroke"] and not e["fill"]]
    cards = [[(x * MM, y * MM) for x, y in each["pts"][:4]] for each in drawn if len(each["pts"]) >= 4]
    wide, high = FORMATS["card"]
    return [card for card in cards if abs(dist(card[0], card[2]) - hypot(wide, high)) < 2]


def test_bars_tell_the_scale() -> None:
    sheet = Sheet("a4")
    assert sheet.rulers == (150, 200)
    found = read(sheet, Reading(across=["K"], down=["K"], bar_across=149.7, bar_down=200.4))
    assert (found.scale_x, found.scale_y) == pytest.approx((150 / 149.7, 200 / 200.4), abs=1e-5)
    document = calibrated(Document("T", impose(pieces(9), Layout(paper=PAPERS["a4"])), "a4"), found)
    [card, *_] = rectangles(pages(document.pdf())[0], 63, 88)
    assert card.width * 149.7 / 150 == pytest.approx(63, abs=0.01)
    assert found.after(Calibration(dx=1)).dx == 1
    assert Size(1, 2).turned() == (2, 1)


@pytest.mark.parametrize("letters", [[], ["Z"], ["KK"], ["K", "K", "K"]])
def test_a_letter_that_no_bar_has_is_refused(letters: list[str]) -> None:
    with pytest.raises(InvalidInput, match="from A to U"):
        read(Sheet("a4"), Reading(across=letters, down=["K"]))
    with pytest.raises(InvalidInput, match="150 mm long"):
        read(Sheet("a4"), Reading(across=["K"], down=["K"], bar_across=120.0))
