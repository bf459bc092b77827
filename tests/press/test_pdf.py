"""A file's bytes: small, the same for the same, and as a print house asks for them."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path as Folder
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops

from companion import shelf
from companion.press.document import Document
from companion.press.face import BLACK, Box, Circle, Face, Paint, Path, Rectangle, Stamp, Text, rgb
from companion.press.page import PAPERS, Head, Jump, Page, Piece
from companion.press.pdf.preflight import Finding, preflight
from companion.press.sheet import Layout, impose
from companion.press.text import BODY, LABEL, TITLE
from companion.printing import find, make, plates
from tests.press.measuring import MM, faults, fonts, heard, operators, pages, rectangles, refused
from tests.press.sheets import face, pieces
from tests.press.test_options import GAMES, front

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


@pytest.mark.parametrize("other", [{"x": 6}, {"turn": 1}, {"scale": 2.0}, {"face": Face(9, 9, (), "dot")}])
def test_another_sign_on_a_sign_gives_another_name(other: dict[str, Any]) -> None:
    def name(stamp: Stamp) -> str:
        piece = Face(63, 88, (Stamp(Face(20, 20, (stamp,)), 2, 2),))
        return Document("", (Page(210, 297, (Stamp(piece, 10, 10),)),), "a4").fingerprint()

    sign = Stamp(Face(9, 9, (Circle(4, 4, 3, RED),), "dot"), 5, 5)
    assert name(sign) == name(replace(sign))
    assert name(replace(sign, **other)) != name(sign)


@pytest.mark.parametrize("slug", shelf.slugs())
@pytest.mark.parametrize("ink", ["grey", "saver"])
def test_no_front_page_has_a_hue_where_none_is_wanted(slug: str, ink: str) -> None:
    with pypdfium2.PdfDocument(front(slug, ink=ink).pdf()) as file:
        for page in file:
            red, green, blue = page.render().to_pil().convert("RGB").split()
            for one, other in ((red, green), (green, blue)):
                assert ImageChops.difference(one, other).getextrema()[1] <= 3


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


def sent(each: list[Piece]) -> Document:
    return Document("Ten & more cards", impose(each, Layout(paper=PAPERS["a4"], house=True)), "a4")


def test_a_print_houses_file_says_all_that_pdf_x_4_demands() -> None:
    made = sent(pieces(3)).pdf()
    assert made == sent(pieces(3)).pdf()
    with pikepdf.open(BytesIO(made)) as file:
        assert file.check_pdf_syntax() == []
        assert file.pdf_version >= "1.6"
        [intent] = file.Root.OutputIntents
        assert (intent.S, str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "sRGB IEC61966-2.1")
        profile = intent.DestOutputProfile
        assert (int(profile.N), profile.read_bytes()[16:20], profile.read_bytes()[8]) == (3, b"RGB ", 2)
        told = file.open_metadata()
        assert told["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
        assert told["dc:title"] == str(file.docinfo.Title) == "Ten & more cards"
        assert told["xmpMM:DocumentID"].startswith("uuid:")
        assert told["pdf:Trapped"] == "False"
        assert file.docinfo.Trapped == "/False"
        assert (
            pikepdf.models.metadata.DateConverter.xmp_from_docinfo(file.docinfo.CreationDate)
            == (told["xmp:CreateDate"])
        )
        assert len(file.trailer.ID) == 2
        assert not file.is_encrypted
        assert "/OCProperties" not in file.Root


def test_each_page_of_a_print_house_has_its_cut_within_its_bleed_and_all_it_is_drawn_with() -> None:
    with pikepdf.open(BytesIO(sent(pieces(3)).pdf())) as file:
        for page in file.pages:
            boxes = (page["/MediaBox"], page["/BleedBox"], page["/TrimBox"])
            media, bleed, trim = ([float(each) * 25.4 / 72 for each in box] for box in boxes)
            assert media == pytest.approx([0, 0, 69, 94], abs=0.01)
            assert bleed == media
            assert trim == pytest.approx([3, 3, 66, 91], abs=0.01)
            assert "/Group" not in page
        for each in file.objects:
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor":
                assert {"/FontFile2", "/FontFile3"} & set(each.keys())
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/ExtGState":
                assert not {"/SMask", "/BM", "/ca", "/CA", "/TR", "/HTP"} & set(each.keys())


def test_a_sheet_for_home_promises_no_print_house_anything() -> None:
    document = Document("Ten", impose(pieces(3), Layout(paper=PAPERS["a4"])), "a4")
    with pikepdf.open(BytesIO(document.pdf())) as file:
        assert "/OutputIntents" not in file.Root


def test_a_preflight_names_each_fault_and_what_would_be_right() -> None:
    ground = Rectangle(Box(0, 0, 63, 88), Paint(fill=rgb("#7a261b")))
    thin = Path((((5, 5), (50, 5)),), Paint(stroke=BLACK, width=0.02))
    small = Text(5, 20, "small", TITLE, 3.5, BLACK)
    document = sent([Piece(Face(63, 88, (ground, thin, small), name="bad"))])
    found = {each.name: each for each in preflight(document.sheets, document.pdf())}
    assert {name for name, each in found.items() if not each.right} == {"lines", "type", "bleed", "profile"}
    assert str(found["type"]) == "LOOK  type: the smallest 3.5 pt (right: 5 pt)"


def test_a_preflight_finds_a_file_that_is_no_pdf_x() -> None:
    home = Document("Ten", impose(pieces(1), Layout(paper=PAPERS["a4"])), "a4")
    found = {each.name for each in preflight(sent(pieces(1)).sheets, home.pdf()) if not each.right}
    assert found == {"standard", "output intent", "profile", "page boxes"}


def test_round_ground_must_bleed_too_and_ink_is_told() -> None:
    def found(radius: float) -> dict[str, Finding]:
        disc = Circle(12.5, 12.5, radius, Paint(fill=rgb("#101820")))
        document = sent([Piece(Face(25, 25, (disc,), name="token"))])
        return {each.name: each for each in preflight(document.sheets, document.pdf())}

    assert found(11)["bleed"].right
    assert not found(12.5)["bleed"].right
    assert found(15.5)["bleed"].right
    ink = found(11)["ink"]
    assert (ink.right, ink.measured[:32]) == (True, "the darkest colour takes 272 %, ")
    assert "tell it that they are sRGB" in found(11)["profile"].measured


GROUND = Rectangle(Box(0, 0, 63, 88), Paint(fill=(0.9,)))


def two_cards() -> Document:
    """One drawn from its foot up, one without a word."""
    said = (
        Text(5, 60, "Build a trench.", BODY, 11, (0.0,)), GROUND,
        Text(5, 30, "Digging In", TITLE, 18, (0.0,)), Text(5, 8, "1914", TITLE, 12, (0.0,)),
    )  # fmt: skip
    card = Face(63, 88, said, "digging-in", title="Digging In")
    cards = impose([Piece(card), Piece(Face(63, 88, (GROUND,), "blank"))], Layout(paper=PAPERS["a4"]))
    return Document("Cards", cards, "a4")


@pytest.mark.thorough
@pytest.mark.parametrize("slug", GAMES)
def test_every_print_of_a_game_can_be_read_aloud(slug: str, tmp_path: Folder) -> None:
    prints = [each for each in plates(slug) if each.printable.table != "must"]
    made = {each.printable.name: make(each, {}).pdf() for each in prints}
    made["front-page"] = front(slug).pdf()
    assert {name: found for name, file in made.items() if (found := faults(file))} == {}
    if slug != "scope":  # veraPDF takes ten seconds for a large box; one small one stands for all
        del made["everything"]
    assert refused(made, tmp_path) == []


@pytest.mark.sampled
def test_verapdf_would_name_what_is_wrong(tmp_path: Folder) -> None:
    with pikepdf.open(BytesIO(two_cards().pdf())) as file:
        del file.Root.StructTreeRoot, file.Root.Metadata
        out = BytesIO()
        file.save(out)
    rules = {line.split("\t")[1] for line in refused({"bare": out.getvalue()}, tmp_path)}
    assert {"7.1-3", "7.1-8", "7.1-11"} <= rules


def test_a_card_is_a_section_with_its_title_and_its_text_from_the_top_down() -> None:
    assert heard(two_cards().pdf()) == [
        ("H1", "Digging In"), ("P", "1914"), ("P", "Build a trench."), ("Figure", "Blank")
    ]  # fmt: skip


def test_what_lies_several_times_on_a_sheet_is_heard_once() -> None:
    sheet = impose([pieces(1)[0]._replace(back=None, copies=9)], Layout(paper=PAPERS["a4"]))
    [(kind, words)] = heard(Document("Nine", sheet, "a4").pdf())
    assert kind == "P"
    assert words.endswith(", 9 times")


def test_a_sheets_headings_are_those_of_its_outline_and_its_links_are_read() -> None:
    words = (Text(10, 20, "Before you begin", TITLE, 18, (0.0,)), Text(10, 30, "Sit down.", BODY, 10, (0.0,)))
    first = Page(
        210, 297, (Stamp(Face(210, 297, words), 0, 0),), "page 1", heads=(Head("Before you begin"),),
        jumps=(Jump(Box(10, 40, 50, 5), 2, "to the second page"),),
    )  # fmt: skip
    made = Document("Two", (first, Page(210, 297, ())), "a4").pdf()
    assert faults(made) == []
    assert heard(made) == [("H1", "Before you begin"), ("P", "Sit down."), ("Link", "to the second page")]


def test_a_whole_box_is_heard_in_the_order_of_its_pages() -> None:
    with pikepdf.open(BytesIO(make(find("scope", "everything"), {}).pdf())) as file:
        pages = {page.obj.objgen: number for number, page in enumerate(file.pages)}
        document = file.Root.StructTreeRoot.K
        parts = [pages[part.Pg.objgen] for part in document.K if "/Pg" in part]
    assert document.S == "/Document"
    assert parts == list(range(len(pages)))


def unread(root: Any) -> None:
    root.StructTreeRoot.K.K[0].K[0].K[0].K = 99


def unled(root: Any) -> None:
    root.StructTreeRoot.ParentTree.Nums[1].pop()


def unmarked(root: Any) -> None:
    root.MarkInfo.Marked = False


BROKEN = (
    (unread, "page 1: run 99 is read, and not there"),
    (unled, "page 1: its runs lead nowhere"),
    (unmarked, "not marked as tagged"),
)


@pytest.mark.parametrize(("broken", "fault"), BROKEN, ids=[broken.__name__ for broken, _ in BROKEN])
def test_our_own_checker_names_what_is_broken(broken: Callable[[Any], None], fault: str) -> None:
    with pikepdf.open(BytesIO(two_cards().pdf())) as file:
        broken(file.Root)
        out = BytesIO()
        file.save(out)
    assert fault in faults(out.getvalue())
