"""A printer that is off: what the sheet tells, and how the cards come out afterwards."""

from dataclasses import replace
from math import cos, radians, sin

import pytest

from companion.engine.errors import InvalidInput
from companion.press.calibration import Calibration, calibrated
from companion.press.calibration_sheet import LETTERS, Edge, Reading, Sheet, Stairs, calibration_sheet, read
from companion.press.document import Document
from companion.press.grid import behind, grid
from companion.press.page import Matrix, Page
from companion.press.paper import FORMATS, PAPERS, Size
from companion.press.sheet import Layout, impose
from tests.press.cards import pieces
from tests.press.measuring import MM, TOLERANCE, Shape, pages, rectangles


def through(document: Document, error: Calibration) -> Document:
    """The same file after a printer that puts its backs wrong by `error`, over what the file corrects."""
    printed = (replace(page, true=product(error.matrix(page), page.true)) for page in document.pages)
    return replace(document, pages=tuple(printed))


def product(outer: Matrix | None, inner: Matrix | None) -> Matrix | None:
    if outer is None or inner is None:
        return outer or inner
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def cut_and_read(sheet: Sheet, printed: Document) -> Reading:
    """What eyes see: of each stair on the back, the last bar with ink on the piece that is kept."""
    page = pages(printed.pdf())[1]
    bars = [Shape(*(r[key] * MM for key in ("x0", "top", "width", "height"))) for r in page.rects]
    found: list[list[str]] = []
    for cut, pair, turned in zip(sheet.cuts, (sheet.across, sheet.down), (False, True), strict=True):
        lying = [Shape(y, x, h, w) if turned else Shape(x, y, w, h) for x, y, w, h in bars]
        found.append([last_shown(lying, stairs, cut, sheet.sign) for stairs in pair])
    return Reading(across=found[0], down=found[1])


def last_shown(bars: list[Shape], stairs: Stairs, cut: float, sign: int) -> str:
    """Bars that lie across an upright cut, the kept piece left of it (or right, where `sign` is −1)."""
    across = [bar for bar in bars if bar.x - 6 < cut < bar.x + bar.width + 6]
    shown = [bar for bar in across if (bar.x < cut if sign > 0 else bar.x + bar.width > cut)]
    steps = [(bar.y + bar.height / 2 - stairs.along) / stairs.pitch - 0.5 for bar in shown]
    return LETTERS[max(round(step) for step in steps if -0.7 < step < len(LETTERS) - 0.3)]


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
def test_the_letters_of_a_true_printer_are_k(paper: str, edge: Edge) -> None:
    sheet = Sheet(paper, edge)
    reading = cut_and_read(sheet, calibration_sheet(sheet))
    assert [*reading.across, *reading.down] == ["K"] * 4
    assert read(sheet, reading).is_nothing


@pytest.mark.parametrize(("paper", "edge"), [("a4", "long"), ("letter", "long"), ("letter", "short")])
@pytest.mark.parametrize("off", [(1.5, -1.0), (-1.5, 0.5), (0.0, 1.5)])
def test_a_printer_that_is_off_prints_true_after_one_sheet(
    paper: str, edge: Edge, off: tuple[float, float]
) -> None:
    error, sheet = Calibration(dx=off[0], dy=off[1]), Sheet(paper, edge)
    found = read(sheet, cut_and_read(sheet, through(calibration_sheet(sheet), error)))
    assert (found.dx, found.dy) == pytest.approx((-off[0], -off[1]))
    proof = calibrated(calibration_sheet(sheet), found)
    assert isinstance(proof, Document)
    again = cut_and_read(sheet, through(proof, error))
    assert [*again.across, *again.down] == ["K"] * 4

    deck = Document("Test", impose(pieces(5), Layout(paper=PAPERS[paper], backs=edge)), paper)
    corrected = calibrated(deck, found)
    assert isinstance(corrected, Document)
    wanted = backs(deck.pdf())
    assert backs(through(corrected, error).pdf()) == [pytest.approx(card, abs=TOLERANCE) for card in wanted]
    assert backs(through(deck, error).pdf()) != [pytest.approx(card, abs=0.4) for card in wanted]
    slots = grid(PAPERS[paper], FORMATS["card"])
    expected = {behind(slot, slots.paper, edge) for slot in slots.slots()[:5]}
    assert sorted({tuple(round(n, 2) for n in card) for card in wanted}) == sorted(
        tuple(round(n, 2) for n in card) for card in expected
    )


def backs(pdf: bytes) -> list[Shape]:
    return sorted(rectangles(pages(pdf)[1], 63, 88))


def test_stairs_that_differ_tell_a_turn() -> None:
    sheet, error = Sheet("a4"), Calibration(dx=0.5, rotation=0.6)
    left, right = sheet.down
    span = right.middle("K") - left.middle("K")
    slope = sin(radians(0.6)) * span / 0.5
    assert slope > 1.5
    letters = ("L", LETTERS[LETTERS.index("L") - round(slope)])
    found = read(sheet, Reading(across=["J"], down=letters))
    assert found.rotation == pytest.approx(-0.6, abs=0.25)
    assert error.rotation


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
