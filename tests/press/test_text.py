"""Text is as wide as measured, in every alphabet, and shrinks until it fits or is refused."""

from io import BytesIO
from unicodedata import normalize

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.press.alphabets import FALLBACKS, FONTS, LEFT, NEVER_FIRST, RIGHT, pieces, runs, shaped, visual
from companion.press.document import Document
from companion.press.face import Face, Stamp, Text
from companion.press.page import Page
from companion.press.prose import Markup, Prose, tag
from companion.press.text import (
    BODY,
    FAMILIES,
    LABEL,
    TITLE,
    CannotPrint,
    DoesNotFit,
    MissingGlyph,
    Style,
    between,
    clean,
    fit,
    font,
    kerning,
    line,
    measure,
    missing,
    own,
    refusal,
    wrap,
)
from tests.press.measuring import MM

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
        assert "OPEN FONT LICENSE" in (FONTS / f"{family.replace(' ', '')}-OFL.txt").read_text().upper()


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


def width_on_paper(words: str, name: str, size: float = 40) -> float:
    """Millimetres from the first letter's left to the last letter's right on paper."""
    face = Face(500, 30, (Text(0, 20, words, name, size, (0.0,)),))
    pdf = Document("T", (Page(520, 60, (Stamp(face, 10, 10),)),), "a4").pdf()
    chars = pdfplumber.open(BytesIO(pdf)).pages[0].chars
    assert "".join(char["text"] for char in chars).replace(" ", "") == words.replace(" ", "")
    return float((chars[-1]["x1"] - chars[0]["x0"]) * MM)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("words", ["AVATAR To Verdun", "Ypres, Łódź (Tarnów)", "“W.” LT\\"])
def test_what_is_drawn_is_as_wide_as_it_was_measured(name: str, words: str) -> None:
    assert width_on_paper(words, name) == pytest.approx(measure(words, name, 40), abs=0.02)


def test_kerning_narrows_what_stands_too_far_apart() -> None:
    widths = font(LABEL).face.charWidths
    plain = sum(widths[ord(letter)] for letter in "AVATAR") * 40 / 1000 * MM
    assert width_on_paper("AVATAR", LABEL) < plain - 0.5
    assert between(LABEL, "n", "n") == 0


def test_a_line_of_more_than_256_letters_is_as_wide_as_measured() -> None:
    glyphs = [chr(code) for code in TTFont(FONTS / f"{TITLE}.ttf").getBestCmap() if code > 0x20]
    printable = [each for each in glyphs if each.isalpha()][:330]
    first = Face(9000, 30, (Text(0, 20, "".join(printable), TITLE, 10, (0.0,)),))
    last = Face(500, 30, (Text(0, 20, "AV" + printable[-1] + "AV", TITLE, 40, (0.0,)),))
    page = Page(9000, 90, (Stamp(first, 10, 0), Stamp(last, 10, 40)))
    chars = pdfplumber.open(BytesIO(Document("T", (page,), "a4").pdf())).pages[0].chars[-5:]
    wide = (chars[-1]["x1"] - chars[0]["x0"]) * MM
    assert wide == pytest.approx(measure("AV" + printable[-1] + "AV", TITLE, 40), abs=0.02)


def test_every_font_has_its_pairs() -> None:
    assert all(kerning(name).lookups for name in FAMILIES)
    assert between(BODY, "T", "o") < 0


WITH_CJK = pytest.mark.skipif(
    bool(missing(BODY, "漢")), reason="fonts-noto-cjk is not installed on this machine"
)
WORDS = {
    "Greek": "Τάγμα Ευζώνων «Αθηνά»",
    "Cyrillic": "Рота «Верден» Київ Ђурђевак",
    "Vietnamese": "Trung đoàn Điện Biên Phủ Nguyễn",
    "Hebrew": "גדוד הנגב ירושלים",
    "pointed Hebrew": "שלום עליכם",
    "Arabic": "كتيبة الصحراء في بغداد",
    "Persian": "نیروی زمینی",
    "Emoji": "Verdun 🎖 done",
}
CJK = {
    "Japanese": "第一歩兵連隊「ヴェルダン」",
    "Korean": "제1보병연대 베르됭",
    "Chinese": "第一步兵团凡尔登",
}

CSS = 'p { font: 600 12pt "Barlow" } h1 { font: 700 20pt "Barlow Condensed" }'

each_alphabet = pytest.mark.parametrize(
    "words", [*WORDS.values(), *(pytest.param(each, marks=WITH_CJK) for each in CJK.values())],
    ids=[*WORDS, *CJK],
)  # fmt: skip


def printed(words: str, font: str, width: float = 150) -> bytes:
    block = fit(words, Style(font=font, size=11), width, 60, "test")
    face = Face(width, 80, block.at(0, 0))
    return Document("T", (Page(width + 20, 100, (Stamp(face, 5, 5),)),), "a4").pdf()


def told(pdf: bytes) -> str:
    return str(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range())


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """The fonts of a file by name, and whether their outlines are in it."""
    found = {}
    with pikepdf.open(BytesIO(pdf)) as file:
        for font in (font for page in file.pages for font in page.Resources.Font.values()):
            told = font.DescendantFonts[0] if "/DescendantFonts" in font else font
            found[str(told.BaseFont)] = bool({"/FontFile2", "/FontFile3"} & set(told.FontDescriptor.keys()))
    return found


@pytest.mark.thorough
@each_alphabet
@pytest.mark.parametrize("font", [BODY, TITLE, LABEL])
def test_a_line_of_every_alphabet_is_set_and_read_back(words: str, font: str) -> None:
    pdf = printed(words, font)
    assert sorted(normalize("NFC", told(pdf)).split()) == sorted(words.split())
    for name, is_embedded in fonts_of(pdf).items():
        assert is_embedded
        assert name[7] == "+", "cut down to the letters used"


@each_alphabet
def test_no_face_of_ours_draws_a_box_for_it(words: str) -> None:
    for name in FAMILIES:
        assert not missing(name, words)
        for run in runs(words, name, own(name)):
            assert run.cut is None or all(glyph.number for glyph in shaped(run))
        assert measure(words, name, 10) > 10


@each_alphabet
def test_running_text_has_every_alphabet_in_faces_of_ours(words: str) -> None:
    body = tag("p", words)
    pdf = Prose(words, Markup(f"{body}<h1>{words}</h1>"), CSS, "A4").pdf()
    if words not in (WORDS["Arabic"], WORDS["Persian"]):
        assert told(pdf).split()[: len(words.split())] == words.split()
    for name, is_embedded in fonts_of(pdf).items():
        assert is_embedded
        assert any(known in name for known in ("Barlow", "Literata", "Fira", "Noto")), name


def test_each_face_that_lies_here_has_its_licence() -> None:
    for fallback in FALLBACKS:
        if fallback.package:
            continue
        assert "OPEN FONT LICENSE" in (FONTS / fallback.licence).read_text().upper()
        assert all((FONTS / file).exists() for file in fallback.files.values())


def test_a_letter_that_a_package_would_bring_names_the_package() -> None:
    assert refusal("漢", "the 漢字") == (
        "Our fonts cannot print “漢” (U+6F22 cjk unified ideograph-6f22) in “漢字”. "
        "Chinese needs a font that this machine lacks: apt install fonts-noto-cjk."
    )


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("Verdun קרב (1916) end", "Verdun (1916) ברק end"),
        ("קרב (Alpha 3) סוף", "ףוס (Alpha 3) ברק"),
        ("שנת 1948, קרב", "ברק ,1948 תנש"),
        ("The (גדוד) won", "The (דודג) won"),
        ("\u2068קרב\u2069: 3, \u2068נגב Alpha\u2069 2", "ברק: 3, Alpha בגנ 2"),
        ("In \u2068קרב \u2068Alpha 1\u2069 2\u2069 won", "In 2 Alpha 1 ברק won"),
        ("The \u2068קרב 2", "The 2 ברק"),
    ],
)
def test_letters_stand_in_the_order_in_which_they_are_read(line: str, seen: str) -> None:
    swapped = str.maketrans("()", ")(")
    parts = (
        (line[at.start : at.stop][::-1].translate(swapped) if back else line[at.start : at.stop])
        for back, at in visual(line)
    )
    assert "".join(parts) == seen


def test_a_paragraph_keeps_its_direction_in_every_line_and_begins_at_its_right() -> None:
    block = fit("גדוד הנגב Alpha Beta Gamma Delta", Style(font=BODY, size=11), 34, 60, "test")
    assert block.lines[1].startswith(RIGHT)
    for mark in block.at(0, 0):
        assert mark.x + measure(mark.text, mark.font, mark.size) == pytest.approx(34, abs=0.01)
    other = fit("Alpha Beta Gammas קרבות הגבעה", Style(font=BODY, size=11), 34, 60, "test")
    assert other.lines[2].startswith(LEFT)
    assert other.at(0, 0)[0].x == 0


@WITH_CJK
def test_lines_without_spaces_break_between_letters_and_none_begins_with_a_stop() -> None:
    words = "第一歩兵連隊「ヴェルダン」の戦い。" * 6
    block = fit(words, Style(font=BODY, size=11), 40, 200, "test")
    assert len(block.lines) > 5
    assert "".join(block.lines) == words
    assert not any(line[0] in NEVER_FIRST or line[-1] == "「" for line in block.lines)


def test_plain_words_break_at_spaces_alone() -> None:
    assert list(pieces("a  b-c")) == [("", "a"), (" ", ""), (" ", "b-c")]
