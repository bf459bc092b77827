"""Sheets whose backs lie behind their fronts, and a printer that is measured until they do."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import cos, dist, hypot, radians, sin
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfplumber.page import Page as PdfPage
from pdfplumber.page import Page as PrintedPage

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
from companion.press.face import BLACK, Box, Face, Paint, Rectangle, Stamp
from companion.press.page import FORMATS, MARGIN, PAPERS, Page, Piece, Size
from companion.press.sheet import Layout, behind, grid, impose
from companion.press.text import STRONG, CannotPrint, Style, line
from tests.press.measuring import (
    MM,
    TOLERANCE,
    Off,
    Point,
    Shape,
    cut_and_read,
    fits,
    number_told,
    pages,
    printed,
    rectangles,
    turned_over,
    words,
)
from tests.press.sheets import face, pieces

FITS = {
    "micro": (36, 36), "mini-american": (21, 20), "mini-european": (16, 18), "half-poker": (18, 18),
    "domino": (12, 12), "catan": (10, 9), "american": (10, 9), "bridge": (10, 9), "japanese": (9, 9),
    "european": (9, 8), "card": (9, 9), "poker": (9, 9), "square": (8, 6), "tarot": (4, 4), "large": (4, 4),
    "jumbo": (4, 3),
}  # fmt: skip

"""How many of each format A4 and Letter hold, counted by hand from the sizes."""

sizes = st.builds(Size, st.integers(25, 180), st.integers(25, 180))

sheets = st.builds(Size, st.integers(195, 450), st.integers(195, 450))


@pytest.mark.parametrize("name", FORMATS)
def test_a_sheet_holds_as_many_cards_as_it_can(name: str) -> None:
    counts = [grid(PAPERS[paper], FORMATS[name]) for paper in ("a4", "letter")]
    assert tuple(found.columns * found.rows for found in counts) == FITS[name]


@settings(deadline=None)
@given(paper=sheets, piece=sizes, gap=st.floats(0, 8))
def test_slots_lie_on_the_paper_apart_and_in_the_middle(paper: Size, piece: Size, gap: float) -> None:
    found = grid(paper, piece, gap=gap)
    slots = found.slots()
    assert len(slots) == found.columns * found.rows > 0
    for slot in slots:
        assert slot.x >= MARGIN - 1e-6
        assert slot.y >= MARGIN - 1e-6
        assert slot.right <= found.paper.width - MARGIN + 1e-6
        assert slot.bottom <= found.paper.height - MARGIN + 1e-6
    left, right = min(s.x for s in slots), max(s.right for s in slots)
    assert left == pytest.approx(found.paper.width - right)
    for one, other in pairwise(slots):
        assert other.x >= one.right + gap - 1e-6 or other.y >= one.bottom + gap - 1e-6


@settings(deadline=None)
@given(paper=sheets, piece=sizes, edge=st.sampled_from(["long", "short"]))
def test_turning_the_paper_twice_leads_back(paper: Size, piece: Size, edge: str) -> None:
    found = grid(paper, piece)
    backs = [behind(slot, found.paper, edge) for slot in found.slots()]
    assert rounded(behind(back, found.paper, edge) for back in backs) == rounded(found.slots())
    assert set(rounded(backs)) == set(rounded(found.slots()))


def rounded(boxes: Iterable[Box]) -> list[tuple[float, ...]]:
    return [tuple(round(number, 3) + 0.0 for number in box) for box in boxes]


def print_of(count: int, paper: str, **more: object) -> Document:
    layout = Layout(paper=PAPERS[paper], **more)  # type: ignore[arg-type]
    return Document("Test", impose(pieces(count), layout), paper)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "legal", "both"])
def test_every_card_has_its_size_and_place_on_paper(paper: str) -> None:
    read = pages(print_of(20, paper).pdf())
    slots = grid(PAPERS[paper], FORMATS["card"]).slots()
    for at, page in enumerate(read[::2]):
        cards = rectangles(page, 63, 88)[::2]  # ground and outline
        here = min(len(slots), 20 - at * len(slots))
        assert len(cards) == here
        for card, slot in zip(cards, slots, strict=False):
            assert card == pytest.approx(Shape(*slot), abs=TOLERANCE / 10)


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_back_lies_behind_its_own_front(paper: str, edge: str) -> None:
    read = pages(print_of(13, paper, backs=edge).pdf())
    assert len(read) == 4
    for front, back in zip(read[::2], read[1::2], strict=True):
        width, height = PAPERS[paper]
        fronts = sorted(rectangles(front, 63, 88))
        flip = (
            [Shape(width - x - w, y, w, h) for x, y, w, h in fronts]
            if edge == "long"
            else [Shape(x, height - y - h, w, h) for x, y, w, h in fronts]
        )
        for wanted, found in zip(sorted(flip), sorted(rectangles(back, 63, 88)), strict=True):
            assert found == pytest.approx(wanted, abs=TOLERANCE)


def test_each_card_has_its_own_back() -> None:
    document = print_of(13, "a4")
    for front, back in zip(document.pages[::2], document.pages[1::2], strict=True):
        for one in [stamp for stamp in front.stamps if stamp.face.name.startswith("F")]:
            slot = behind(Box(one.x, one.y, 63, 88), PAPERS["a4"], "long")
            [other] = [s for s in back.stamps if (s.x, s.y) == pytest.approx((slot.x, slot.y))]
            assert other.face.name == one.face.name.replace("F", "B")


def test_a_shift_of_a_tenth_of_a_millimetre_is_found() -> None:
    document = print_of(9, "a4")
    slot = grid(PAPERS["a4"], FORMATS["card"]).slots()[4]
    page = document.pages[0]
    moved = tuple(
        Stamp(s.face, s.x + 0.1, s.y) if s.face.name == "F4" else s for s in page.stamps
    )  # what a printer off by a tenth would do
    shifted = Document("Test", (type(page)(page.width, page.height, moved), *document.pages[1:]), "a4")
    found = rectangles(pages(shifted.pdf())[0], 63, 88)
    off = sorted(
        min(abs(card.x - s.x) for s in grid(PAPERS["a4"], FORMATS["card"]).slots()) for card in found
    )
    assert off[-1] == pytest.approx(0.1, abs=0.002)
    assert off[0] == pytest.approx(0, abs=0.002)
    assert Shape(*slot) not in [pytest.approx(card, abs=0.05) for card in found]


@pytest.mark.parametrize("sides", ["both", "apart", "fronts", "backs"])
@pytest.mark.parametrize("house", [False, True])
def test_parts_have_sixty_sheets_and_are_the_whole_together(sides: str, house: bool) -> None:
    layout = Layout(paper=PAPERS["a4"], sides=sides, house=house, skip=frozenset({1, 2}))  # type: ignore[arg-type]
    deck = pieces(1300 if not house else 130)
    whole = impose(deck, layout)
    sheets = 145 if not house else 130
    assert len(whole) == sheets * (2 if sides in ("both", "apart") else 1)
    found = [impose(deck, replace(layout, part=number)) for number in (1, 2, 3)]
    assert [len(each) for each in found] == [count * len(whole) // sheets for count in (60, 60, sheets - 120)]
    labels = sorted(page.label for part in found for page in part)
    assert labels == sorted(page.label for page in whole)
    assert [stamps(page) for page in found[1]][:2] == [
        stamps(page) for page in whole if page.label in {found[1][0].label, found[1][1].label}
    ]
    with pytest.raises(CannotPrint, match="This print has 3 parts of 60 sheets"):
        impose(deck, replace(layout, part=4))


def stamps(page: Page) -> list[tuple[str, float, float]]:
    return [(stamp.face.name, stamp.x, stamp.y) for stamp in page.stamps]


def test_pages_are_laid_out_when_they_are_looked_at_and_are_the_same_each_time() -> None:
    sheaf = impose(pieces(40), Layout(paper=PAPERS["a4"]))
    assert len(sheaf) == len(list(sheaf)) == 10
    assert [stamps(page) for page in sheaf[2:5]] == [stamps(sheaf[number]) for number in (2, 3, 4)]
    assert stamps(sheaf[-1]) == stamps(sheaf[9])
    with pytest.raises(IndexError):
        sheaf[10]


def test_a_partly_filled_last_sheet_keeps_the_grid() -> None:
    read = pages(print_of(10, "a4", backs="none").pdf())
    [card] = {Shape(*(round(n, 3) for n in each)) for each in rectangles(read[1], 63, 88)}
    assert (card.x, card.y) == pytest.approx((10.5, 16.5), abs=0.01)


def within(x: float, y: float, area: Box) -> bool:
    return area.x - 0.9 < x < area.right + 0.9 and area.y - 0.9 < y < area.bottom + 0.9


def on_a_cut(run: Sequence[tuple[float, float]], area: Box) -> bool:
    (x0, y0), (x1, y1) = run
    across = {round(area.x + 63 * n, 3) for n in range(4)}
    down = {round(area.y + 88 * n, 3) for n in range(4)}
    return (x0 == x1 and round(x0, 3) in across) or (y0 == y1 and round(y0, 3) in down)


def test_ticks_end_outside_the_cards_and_lines_run_along_every_cut() -> None:
    area = grid(PAPERS["a4"], FORMATS["card"]).area
    for kind in ("ticks", "lines"):
        [marks] = [s.face for s in print_of(9, "a4", marks=kind).pages[0].stamps if s.face.name == "marks"]
        runs = [run for path in marks.marks for run in path.runs]  # type: ignore[union-attr]
        inside = [run for run in runs if all(within(x, y, area) for x, y in run)]
        assert len(runs) - len(inside) == (16 if kind == "ticks" else 8)
        assert len(inside) == (32 if kind == "ticks" else 0), "a cross where cuts meet outlives the first cut"
        assert all(on_a_cut(run, area) for run in inside)
    assert not [s for s in print_of(9, "a4", marks="none").pages[0].stamps if s.face.name == "marks"]


def test_bleed_sets_the_cards_apart_and_without_it_nothing_leaves_the_cut() -> None:
    with_bleed = [Piece(face("F", bleed=3)) for _ in range(6)]
    apart = impose(with_bleed, Layout(paper=PAPERS["letter"], bleed=True))
    placed = sorted((s.x, s.y) for s in apart[0].stamps if s.face.name == "F")
    assert placed[2][0] - placed[0][0] == pytest.approx(69) or placed[1][1] - placed[0][1] == pytest.approx(
        94
    )
    close = impose(with_bleed, Layout(paper=PAPERS["letter"]))
    assert all(s.window == Box(0, 0, 63, 88) for s in close[0].stamps if s.face.name == "F")


def test_copies_are_printed_as_often_as_asked() -> None:
    sheets = impose([Piece(face("F"), None, 11)], Layout(paper=PAPERS["a4"]))
    assert [sum(s.face.name == "F" for s in page.stamps) for page in sheets] == [9, 2]


def test_a_piece_larger_than_the_paper_is_refused_with_its_room() -> None:
    with pytest.raises(CannotPrint, match=r"300 × 500 mm does not fit .* 200 × 287 mm"):
        grid(PAPERS["a4"], Size(300, 500))


def test_every_sheet_carries_a_ruler_of_100_mm_and_its_edition() -> None:
    for paper in ("a4", "letter", "a5"):
        read = pages(print_of(4, paper, note="Test").pdf())
        for page in read:
            runs = [max(line["width"], line["height"]) * 25.4 / 72 for line in [*page.lines, *page.curves]]
            assert any(run == pytest.approx(100, abs=TOLERANCE / 2) for run in runs)
    turned = pages(print_of(4, "a4", note="Test").pdf())[0]
    assert {"Press", "1"} <= {word for word, _, _ in words(turned)}


CARD = Size(58, 72)

"""Millimetres: standing it lies on upright sheets of a paper and turned on lying ones, or the reverse."""

AT = (6.0, 9.0)

"""Millimetres from the upper left corner of a card: where its name stands."""

FLIPS = ("long", "short", "fold")


class Word(NamedTuple):
    """A name on paper: where its first letter begins, in millimetres, and which way it runs."""

    name: str
    x: float
    y: float
    right: float
    down: float


def card(name: str, size: Size, bleed: float) -> Face:
    ground = Rectangle(Box(0, 0, *size).inset(-bleed), Paint(stroke=BLACK))
    words = line(name, Style(font=STRONG, size=12, leading=1), 40, "test").at(*AT)
    return Face(*size, (ground, *words), name=name, bleed=bleed)


def deck(size: Size, bleed: float) -> list[Piece]:
    return [Piece(card(f"F{n:02}", size, bleed), card(f"B{n:02}", size, bleed)) for n in range(20)]


def written(page: PrintedPage) -> list[Word]:
    """Every name on a page."""
    found = []
    for n, char in enumerate(page.chars):
        if char["text"] in "FB" and char["size"] > 11.9:
            a, b, _, _, x, y = char["matrix"]
            name = "".join(each["text"] for each in page.chars[n : n + 3])
            found.append(Word(name, x * MM, (page.height - y) * MM, round(a), round(-b)))
    return found


def seen_from_behind(page: PrintedPage, flip: str) -> list[Word]:
    """The backs of a sheet as it is turned over left to right, its front having stood upright before you.

    A sheet that the printer turned over a level edge has to be taken round by half a turn for that.
    """
    width, height = page.width * MM, page.height * MM
    words = [word for word in written(page) if word.name.startswith("B")]
    if flip == "fold":
        return words
    upright_edge = (flip == "long") == (height > width)
    if upright_edge:
        return words
    return [Word(w.name, width - w.x, height - w.y, -w.right, -w.down) for w in words]


@pytest.mark.parametrize(("paper", "turned", "bleed"), list(product(PAPERS, (False, True), (False, True))))
@pytest.mark.parametrize("flip", FLIPS)
def test_a_card_turned_left_to_right_shows_its_own_back_upright(
    paper: str, turned: bool, bleed: bool, flip: str
) -> None:
    size = CARD.turned() if turned else CARD
    layout = Layout(paper=PAPERS[paper], backs=flip, bleed=bleed)  # type: ignore[arg-type]
    read = pages(Document("Test", impose(deck(size, 3), layout), paper).pdf())
    sheets = (
        [(page, page) for page in read] if flip == "fold" else list(zip(read[::2], read[1::2], strict=True))
    )
    shown = set()
    for front, back in sheets:
        width = front.width * MM
        behind = {word.name[1:]: word for word in seen_from_behind(back, flip)}
        for word in (each for each in written(front) if each.name.startswith("F")):
            other = behind[word.name[1:]]
            assert (word.right, word.down) == (other.right, other.down) == (1, 0), "both read upright"
            left = word.x - AT[0]
            wanted = width - left - size.width + AT[0], word.y
            assert (other.x, other.y) == pytest.approx(wanted, abs=0.01)
            shown.add(word.name)
    assert len(shown) == 20


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("flip", FLIPS)
def test_the_backs_of_one_deck_point_one_way_on_upright_and_lying_sheets_alike(paper: str, flip: str) -> None:
    read = []
    for turned in (False, True):
        layout = Layout(paper=PAPERS[paper], backs=flip)  # type: ignore[arg-type]
        made = impose(deck(CARD.turned() if turned else CARD, 0), layout)
        read += [page for page in pages(Document("Test", made, paper).pdf()) if written(page)]
    backs = read if flip == "fold" else [page for page in read if written(page)[0].name.startswith("B")]
    assert {page.width > page.height for page in backs} == {False, True}, "sheets that stand and that lie"
    ways = {(w.right, w.down) for page in backs for w in seen_from_behind(page, flip)}
    assert ways == {(1, 0)}


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
