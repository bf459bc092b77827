"""The war room: the tree of a campaign, its knots and sheets, and the ways that are drawn."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from playwright.sync_api import Browser, expect

from campaigns.chronicle import chronicle_of, end, latest
from campaigns.door import visitor
from campaigns.models import Campaign, Evening
from campaigns.opening import new_campaign, open_campaign, open_series
from campaigns.reports import gist
from campaigns.war_room import HIGH, Shape, _tops, _way_taken
from companion import shelf
from companion.engine.errors import InvalidInput
from companion.games.parabellum.campaign import Ceiling
from companion.games.parabellum.campaign.design import led
from companion.shelf import game
from companion.tables import seating
from companion.tables.devices import COOKIE, new_secret
from companion.tables.lobby import Opening
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.tonight import mine as tables_of
from companion.tables.tonight import open_here
from tests.accessible import faults
from tests.campaigns.binders import Workbench, begun, words
from tests.campaigns.conftest import ALICE, BOB, FIRST, WAR, War, fought
from tests.conftest import House
from tests.games.parabellum.twin_tables import at_the_attack, at_the_christening
from tests.twinned import Twins, opened, plain, sat


def page_words(page: str) -> str:
    """What can be read on it, in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def home(war: War, who: Client) -> str:
    return who.get(f"/campaigns/{war.campaign.code}/").text


@pytest.fixture
def third(transactional_db: None) -> War:
    """In its third scenario, after two choices."""
    return fought(390)


def test_the_tree_tells_who_won_what_it_paid_who_chose_and_what_is_shut(third: War) -> None:
    page = home(third, third.alice)
    rounds = re.search(r'<ol class="unseen">(.*?)</ol>', page, re.S)
    assert rounds
    heard = page_words(rounds[1])
    assert "Round 1: 1 Breach of Contract, won by Bob, paid 80." in heard
    assert "2C Survey Ridge, chosen by Bob as victor, won by Alice, paid 450; not taken 2A and 2B." in heard
    assert "Round 3: 3D Dump Nine, chosen by Alice as victor, now; not taken 3A and 3B and 3C." in heard
    looks = re.findall(r'class="knot knot--(\w+) (seat-\d)?"', page)
    assert [look for look, _ in looks].count("shut") == 7
    assert [side for look, side in looks if look == "was"] == ["seat-2", "seat-1"]
    assert re.findall(r'class="w-way w-way--taken (seat-\d)"', page) == ["seat-2", "seat-1"]


def test_a_round_of_four_fits_and_the_way_taken_stays_straight() -> None:
    shapes = [
        Shape(("was",), (142,), 0),
        Shape(("shut", "shut", "was"), (44, 44, 142), 2),
        Shape(("shut", "shut", "shut", "now"), (44, 44, 44, 142), 3),
    ]
    top = _way_taken(shapes)
    for shape in shapes:
        tops = _tops(shape, top)
        assert shape.middle is not None
        assert tops[shape.middle] == top
        assert tops[0] >= 0
        assert tops[-1] + shape.talls[-1] <= HIGH
        assert all(a + tall < b for a, tall, b in zip(tops, shape.talls, tops[1:], strict=False))


def test_ones_own_purse_is_exact_and_others_is_the_most_they_can_have(third: War) -> None:
    state = chronicle_of(third.campaign).state
    for who, mine, other in ((third.alice, ALICE, BOB), (third.bob, BOB, ALICE)):
        ends = re.findall(r'class="w-race__end"[^>]*>([^<]*)', home(third, who))
        most = int(next(end for end in ends if "≤" in end).removeprefix("≤ ").replace(",", ""))
        assert f"{state.players[mine].credits:,}" in ends
        assert most >= state.players[other].credits
    looker = Client()
    looker.post(f"/campaigns/{third.campaign.code}/join/")
    ends = re.findall(r'class="w-race__end"[^>]*>([^<]*)', home(third, looker))
    assert len(ends) == 2
    assert all("≤" in end for end in ends)


@pytest.mark.parametrize("lines", [60, 356, None])
def test_nobody_ever_has_more_than_the_most_that_is_told(lines: int | None, transactional_db: None) -> None:
    passages = chronicle_of(fought(lines).campaign).passages
    for seat in (ALICE, BOB):
        ceiling = Ceiling(seat)
        for passage in passages:
            ceiling.read(passage)
        told = ceiling.limits
        for passage, most in zip(passages, told, strict=True):
            assert most is None or most >= passage.after.players[seat].credits
        assert told[0] == passages[0].after.binder.budget
        assert told[-1] != told[0]


@pytest.fixture
def room(transactional_db: None) -> Callable[[Table], Campaign]:
    def made(table: Table) -> Campaign:
        Campaign.objects.update(archived_at=None)
        campaign = new_campaign(table.system, "campaign", "Twins", table)
        Evening.objects.create(campaign=campaign, number=1, date=FIRST, table=table)
        return campaign

    return made


@pytest.mark.parametrize("twins", [at_the_attack, at_the_christening], ids=lambda made: made.__name__)
def test_a_hidden_purchase_changes_nothing_in_an_outsiders_war_room(
    twins: Callable[[], Twins], room: Callable[[Table], Campaign]
) -> None:
    pair, rows = twins(), []
    for world in (pair.one, pair.two):
        table = opened(pair.game, world, "seated")
        campaign = room(table)
        pages = []
        for who in (sat(table, pair.looker), sat(table)):
            pages += [plain(who.browser.get(f"/campaigns/{campaign.code}/", follow=True).text)]
        rows.append(pages)
        Campaign.objects.filter(pk=campaign.pk).update(table=None)
        Evening.objects.filter(campaign=campaign).delete()
        campaign.delete()
    assert rows[0] == rows[1]
    assert all("Purses" in " ".join(page) or "PURSES" in " ".join(page) for page in rows[0])


def test_the_heavy_button_says_what_the_next_tap_is_for(third: War) -> None:
    def heavy(war: War, who: Client) -> str:
        found = re.search(r"data-main[^>]*>(.*?)<small>", home(war, who), re.S)
        assert found
        return page_words(found[1])

    begun, choosing, over = fought(3), fought(356), fought()
    assert heavy(begun, begun.alice) == "Muster for 1"
    assert heavy(third, third.alice) == "Continue tonight"
    assert heavy(choosing, choosing.bob) == "Choose the next scenario"
    assert heavy(choosing, choosing.alice) == "Bob chooses"
    assert heavy(over, over.alice) == "Read the end of the war"


def test_before_the_first_round_it_tells_budget_brief_and_seats(transactional_db: None) -> None:
    begun = fought(0)
    page = page_words(home(begun, begun.alice))
    assert "2 400 for each" in page
    assert "The mining concession on Tessaly runs out this year." in page
    assert "Who sits where" in page
    assert "Veterans" not in page


@pytest.mark.sampled
def test_small_maps_are_small(third: War) -> None:
    chronicle = chronicle_of(third.campaign)
    card = shelf.game("parabellum").campaign
    assert card is not None
    assert card.glance is not None
    for drawn in re.findall(r'<svg class="sketch".*?</svg>', home(third, third.alice), re.S):
        assert len(drawn.encode()) < 15_000
    fields = card.glance.fields()
    for passage in chronicle.passages:
        fields.read(passage)
    values = card.glance.sketch(chronicle.state, "1", fields.left("1")).values
    assert values["graves"]


def test_an_evenings_map_shows_who_fell_there_on_an_earlier_one(transactional_db: None) -> None:
    """A scenario that takes two evenings: the second's map is as it stood then, not what it alone did."""
    ended = next(n for n, action in enumerate(WAR["actions"]) if action["type"] == "choose")
    chronicle = chronicle_of(fought(ended).campaign)
    whole = gist(chronicle, chronicle.passages, ()).sketch
    late = gist(chronicle, chronicle.passages[ended - 20 :], ()).sketch
    assert whole is not None
    assert late is not None
    assert whole.values["graves"]
    assert late.values == whole.values


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_where_nothing_comes_next_the_war_room_tells_how_it_ended() -> None:
    over = fought()
    there = f"/campaigns/{over.campaign.code}/"
    assert over.alice.get(f"{there}tree/next/").headers["Location"] == there
    page = page_words(over.alice.get(there).content.decode())
    assert "under way" not in page
    assert "no. 8, 9, 10" in page


@pytest.mark.sampled
def test_what_is_to_be_laid_out_is_counted_and_its_sheets_are_known_once_somebody_has_asked(
    transactional_db: None,
) -> None:
    war = fought(260)
    page = home(war, war.alice)
    ticks = page.count('class="w-tick"')
    assert f"{ticks - 1} pieces" in page_words(page)
    assert re.search(r"Truck [A-Z]+ on E6", page_words(page))
    known, asked = (
        html.unescape(each) for each in re.findall(r'hx-get="(/print/parabellum/everything/facts[^"]*)', page)
    )
    if "facts/known" not in known:
        known, asked = asked, known
    first = war.alice.get(known)
    assert first.status_code == 204
    assert not first.content
    sheets = re.search(r"</svg>(\d+)", war.alice.get(asked).text)
    assert sheets
    assert int(sheets[1]) > 1
    assert war.alice.get(known).text == war.alice.get(asked).text
    assert f"/print/parabellum/everything/?table={war.campaign.code}" in html.unescape(page)
    assert 'popovertarget="seats"' in page


def test_a_node_opens_its_sheet_over_the_tree_and_its_page_stands_behind(third: War) -> None:
    page = home(third, third.alice)
    places = re.findall(r'href="([^"]*/tree/scenario/\w+/)" hx-get="([^"]*)" hx-target="#over-tree"', page)
    assert len(places) == 11
    assert all(plain == part for plain, part in places)
    tree = f"/campaigns/{third.campaign.code}/tree/"
    for scenario, ahead in (("1", False), ("3d", True), ("4c", True), ("2a", False)):
        there = f"{tree}scenario/{scenario}/"
        sheet = third.alice.get(there, headers={"HX-Request": "true"}).text
        assert sheet.lstrip().startswith("<dialog")
        assert f'href="{there}"' in sheet
        assert (f'href="{tree}next/"' in sheet) == ahead
        assert "<!doctype" in third.alice.get(there).text
    fought_out = page_words(third.alice.get(f"{tree}scenario/1/", headers={"HX-Request": "true"}).text)
    assert "Meridian Deepworks chose 2C Survey Ridge" in fought_out
    assert "completed +100" in fought_out
    assert "Evening 1, 3 September" in fought_out


def test_a_campaign_is_found_by_its_name_and_stands_on_the_door_as_its_tree(third: War) -> None:
    home_of = f"/campaigns/{third.campaign.code}/"
    shown = third.alice.get("/search/?q=long war").text
    assert page_words(shown).count("Parabellum Inc., campaign, 3 evenings") == 1
    assert f'href="{home_of}"' in shown
    assert f"/t/{third.table.code}/" not in shown
    assert home_of not in Client().get("/search/?q=long war").text
    lying = open_here(tables_of(third.secrets[ALICE]))
    assert [each.sketch for each in lying] == [f"{home_of}tree/small.svg?v={third.table.version}"]
    drawn = third.alice.get(lying[0].sketch)
    assert drawn["Content-Type"] == "image/svg+xml"
    assert drawn.text.count("<rect") == 11
    assert drawn.text.count('stroke-width="4"') == 2
    assert len(drawn.content) < 15_000
    assert Client().get(lying[0].sketch).status_code == 302


def test_who_waits_for_the_others_choice_is_given_a_line_to_send(transactional_db: None) -> None:
    war = fought(next(n for n, action in enumerate(WAR["actions"]) if action["type"] == "choose"))
    line = "it is yours to choose what comes next"
    waits = home(war, war.alice)
    assert line in waits
    assert "Remind Bob" in page_words(waits)
    assert line not in home(war, war.bob)
    looker = Client()
    looker.post(f"/campaigns/{war.campaign.code}/join/")
    assert line not in home(war, looker)


SMALL = {"scenarios": {"1": {"next": ["2a"]}, "2a": {}, "2b": {"next": "?"}}}


def test_a_way_is_drawn_and_taken_away_again() -> None:
    more = led(SMALL, "1", "2b")
    assert more["scenarios"]["1"]["next"] == ["2a", "2b"]
    assert led(led(more, "1", "2a"), "1", "2b")["scenarios"]["1"]["next"] == []
    assert SMALL["scenarios"]["1"]["next"] == ["2a"]


@pytest.mark.parametrize(("origin", "goal"), [("1", "9z"), ("1", ""), ("2a", "1"), ("2a", "2b"), ("7", "2a")])
def test_ways_lead_to_scenarios_of_later_rounds_alone(origin: str, goal: str) -> None:
    with pytest.raises(InvalidInput):
        led(SMALL, origin, goal)


@pytest.mark.django_db(transaction=True)
def test_a_scenario_is_tapped_then_those_to_which_it_leads() -> None:
    bench: Workbench = begun(Client())
    assert "or draw from one to another" in words(bench.open("room/tree/"))
    page = bench.open("room/tree/?from=2a")
    assert "2A Pump Stations leads to 3A and 3B" in words(page)
    goals = re.findall(r'<button class="leading__goal"[^>]*\s+value="(\w+)"', page)
    assert goals == ["3a", "3b", "3c", "3d", "4a", "4b", "4c"]
    answer = bench.change("lead", "scenarios.2a", goal="3c", to="tree", **{"from": "2a"})
    assert answer["Location"] == f"{bench.base}room/tree/?from=2a#ways"
    assert bench.content["scenarios"]["2a"]["next"] == ["3a", "3b", "3c"]
    assert bench.latest.what == "2A leads to 3C"
    bench.change("lead", "scenarios.2a", goal="3a", to="tree")
    assert bench.latest.what == "2A leads no longer to 3A"
    refused = bench.change("lead", "scenarios.2a", goal="1", to="tree")
    assert refused.status_code == 422
    assert "ways lead to later rounds" in words(refused.content.decode())
    bench.browser.post(f"{bench.base}undo/", {"seen": str(bench.latest.number), "to": ""})
    assert bench.content["scenarios"]["2a"]["next"] == ["3a", "3b", "3c"]


@pytest.mark.sampled
@pytest.mark.browser
def test_a_way_is_drawn_with_the_pointer_tapped_away_and_written_by_the_keyboard(
    house: House, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 1024, "height": 900})
    page.goto(f"{house.url}/campaigns/binders/")
    page.get_by_role("button", name="Copy the starter campaign").click()
    expect(page.get_by_role("heading", name="Brief", exact=True)).to_be_visible()
    page.goto(re.sub(r"(/binders/\w+/).*", r"\1room/tree/", page.url))
    way = page.locator('[data-way="scenarios.1 3d"]')
    page.locator('[data-drag="scenarios.1"]').drag_to(page.locator('[data-drop="3d"]'))
    expect(way).to_be_attached()
    way.dispatch_event("click")
    expect(page.locator("[data-kept]")).to_contain_text("Version 3")
    expect(way).not_to_be_attached()
    page.get_by_role("link", name="2C Survey Ridge: later").press("Enter")
    page.get_by_role("button", name="2C leads to 3A").press("Enter")
    expect(page.locator("#lead")).to_contain_text("leads to 3A, 3C and 3D")
    page.get_by_role("button", name="Take the way from 2C to 3A away").press("Enter")
    expect(page.locator("#lead")).to_contain_text("leads to 3C and 3D")
    assert faults(page) == []
    page.close()


@pytest.fixture
def young(transactional_db: None) -> War:
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


def plain_page(page: str) -> str:
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
    assert "3C has to be chosen and fought first." in plain_page(page)
    _leads_to_the_log(second)


def _leads_to_the_log(war: War) -> None:
    page = told(war.alice, war)
    lines = {int(each) for each in re.findall(r"#line-(\d+)", page)}
    table = position(war.table)
    ends = [n for n, a in table.actions.of(table.numbers) if a.get("type") == "choose"]
    assert set(ends) < lines <= set(table.numbers)
    assert "Evening 1, 3 September 2026" in plain_page(page)
    assert f"/print/parabellum/tree/?table={war.table.code}" in page
    assert "Meridian Deepworks chose 2C Survey Ridge." in plain_page(page)
    before = re.search(r'\?before=(\d+)#line-(\d+)"', page)
    assert before
    assert (
        f'id="line-{before[2]}"'
        in war.alice.get(f"/t/{war.table.code}/log/?before={before[1]}").content.decode()
    )


def test_a_scenarios_page_tells_its_booklet_and_the_ways_there(young: War) -> None:
    assert "What can I afford here?" in told(young.alice, young, "scenario/1/")
    page = plain_page(told(young.alice, young, "scenario/4b/"))
    assert "What can I afford here?" not in page
    assert "Four ways lead there from here." in page
    assert "Hold three of the eight anchor points" in page
    assert "The poorest company has to choose 4B, not 4C." in page
    assert "up to 1150 credits in bonuses, up to 150 in penalties" in page


def test_every_scenario_has_its_page(young: War) -> None:
    for scenario in position(young.table).state.binder.scenarios:
        told(young.bob, young, f"scenario/{scenario}/")


def test_what_a_company_can_afford_is_for_its_own_seat(young: War) -> None:
    players = position(young.table).state.players
    page = {ALICE: plain_page(told(young.alice, young, "afford/"))}
    page[BOB] = plain_page(told(young.bob, young, "afford/"))
    assert players[ALICE].credits != players[BOB].credits
    for own, other in ((ALICE, BOB), (BOB, ALICE)):
        assert f"Credits now RULING R61 {players[own].credits} " in page[own]
        assert f"Credits now RULING R61 {players[other].credits} " not in page[own]
    assert 'aria-label="Kestrel-Vaun"' not in told(young.bob, young, "afford/")


def test_a_roster_of_several_kinds_is_planned_for_ones_own_company_alone(young: War) -> None:
    state = position(young.table).state
    page = plain_page(
        told(young.alice, young, f"afford/{ALICE}/{state.scenario}/?main_battle_tank=2&supply_truck=1")
    )
    assert "3 units, ready to fight" in page
    assert "Upkeep the next time, with these" in page
    nonsense = plain_page(
        told(young.alice, young, f"afford/{ALICE}/{state.scenario}/?main_battle_tank=-2&supply_truck=x&y=3")
    )
    assert "0 units, ready to fight" in nonsense
    for browser, rest in ((young.bob, f"{ALICE}/{state.scenario}"), (young.alice, f"{ALICE}/4c")):
        assert browser.get(f"/campaigns/{young.campaign.code}/tree/afford/{rest}/").status_code == 404


@dataclass
class Onlooker:
    """Somebody who came in by the code and holds no seat."""

    browser: Client


@pytest.fixture
def onlooker(young: War) -> Onlooker:
    browser = Client()
    code = young.campaign.code
    browser.post(f"/campaigns/{code}/join/")
    secret = browser.cookies[COOKIE].value
    assert visitor(young.campaign, secret).joined
    return Onlooker(browser)


def test_an_onlooker_sees_the_tree_and_nobodys_credits(young: War, onlooker: Onlooker) -> None:
    assert "What can I afford" not in told(onlooker.browser, young)
    page = plain_page(told(onlooker.browser, young, "afford/"))
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


def test_what_is_not_there_is_not_found(young: War) -> None:
    tree = f"/campaigns/{young.campaign.code}/tree/"
    for scenario in ("9z", "afford", "1a"):
        assert young.alice.get(f"{tree}scenario/{scenario}/").status_code == 404


def test_strangers_are_sent_to_the_door(young: War) -> None:
    tree = f"/campaigns/{young.campaign.code}/tree/"
    for rest in ("", "afford/", "scenario/1/"):
        answer = Client().get(tree + rest)
        assert (answer.status_code, answer.headers["Location"]) == (
            302, f"/campaigns/{young.campaign.code}/join/"
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


@pytest.mark.django_db(transaction=True, databases="__all__")
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


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_the_table_leads_whoever_looks_to_the_page_where_what_comes_next_is_weighed(choosing: War) -> None:
    code = choosing.campaign.code
    for device in (choosing.alice, choosing.bob):
        device.post(f"/t/{choosing.table.code}/walk/", {"beat": 9, "seen": choosing.table.version})
        page = device.get(f"/t/{choosing.table.code}/").content.decode()
        assert re.findall(r'id="main-deed"[^>]*href="([^"]*)"', page) == [f"/campaigns/{code}/tree/next/"]


@pytest.mark.django_db(transaction=True, databases="__all__")
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


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_the_bars_say_what_the_reckoning_says(choosing: War) -> None:
    page = " ".join(told(choosing.bob, choosing, "next/").split())
    means = re.findall(r"Purse at its end: (?:<[^>]*>)*(-?\d+)", page)
    bars = re.findall(r"≈ ([-\d]+)", page)
    assert len(bars) == 3
    assert sorted(bars) == sorted(means)
    outlook = re.findall(r"(-?\d+) missing|(\d+) left</b>", page)
    assert len(outlook) == 3


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_who_does_not_choose_sees_the_candidates_without_a_button_and_is_refused(choosing: War) -> None:
    page = told(choosing.alice, choosing, "next/")
    assert "formaction" not in page
    assert "Bob chooses" in page
    address = f"/campaigns/{choosing.campaign.code}/tree/next/2c/"
    assert choosing.alice.post(address, {"seen": choosing.table.version}).status_code == 422
    late = choosing.bob.post(address, {"seen": 3})
    assert late.status_code == 409
    assert position(choosing.table).state.scenario == "1"
