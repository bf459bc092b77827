"""Every alphabet is set: in faces that have it, in reading order, and so that it can be copied."""

from io import BytesIO
from unicodedata import normalize

import pikepdf
import pypdfium2
import pytest

from companion.press.alphabets.breaking import NEVER_FIRST, pieces
from companion.press.alphabets.fallbacks import FALLBACKS, FOLDER
from companion.press.alphabets.line import runs, shaped
from companion.press.alphabets.order import LEFT, RIGHT, visual
from companion.press.document import Document
from companion.press.face import Face, Stamp
from companion.press.fonts import BODY, FAMILIES, LABEL, TITLE, missing, own
from companion.press.markup import Markup, tag
from companion.press.page import Page
from companion.press.prose import Prose
from companion.press.text import Style, fit, measure, refusal

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

STYLE = 'p { font: 600 12pt "Barlow" } h1 { font: 700 20pt "Barlow Condensed" }'

each_alphabet = pytest.mark.parametrize(
    "words", [*WORDS.values(), *(pytest.param(each, marks=WITH_CJK) for each in CJK.values())],
    ids=[*WORDS, *CJK],
)  # fmt: skip


def drawn(words: str, font: str, width: float = 150) -> bytes:
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


@each_alphabet
@pytest.mark.parametrize("font", [BODY, TITLE, LABEL])
def test_a_line_of_every_alphabet_is_set_and_read_back(words: str, font: str) -> None:
    pdf = drawn(words, font)
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
    pdf = Prose(
        words,
        Markup(f"{body}<h1>{words}</h1>"),
        STYLE,
        "A4",
    ).pdf()
    if words not in (WORDS["Arabic"], WORDS["Persian"]):
        assert told(pdf).split()[: len(words.split())] == words.split()
    for name, is_embedded in fonts_of(pdf).items():
        assert is_embedded
        assert any(known in name for known in ("Barlow", "Literata", "Fira", "Noto")), name


def test_each_face_that_lies_here_has_its_licence() -> None:
    for fallback in FALLBACKS:
        if fallback.package:
            continue
        assert "OPEN FONT LICENSE" in (FOLDER / fallback.licence).read_text().upper()
        assert all((FOLDER / file).exists() for file in fallback.files.values())


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
