"""What the file itself promises a printer: true size, our own type, the same bytes."""

import re
from io import BytesIO

import pikepdf
import pytest

from companion.press.colours import BLACK, rgb
from companion.press.document import Document
from companion.press.face import Box, Circle, Face, Paint, Path, Rectangle, Stamp, Text
from companion.press.fonts import LABEL
from companion.press.page import Page
from companion.press.paper import PAPERS
from companion.press.sheet import Layout, impose
from companion.printing import find, make
from tests.press.cards import face, pieces
from tests.press.measuring import MM, fonts, operators, pages, rectangles

RED = Paint(fill=rgb("#7a261b"), stroke=rgb("#274469"))


def document(**more: bool) -> Document:
    coloured = Face(
        63, 88, (Rectangle(Box(5, 5, 20, 10), RED, 2), Circle(30, 30, 5, RED), Path((((1, 1), (9, 9)),), RED))
    )
    cards = [*pieces(3), pieces(1)[0]._replace(front=coloured)]
    return Document("Ten cards", impose(cards, Layout(paper=PAPERS["a4"])), "a4", **more)


def test_the_file_asks_to_be_printed_at_its_true_size() -> None:
    with pikepdf.open(BytesIO(document().pdf())) as file:
        wishes = file.Root.ViewerPreferences
        assert wishes.PrintScaling == "/None"
        assert bool(wishes.DisplayDocTitle) is True
        assert str(file.Root.Lang) == "en-GB"
        assert str(file.docinfo.Title) == "Ten cards"
        for page in file.pages:
            assert [float(n) * 25.4 / 72 for n in page.MediaBox] == pytest.approx([0, 0, 210, 297], abs=0.01)


def test_fonts_are_embedded_and_cut_down() -> None:
    assert fonts(document().pdf())
    assert all(fonts(document().pdf()).values())


def test_the_same_pages_give_the_same_bytes_and_the_same_name() -> None:
    assert document().pdf() == document().pdf()
    assert document().fingerprint() == document().fingerprint()
    assert document(grey=True).fingerprint() != document().fingerprint()


def test_grey_is_grey_only() -> None:
    coloured, grey = operators(document().pdf()), operators(document(grey=True).pdf())
    assert coloured["rg"]
    assert coloured["RG"]
    assert not [name for name in ("rg", "RG", "k", "K", "sc", "SC", "scn", "SCN", "cs", "CS") if grey[name]]


def test_what_comes_back_is_drawn_once() -> None:
    one, same = face("F"), face("B")
    sheet = Page(210, 297, tuple(Stamp(one, 10 + n, 10) for n in range(9)))
    with pikepdf.open(BytesIO(Document("T", (sheet, sheet), "a4").pdf())) as file:
        forms = [o for o in file.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    assert len(forms) == 1
    assert same.name == "B"


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
@pytest.mark.parametrize("scale", [1.0, 0.5])
@pytest.mark.parametrize("often", [1, 2])
def test_a_face_lies_where_it_is_put_whichever_way_it_is_turned(turn: int, scale: float, often: int) -> None:
    box = Face(
        40,
        20,
        (Rectangle(Box(0, 0, 40, 20), Paint(fill=BLACK)), Rectangle(Box(30, 0, 10, 5), Paint(fill=BLACK))),
    )
    stamp = Stamp(box, 50, 60, scale=scale, turn=turn)  # type: ignore[arg-type]
    [page] = pages(Document("T", (Page(210, 297, (stamp,) * often),), "a4").pdf())
    width, height = (40 * scale, 20 * scale) if turn % 2 == 0 else (20 * scale, 40 * scale)
    whole = rectangles(page, width, height, near=0.01)
    assert (whole[0].x, whole[0].y) == pytest.approx((50, 60), abs=0.001)
    corner = {0: (30, 0), 1: (15, 30), 2: (0, 15), 3: (0, 0)}[turn]
    small = (10 * scale, 5 * scale) if turn % 2 == 0 else (5 * scale, 10 * scale)
    [found, *_] = rectangles(page, *small, near=0.01)
    assert (found.x, found.y) == pytest.approx((50 + corner[0] * scale, 60 + corner[1] * scale), abs=0.001)


def test_the_preview_is_drawn_from_the_same_pages() -> None:
    drawn = document()
    picture = drawn.preview(1)
    for stamp in drawn.pages[0].stamps:
        assert f"translate({stamp.x:g} {stamp.y:g})" in picture
    assert 'viewBox="0 0 210 297"' in picture
    assert "<script" not in picture
    assert "style=" not in picture


def test_the_file_is_sound_and_has_a_mark_of_its_own() -> None:
    cut = impose(pieces(20), Layout(paper=PAPERS["a4"], machine=True, radius=3, proof=True))
    marks = set()
    for each in (document(), document(grey=True), Document("Cut by a machine", cut, "a4")):
        with pikepdf.open(BytesIO(each.pdf())) as file:
            assert file.check_pdf_syntax() == []
            assert len(file.pages) == len(each.pages)
            marks.add(bytes(file.trailer.ID[0]))
    assert len(marks) == 3, "viewers keep what they know of a file under its mark"


def test_a_heavy_drawing_is_kept_once_even_where_it_is_first_seen() -> None:
    heavy = Face(50, 50, tuple(Rectangle(Box(n % 50, n // 50, 0.5, 0.5), RED) for n in range(500)))
    once, twice = (
        Document("T", (Page(210, 297, tuple(Stamp(heavy, 10, 60 * n) for n in range(often))),), "a4").pdf()
        for often in (1, 2)
    )
    assert len(twice) - len(once) < 60


def test_lines_of_one_text_lie_a_pitch_apart_and_empty_ones_keep_their_place() -> None:
    words = Text(10, 20, "Ypres\n\nŁódź\nVerdun", LABEL, 12, BLACK, pitch=7)
    page = Page(100, 100, (Stamp(Face(80, 80, (words,)), 0, 0),))
    made = Document("T", (page,), "a4")
    [read] = pages(made.pdf())
    found = {word["text"]: word["bottom"] * MM for word in read.extract_words()}
    assert found["Łódź"] - found["Ypres"] == pytest.approx(14, abs=0.01)
    assert found["Verdun"] - found["Łódź"] == pytest.approx(7, abs=0.01)
    assert [re.search(f'y="([^"]+)"[^>]*>{word}', made.preview(1))[1] for word in found] == ["20", "34", "41"]


@pytest.mark.parametrize(("system", "name"), [("parabellum", "unit-cards"), ("scarper", "deck")])
def test_backs_that_look_alike_are_one_drawing(system: str, name: str) -> None:
    backs = [
        s.face for page in make(find(system, name), {}).pages if page.side == "back" for s in page.stamps
    ]
    drawn = {face for face in backs if face.name != "margin"}
    assert len(drawn) == len({face.name for face in drawn})
