"""Letters stand as close as their font wants, and what is measured is what is drawn."""

from io import BytesIO

import pdfplumber
import pytest
from fontTools.ttLib import TTFont

from companion.press.document import Document
from companion.press.face import Face, Stamp, Text
from companion.press.fonts import BODY, FAMILIES, FOLDER, LABEL, TITLE, font
from companion.press.kerning import between, kerning
from companion.press.page import Page
from companion.press.text import measure
from tests.press.measuring import MM


def drawn(words: str, name: str, size: float = 40) -> float:
    """Millimetres from the first letter's left to the last letter's right on paper."""
    face = Face(500, 30, (Text(0, 20, words, name, size, (0.0,)),))
    pdf = Document("T", (Page(520, 60, (Stamp(face, 10, 10),)),), "a4").pdf()
    chars = pdfplumber.open(BytesIO(pdf)).pages[0].chars
    assert "".join(char["text"] for char in chars).replace(" ", "") == words.replace(" ", "")
    return float((chars[-1]["x1"] - chars[0]["x0"]) * MM)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("words", ["AVATAR To Verdun", "Ypres, Łódź (Tarnów)", "“W.” LT\\"])
def test_what_is_drawn_is_as_wide_as_it_was_measured(name: str, words: str) -> None:
    assert drawn(words, name) == pytest.approx(measure(words, name, 40), abs=0.02)


def test_kerning_narrows_what_stands_too_far_apart() -> None:
    widths = font(LABEL).face.charWidths
    plain = sum(widths[ord(letter)] for letter in "AVATAR") * 40 / 1000 * MM
    assert drawn("AVATAR", LABEL) < plain - 0.5
    assert between(LABEL, "n", "n") == 0


def test_a_line_of_more_than_256_letters_is_as_wide_as_measured() -> None:
    glyphs = [chr(code) for code in TTFont(FOLDER / f"{TITLE}.ttf").getBestCmap() if code > 0x20]
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
