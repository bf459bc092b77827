"""The books on the screen: every figure leads to its bookings, each booking to its line of the log."""

import re
from html import unescape

from campaigns.books.book import book
from companion.games.parabellum.procedures.money import sheet_json
from companion.games.parabellum.state.notation import numbered
from companion.tables.models import Entry
from tests.campaigns.conftest import ALICE, BOB, War

FILES = re.compile(r"\.(pdf|xlsx|csv)")


def links(page: str) -> list[str]:
    return [unescape(each) for each in re.findall(r'href="([^"#]+)', page)]


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).replace("\xa0", "").split())


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


def test_the_sheet_is_the_rulebooks_column_by_column(war: War) -> None:
    known = book(war.campaign)
    ledger = numbered(line for line in known.told.state.ledger if line.player == ALICE)
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
    known = book(war.campaign)
    for place, passage in enumerate(known.told.passages):
        for seat in (ALICE, BOB):
            assert known.cash(seat, place) == passage.after.players[seat].credits
    for entered in known.entries:
        assert entered.evening == known.told.passages[entered.place].evening
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
