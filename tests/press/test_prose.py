"""Sheets of text: our fonts and nothing else, whatever a text says."""

import os
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from companion.press import prose
from companion.press.errors import CannotPrint, MissingGlyph, PressUnavailable
from companion.press.markup import Markup, tag
from companion.press.prose import Prose
from tests.press.measuring import MM, fonts, pages


def sheet(*inside: object, style: str = "") -> Prose:
    return Prose("A sheet", tag("p", *inside), style, "A4", note="Test")


def test_a_sheet_of_text_prints_at_true_size_in_our_own_type() -> None:
    pdf = sheet("Twelve trenches, Liège").pdf()
    [page] = pages(pdf)
    assert (page.width * MM, page.height * MM) == pytest.approx((210, 297), abs=0.05)
    assert "Twelve trenches, Liège" in page.extract_text()
    assert all(fonts(pdf).values())
    with pikepdf.open(BytesIO(pdf)) as file:
        assert file.Root.ViewerPreferences.PrintScaling == "/None"
        assert str(file.Root.Lang) == "en-GB"
        assert str(file.docinfo.Title) == "A sheet"
    ruler = [r["width"] * MM for r in page.rects] + [line["width"] * MM for line in page.lines]
    assert any(width == pytest.approx(100, abs=0.5) for width in ruler)


def test_user_text_never_becomes_markup() -> None:
    words = '</p><img src="file:///etc/passwd"><style>p{display:none}</style>'
    [page] = pages(sheet(words).pdf())
    assert '<img src="file:///etc/passwd">' in page.extract_text()


def test_the_fetcher_gives_out_nothing_but_our_fonts(tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">x</text></svg>'
    )
    for address in (secret.as_uri(), "press:../prose.py"):
        with pytest.raises(CannotPrint, match="Nothing outside the press is fetched"):
            Prose("A sheet", Markup(f'<img src="{address}">'), "", "A4").pdf()


def test_letters_that_our_fonts_lack_are_named() -> None:
    with pytest.raises(MissingGlyph, match="hebrew letter shin"):
        sheet("שלום").pdf()


def test_without_pango_the_refusal_names_the_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango-1.0-0')")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    with pytest.raises(PressUnavailable, match=r"libpango-1\.0-0"):
        sheet("A text that no test has set before").pdf()


def test_a_sheet_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prose, "PATIENCE", 0.01)
    with pytest.raises(CannotPrint, match="more than"):
        sheet("Another text that no test has set before").pdf()
