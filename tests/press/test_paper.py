"""Every format on every paper turned every way, read back from the file: size, place, back behind front."""

from io import BytesIO
from itertools import product
from typing import Any

import pikepdf
import pytest

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.engine.game import Printable
from companion.engine.option import chosen
from companion.press.document import Document
from companion.press.face import Box, Circle, Colour, Face, Path, Rectangle, Stamp, Text
from companion.press.options import CARD_OPTIONS, layout, picked, places, size_of
from companion.press.page import BLEED, FORMATS, MARGINS, PAPERS, Piece, Size
from companion.press.prose import Prose
from companion.press.sheet import CLEAR, INSET, Layout, behind, beside, grid, impose, is_clear, raster
from companion.press.text import SMALLEST, SMALLEST_LARGE, CannotPrint
from companion.press.whole import Whole
from tests.press.measuring import MM, TOLERANCE, Shape, fonts, operators, pages, rectangles
from tests.press.sheets import face, pieces

BLED = {
    "micro": (25, 28), "mini-american": (16, 12), "mini-european": (12, 12), "half-poker": (12, 12),
    "domino": (10, 10), "catan": (9, 9), "american": (9, 8), "bridge": (9, 8), "japanese": (9, 8),
    "european": (8, 8), "card": (8, 6), "poker": (8, 6), "square": (6, 6), "tarot": (4, 4), "large": (4, 4),
    "jumbo": (3, 2),
}  # fmt: skip
"""How many of each format A4 and Letter hold with 3 mm of bleed around each, counted by hand."""


@pytest.mark.parametrize("name", FORMATS)
def test_a_sheet_holds_as_many_cards_with_bleed_as_it_can(name: str) -> None:
    counts = [grid(PAPERS[paper], FORMATS[name], gap=6, margin=8) for paper in ("a4", "letter")]
    assert tuple(found.columns * found.rows for found in counts) == BLED[name]


def cards(paper: str, name: str, **more: Any) -> tuple[Document, Layout]:
    size = FORMATS[name]
    laid = Layout(paper=PAPERS[paper], margin=MARGINS.get(paper, 5.0), marks="none", **more)
    return Document("Test", impose(pieces(3, *size, bleed=BLEED), laid), paper), laid


CASES = [
    (name, paper, backs)
    for name, paper, backs in product(FORMATS, PAPERS, ("long", "short", "fold", "none"))
    if (name, paper, backs) != ("jumbo", "a5", "fold")
]
"""A folded jumbo card is larger than A5."""


@pytest.mark.sampled("name")
@pytest.mark.parametrize("backs", ["long", "short", "fold", "none"])
@pytest.mark.parametrize("name", FORMATS)
def test_every_card_is_true_on_every_paper(name: str, backs: Any) -> None:
    for paper in [paper for each, paper, way in CASES if (each, way) == (name, backs)]:
        document, laid = cards(paper, name, backs=backs)
        width, height = FORMATS[name]
        read = pages(document.pdf())
        found = raster(face("F", width, height, BLEED), laid)
        slots = found.slots()[:3]
        assert read[0].width * MM == pytest.approx(found.paper.width, abs=0.01)
        wanted = [*slots, *(beside(slot, found.paper) for slot in slots)] if backs == "fold" else slots
        on_first = wanted if backs == "fold" else wanted[: len(found.slots())]
        assert drawn(read[0], width, height) == near(on_first)
        if backs in ("long", "short"):
            assert drawn(read[1], width, height) == near(behind(s, found.paper, backs) for s in on_first)


def drawn(page: Any, width: float, height: float) -> list[Any]:
    """The outlines of cards on a page, each once."""
    return sorted({tuple(round(n, 2) for n in box) for box in rectangles(page, width, height, near=0.3)})


def near(boxes: Any) -> list[Any]:
    return [pytest.approx(box, abs=TOLERANCE / 2) for box in sorted(tuple(Shape(*box)) for box in boxes)]


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_is_printed_where_a_printer_cannot(paper: str) -> None:
    for name in FORMATS:
        for page in cards(paper, name)[0].pages:
            margin = MARGINS.get(paper, 5.0)
            for stamp in page.stamps:
                if stamp.face.name[:1] in "FB":
                    assert stamp.x >= margin - 1e-6
                    assert stamp.x + stamp.face.width <= page.width - margin + 1e-6
                    assert stamp.y + stamp.face.height <= page.height - margin + 1e-6


def labels(sides: Any, backs: Any = "long") -> list[str]:
    laid = Layout(paper=PAPERS["a4"], backs=backs, sides=sides)
    return [page.label for page in impose(pieces(12), laid)]


def test_sides_come_in_the_order_that_was_asked_for() -> None:
    assert labels("both") == ["fronts 1 of 2", "backs 1 of 2", "fronts 2 of 2", "backs 2 of 2"]
    assert labels("apart") == ["fronts 1 of 2", "fronts 2 of 2", "backs 1 of 2", "backs 2 of 2"]
    assert labels("fronts") == ["fronts 1 of 2", "fronts 2 of 2"]
    assert labels("backs") == ["backs 1 of 2", "backs 2 of 2"]
    assert labels("both", "fold") == ["to fold 1 of 3", "to fold 2 of 3", "to fold 3 of 3"]


def test_used_places_stay_empty_on_the_first_sheet_alone() -> None:
    sheets = impose(pieces(9), Layout(paper=PAPERS["a4"], skip=places("1-3, 7"), backs="none"))
    slots = grid(PAPERS["a4"], FORMATS["card"]).slots()
    filled = [[(s.x, s.y) for s in page.stamps if s.face.name.startswith("F")] for page in sheets]
    assert filled[0] == [(slots[n].x, slots[n].y) for n in (3, 4, 5, 7, 8)]
    assert filled[1] == [(slots[n].x, slots[n].y) for n in range(4)]
    with pytest.raises(CannotPrint, match="leave at least one"):
        impose(pieces(1), Layout(paper=PAPERS["a4"], skip=places("1-9")))


@pytest.mark.parametrize("text", ["0", "a", "5-3", "1-", "-4", "1;;x", "9999"])
def test_a_place_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="is no place"):
        places(text)


def test_a_print_house_gets_one_card_a_page_with_exact_boxes() -> None:
    document, _ = cards("a4", "card", house=True)
    with pikepdf.open(BytesIO(document.pdf())) as file:
        assert len(file.pages) == 6
        for page in file.pages:
            media, trim, bleed = (
                [float(n) * MM for n in box] for box in (page.MediaBox, page.TrimBox, page.BleedBox)
            )
            assert media == bleed == pytest.approx([0, 0, 69, 94], abs=0.01)
            assert trim == pytest.approx([3, 3, 66, 91], abs=0.01)
    read = pages(document.pdf())
    assert [page.extract_text().strip() for page in read] == ["F0", "B0", "F1", "B1", "F2", "B2"]
    assert all(rectangles(page, 69, 94, near=0.05) for page in read)


@pytest.mark.parametrize(
    ("name", "paper"), [("poker", "letter"), ("card", "a4"), ("micro", "a4"), ("tarot", "a3")]
)
def test_a_cutting_machine_finds_its_marks_and_its_path(name: str, paper: str) -> None:
    size = FORMATS[name]
    laid = Layout(paper=PAPERS[paper], machine=True, marks="none", radius=3, backs="none")
    document = Document("Test", impose(pieces(30, *size), laid), paper)
    found = raster(face("F", *size), laid)
    assert is_clear(found.slots(), found.paper)
    if (name, paper) == ("poker", "letter"):
        assert found.columns * found.rows == 8
    [page, *_] = pages(document.pdf())
    [square] = [r for r in page.rects if r["fill"] and abs(r["width"] * MM - 5) < 0.01]
    assert (square["x0"] * MM, square["top"] * MM) == pytest.approx((INSET, INSET), abs=0.01)
    assert CLEAR >= 1
    with pikepdf.open(BytesIO(document.pdf())) as file:
        spaces = file.pages[0].Resources.ColorSpace
        assert [str(space[1]) for space in spaces.values()] == ["/DieCut"]
        assert_drawn_on_an_unprinted_layer(file, "DieCut")
    path = document.cut_path(1)
    assert path
    assert path.count("<rect") == min(30, found.columns * found.rows)
    assert f'width="{found.paper.width:g}mm"' in path
    assert impose(pieces(1), Layout(paper=PAPERS["a4"]))[0].side == "front"
    assert Document("T", impose(pieces(1), Layout(paper=PAPERS["a4"])), "a4").cut_path(1) is None


@pytest.mark.parametrize("kind", ["ticks", "lines", "outline", "outer"])
def test_marks_stay_off_the_cards_and_go_on_backs_where_wanted(kind: Any) -> None:
    for bleed in (False, True):
        laid = Layout(paper=PAPERS["a4"], marks=kind, bleed=bleed, back_marks=True)
        sheets = impose(pieces(9, bleed=3), laid)
        slots = raster(face("F", bleed=3), laid).slots()
        for page in sheets[:2]:
            [marks] = [s.face for s in page.stamps if s.face.name == "marks"]
            runs = [
                run for m in marks.marks if not isinstance(m, Rectangle) for run in getattr(m, "runs", ())
            ]
            for run in runs:
                x, y = sum(p[0] for p in run) / len(run), sum(p[1] for p in run) / len(run)
                assert kind == "lines" or not any(inside(x, y, slot) for slot in slots)
            if kind == "outline":
                assert sum(isinstance(m, Rectangle) for m in marks.marks) == min(9, len(slots))


def inside(x: float, y: float, slot: Box) -> bool:
    return slot.x + 0.01 < x < slot.right - 0.01 and slot.y + 0.01 < y < slot.bottom - 0.01


def options(**given: Any) -> dict[str, Any]:
    return chosen(CARD_OPTIONS, given)


def test_only_the_chosen_cards_are_printed_each_as_often() -> None:
    every = pieces(5)
    found = picked(every, options(only="F1, F3*4", copies="2"))
    assert [(piece.front.name, piece.copies) for piece in found] == [("F1", 2), ("F3", 8)]
    assert [piece.copies for piece in picked(every, options())] == [1] * 5
    with pytest.raises(InvalidInput, match="no “F9” here; there is F"):
        picked(every, options(only="F9"))
    with pytest.raises(InvalidInput, match="cannot be read"):
        picked(every, options(only="F1*0"))


@pytest.mark.parametrize("words", ["", "57", "57x", "0 x 50", "5000x90", "ax b", "١٢x٣٤"])
def test_an_own_size_that_cannot_be_is_refused(words: str) -> None:
    with pytest.raises(InvalidInput, match="57 x 87"):
        size_of(options(format="own", own=words))
    assert size_of(options(format="own", own="57.5 × 89mm")) == Size(57.5, 89)


def test_every_option_can_be_chosen_and_lays_out() -> None:
    for option in CARD_OPTIONS:
        for value, _ in option.choices:
            if option.key not in ("format", "ink", "large"):
                laid = layout(options(**{option.key: value}), "Test")
                assert impose([Piece(face("F", bleed=3), face("B", bleed=3))], laid)


def test_preview_and_file_are_drawn_from_the_same_sheets() -> None:
    for backs in ("long", "short", "fold"):
        document, _ = cards("letter", "bridge", backs=backs, bleed=True)
        read = pages(document.pdf())
        for number, page in enumerate(read, 1):
            picture = document.preview(number)
            for stamp in document.pages[number - 1].stamps:
                if stamp.face.name[:1] in "FB" and not stamp.turn:
                    assert f"translate({stamp.x:.3f}".rstrip("0").rstrip(".") in picture
            words = page.extract_text().split()
            assert all(f">{word}<" in picture for word in words if word[:1] in "FB" and word[1:].isdigit())


def test_grey_sheets_have_no_other_ink_and_all_type_is_embedded() -> None:
    laid = Layout(paper=PAPERS["letter"], marks="lines", proof=True, radius=3, back_marks=True, backs="fold")
    pdf = Document("T", impose(pieces(4), laid), "letter", grey=True).pdf()
    counted = operators(pdf)
    assert not [name for name in ("rg", "RG", "k", "K", "sc", "SC", "scn", "SCN") if counted[name]]
    assert all(fonts(pdf).values())


def assert_drawn_on_an_unprinted_layer(file: pikepdf.Pdf, name: str) -> None:
    [layer] = file.Root.OCProperties.OCGs
    assert str(layer.Name) == name
    assert (layer.Usage.Print.PrintState, layer.Usage.View.ViewState) == ("/OFF", "/ON")
    heeded = {str(each.Event): list(each.OCGs) for each in file.Root.OCProperties.D.AS}
    assert heeded["/Print"] == [layer]
    for page in file.pages:
        [called] = page.Resources.Properties.keys()
        assert page.Resources.Properties[called] == layer
        inside = False
        for operands, operator in pikepdf.parse_content_stream(page):
            if str(operator) in ("BDC", "EMC"):
                inside = str(operator) == "BDC" and str(operands[1]) == called
            assert str(operator) != "SCN" or inside, "a cut that every printer would print"


INKS = ("colour", "safe", "grey", "saver")
ALL = [
    pytest.param(printable, id=f"{slug}-{name}")
    for slug, game in shelf.games().items()
    for name, printable in game.printables.items()
    if printable.table != "must"
]


def made(printable: Printable, **given: Any) -> Any:
    known = {option.key: option for option in printable.options}
    fitting = {
        key: value
        for key, value in given.items()
        if key in known and value in [choice for choice, _ in known[key].choices]
    }
    return printable.make(chosen(printable.options, fitting), None)


def sizes(face: Face, scale: float = 1.0) -> list[float]:
    """Every type size on a face as it is printed, and on what is stamped on it."""
    own = [mark.size * scale for mark in face.marks if isinstance(mark, Text)]
    inner = [mark for mark in face.marks if isinstance(mark, Stamp)]
    return own + [size for mark in inner for size in sizes(mark.face, scale * mark.scale)]


def colours(face: Face) -> set[Colour]:
    own = {mark.colour for mark in face.marks if isinstance(mark, Text)}
    paints = [mark.paint for mark in face.marks if isinstance(mark, Rectangle | Circle | Path)]
    own |= {colour for paint in paints for colour in (paint.fill, paint.stroke) if colour}
    return own.union(*(colours(mark.face) for mark in face.marks if isinstance(mark, Stamp)))


def is_grey(file: bytes) -> bool:
    """Whether every colour that its pages set is a grey."""
    with pikepdf.open(BytesIO(file)) as pdf:
        set_in = (order for page in pdf.pages for order in pikepdf.parse_content_stream(page))
        return all(
            len({*map(float, each.operands)}) == 1 for each in set_in if str(each.operator) in ("rg", "RG")
        )


@pytest.mark.thorough
@pytest.mark.parametrize("printable", ALL)
def test_no_size_of_a_card_is_offered_that_could_never_be_printed(printable: Printable) -> None:
    sizes = [v for o in printable.options if o.key == "format" for v, _ in o.choices if v != "own"]
    for size in {*sizes[:2], *sizes[-2:]}:
        assert made(printable, format=size).pages[0].stamps, size


@pytest.mark.thorough
@pytest.mark.parametrize("printable", ALL)
@pytest.mark.parametrize("large", [False, True])
def test_every_piece_fits_and_can_be_read(printable: Printable, large: bool) -> None:
    limit = SMALLEST_LARGE if large and any(o.key == "large" for o in printable.options) else SMALLEST
    for ink in INKS:
        document = made(printable, ink=ink, large=large)
        if isinstance(document, Whole):
            continue  # each of its parts is looked at on its own
        assert isinstance(document, (Document, Prose))
        if isinstance(document, Prose):
            assert document.large == large
            assert ink not in ("grey", "saver") or large or is_grey(document.pdf())
            continue
        stamps = {(stamp.face, stamp.scale) for page in document.sheets for stamp in page.stamps}
        faces = [(face, scale) for face, scale in stamps if face.name != "margin"]
        smallest = min((size for face, scale in faces for size in sizes(face, scale)), default=limit)
        assert smallest >= limit - 1e-6 or document.pages[0].label == "assembly"
        if ink in ("grey", "saver"):
            assert all(len(colour) == 1 for face, _ in faces for colour in colours(face))
