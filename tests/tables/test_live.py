"""The page in a real browser: nothing is taken out of people's hands, and no tap is lost."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.accessible import faults
from tests.conftest import House, call
from tests.e2e.test_stage import misfits
from tests.e2e.walking import uncover
from tests.tables.test_bell import ADD, NEW

TABLE = {**NEW, "kind": "open"}
COUNT, CHOSEN = '[name="a.count"]', "#choice-add[aria-current]"


@dataclass
class Evening:
    """A served table of Tally, and a way to open screens at it."""

    house: House
    code: str
    tokens: list[str]
    screen: Callable[..., Page]
    faults: list[str]

    def version(self) -> int:
        return int(call(self.house, f"/api/tables/{self.code}", token=self.tokens[0])["version"])

    def total(self) -> int:
        return int(call(self.house, f"/api/tables/{self.code}", token=self.tokens[0])["state"]["total"])

    def tap_elsewhere(self) -> int:
        seen = self.version()
        tap = {"action": ADD, "seen": seen, "key": f"elsewhere-{seen}"}
        return int(call(self.house, f"/api/tables/{self.code}/actions", tap, self.tokens[1])["version"])


@pytest.fixture
def evening(tally_house: House, browser: Browser) -> Iterator[Evening]:
    table = call(tally_house, "/api/tables", TABLE)
    tokens = [seat["token"] for seat in table["seats"]]
    contexts, faults = [], []

    def screen(seat: int = 0, path: str = "", **more: Any) -> Page:
        context = browser.new_context(**{"reduced_motion": "reduce", **more})
        contexts.append(context)
        context.add_cookies([{"name": "companion_device", "value": tokens[seat], "url": tally_house.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{tally_house.url}/t/{table['code']}/{path}")
        return page

    yield Evening(tally_house, table["code"], tokens, screen, faults)
    for context in contexts:
        context.close()
    assert faults == []


def at(page: Page, version: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def test_every_screen_follows_a_tap_and_keeps_what_is_in_hand(evening: Evening) -> None:
    one, two = evening.screen(0), evening.screen(1, viewport={"width": 600, "height": 420})
    two.click("#choice-add")
    expect(two.locator(CHOSEN)).to_have_count(1)
    assert two.url.endswith("?do=add")
    two.click("#fold-why summary")
    two.fill(COUNT, "7")
    scrolled = two.evaluate("document.querySelector('.s-in').scrollTop")
    one.click("text=One for blue")
    at(one, 2)
    at(two, 2)
    expect(two.locator(CHOSEN)).to_have_count(1)
    assert two.locator("#fold-why").get_attribute("open") is not None
    assert two.evaluate("document.activeElement.name") == "a.count"
    assert two.input_value(COUNT) == "7"
    assert two.evaluate("document.querySelector('.s-in').scrollTop") == scrolled > 0
    assert two.url.endswith("?do=add")
    two.click("text=Add for red")
    at(one, 3)
    at(two, 3)
    assert evening.total() == 8
    expect(two.locator(CHOSEN)).to_have_count(0)
    assert not two.url.endswith("?do=add")


@pytest.mark.sampled
def test_back_takes_back_a_choice_for_which_the_table_is_asking_just_then(evening: Evening) -> None:
    page, held = evening.screen(0), list[Route]()
    page.click("#choice-add")
    expect(page.locator(CHOSEN)).to_have_count(1)
    page.route("**/?do=add", lambda route: held.append(route))
    # A ring that finds the page still asking for the choice itself is passed over: it rings again.
    for _ in range(100):
        page.evaluate("htmx.trigger(document.getElementById('table'), 'ring')")
        page.wait_for_timeout(100)
        if held:
            break
    assert held
    page.go_back()
    for each in held:
        each.continue_()
    expect(page.locator(CHOSEN)).to_have_count(0)


def test_back_takes_back_a_choice_and_leaves_the_table_only_after_it(evening: Evening) -> None:
    page = evening.screen(0)
    home = page.url
    page.click("#choice-add")
    expect(page.locator(CHOSEN)).to_have_count(1)
    page.fill(COUNT, "7")
    page.go_back()
    expect(page.locator(CHOSEN)).to_have_count(0)
    assert page.url == home
    assert page.input_value(COUNT) == "7", "what was typed stays"
    page.go_forward()
    expect(page.locator(CHOSEN)).to_have_count(1)
    page.click("text=One for blue")
    at(page, 2)
    assert page.url == home, "once it is tapped, it is no choice any more"


@pytest.mark.sampled
def test_a_choice_made_without_a_connection_stands_once_it_is_back(evening: Evening) -> None:
    page = evening.screen(0)
    at(page, 1)
    page.route("**/?do=add", lambda route: route.abort())
    page.click("#choice-add")
    page.wait_for_url("**/?do=add")
    page.unroute("**/?do=add")
    evening.tap_elsewhere()
    at(page, 2)
    expect(page.locator(CHOSEN)).to_have_count(1)


@pytest.mark.sampled
def test_an_answer_that_comes_late_covers_no_newer_picture(evening: Evening) -> None:
    page = evening.screen(0)
    at(page, 1)
    page.evaluate("window.kept = fetch('?do=add', { headers: { 'HX-Request': 'true' } }).then(a => a.text())")
    page.evaluate("() => window.kept.then(() => true)")
    page.route("**/?do=add", lambda route: route.fulfill(body=page.evaluate("window.kept")), times=1)
    evening.tap_elsewhere()
    at(page, 2)
    page.click("#choice-add")
    page.wait_for_timeout(300)
    at(page, 2)


@pytest.mark.sampled
def test_a_choice_opens_in_another_tab_where_that_is_asked_for(evening: Evening) -> None:
    page = evening.screen(0)
    with page.context.expect_page() as opened:
        page.click("#choice-add", modifiers=["Control"])
    expect(opened.value.locator(CHOSEN)).to_have_count(1)
    expect(page.locator(CHOSEN)).to_have_count(0)


def test_a_refusal_is_said_beside_the_field_and_the_choice_is_kept(evening: Evening) -> None:
    page = evening.screen(0, "?do=add")
    page.fill(COUNT, "70")
    page.click("text=Add for red")
    expect(page.locator("#refusal-words")).to_be_visible()
    expect(page.locator(COUNT)).to_have_attribute("aria-invalid", "true")
    expect(page.locator(COUNT)).to_have_attribute("aria-describedby", "refusal-words")
    assert page.input_value(COUNT) == "70"
    expect(page.locator(CHOSEN)).to_have_count(1)
    evening.tap_elsewhere()
    at(page, 2)
    expect(page.locator("#refusal-words")).to_be_visible()
    expect(page.locator(COUNT)).to_have_attribute("aria-invalid", "true")
    page.fill(COUNT, "7")
    page.click("text=Add for red")
    at(page, 3)
    expect(page.locator("#refusal-words")).to_have_count(0)


def test_a_slip_of_the_finger_is_one_tap(evening: Evening) -> None:
    page = evening.screen(0)
    page.dblclick("text=One for blue")
    at(page, 2)
    page.wait_for_timeout(300)
    assert evening.total() == 1


@pytest.mark.sampled
def test_silence_is_shown_and_ends_without_a_tap_and_a_choice_waits_for_its_end(evening: Evening) -> None:
    page = evening.screen(0)
    page.clock.install()
    page.reload()
    at(page, 1)
    expect(page.locator("#silence")).to_be_hidden()
    evening.house.kill()
    page.click("#choice-add")
    expect(page.locator("#outbox [role=status]")).to_contain_text("This choice waits")
    word, bar = page.locator("#outbox").bounding_box(), page.locator("#bar").bounding_box()
    assert word
    assert bar
    assert word["y"] + word["height"] <= bar["y"] + bar["height"] + 1, (
        "on the bar, over nothing that is tapped"
    )
    page.clock.run_for(6000)
    expect(page.locator("#silence")).to_contain_text("No word from the table for")
    evening.house.start()
    version = evening.tap_elsewhere()
    at(page, version)
    expect(page.locator(CHOSEN)).to_have_count(1)
    expect(page.locator("#silence")).to_be_hidden()


def test_taps_made_without_a_connection_wait_outlive_a_reload_and_are_sent_once(evening: Evening) -> None:
    page = evening.screen(0)
    at(page, 1)
    evening.house.kill()
    page.click("text=One for blue")
    page.fill(COUNT, "5")
    page.click("text=Add for red")
    expect(page.locator("#outbox [role=status]")).to_have_text("2 taps waiting to be sent.")
    kept = json.loads(page.evaluate("localStorage.getItem('companion.outbox')"))
    assert len({tap["key"] for tap in kept}) == 2
    evening.house.start()
    at(page, 3)
    expect(page.locator("#outbox")).to_be_hidden()
    assert evening.total() == 6
    assert page.evaluate("localStorage.getItem('companion.outbox')") == "[]"


@pytest.mark.sampled
def test_taps_that_wait_outlive_a_reload(evening: Evening) -> None:
    page = evening.screen(0)
    at(page, 1)
    evening.house.kill()
    page.click("text=One for blue")
    page.wait_for_timeout(500)
    evening.house.start()
    page.reload()
    at(page, 2)
    page.reload()
    page.wait_for_timeout(500)
    assert evening.total() == 1


@pytest.mark.sampled("status")
@pytest.mark.parametrize("status", [500, 502, 503, 504, 507])
def test_a_tap_waits_for_as_long_as_the_house_is_away(evening: Evening, status: int) -> None:
    page = evening.screen(0)
    at(page, 1)
    page.clock.install()
    page.route("**/act/", lambda route: route.fulfill(status=status, body="Away"))
    page.click("text=One for blue")
    for _ in range(40):
        page.clock.run_for(3000)
    expect(page.locator("#outbox")).to_contain_text("1 tap waiting to be sent.")
    page.unroute("**/act/")
    page.clock.run_for(4000)
    at(page, 2)
    expect(page.locator("#outbox")).to_be_hidden()
    assert evening.total() == 1


@pytest.mark.sampled
def test_what_waits_can_be_looked_at_taken_back_and_sent_again(evening: Evening) -> None:
    page = evening.screen(0)
    at(page, 1)
    page.route("**/act/", lambda route: route.fulfill(status=507, body="Full"))
    page.click("text=One for blue")
    page.fill(COUNT, "5")
    page.click("text=Add for red")
    page.click("text=Look at what waits")
    rows = page.locator("#outbox li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("One for blue")
    expect(rows.first).to_contain_text("the disk of the house is full")
    assert not faults(page)
    rows.first.get_by_role("button", name="Take it back").click()
    expect(rows).to_have_count(1)
    page.unroute("**/act/")
    page.get_by_role("button", name="Send again now").click()
    at(page, 2)
    expect(page.locator("#outbox")).to_be_hidden()
    assert evening.total() == 5


@pytest.mark.sampled
def test_a_tap_that_the_house_will_not_have_is_kept_and_holds_up_no_other(evening: Evening) -> None:
    page = evening.screen(0)
    at(page, 1)
    page.route("**/act/", lambda route: route.fulfill(status=403, body="No"), times=1)
    page.click("text=One for blue")
    expect(page.locator("#outbox")).to_contain_text("1 tap waiting")
    page.fill(COUNT, "5")
    page.click("text=Add for red")
    at(page, 2)
    assert evening.total() == 5
    page.reload()
    at(page, 3)
    assert evening.total() == 6


@pytest.mark.sampled
def test_a_tap_on_an_old_picture_is_told_so_and_the_choice_is_kept(evening: Evening) -> None:
    page = evening.screen(0, "?do=add")
    at(page, 1)
    page.route(re.compile("/bell/"), lambda route: route.abort())
    page.reload()
    at(page, 1)
    evening.tap_elsewhere()
    page.fill(COUNT, "5")
    page.click("text=Add for red")
    expect(page.locator("#outbox")).to_contain_text("The table has moved on; look and tap again.")
    at(page, 2)
    expect(page.locator(CHOSEN)).to_have_count(1)
    assert page.input_value(COUNT) == "5"
    assert evening.version() == 2


@pytest.mark.sampled
def test_everything_works_without_any_script(evening: Evening) -> None:
    page = evening.screen(0, java_script_enabled=False)
    page.click("#choice-add")
    page.fill(COUNT, "70")
    page.click("text=Add for red")
    expect(page.locator("#refusal-words")).to_be_visible()
    expect(page.locator(CHOSEN)).to_have_count(1)
    page.fill(COUNT, "7")
    page.click("text=Add for red")
    at(page, 2)
    page.goto(page.url + "log/")
    page.locator("#line-1 summary").click()
    page.click("text=Back to here")
    expect(page.locator("#line-2 .struck")).to_have_count(1)


@pytest.mark.sampled
def test_an_undo_that_needs_a_word_appears_on_the_other_screen_by_itself(evening: Evening) -> None:
    one, two = evening.screen(0), evening.screen(1)
    one.click("text=Roll for blue")
    at(two, 2)
    one.goto(f"{evening.house.url}/t/{evening.code}/log/")
    one.locator("#line-1 summary").click()
    one.click("text=Back to here")
    expect(two.locator("text=asks to take back")).to_be_visible(timeout=5000)
    expect(one.locator("text=Waiting for")).to_be_visible(timeout=5000)
    two.get_by_role("button", name="Take it back").click()
    at(two, 3)
    expect(one.locator("#line-2 .struck")).to_have_count(1)
    assert evening.total() == 0


@pytest.mark.sampled
def test_a_device_sent_away_goes_dark_and_says_why(evening: Evening) -> None:
    page = evening.screen(0)
    at(page, 1)
    sent_away = (
        "from companion.tables.models import Table; from companion.tables.lobby import revoke; "
        f"table = Table.objects.get(code='{evening.code}'); "
        "revoke(table, table.tokens.get(seat__chair='red').pk)"
    )
    evening.house.manage("shell", "-v", "0", "-c", sent_away)
    page.wait_for_url("**/gone/")
    expect(page.locator("main")).to_contain_text("The host sent this device away from the seat Red.")
    assert "sentinel" not in page.content()


@pytest.mark.sampled
def test_who_comes_and_who_goes_is_seen(evening: Evening) -> None:
    watcher = evening.screen(1, "seats/")
    red = watcher.locator("li", has_text="Red")
    expect(red).to_contain_text("away")
    one = evening.screen(0)
    at(one, 1)
    expect(red).to_contain_text("here")
    one.close()
    expect(red).to_contain_text("away")


@pytest.mark.sampled
def test_a_line_is_corrected_through_the_screens(evening: Evening) -> None:
    page = evening.screen(0, "?do=add")
    for version in (2, 3):
        page.fill(COUNT, "5")
        page.click("text=Add for red")
        at(page, version)
        page.click("#choice-add")
    page.goto(f"{evening.house.url}/t/{evening.code}/log/")
    page.locator("#line-2 summary").click()
    page.locator("#line-2").get_by_role("link", name="Correct").click()
    expect(page.locator("#correcting")).to_contain_text("Line 2 is being corrected")
    page.click("#choice-add")
    page.fill(COUNT, "70")
    page.click("text=Add for red")
    expect(page.locator("#refusal-words")).to_be_visible()
    page.fill(COUNT, "7")
    page.click("text=Add for red")
    expect(page.locator(".changes")).to_contain_text("10 counted → 12 counted")
    assert not faults(page)
    assert evening.total() == 10
    page.get_by_role("button", name="Correct line 2").click()
    expect(page.locator("#line-2 .struck")).to_have_count(1)
    assert evening.total() == 12
    page.locator("#line-3 summary").click()
    page.locator("#line-3").get_by_role("link", name="Correct").click()
    page.get_by_role("button", name="It was not done at all").click()
    page.get_by_role("button", name="Correct line 3").click()
    expect(page.locator("#line-3 .struck")).to_have_count(1)
    assert evening.total() == 7


@pytest.mark.sampled("path")
@pytest.mark.parametrize("path", ["", "hand/", "tv/"])
def test_the_smallest_game_fills_one_viewport_on_every_glass(evening: Evening, path: str) -> None:
    page = evening.screen(path=path)
    if path == "hand/":
        uncover(page)
    page.wait_for_selector("#ask-title")
    assert not [*misfits(page)]
    expect(page.locator("#main-deed")).to_have_count(int(path != "tv/"))


@pytest.fixture
def upgraded(evening: Evening) -> Iterator[Evening]:
    """A house that comes up as another edition when it is started next; at the end it is what it was."""
    evening.house.env["COMPANION_EDITION"] = "afterwards"
    yield evening
    del evening.house.env["COMPANION_EDITION"]
    evening.house.kill()
    evening.house.start()


@pytest.mark.sampled
def test_a_page_of_another_edition_is_loaded_anew_and_loses_no_tap_and_no_choice(upgraded: Evening) -> None:
    page, house = upgraded.screen(0), upgraded.house
    page.click("#choice-add")
    expect(page.locator(CHOSEN)).to_have_count(1)
    before = page.locator("body").get_attribute("data-edition")
    house.stop()
    page.click("text=One for blue")
    house.start()
    expect(page.locator("body")).to_have_attribute("data-edition", "afterwards", timeout=20_000)
    at(page, 2)
    assert before
    assert before != "afterwards"
    assert "/static/afterwards/" in page.content()
    assert f"/static/{before}/" not in page.content()


def test_taps_that_wait_while_the_house_is_upgraded_are_all_done(upgraded: Evening) -> None:
    """Its page is loaded anew while the first of them is answered: what breaks off is no answer."""
    page, house = upgraded.screen(0), upgraded.house
    at(page, 1)
    house.kill()
    page.click("text=One for blue")
    page.fill(COUNT, "5")
    page.click("text=Add for red")
    expect(page.locator("#outbox [role=status]")).to_have_text("2 taps waiting to be sent.")
    house.start()
    at(page, 3)
    expect(page.locator("#outbox")).to_be_hidden()
    assert upgraded.total() == 6
