"""Reports and rosters: for everybody what he may know, each sentence on its lines, each unit named."""

import json
import re
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdfium2 import PdfDocument

from campaigns.models import Evening, OpenedBooks
from campaigns.opening import open_series
from campaigns.series.records import open_evening, write_down
from companion import shelf
from companion.tables import play
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.lobby import Opening
from companion.tables.models import Entry, Table
from tests.campaigns.conftest import ALICE, War
from tests.press.measuring import faults, words_as_set
from tests.shop.orders import work


def text_of(page: bytes) -> str:
    """A page's words, its markup taken out."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.decode()).split())


@pytest.fixture
def rosters(half_a_war: War) -> str:
    return f"/campaigns/{half_a_war.campaign.code}/roster/"


def test_an_owner_reads_his_units_whole_and_others_as_their_miniatures(half_a_war: War, rosters: str) -> None:
    bobs, alices = (
        text_of(half_a_war.bob.get(rosters).content),
        text_of(half_a_war.alice.get(rosters).content),
    )
    assert "Scarp Rangers" in bobs
    assert "Card in reserve" in bobs
    assert "Main Battle Tank" not in bobs
    assert "Scarp Rangers" not in alices
    assert "Main Battle Tank" in alices
    # Bob's two cards that were never mustered are nobody else's to count.
    assert "Ten units, eight of them still there" in bobs
    assert "Eight units, six of them still there" in alices
    sifts(half_a_war, rosters)


def sifts(half_a_war: War, rosters: str) -> None:
    """By company, place and kind, and what no unit is."""

    def shown(query: str) -> list[str]:
        page = half_a_war.bob.get(rosters + query).content.decode()
        return [f"u{n}" for n in re.findall(r'roster__id">no. (\d+)<', page)]

    assert shown("?place=gone") == ["u10", "u11", "u3", "u5"]
    assert shown("?company=meridian&kind=Infantry") == ["u2", "u3", "u4", "u6"]
    assert shown("?company=meridian&kind=Infantry&place=gone") == ["u3"]
    assert shown("?company=nobody") == []
    assert "No unit is all of that" in half_a_war.bob.get(rosters + "?kind=<b>").content.decode()


def test_a_units_page_tells_its_life_and_leads_to_its_lines(half_a_war: War, rosters: str) -> None:
    page = half_a_war.bob.get(f"{rosters}u3/").content.decode()
    assert "its last four people" in page
    log = f"/tables/{half_a_war.table.code}/log/?before=256#line-255"
    assert log in page or log.replace("/tables", "") in page
    assert (
        'id="line-255"'
        in half_a_war.bob.get(re.findall(r'href="([^"]*)#line-255"', page)[0]).content.decode()
    )
    # A unit that was never seen is nowhere for others.
    assert half_a_war.bob.get(f"{rosters}u14/").status_code == 200
    assert half_a_war.alice.get(f"{rosters}u14/").status_code == 404
    assert half_a_war.alice.get(f"{rosters}u99/").status_code == 404
    others = text_of(half_a_war.alice.get(f"{rosters}u2/").content)
    assert "Mustered under the flag blue-yellow-white." in others
    for hidden in ("Scarp", "155", "Ammunition", "Troop Carrier"):
        assert hidden not in others


def test_a_veteran_bears_a_star_for_every_three_fights_and_its_evenings(
    half_a_war: War, rosters: str
) -> None:
    for reader in (half_a_war.alice, half_a_war.bob):
        told = reader.get(f"{rosters}u1/").content
        assert "Veteran one star" in text_of(told)
        assert "On the map or in the books on evening 1." in text_of(told)
        assert told.count(b'class="star"') == 1
        assert "Veteran" not in text_of(reader.get(f"{rosters}u7/").content)


HERS = ("Scout Walker", "Supply Truck", "Field Howitzer")
"""Types of Alice's units that no scout of Bob's has looked at."""
HIS = ("Scarp Rangers", "Mortar Section", "Troop Carrier", "Technical", "1750", "1 750", "1 715")


def paper(data: bytes) -> str:
    """The words of a PDF."""
    pages = PdfDocument(BytesIO(data))
    return " ".join(" ".join(pages[n].get_textpage().get_text_range().split()) for n in range(len(pages)))


@pytest.fixture
def home(half_a_war: War) -> str:
    return f"/campaigns/{half_a_war.campaign.code}/reports/"


def test_an_evening_is_told_at_once_with_turning_points_losses_money_and_luck(
    half_a_war: War, home: str
) -> None:
    told = text_of(half_a_war.bob.get(f"{home}evening/1/").content)
    assert "destroys Kestrel-Vaun Holdings&#x27; walker RKO, which loses its last five people." in told
    assert "Turning points are the five heaviest events" in told
    assert "Kestrel-Vaun Holdings 22 2 15 2" in told
    assert "Meridian Deepworks 15 2 21 2" in told
    assert "From 0 to 5 credits: +5." in told
    assert "92.2 % in all" in told
    assert "7.5 % in all" in told
    assert "All 22 throws" in told
    # Every sentence leads to a line that the log shows.
    page = half_a_war.bob.get(f"{home}evening/1/").content.decode()
    links = re.findall(r'class="told"\s+href="([^"#]*)\?before=(\d+)#line-(\d+)"', page)
    assert len(links) > 50
    for address, before, line in (links[0], links[len(links) // 2], links[-1]):
        log = half_a_war.bob.get(f"{address}?before={before}").content.decode()
        assert f'id="line-{line}"' in log
    for where in ("evening/9/", "scenario/0/", "scenario/2/", "evening/9/report.pdf"):
        assert half_a_war.bob.get(home + where).status_code == 404
    assert Client().get(f"{home}evening/1/").headers["Location"].endswith("/join/")


@pytest.mark.sampled
def test_nobody_reads_what_lies_behind_anothers_screen(half_a_war: War, home: str) -> None:
    for where in ("", "evening/1/", "scenario/1/", "luck/"):
        hold_no_secret(half_a_war, home, where)
    prints_no_secret(half_a_war, home)


def hold_no_secret(half_a_war: War, home: str, where: str) -> None:
    bobs, alices = (text_of(who.get(home + where).content) for who in (half_a_war.bob, half_a_war.alice))
    assert not [word for word in HERS if word in bobs]
    assert not [word for word in HIS if word in alices]
    public = text_of(half_a_war.bob.get(f"{home}{where}?public").content)
    assert not [word for word in (*HERS, *HIS) if word in public]


def prints_no_secret(half_a_war: War, home: str) -> None:
    answer = half_a_war.bob.get(f"{home}evening/1/report.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert "the-long-war-evening-1.pdf" in answer["Content-Disposition"]
    assert faults(answer.content) == []
    bobs = paper(answer.content)
    assert "Scarp Rangers BYG" in bobs
    assert "92.2 %" in bobs
    assert not [word for word in HERS if word in bobs]
    public = paper(half_a_war.bob.get(f"{home}evening/1/report.pdf?public&paper=letter").content)
    assert "Turning points" in public
    assert not [word for word in (*HERS, *HIS) if word in public]
    refused = half_a_war.bob.get(f"{home}evening/1/report.pdf?paper=papyrus")
    assert refused.status_code == 422
    assert "a4 or letter" in text_of(refused.content)


@pytest.mark.sampled
def test_the_history_is_a_booklet_to_read_or_to_fold(war: War) -> None:
    address = f"/campaigns/{war.campaign.code}/reports/history.pdf"
    Evening.objects.filter(campaign=war.campaign, number=1).update(
        notes="<b>Rain</b> & mud 渡", came=["Alice"]
    )
    pages = war.bob.get(address).content
    assert faults(pages) == []
    told = paper(pages)
    for word in (
        "The Long War",
        "2C Survey Ridge",
        "Evening 3",
        "Roll of honour",
        "The fallen",
        "behind the screen",
        "1 065",
    ):
        assert word in told
    assert "<b>Rain</b> & mud 渡" in told
    sheets = war.bob.get(f"{address}?fold=sheets").content
    assert len(PdfDocument(BytesIO(sheets))) == -(-len(PdfDocument(BytesIO(pages))) // 4) * 2
    assert war.bob.get(f"{address}?fold=twice").status_code == 404
    # After the end a company is read by all once it has laid its books open itself.
    roster = f"/campaigns/{war.campaign.code}/roster/"
    assert "Field Howitzer" not in text_of(war.bob.get(roster).content)
    OpenedBooks.objects.create(campaign=war.campaign, seat=ALICE)
    assert "Field Howitzer" in text_of(war.bob.get(roster).content)


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True, databases="__all__")
def test_a_long_history_is_long_work_that_a_worker_does(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"/campaigns/{war.campaign.code}/reports/history.pdf"
    monkeypatch.setattr("campaigns.reports.views.LONG", 100)
    monkeypatch.setattr("campaigns.reports.views.LINE_BY_LINE", 300)
    there = war.bob.get(address)["Location"]
    assert war.bob.get(address)["Location"] == there, "the same work is not put down twice"
    assert "Waiting for its turn" in war.bob.get(there).content.decode()
    war.bob.post(there)
    assert "Stopped" in war.bob.get(there).content.decode()
    there = war.bob.get(address)["Location"]
    work()
    assert "Ready" in war.bob.get(there).content.decode()
    told = paper(war.bob.get(there.rstrip("/") + ".pdf").content)
    assert "The Long War" in told
    assert war.bob.get(there.replace(war.campaign.code, "BCDFGH")).status_code in (302, 404)


@pytest.mark.sampled
def test_a_long_history_keeps_to_the_turning_points(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.reports.views.LINE_BY_LINE", 300)
    told = paper(war.bob.get(f"/campaigns/{war.campaign.code}/reports/history.pdf").content)
    assert "Turning points" in told
    assert "What happened" not in told
    assert "tells the rest, line by line" in told


@pytest.mark.sampled
def test_an_evening_of_a_series_is_told_line_by_line_with_its_steps(transactional_db: None) -> None:
    secret = new_secret()
    series = open_series("scarper", "Winter", secret)
    setup, actions = shelf.game("scarper").demo()  # type: ignore[misc]
    opening = Opening(system="scarper", title="Ypres", kind="open", setup=json.loads(json.dumps(setup)))
    table = open_evening(series, opening, {"date": date(2026, 11, 5)}, (), (secret, "Tablet"))
    for number, action in enumerate(actions[:9], 1):
        play.act(table, HOUSE, action, number, f"tap-{number}")
    write_down(series, {"date": date(2026, 11, 12)}, [{"player": "Ada", "points": 7, "rank": 1}])
    browser = Client()
    browser.cookies[COOKIE] = secret
    home = f"/campaigns/{series.code}/reports/"
    assert "evening/1/" in browser.get(home).content.decode()
    first = browser.get(f"{home}evening/1/").content.decode()
    assert len(re.findall(r'class="told"', first)) == len(actions[:9]) + 1
    assert Table.objects.get(pk=table.pk).headline in text_of(first.encode())
    assert "Why" in first
    second = text_of(browser.get(f"{home}evening/2/").content)
    assert "No table was kept of this evening" in second
    assert "1 Ada 7" in second
    assert "Line by line" in paper(browser.get(f"{home}evening/1/report.pdf").content)
    assert browser.get(f"{home}luck/").status_code == 404
    assert len(PdfDocument(BytesIO(browser.get(f"{home}evening/1/front-page.pdf").content))) == 1
    assert browser.get(f"{home}evening/2/front-page.pdf").status_code == 404
    assert 'href="front-page.pdf"' in first


def test_an_evening_is_a_quarterly_letter_of_what_everybody_knows(half_a_war: War, home: str) -> None:
    assert 'href="front-page.pdf"' in half_a_war.bob.get(f"{home}evening/1/").content.decode()
    rows = [who.get(f"{home}evening/1/front-page.pdf").content for who in (half_a_war.alice, half_a_war.bob)]
    assert rows[0] == rows[1]
    assert len(PdfDocument(BytesIO(rows[0]))) == 1
    words = paper(rows[0])
    assert "Kestrel-Vaun Holdings" in words
    assert not [secret for secret in (*HERS, *HIS) if secret in words]
    assert half_a_war.bob.get(f"{home}evening/9/front-page.pdf").status_code == 404


def test_a_goal_that_changed_hands_five_times_is_one_turning_point(half_a_war: War, home: str) -> None:
    page = half_a_war.bob.get(f"{home}evening/1/").content.decode()
    turning = page.partition('id="turning"')[2].partition("</section>")[0]
    assert turning.count("Destroy two enemy units") <= 1
    assert page.count("Destroy two enemy units") > 3


@pytest.mark.sampled
def test_the_history_draws_the_way_the_maps_the_purses_and_tells_careers(war: War) -> None:
    printed = war.bob.get(f"/campaigns/{war.campaign.code}/reports/history.pdf").content
    told = paper(printed)
    assert "the broad line is the way that was taken" in told
    pages = PdfDocument(BytesIO(printed))
    texts = [page.get_textpage().get_text_range() for page in pages]
    fronts = [text for text in texts if "The map as the evening left it" in text]
    assert len(fronts) == 3, "each evening begins with a page of its own"
    behind = [text for text in texts[1:] if text not in fronts]
    assert min(len(text.splitlines()) for text in behind) > 6, "no other page is nearly empty"
    assert "The map as it stood" in told
    assert "as they were read out" in told
    assert "The best throw" in told
    assert "The worst throw" in told
    assert "Careers" in told
    assert "Field Howitzer" not in told


def test_in_the_history_purchases_stand_beside_the_story_and_no_heading_alone(war: War) -> None:
    pages = words_as_set(war.bob.get(f"/campaigns/{war.campaign.code}/reports/history.pdf").content)
    for number, words in enumerate(pages[1:], 2):
        last = max((word for word in words if word.foot < 545), key=lambda word: word.foot)
        assert last.size < 10.5, f"a heading ends page {number}: {last.text}"
    bought = [word.font for words in pages for word in words if word.text in ("buys", "musters")]
    assert bought
    assert all("Italic" in font for font in bought)


@pytest.fixture
def page(half_a_war: War) -> str:
    return f"/campaigns/{half_a_war.campaign.code}/roster/u1/"


def written(war: War, who: Client, page: str, **said: str) -> Any:
    return who.post(f"{page}name/", {"seen": str(war.table.version), **said})


def test_an_owner_names_a_unit_and_undo_takes_it_back(half_a_war: War, page: str) -> None:
    war, (owner, other) = half_a_war, _sides(half_a_war, page)
    kept = war.table.version
    for _ in "twice":
        assert written(war, owner, page, name="Big Anna", note="Holds the ford.").status_code == 302
    assert war.table.version == kept + 1
    shown = text_of(owner.get(page).content)
    assert "Big Anna (" in shown
    assert "Holds the ford." in shown
    for hidden in (page, page.replace("u1/", ""), reverse("tables:log", args=[war.table.code])):
        told = other.get(hidden, follow=True).content
        assert b"Anna" not in told
        assert b"the ford" not in told
    back = {"to": kept, "seen": kept + 1, "key": "back-1"}
    assert owner.post(reverse("tables:undo", args=[war.table.code]), back).status_code < 400
    assert "Anna" not in text_of(owner.get(page).content)


def test_the_name_on_the_companys_list_is_taken_with_one_tap(half_a_war: War, page: str) -> None:
    owner, _ = _sides(half_a_war, page)
    offered = re.findall(r"Call it ([^<]+)</button>", owner.get(page).content.decode())[0]
    written(half_a_war, owner, page, draw="1", name="", note="")
    last = Entry.objects.filter(table=half_a_war.table).latest("number")
    assert last.action["name"] == offered
    assert f"{offered} (" in text_of(owner.get(page).content)
    assert "Call it" not in text_of(owner.get(page).content)


def test_what_cannot_be_written_stands_beside_its_field_and_changes_nothing(
    half_a_war: War, page: str
) -> None:
    owner, other = _sides(half_a_war, page)
    kept = half_a_war.table.version
    refused = written(half_a_war, owner, page, name="x" * 41, note="Kept as typed")
    assert refused.status_code == 422
    assert b'aria-describedby="name-error"' in refused.content
    assert b"Kept as typed" in refused.content
    assert owner.post(f"{page}name/", {"seen": str(kept - 3), "name": "Late"}).status_code == 409
    assert written(half_a_war, other, page, name="Mine").status_code == 404
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = owner.cookies
    assert strict.post(f"{page}name/", {"seen": str(kept), "name": "Forged"}).status_code == 403
    assert half_a_war.table.version == kept


def _sides(war: War, page: str) -> tuple[Client, Client]:
    """Whose unit it is, and the other."""
    mine = b"Its name and your notes" in war.alice.get(page).content
    return (war.alice, war.bob) if mine else (war.bob, war.alice)
