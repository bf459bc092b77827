"""A campaign that is over: it says so, opens again, and its last battle can be mended; it has one code."""

import re

from campaigns.models import Evening
from campaigns.opening import open_campaign
from companion.games.parabellum.screens import scenario
from companion.tables.house import Opening
from companion.tables.models import Table
from companion.tables.position import position
from tests.campaigns.conftest import ALICE, FIRST, WAR, War


def test_a_finished_campaign_is_opened_again_and_its_last_evening_goes_on(war: War) -> None:
    at = f"/campaigns/{war.campaign.code}/"
    assert "at the table its last move can be taken back" in war.alice.get(at).text
    war.alice.post(f"{at}end/")
    page = war.alice.get(at).text
    assert "Open it\n      again" in page or "Open it again" in page
    assert f"/t/{war.table.code}/log/#line-" in page
    evenings = Evening.objects.filter(campaign=war.campaign).count()
    assert war.bob.post(f"{at}open_again/").headers["Location"] == f"/t/{war.table.code}/"
    assert war.table.closed_at is None
    assert Evening.objects.filter(campaign=war.campaign).count() == evenings
    assert Evening.objects.filter(campaign=war.campaign).last().ended_at is None  # type: ignore[union-attr]
    known = position(war.table)
    undone = war.alice.post(
        f"/t/{war.table.code}/undo/",
        {"to": known.numbers[-2], "seen": war.table.version, "key": "mend"},
    )
    assert undone.status_code < 400


def test_its_last_scenario_was_played_and_is_not_being_played(war: War) -> None:
    rows = scenario._tree(position(war.table).state).rows
    assert [row.cells[1] for row in rows if row.cells[1]] == ["played"] * 3
    page = war.alice.get(f"/campaigns/{war.campaign.code}/tree/").text
    assert page.count('class="node node--played') == 3
    assert 'class="node node--now' not in page


def test_one_code_leads_to_the_campaign_and_to_its_table(transactional_db: None) -> None:
    opening = Opening(system="parabellum", title="The Long War", setup=WAR["setup"])
    campaign = open_campaign(opening, "secret", on=FIRST)
    assert campaign.table is not None
    assert campaign.code == campaign.table.code


def test_the_books_tell_of_companies_by_their_names(war: War) -> None:
    at = f"/campaigns/{war.campaign.code}/books/of/{ALICE}/bookings/"
    pages = "".join(war.alice.get(f"{at}?page={n}").text for n in (1, 2, 3))
    told = re.sub(r"<[^>]+>", " ", pages)
    assert "Kestrel-Vaun Holdings buys" in told
    assert not re.search(r"Kestrel Vaun('s| buys| pays| completed| is paid| has| does)", told)


def test_a_campaigns_table_leads_back_to_it_and_opens_no_game_again(war: War) -> None:
    there = f"/t/{war.table.code}/"
    page = war.bob.get(there).content.decode()
    assert "Again, sides changed" not in page
    assert "To the campaign" in page
    tables = Table.objects.count()
    war.bob.post(f"{there}again/", {"again": "1"})
    assert Table.objects.count() == tables
