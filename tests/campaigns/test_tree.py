"""The tree's pages: what they tell, to whom, and where they lead."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from campaigns.chronicle import end, latest
from campaigns.door import visitor
from campaigns.opening import open_campaign, open_series
from companion.shelf import game
from companion.tables import seating
from companion.tables.devices import COOKIE, new_secret
from companion.tables.lobby import Opening
from companion.tables.models import Table
from companion.tables.position import position
from tests.campaigns.conftest import ALICE, BOB, FIRST, WAR, War, fought


@pytest.fixture
def begun(transactional_db: None) -> War:
    """In the set-up of its first scenario, when each company has bought something."""
    return fought(20)


@pytest.fixture
def second(transactional_db: None) -> War:
    """When its second scenario, 2C, has just been chosen."""
    return fought(357)


def told(browser: Client, war: War, rest: str = "") -> str:
    """The page's HTML."""
    answer = browser.get(f"/campaigns/{war.campaign.code}/tree/{rest}")
    assert answer.status_code == 200
    return answer.content.decode()


def plain(page: str) -> str:
    """What can be read on it, in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_the_tree_of_a_war_tells_where_it_can_go_and_where_it_has_been(second: War) -> None:
    page = told(second.bob, second)
    names = re.findall(r'<a href="([^"]+)" aria-label="([^"]+)"', page)
    assert [name.split()[0] for _, name in names] == [
        "1", "2A", "2B", "2C", "3A", "3B", "3C", "3D", "4A", "4B", "4C"
    ]  # fmt: skip
    assert names[0][1] == "1 Breach of Contract: played. Then the victor chooses."
    assert names[2][1] == "2B Convoy Road: shut. Then the loser chooses."
    assert names[3][1] == "2C Survey Ridge: now. Then the victor chooses."
    assert names[6][1] == "3C The Gap: can be next. Then the poorest chooses."
    assert names[-1] == (
        f"/campaigns/{second.campaign.code}/tree/scenario/4c/",
        "4C Last Dividend: later. The campaign ends here.",
    )
    assert "3C has to be chosen and fought first." in plain(page)
    _leads_to_the_log(second)


def _leads_to_the_log(war: War) -> None:
    page = told(war.alice, war)
    lines = {int(each) for each in re.findall(r"#line-(\d+)", page)}
    table = position(war.table)
    ends = [n for n, a in table.actions.of(table.numbers) if a.get("type") == "choose"]
    assert set(ends) < lines <= set(table.numbers)
    assert "Evening 1, 3 September 2026" in plain(page)
    assert f"/print/parabellum/tree/?table={war.table.code}" in page
    assert "Meridian Deepworks chose 2C Survey Ridge." in plain(page)
    before = re.search(r'\?before=(\d+)#line-(\d+)"', page)
    assert before
    assert (
        f'id="line-{before[2]}"'
        in war.alice.get(f"/t/{war.table.code}/log/?before={before[1]}").content.decode()
    )


def test_a_scenarios_page_tells_its_booklet_and_the_ways_there(begun: War) -> None:
    assert "What can I afford here?" in told(begun.alice, begun, "scenario/1/")
    page = plain(told(begun.alice, begun, "scenario/4b/"))
    assert "What can I afford here?" not in page
    assert "Four ways lead there from here." in page
    assert "Hold three of the eight anchor points" in page
    assert "The poorest company has to choose 4B, not 4C." in page
    assert "up to 1150 credits in bonuses, up to 150 in penalties" in page


def test_every_scenario_has_its_page(begun: War) -> None:
    for scenario in position(begun.table).state.binder.scenarios:
        told(begun.bob, begun, f"scenario/{scenario}/")


def test_what_a_company_can_afford_is_for_its_own_seat(begun: War) -> None:
    players = position(begun.table).state.players
    page = {ALICE: plain(told(begun.alice, begun, "afford/"))}
    page[BOB] = plain(told(begun.bob, begun, "afford/"))
    assert players[ALICE].credits != players[BOB].credits
    for own, other in ((ALICE, BOB), (BOB, ALICE)):
        assert f"Credits now RULING R61 {players[own].credits} " in page[own]
        assert f"Credits now RULING R61 {players[other].credits} " not in page[own]
    assert 'aria-label="Kestrel-Vaun"' not in told(begun.bob, begun, "afford/")


def test_a_roster_of_several_kinds_is_planned_for_ones_own_company_alone(begun: War) -> None:
    state = position(begun.table).state
    page = plain(
        told(begun.alice, begun, f"afford/{ALICE}/{state.scenario}/?main_battle_tank=2&supply_truck=1")
    )
    assert "3 units, ready to fight" in page
    assert "Upkeep the next time, with these" in page
    nonsense = plain(
        told(begun.alice, begun, f"afford/{ALICE}/{state.scenario}/?main_battle_tank=-2&supply_truck=x&y=3")
    )
    assert "0 units, ready to fight" in nonsense
    for browser, rest in ((begun.bob, f"{ALICE}/{state.scenario}"), (begun.alice, f"{ALICE}/4c")):
        assert browser.get(f"/campaigns/{begun.campaign.code}/tree/afford/{rest}/").status_code == 404


@dataclass
class Onlooker:
    """Somebody who came in by the code and holds no seat."""

    browser: Client


@pytest.fixture
def onlooker(begun: War) -> Onlooker:
    browser = Client()
    code = begun.campaign.code
    browser.post(f"/campaigns/{code}/join/")
    secret = browser.cookies[COOKIE].value
    assert visitor(begun.campaign, secret).joined
    return Onlooker(browser)


def test_an_onlooker_sees_the_tree_and_nobodys_credits(begun: War, onlooker: Onlooker) -> None:
    assert "What can I afford" not in told(onlooker.browser, begun)
    page = plain(told(onlooker.browser, begun, "afford/"))
    assert "holds no company" in page
    assert "Credits now" not in page


@pytest.mark.django_db(transaction=True)
def test_names_in_an_owners_binder_are_words_and_nothing_else() -> None:
    name = '<script>alert("x")</script> & Söhne'
    binder = _starter()
    binder["scenarios"]["2a"]["name"] = name
    secret = new_secret()
    opening = Opening(
        system="parabellum", title="Own", kind="seated", setup=WAR["setup"] | {"binder": binder}
    )
    campaign = open_campaign(opening, secret, on=FIRST)
    assert campaign.table is not None
    seating.sit(campaign.table, secret, ALICE)
    browser = Client()
    browser.cookies[COOKIE] = secret
    for rest in ("", "scenario/2a/", "scenario/1/"):
        page = browser.get(f"/campaigns/{campaign.code}/tree/{rest}").content.decode()
        assert "<script>alert" not in page
        assert escape(name) in page


def _starter() -> Any:
    return game("parabellum").files[0].sample()


def test_what_is_not_there_is_not_found(begun: War) -> None:
    tree = f"/campaigns/{begun.campaign.code}/tree/"
    for scenario in ("9z", "afford", "1a"):
        assert begun.alice.get(f"{tree}scenario/{scenario}/").status_code == 404


def test_strangers_are_sent_to_the_door(begun: War) -> None:
    tree = f"/campaigns/{begun.campaign.code}/tree/"
    for rest in ("", "afford/", "scenario/1/"):
        answer = Client().get(tree + rest)
        assert (answer.status_code, answer.headers["Location"]) == (
            302, f"/campaigns/{begun.campaign.code}/join/"
        )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_a_series_has_no_tree() -> None:
    secret = new_secret()
    series = open_series("scarper", "Season", secret)
    browser = Client()
    browser.cookies[COOKIE] = secret
    assert browser.get(f"/campaigns/{series.code}/tree/").status_code == 404


@pytest.fixture
def choosing(transactional_db: None) -> War:
    """When its first scenario is over, and the victor is to choose."""
    return fought(356)


def test_who_chooses_weighs_maps_side_by_side_and_chooses_by_one_button(choosing: War) -> None:
    page = told(choosing.bob, choosing, "next/")
    assert page.count('<svg class="map map--ahead"') == page.count('type="radio"') == 3
    assert page.count('class="objective__number"') == 4 + 4 + 4
    assert re.findall(r"<button class=\"r-main\"[^>]*formaction=\"([^\"]*)\"", page) == [
        f"/campaigns/{choosing.campaign.code}/tree/next/{each}/" for each in ("2a", "2b", "2c")
    ]
    for word in ("Hold two of the four pump stations", "Meridian Deepworks there", "Purse at its end"):
        assert word in page
    assert "Kestrel-Vaun Holdings there" not in page
    assert choosing.bob.get(f"/campaigns/{choosing.campaign.code}/tree/next/?scenario=2c").status_code == 200
    assert position(choosing.table).state.scenario == "1"
    seen = choosing.table.version
    answer = choosing.bob.post(f"/campaigns/{choosing.campaign.code}/tree/next/2c/", {"seen": seen})
    assert answer.headers["Location"] == f"/t/{choosing.table.code}/"
    assert position(choosing.table).state.scenario == "2c"


def test_what_is_chosen_after_the_evening_was_ended_begins_the_next_one(choosing: War) -> None:
    end(choosing.campaign)
    before, seen = latest(choosing.campaign), choosing.table.version
    address = f"/campaigns/{choosing.campaign.code}/tree/next/2c/"
    for late, device in ((3, choosing.bob), (seen, choosing.alice)):
        assert device.post(address, {"seen": late}).status_code in (409, 422)
        assert latest(choosing.campaign) == before
        assert Table.objects.get(pk=choosing.table.pk).closed_at
    assert choosing.bob.post(address, {"seen": seen}).headers["Location"] == f"/t/{choosing.table.code}/"
    after = latest(choosing.campaign)
    assert before
    assert after
    assert (after.number, after.ended_at) == (before.number + 1, None)
    assert position(choosing.table).state.scenario == "2c"


def test_the_bars_say_what_the_reckoning_says(choosing: War) -> None:
    page = " ".join(told(choosing.bob, choosing, "next/").split())
    means = re.findall(r"Purse at its end: (?:<[^>]*>)*(-?\d+)", page)
    bars = re.findall(r"≈ ([-\d]+)", page)
    assert len(bars) == 3
    assert sorted(bars) == sorted(means)
    outlook = re.findall(r"(-?\d+) missing|(\d+) left</b>", page)
    assert len(outlook) == 3


def test_who_does_not_choose_sees_the_candidates_without_a_button_and_is_refused(choosing: War) -> None:
    page = told(choosing.alice, choosing, "next/")
    assert "formaction" not in page
    assert "Bob chooses" in page
    address = f"/campaigns/{choosing.campaign.code}/tree/next/2c/"
    assert choosing.alice.post(address, {"seen": choosing.table.version}).status_code == 422
    late = choosing.bob.post(address, {"seen": 3})
    assert late.status_code == 409
    assert position(choosing.table).state.scenario == "1"
