"""The books taken away: figures stay figures, no word is a formula, and paper holds what the screen does."""

import csv
import re
import subprocess
import sys
from collections import Counter
from io import BytesIO, StringIO
from pathlib import Path

import pypdfium2
import pytest
from beancount.core.data import Balance, Transaction
from beancount.loader import load_file, load_string
from hypothesis import given, reject
from hypothesis import strategies as st
from openpyxl import load_workbook

from campaigns.books.book import book
from campaigns.books.paper.lettering import CELL, fitted
from campaigns.books.spreadsheet import as_xlsx
from campaigns.books.sums import trial
from campaigns.cells import FORMULA, as_csv, harmless
from companion.press.book import drawn, evenly, filled, leaves
from companion.press.text import MissingGlyph, measure
from tests.campaigns.conftest import ALICE, War, set_by_hand

HOSTILE = ("=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n@x", "＝1", '=cmd|"/c"!A1', "|x", "%x")


def test_csv_and_xlsx_hold_the_same_figures_as_numbers(war: War) -> None:
    home = f"/campaigns/{war.campaign.code}/books/of/{ALICE}/book."
    text = war.alice.get(home + "csv").content.decode("utf-8-sig")
    rows = list(csv.reader(StringIO(text)))
    sheet = load_workbook(BytesIO(war.alice.get(home + "xlsx").content)).worksheets[0]
    found = [["" if cell.value is None else cell.value for cell in row] for row in sheet.iter_rows()]
    assert [[str(each).removesuffix(" 00:00:00") for each in row] for row in found] == rows
    amounts = [cell for row in sheet.iter_rows(min_row=2, min_col=6, max_col=19) for cell in row]
    assert {cell.data_type for cell in amounts if cell.value is not None} == {"n"}
    own = book(war.campaign).of(ALICE)
    assert rows[-1][18] == str(own[-1].balance)
    assert sum(int(row[6] or 0) for row in rows[1:-1]) == int(rows[-1][6])


def test_a_semicolon_stands_between_the_cells_where_that_is_asked(war: War) -> None:
    home = f"/campaigns/{war.campaign.code}/books/book.csv"
    assert war.alice.get(home + "?between=semicolon").content.startswith(b"\xef\xbb\xbfBooking;Log line;")
    assert war.alice.get(home + "?between=dots").status_code == 422
    assert war.alice.get(f"/campaigns/{war.campaign.code}/books/book.exe").status_code == 422


def test_the_book_on_paper_has_numbered_pages_and_every_booking(war: War) -> None:
    for paper, width in (("a4", 841.9), ("letter", 792)):
        answer = war.alice.get(f"/campaigns/{war.campaign.code}/books/book.pdf?paper={paper}")
        pdf = pypdfium2.PdfDocument(answer.content)
        assert round(pdf[0].get_width(), 1) == width
        pages = [page.get_textpage().get_text_range() for page in pdf]
        assert all(str(n) in page.split("\r\n")[:4] for n, page in enumerate(pages[1:], 2))
        told = "\n".join(pages)
        own = book(war.campaign).of(ALICE)
        assert all(each.booking.item[:20] in told for each in own)
        assert "Debits less credits" in told
    assert war.alice.get(f"/campaigns/{war.campaign.code}/books/book.pdf?paper=a0").status_code == 422


def test_no_title_of_a_users_stops_a_print_or_becomes_markup(war: War) -> None:
    type(war.campaign).objects.update(title="<b>=1+1 שלום 🎲 " + "x" * 55)
    home = f"/campaigns/{war.campaign.code}/books/"
    assert war.alice.get(f"{home}book.pdf").content.startswith(b"%PDF")
    assert b"<b>=1" not in war.alice.get(home).content


def test_a_hebrew_title_is_printed_as_it_is_in_the_book_and_in_the_history(war: War) -> None:
    type(war.campaign).objects.update(title="קרב הגבעה")
    for name in ("books/book.pdf", "reports/history.pdf"):
        answer = war.alice.get(f"/campaigns/{war.campaign.code}/{name}")
        assert answer.status_code == 200, name
        told = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(answer.content))
        assert "קרב הגבעה" in told
        assert "????" not in told


def test_a_title_that_no_font_has_is_refused_with_the_letter_named(war: War) -> None:
    type(war.campaign).objects.update(title="War 𓀀")
    answer = war.alice.get(f"/campaigns/{war.campaign.code}/books/book.pdf")
    assert answer.status_code == 422
    assert "U+13000 egyptian hieroglyph a001" in answer.content.decode()


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_is_a_formula_in_any_spreadsheet(text: str) -> None:
    cell = next(csv.reader(StringIO(as_csv([[text, -5]]).decode("utf-8-sig"), newline="")))
    assert cell[0] == f"'{text}"
    assert cell[1] == "-5"
    found = load_workbook(BytesIO(as_xlsx([(text, [["Item", "Amount"], [text, -5]])]))).worksheets[0]["A2"]
    assert (found.data_type, found.quotePrefix) == ("s", True)


@given(st.one_of(st.text(), st.sampled_from(HOSTILE).flatmap(lambda start: st.text().map(start.__add__))))
def test_whatever_is_written_reads_back_as_text_that_calculates_nothing(text: str) -> None:
    told = harmless(text)
    assert isinstance(told, str)
    assert not told.lstrip(" \u00a0").startswith(FORMULA)
    assert harmless(-3) == -3


@given(st.text(max_size=60))
def test_any_words_that_our_fonts_have_fit_their_room_on_paper(text: str) -> None:
    try:
        block = fitted(text, CELL, 20)
    except MissingGlyph:
        reject()
    assert measure(block.text, CELL.font, CELL.size) <= 20


def test_the_books_are_a_ledger_that_beancount_checks_with_the_same_figures(war: War) -> None:
    type(war.campaign).objects.update(title='The "Long" \\ War\n漢字')
    text = war.alice.get(f"/campaigns/{war.campaign.code}/books/book.beancount").content.decode()
    entries, errors, options = load_string(text)
    assert not errors
    assert options["title"] == 'The "Long" \\ War 漢字'
    own = book(war.campaign).of(ALICE)
    bookings = [each for each in entries if isinstance(each, Transaction)]
    assert sorted(each.meta["booking"] for each in bookings) == [each.booking.n for each in own]
    (held,) = [each for each in entries if isinstance(each, Balance)]
    assert held.amount.number == own[-1].balance


def test_bean_check_itself_accepts_the_books_and_sums_every_account_as_the_house_does(
    war: War, tmp_path: Path
) -> None:
    file = tmp_path / "book.beancount"
    file.write_bytes(war.alice.get(f"/campaigns/{war.campaign.code}/books/book.beancount").content)
    check = Path(sys.executable).with_name("bean-check")
    done = subprocess.run([check, file], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    sums: Counter[str] = Counter()
    for each in load_file(str(file))[0]:
        for posting in each.postings if isinstance(each, Transaction) else ():
            root, _, rest = posting.account.split(":", 2)
            sums[f"{root}:{rest}".lower()] += int(posting.units.number)
    known = book(war.campaign)
    told = trial(known.of(ALICE), known.card.account).balances
    assert sorted(filter(None, sums.values())) == sorted(each.debit - each.credit for each in told)
    assert sums["assets:cash"] == known.of(ALICE)[-1].balance


def test_a_sum_that_was_tampered_with_is_what_beancount_finds(war: War) -> None:
    text = war.alice.get(f"/campaigns/{war.campaign.code}/books/of/{ALICE}/book.beancount").content.decode()
    changed = re.sub(r"(balance .* )(\d+)( CREDIT)", r"\g<1>9\2\3", text)
    assert changed != text
    (error,) = load_string(changed)[1]
    assert "Balance failed" in error.message


def test_why_an_amount_was_set_by_hand_goes_along_into_every_file(half_a_war: War) -> None:
    war = half_a_war
    action = {"type": "adjust", "player": ALICE, "reason": "a forgotten token", "credits": 3}
    set_by_hand(war.table, action, "by-hand")
    home = f"/campaigns/{war.campaign.code}/books/"
    for at in ("book.csv", f"of/{ALICE}/book.csv"):
        rows = list(csv.DictReader(StringIO(war.alice.get(home + at).content.decode("utf-8-sig"))))
        assert "a forgotten token" in {row["Memo"] for row in rows}
    for sheet in load_workbook(BytesIO(war.alice.get(f"{home}of/{ALICE}/book.xlsx").content)).worksheets[:2]:
        cells = {cell.value for row in sheet.iter_rows() for cell in row}
        assert "a forgotten token" in cells


def test_no_page_of_the_book_is_nearly_empty(war: War) -> None:
    pdf = pypdfium2.PdfDocument(war.alice.get(f"/campaigns/{war.campaign.code}/books/book.pdf").content)
    lines = [len(page.get_textpage().get_text_range().splitlines()) for page in pdf]
    assert min(lines) > 8
    assert "Contents" not in pdf[1].get_textpage().get_text_range()


@given(st.lists(st.integers(3, 40), min_size=1, max_size=60))
def test_pages_are_filled_evenly_and_never_more_of_them(heights: list[int]) -> None:
    strips = [drawn((), 10, high) for high in heights]
    usual, even = leaves(strips, 100), evenly(strips, 100)
    assert len(even) == len(usual)
    assert [stamp.face for leaf in even for stamp in leaf] == [strip.face for strip in strips]
    assert filled(even[-1]) >= filled(usual[-1])
