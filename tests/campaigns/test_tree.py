"""The tree's pages: what they tell, to whom, and where they lead."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.html import escape
from pytest_django.plugin import DjangoDbBlocker

from campaigns.door import visitor
from campaigns.opening import open_campaign, open_series
from companion.tables import seats
from companion.tables.codes import new_secret
from companion.tables.devices import COOKIE
from companion.tables.house import Opening
from companion.tables.position import position
from tests.campaigns.conftest import ALICE, BOB, FIRST, WAR, War, fought


@pytest.fixture(scope="module")
def the_war(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[War]:
    """When its second scenario, 2C, has just been chosen. The tests only read it, so that one serves them all."""
    with django_db_blocker.unblock():
        yield fought(358)
        call_command("flush", "--no-input", "--verbosity=0")


def told(browser: Client, war: War, rest: str = "") -> str:
    """The page's HTML."""
    answer = browser.get(f"/campaigns/{war.campaign.code}/tree/{rest}")
    assert answer.status_code == 200
    return answer.content.decode()


def plain(page: str) -> str:
    """What can be read on it, in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_the_tree_of_a_war_links_each_scenario_with_its_status_in_words(the_war: War) -> None:
    page = told(the_war.bob, the_war)
    names = re.findall(r'<a href="([^"]+)" aria-label="([^"]+)"', page)
    assert [name.split()[0] for _, name in names] == [
        "1", "2A", "2B", "2C", "3A", "3B", "3C", "3D", "4A", "4B", "4C"
    ]  # fmt: skip
    assert names[0][1] == "1 Breach of Contract: played. Then the victor chooses."
    assert names[2][1] == "2B Convoy Road: shut. Then the loser chooses."
    assert names[3][1] == "2C Survey Ridge: now. Then the victor chooses."
    assert names[6][1] == "3C The Gap: can be next. Then the poorest chooses."
    assert names[-1] == (
        f"/campaigns/{the_war.campaign.code}/tree/scenario/4c/",
        "4C Last Dividend: later. The campaign ends here.",
    )
    assert "3C has to be chosen and fought first." in plain(page)


def test_the_way_so_far_leads_to_the_lines_of_the_log(the_war: War) -> None:
    page = told(the_war.alice, the_war)
    lines = {int(each) for each in re.findall(r"#line-(\d+)", page)}
    table = position(the_war.table)
    ends = [n for n, a in table.actions.items() if a.get("type") == "choose"]
    assert set(ends) < lines <= set(table.numbers)
    assert "Evening 1, 3 September 2026" in page
    assert f"/print/parabellum/tree/?table={the_war.table.code}" in page
    assert "Meridian Deepworks chose 2C Survey Ridge." in page
    before = re.search(r'\?before=(\d+)#line-(\d+)"', page)
    assert before
    assert (
        f'id="line-{before[2]}"'
        in the_war.alice.get(f"/t/{the_war.table.code}/log/?before={before[1]}").content.decode()
    )


def test_a_scenarios_page_tells_its_booklet_and_the_ways_there(the_war: War) -> None:
    page = plain(told(the_war.alice, the_war, "scenario/4b/"))
    assert "One way leads there from here." in page
    assert "Hold three of the eight anchor points" in page
    assert "The poorest company has to choose 4B, not 4C." in page
    assert "up to 850 credits in bonuses, up to 75 in penalties" in page


def test_every_scenario_has_its_page(the_war: War) -> None:
    for scenario in position(the_war.table).state.binder.scenarios:
        told(the_war.bob, the_war, f"scenario/{scenario}/")


def test_what_a_company_can_afford_is_for_its_own_seat(the_war: War) -> None:
    players = position(the_war.table).state.players
    page = {ALICE: plain(told(the_war.alice, the_war, "afford/"))}
    page[BOB] = plain(told(the_war.bob, the_war, "afford/"))
    assert players[ALICE].credits != players[BOB].credits
    for own, other in ((ALICE, BOB), (BOB, ALICE)):
        assert f"Credits now R61 {players[own].credits} " in page[own]
        assert f"Credits now R61 {players[other].credits} " not in page[own]
    assert "Kestrel-Vaun" not in page[BOB]


@dataclass
class Onlooker:
    """Somebody who came in by the code and holds no seat."""

    browser: Client


@pytest.fixture
def onlooker(the_war: War) -> Onlooker:
    browser = Client()
    code = the_war.campaign.code
    browser.post(f"/campaigns/{code}/join/")
    secret = browser.cookies[COOKIE].value
    assert visitor(the_war.campaign, secret).joined
    return Onlooker(browser)


def test_an_onlooker_sees_the_tree_and_nobodys_credits(the_war: War, onlooker: Onlooker) -> None:
    assert "What can I afford" not in told(onlooker.browser, the_war)
    page = plain(told(onlooker.browser, the_war, "afford/"))
    assert "holds no company" in page
    assert "Credits now" not in page


def test_names_in_an_owners_binder_are_words_and_nothing_else(the_war: War) -> None:
    name = '<script>alert("x")</script> & Söhne'
    binder = _starter()
    binder["scenarios"]["2a"]["name"] = name
    secret = new_secret()
    opening = Opening(
        system="parabellum", title="Own", kind="seated", setup=WAR["setup"] | {"binder": binder}
    )
    campaign = open_campaign(opening, secret, on=FIRST)
    assert campaign.table is not None
    seats.sit(campaign.table, secret, ALICE)
    browser = Client()
    browser.cookies[COOKIE] = secret
    for rest in ("", "scenario/2a/", "scenario/1/"):
        page = browser.get(f"/campaigns/{campaign.code}/tree/{rest}").content.decode()
        assert "<script>alert" not in page
        assert escape(name) in page


def _starter() -> dict:  # type: ignore[type-arg]
    from companion.shelf import game

    return dict(game("parabellum").files[0].sample())


def test_what_is_not_there_is_not_found(the_war: War) -> None:
    tree = f"/campaigns/{the_war.campaign.code}/tree/"
    for scenario in ("9z", "afford", "1a"):
        assert the_war.alice.get(f"{tree}scenario/{scenario}/").status_code == 404


def test_strangers_are_sent_to_the_door(the_war: War) -> None:
    tree = f"/campaigns/{the_war.campaign.code}/tree/"
    for rest in ("", "afford/", "scenario/1/"):
        answer = Client().get(tree + rest)
        assert (answer.status_code, answer.headers["Location"]) == (
            302, f"/campaigns/{the_war.campaign.code}/join/"
        )  # fmt: skip


def test_a_series_has_no_tree(the_war: War) -> None:
    secret = new_secret()
    series = open_series("scarper", "Season", secret)
    browser = Client()
    browser.cookies[COOKIE] = secret
    assert browser.get(f"/campaigns/{series.code}/tree/").status_code == 404
