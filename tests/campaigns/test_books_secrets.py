"""Nobody reads in the books what a company keeps to itself (R61): not on a page, nor in a file."""

import csv
from io import BytesIO, StringIO

import pypdfium2
from openpyxl import load_workbook

from campaigns.books.book import book
from tests.campaigns.conftest import ALICE, BOB, War

OF = ("", "statement/", "worth/", "bookings/", "counts/", "book.csv", "book.xlsx", "book.pdf")


def test_another_companys_books_are_shut_on_every_page_and_in_every_file(half_a_war: War) -> None:
    home = f"/campaigns/{half_a_war.campaign.code}/books/"
    for page in OF:
        answer = half_a_war.bob.get(f"{home}of/{ALICE}/{page}")
        assert (answer.status_code, b"These books are shut" in answer.content) == (403, True), page
    page = half_a_war.bob.get(home).content.decode()
    shown = [f"/of/{seat}/" in page for seat in (ALICE, BOB)]
    assert shown == [False, True]


def test_the_whole_book_holds_the_visitors_own_lines_alone(half_a_war: War) -> None:
    home = f"/campaigns/{half_a_war.campaign.code}/books/"
    known = book(half_a_war.campaign)
    own = [each.booking.n for each in known.of(BOB)]
    text = half_a_war.bob.get(f"{home}book.csv").content.decode("utf-8-sig")
    assert [int(row[0]) for row in list(csv.reader(StringIO(text)))[1:]] == own
    sheets = load_workbook(BytesIO(half_a_war.bob.get(f"{home}book.xlsx").content))
    assert [row[0].value for row in sheets["Journal"].iter_rows(min_row=2)] == own
    name = next(each.name for each in known.card.companies(known.told.state) if each.seat == ALICE)
    told = text + str([cell.value for sheet in sheets for row in sheet.iter_rows() for cell in row])
    pdf = pypdfium2.PdfDocument(half_a_war.bob.get(f"{home}book.pdf").content)
    told += "".join(page.get_textpage().get_text_range() for page in pdf)
    assert name not in told
    assert next(each.name for each in known.card.companies(known.told.state) if each.seat == BOB) in told


def test_who_holds_no_seat_reads_no_books(half_a_war: War) -> None:
    half_a_war.bob.cookies.clear()
    home = f"/campaigns/{half_a_war.campaign.code}/"
    half_a_war.bob.post(f"{home}join/")
    page = half_a_war.bob.get(f"{home}books/").content.decode()
    assert "No company's books lie open" in page.replace("&#x27;", "'")
    assert half_a_war.bob.get(f"{home}books/book.csv").status_code == 422
    for seat in (ALICE, BOB):
        assert half_a_war.bob.get(f"{home}books/of/{seat}/").status_code == 403


def test_a_company_lays_its_books_open_only_once_the_campaign_is_over(half_a_war: War) -> None:
    home = f"/campaigns/{half_a_war.campaign.code}/books/"
    half_a_war.alice.post(f"{home}open/")
    assert half_a_war.bob.get(f"{home}of/{ALICE}/").status_code == 403


def test_each_opens_its_own_books_and_may_shut_them_again(war: War) -> None:
    home = f"/campaigns/{war.campaign.code}/books/"
    for wanted in (403, 200, 403):
        assert war.bob.get(f"{home}of/{ALICE}/").status_code == wanted
        assert war.alice.get(f"{home}of/{BOB}/").status_code == 403
        war.alice.post(f"{home}open/")
