"""Type that fits, or an error that says where and by how much: never a letter lost."""

from io import BytesIO

import pdfplumber
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.press.document import Document
from companion.press.errors import CannotPrint, DoesNotFit, MissingGlyph
from companion.press.face import Face, Stamp
from companion.press.fonts import BODY, FAMILIES, FOLDER, font
from companion.press.page import Page
from companion.press.text import Style, clean, fit, line, measure, wrap

STYLE = Style(font=BODY, size=11)
LATIN = st.text(st.characters(codec="latin-1", categories=("L", "N", "P", "Zs")), min_size=1, max_size=200)


@settings(deadline=None)
@given(words=LATIN, width=st.floats(20, 80))
def test_wrapping_loses_no_letter_and_no_line_is_too_long(words: str, width: float) -> None:
    words = clean_or_skip(words)
    lines = wrap(words, BODY, 9, width)
    if lines is None:
        assert any(measure(word, BODY, 9) > width - 0.01 for word in words.split(" "))
        return
    assert " ".join(lines) == words
    assert all(measure(each, BODY, 9) <= width + 0.01 for each in lines)


def clean_or_skip(words: str) -> str:
    try:
        return clean(words, BODY, "test")
    except MissingGlyph:
        return "plain words instead"


def test_text_shrinks_until_it_fits() -> None:
    words = "Remove up to two trenches. " * 8
    block = fit(words, STYLE, 55, 30, "test")
    assert 7 <= block.size < 11
    assert block.height <= 30


def test_text_that_cannot_fit_says_where_and_by_how_much() -> None:
    with pytest.raises(DoesNotFit) as refused:
        fit("word " * 2000, STYLE, 55, 30, "cards.big-bertha.text")
    assert refused.value.path == "cards.big-bertha.text"
    assert "mm too high at 7 pt" in refused.value.message
    with pytest.raises(DoesNotFit, match=r"“aaaaaaaaaaaaaaaaaaaaaaa…” is \d+\.\d mm too wide at 7 pt"):
        fit("a" * 10_000, STYLE, 55, 30, "cards.big-bertha.text")
    with pytest.raises(DoesNotFit, match="mm too wide at 7 pt"):
        line("a" * 200, STYLE, 55, "cards.big-bertha.title")


def test_large_type_has_a_higher_limit() -> None:
    words = "Remove up to two trenches. " * 16
    large = Style(font=BODY, size=13, smallest=9)
    assert fit(words, STYLE, 55, 35, "test").size >= 7
    with pytest.raises(DoesNotFit, match="9 pt"):
        fit(words, large, 55, 35, "test")


@pytest.mark.parametrize(
    ("letters", "named"),
    [
        (
            "Hallo 𓀀𓀁 there",
            "U+13000 egyptian hieroglyph a001), “𓀁” (U+13001 egyptian hieroglyph a002) in “𓀀𓀁”",
        ),
        ("a\x00b", "U+0000"),
        ("a\u202eb", "U+202E right-to-left override"),
    ],
)
def test_what_our_fonts_cannot_draw_is_named(letters: str, named: str) -> None:
    with pytest.raises(MissingGlyph) as refused:
        fit(letters, STYLE, 55, 30, "cards.x.title")
    assert refused.value.path == "cards.x.title"
    assert named in refused.value.message


def test_accents_come_out_however_they_were_typed() -> None:
    block = fit("Lie\u0300ge, Gorlice-Tarno\u0301w, Łódź, Ypres–Yser", STYLE, 80, 30, "test")
    face = Face(80, 30, block.at(0, 0))
    pdf = Document("T", (Page(100, 100, (Stamp(face, 5, 5),)),), "a4").pdf()
    told = pdfplumber.open(BytesIO(pdf)).pages[0].extract_text().replace("\n", " ")
    assert "Liège, Gorlice-Tarnów, Łódź, Ypres–Yser" in told


def test_markup_is_only_letters() -> None:
    words = 'a <b>bold</b> & "quoted" (paren) \\ back'
    block = line(words, STYLE, 500, "test")
    document = Document("T", (Page(300, 100, (Stamp(Face(300, 50, block.at(0, 0)), 5, 5),)),), "a4")
    assert words in pdfplumber.open(BytesIO(document.pdf())).pages[0].extract_text()
    assert "&lt;b&gt;bold&lt;/b&gt;" in document.preview(1)


def test_every_font_is_here_with_its_licence() -> None:
    for name, (family, _, _) in FAMILIES.items():
        assert font(name).face.charToGlyph[ord("ł")]
        assert "OPEN FONT LICENSE" in (FOLDER / f"{family.replace(' ', '')}-OFL.txt").read_text().upper()


@settings(deadline=None)
@given(words=st.text(max_size=300))
def test_any_text_is_set_or_refused_in_words(words: str) -> None:
    refused: CannotPrint | None = None
    size = 0.0
    try:
        size = fit(words, STYLE, 55, 40, "here").size
    except CannotPrint as error:
        refused = error
    assert size >= 7 or (refused and refused.path == "here" and refused.message)
