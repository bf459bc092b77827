"""The books: every figure leads to its bookings; they balance, are counted and taken away, no secret told."""

import csv
import re
import subprocess
import sys
from collections import Counter
from html import unescape
from io import BytesIO, StringIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pypdfium2
import pytest
from beancount.core.data import Balance, Transaction
from beancount.loader import load_file, load_string
from hypothesis import given, reject
from hypothesis import strategies as st
from openpyxl import load_workbook

from campaigns.books import book, trial, views
from campaigns.books.paper import CELL, as_xlsx, fitted
from campaigns.books.proof import Counted, compared
from campaigns.chronicle import chronicle_of
from campaigns.door import FORMULA, as_csv, harmless
from campaigns.models import Assertion
from companion.engine.campaign.books import trial_balance
from companion.games.parabellum.campaign.playing import Player
from companion.games.parabellum.campaign.playing import play as play_campaign
from companion.games.parabellum.procedures.money import sheet_json
from companion.games.parabellum.state import numbered
from companion.press.book import drawn, evenly, filled, leaves
from companion.press.text import MissingGlyph, measure
from companion.shelf import game
from companion.tables import play
from companion.tables.devices import device
from companion.tables.models import Entry, Request, Table
from companion.tables.position import Position, extend
from tests.campaigns.conftest import ALICE, BOB, War, set_by_hand

FILES = re.compile(r"\.(pdf|xlsx|csv)")


def links(page: str) -> list[str]:
    return [unescape(each) for each in re.findall(r'href="([^"#]+)', page)]


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).replace("\xa0", "").split())


def test_a_line_wrote_the_bookings_that_its_state_has_and_the_one_before_had_not(war: War) -> None:
    known = book(chronicle_of(war.campaign))
    written = [(entry.booking, entry.place) for entry in known.entries]
    asked: list[tuple[object, int]] = []
    for place, passage in enumerate(known.chronicle.passages):
        asked += ((each, place) for each in known.card.bookings(passage.after, len(asked)))
    assert written == asked
    assert len(asked) > 20


def test_figures_lead_to_bookings_and_bookings_to_their_lines_of_the_log(war: War) -> None:
    home = f"/campaigns/{war.campaign.code}/books/"
    seen: dict[str, str] = {}
    ahead = [home]
    while ahead and len(seen) < 25:
        page = ahead.pop(0)
        if page in seen or FILES.search(page):
            continue
        answer = war.alice.get(page)
        assert answer.status_code == 200, page
        seen[page] = answer.content.decode()
        ahead += [each for each in links(seen[page]) if each.startswith(home)]
    behind = next(page for at, page in seen.items() if "/bookings/" in at and "booking-" in page)
    logged = [each for each in links(behind) if "/log/" in each]
    line = re.search(r'id="booking-(\d+)".*?Line\s+(\d+)\s+of\s+the\s+log', behind, re.S)
    assert line
    log = war.alice.get(logged[0])
    assert f'id="line-{line[2]}"' in log.content.decode()


def test_an_account_shows_its_bookings_beside_it_and_a_second_tap_lets_go(war: War) -> None:
    home = f"/campaigns/{war.campaign.code}/books/"
    own = book(chronicle_of(war.campaign)).of(ALICE)
    bonuses = [each for each in own if each.booking.kind == "bonus"]
    page = " ".join(war.alice.get(f"{home}?account=income:bonus").text.split())
    rows = re.findall(r'<li><b>(\w+)</b><span class="quiet">round (\d+)</span>', page)
    assert rows == [(each.booking.chapter.upper(), str(each.booking.round)) for each in bonuses]
    for each in bonuses:
        assert f"#line-{each.number}" in page
    assert page.count('class="b-frame"') == len(bonuses)
    chosen = re.search(r'<a href="([^"]*)"[^>]*aria-current="true"><span>Earned by bonus', page)
    assert chosen
    assert "account=" not in chosen[1]
    assert "is-pale" not in war.alice.get(home).text
    assert "is-chosen" not in war.alice.get(f"{home}?account=income:nothing&scenario=9z&company=x").text


def test_every_step_begins_where_the_one_before_it_ended(war: War) -> None:
    known, starts = book(chronicle_of(war.campaign)), list[int]()
    for seat in (ALICE, BOB):
        own = known.of(seat)
        chart = views.drawn(own, "", "")
        assert chart is not None
        assert sum(step.amount for step in chart.steps) == known.cash_now(seat)
        assert len(chart.steps) <= max(
            views.MOST_STEPS, len({(e.booking.chapter, e.booking.round) for e in own})
        )
        accounts = views.bars(trial(own, str), "")
        assert sum(row.amount for row in accounts) == known.cash_now(seat)
        assert [step.broken for step in chart.steps] == [bool(chart.start), *[False] * (len(chart.steps) - 1)]
        assert chart.start in (0, chart.steps[0].amount)
        assert all(level < chart.start for _, level in chart.levels) or not chart.start
        starts.append(chart.start)
    assert starts[0] == 2400, "what it begins with dwarfs all that follows"
    assert views.drawn([], "", "") is None


def test_the_sheet_is_the_rulebooks_column_by_column(war: War) -> None:
    known = book(chronicle_of(war.campaign))
    ledger = numbered(line for line in known.chronicle.state.ledger if line.player == ALICE)
    wanted = sheet_json(ALICE, ledger)
    page = war.alice.get(f"/campaigns/{war.campaign.code}/books/of/{ALICE}/?columns=all").content.decode()
    rows = re.findall(r"<tr>(.*?)</tr>", page.split("<tbody>")[1].split("</tbody>")[0], re.S)
    assert len(rows) == len(wanted["rows"])
    for row, line in zip(rows, wanted["rows"], strict=True):
        cells = [words(cell).replace("−", "-") for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.S)]
        kinds = ["" if each is None else str(each) for each in line[5:]]
        assert [cells[0], *cells[5:]] == [str(line[0]), *kinds]
    heads = [words(each) for each in re.findall(r"<th scope=\"col\".*?</th>", page.split("<tbody>")[0], re.S)]
    assert [each.lower() for each in heads[5:]] == wanted["columns"][5:]


def test_each_figure_of_the_statement_is_the_sum_of_the_bookings_behind_it(war: War) -> None:
    home = f"/campaigns/{war.campaign.code}/books/of/{ALICE}/statement/"
    page = war.alice.get(home).content.decode()
    figures = re.findall(r'<a href="([^"]+kind=[^"]+)">([^<]+)</a>', page)
    assert len(figures) > 8
    for address, figure in figures[::4]:
        behind = words(war.alice.get(unescape(address)).content.decode())
        total = re.search(r"together ([−\d]+) \.", behind)
        assert total
        assert total[1] == figure.replace("\xa0", "").removeprefix("+"), address


def test_the_books_are_what_the_state_counts_after_every_line(war: War) -> None:
    known = book(chronicle_of(war.campaign))
    for place, passage in enumerate(known.chronicle.passages):
        for seat in (ALICE, BOB):
            assert known.cash(seat, place) == passage.after.players[seat].credits
    for entered in known.entries:
        assert entered.evening == known.chronicle.passages[entered.place].evening
        assert Entry.objects.filter(table=war.table, number=entered.number).exists()


def test_nonsense_in_an_address_asks_for_everything_or_nothing(war: War) -> None:
    home = f"/campaigns/{war.campaign.code}/books/of/{ALICE}/"
    pages = ("?page=999", "?page=-1&scenario=zz", "worth/?line=99999")
    asked = (*pages, "bookings/?kind=<b>&n=x", "bookings/?upto=0")
    for each in asked:
        answer = war.alice.get(home + each)
        assert answer.status_code == 200
        assert "<b>&" not in answer.content.decode()
    assert war.alice.get(f"{home}counts/99/").status_code == 404
    assert war.alice.get(f"/campaigns/{war.campaign.code}/books/of/nobody/").status_code == 403


def counted(war: War) -> Counted:
    return compared(book(chronicle_of(war.campaign)), list(Assertion.objects.order_by("-pk")[:1]))[0]


def count(war: War, much: Any, line: int | None = None) -> int:
    home = f"/campaigns/{war.campaign.code}/books/of/{ALICE}/counts/"
    number = book(chronicle_of(war.campaign)).last if line is None else line
    return war.alice.post(home, {"counted": much, "line": number, "note": "with Bob"}).status_code


def adjust(war: War, reason: str, seen: int, who: str = "alice") -> Any:
    pk = Assertion.objects.latest("pk").pk
    home = f"/campaigns/{war.campaign.code}/books/of/{ALICE}/counts/{pk}/"
    return getattr(war, who).post(f"{home}adjust/", {"reason": reason, "seen": seen})


def agreed(war: War, *, yes: bool = True) -> None:
    """The word of Bob, who is asked before his enemy's books are set right by hand."""
    request = Request.objects.get(table=war.table, status="open")
    play.agree(Table.objects.get(pk=war.table.pk), device(war.table, war.secrets[BOB]), request.pk, yes)
    war.table.refresh_from_db()


def test_a_difference_is_flagged_and_an_adjusting_entry_sets_it_right(half_a_war: War) -> None:
    known = book(chronicle_of(half_a_war.campaign))
    has = known.chronicle.state.players[ALICE].credits
    assert count(half_a_war, has + 40) == 302
    assert (counted(half_a_war).difference, counted(half_a_war).is_open) == (40, True)
    version = half_a_war.table.version
    assert adjust(half_a_war, "  ", version).status_code == 422
    assert adjust(half_a_war, "found under the box", version - 1).status_code == 409
    assert half_a_war.table.version == version
    assert adjust(half_a_war, "found under the box", version).status_code == 302
    assert counted(half_a_war).asked
    agreed(half_a_war, yes=False)
    assert not counted(half_a_war).asked
    assert adjust(half_a_war, "found under the box", version).status_code == 302
    agreed(half_a_war)
    assert adjust(half_a_war, "found under the box", version).status_code in (302, 409, 422)
    assert half_a_war.table.version == version + 1
    entry = Entry.objects.get(table=half_a_war.table, number=version + 1)
    assert (entry.seat, entry.action["credits"], entry.action["reason"]) == (ALICE, 40, "found under the box")
    after = counted(half_a_war)
    assert (after.is_open, after.settled) == (False, version + 1)
    last = book(chronicle_of(half_a_war.campaign)).of(ALICE)[-1]
    assert (last.number, last.balance, last.booking.rule) == (version + 1, has + 40, "RULING R56")


def test_an_adjusting_entry_that_is_undone_settles_nothing_but_a_corrected_one_does(half_a_war: War) -> None:
    has = book(chronicle_of(half_a_war.campaign)).chronicle.state.players[ALICE].credits
    alice = device(half_a_war.table, half_a_war.secrets[ALICE])
    count(half_a_war, has + 3)
    version = half_a_war.table.version
    adjust(half_a_war, "a note fell down", version)
    agreed(half_a_war)
    fix = {**Entry.objects.get(table=half_a_war.table, number=version + 1).action, "credits": 4}
    play.amend(half_a_war.table, alice, play.Fix(version + 1, fix), version + 1, "amend")
    agreed(half_a_war)
    assert counted(half_a_war).settled == version + 2
    assert book(chronicle_of(half_a_war.campaign)).of(ALICE)[-1].balance == has + 4
    play.undo(half_a_war.table, alice, version, version + 2, "undo")
    agreed(half_a_war)
    assert (counted(half_a_war).settled, counted(half_a_war).is_open) == (None, True)


def test_a_count_whose_line_was_taken_back_compares_with_nothing(half_a_war: War) -> None:
    last = book(chronicle_of(half_a_war.campaign)).last
    count(half_a_war, 340)
    table = half_a_war.table
    numbers = book(chronicle_of(half_a_war.campaign)).chronicle.position.numbers
    entry = Entry(table=table, number=table.version + 1, kind="undo", to=numbers[-2], key="back")
    entry.save()
    type(table).objects.filter(pk=table.pk).update(version=table.version + 1)
    assert counted(half_a_war).booked is None
    pk = Assertion.objects.latest("pk").pk
    page = half_a_war.alice.get(f"/campaigns/{half_a_war.campaign.code}/books/of/{ALICE}/counts/{pk}/")
    assert f"Line {last} was taken back since" in page.content.decode()


def test_only_who_holds_the_seat_counts_and_sets_right(half_a_war: War) -> None:
    home = f"/campaigns/{half_a_war.campaign.code}/books/of/{ALICE}/counts/"
    assert half_a_war.bob.post(home, {"counted": 1, "line": 5}).status_code == 403
    assert not Assertion.objects.exists()
    count(half_a_war, 1)
    assert adjust(half_a_war, "mine now", half_a_war.table.version, "bob").status_code == 403


def test_what_is_no_count_is_refused_in_words_and_nothing_is_kept(half_a_war: War) -> None:
    for much in ("", "-5", "3.5", "ten", "=1+1", "99999999999", "٣"):
        assert count(half_a_war, much) == 422, much
    assert count(half_a_war, 5, line=100_000) == 422
    assert not Assertion.objects.exists()


def test_a_count_that_was_wrong_is_struck(half_a_war: War) -> None:
    count(half_a_war, 7)
    pk = Assertion.objects.latest("pk").pk
    home = f"/campaigns/{half_a_war.campaign.code}/books/of/{ALICE}/counts/"
    assert half_a_war.alice.post(f"{home}{pk}/strike/").status_code == 302
    assert f"{home}{pk}/" not in half_a_war.alice.get(home).content.decode()


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
    own = book(chronicle_of(war.campaign)).of(ALICE)
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
        own = book(chronicle_of(war.campaign)).of(ALICE)
        assert all(each.booking.item[:20] in told for each in own)
        assert "Debits less credits" in told
    assert war.alice.get(f"/campaigns/{war.campaign.code}/books/book.pdf?paper=a0").status_code == 422


def test_no_title_of_a_users_stops_a_print_or_becomes_markup(war: War) -> None:
    type(war.campaign).objects.update(title="<b>=1+1 שלום 🎲 " + "x" * 55)
    home = f"/campaigns/{war.campaign.code}/books/"
    assert war.alice.get(f"{home}book.pdf").content.startswith(b"%PDF")
    assert b"<b>=1" not in war.alice.get(home).content


@pytest.mark.sampled
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
    own = book(chronicle_of(war.campaign)).of(ALICE)
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
    known = book(chronicle_of(war.campaign))
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


GAME = game("parabellum")
LINES = 220


def balanced(state: Any, first: int = 0) -> None:
    """Each company's trial balance is zero, and its books say what it has."""
    assert GAME.campaign
    card = GAME.campaign.books
    assert card
    found = card.bookings(state, 0)
    for company in card.companies(state):
        own = [each for each in found if each.seat == company.seat]
        sums = trial_balance(each.transaction for each in own)
        assert sum(sums.values()) == 0
        assert sums.get("assets:cash", 0) == card.cash(state, company.seat) == sum(e.amount for e in own)
        worth = card.worth(state, company.seat)
        assert worth.net >= worth.cash == card.cash(state, company.seat)
    assert list(found[first:]) == list(card.bookings(state, first))
    prices = card.prices(state)
    assert sum(lot.left - lot.above for lot in prices.lots) == prices.most >= prices.left


@pytest.mark.parametrize("seed", range(6))
def test_the_books_balance_after_every_line_of_a_random_campaign(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle({"options": {"players": random.choice((2, 3, 4))}}, random)
    state = GAME.open(setup).state
    for _, action, _ in islice(play_campaign(setup, Player(random, by_hand=0.1)), LINES):
        before = len(state.ledger)
        state = GAME.apply(state, action).state
        balanced(state, before)
    assert len(state.ledger) > 5


@pytest.mark.parametrize("seed", range(3))
def test_undo_redo_and_amend_move_the_books_with_them(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle({"options": {"players": 2}}, random)
    actions = [action for _, action, _ in islice(play_campaign(setup, Player(random, by_hand=0.1)), 80)]
    lines = [Entry(number=n, kind="action", action=each) for n, each in enumerate(actions, 2)]
    known = extend(Position(GAME), [Entry(number=1, kind="setup", action=setup), *lines])
    whole, last = known.state, len(actions) + 1
    back = extend(known, [Entry(number=last + 1, kind="undo", to=last // 2)])
    balanced(back.state)
    assert whole.ledger[: len(back.state.ledger)] == back.state.ledger
    again = extend(back, [Entry(number=last + 2, kind="redo")])
    assert again.state is whole
    gift = {"type": "adjust", "player": setup["players"][0]["player"], "reason": "a gift", "credits": 11}
    mended = extend(known, [_amendment(known, last, gift)])
    balanced(mended.state)
    assert 11 in [line.amount for line in mended.state.ledger]


def _amendment(position: Position, last: int, action: Any) -> Entry:
    """Line 5 corrected; what cannot follow falls out, as the table's door has it."""
    state, dropped = GAME.apply(position.before(5), action).state, []
    for number in position.since(5)[1:]:
        try:
            state = GAME.apply(state, position.actions[number]).state
        except Exception:
            dropped.append(number)
    return Entry(number=last + 1, kind="amend", to=5, action=action, dropped=dropped)


OF = ("", "statement/", "worth/", "bookings/", "counts/", "book.csv", "book.xlsx", "book.pdf")


def test_another_companys_books_are_shut_on_every_page_and_in_every_file(half_a_war: War) -> None:
    home = f"/campaigns/{half_a_war.campaign.code}/books/"
    for page in OF:
        answer = half_a_war.bob.get(f"{home}of/{ALICE}/{page}")
        assert (answer.status_code, b"These books are shut" in answer.content) == (403, True), page
    page = half_a_war.bob.get(home).content.decode()
    rows = [f"/of/{seat}/" in page for seat in (ALICE, BOB)]
    assert rows == [False, True]


def test_the_whole_book_holds_the_visitors_own_lines_alone(half_a_war: War) -> None:
    home = f"/campaigns/{half_a_war.campaign.code}/books/"
    known = book(chronicle_of(half_a_war.campaign))
    own = [each.booking.n for each in known.of(BOB)]
    text = half_a_war.bob.get(f"{home}book.csv").content.decode("utf-8-sig")
    assert [int(row[0]) for row in list(csv.reader(StringIO(text)))[1:]] == own
    sheets = load_workbook(BytesIO(half_a_war.bob.get(f"{home}book.xlsx").content))
    assert [row[0].value for row in sheets["Journal"].iter_rows(min_row=2)] == own
    name = next(each.name for each in known.card.companies(known.chronicle.state) if each.seat == ALICE)
    told = text + str([cell.value for sheet in sheets for row in sheet.iter_rows() for cell in row])
    pdf = pypdfium2.PdfDocument(half_a_war.bob.get(f"{home}book.pdf").content)
    told += "".join(page.get_textpage().get_text_range() for page in pdf)
    assert name not in told
    assert next(each.name for each in known.card.companies(known.chronicle.state) if each.seat == BOB) in told


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
