"""A print house's file, held against what PDF/X-4 demands and against its own preflight."""

from io import BytesIO

import pikepdf
import pytest

from companion.press.colours import BLACK, rgb
from companion.press.document import Document
from companion.press.face import Box, Circle, Face, Paint, Path, Rectangle, Text
from companion.press.fonts import TITLE
from companion.press.paper import PAPERS
from companion.press.pdf.preflight import Finding, preflight
from companion.press.sheet import Layout, Piece, impose
from tests.press.cards import pieces


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
    assert (ink.right, ink.found[:32]) == (True, "the darkest colour takes 272 %, ")
    assert "tell it that they are sRGB" in found(11)["profile"].found
