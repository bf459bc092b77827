"""A table with its own box: the app sees what is played, and the table may set anything right."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import Seated
from tests.e2e.taps import choose, version, wait_for

SETUP = {"options": {"cards": "table"}}


def press(page: Page, name: str) -> None:
    """Press a button of the panel and wait until it counts."""
    before = version(page)
    page.locator("#ask").get_by_role("button", name=name).first.click()
    wait_for(page, before + 1)


def set_right(page: Page, path: str, value: int) -> None:
    """Set a marker by hand, with a reason."""
    page.locator("#menu").click()
    page.get_by_role("radio", name="Options").check()
    page.get_by_role("link", name="Set something right").click()
    page.wait_for_url("**/?do=adjust")
    page.locator('select[name="a.changes.0.path"]').select_option(path)
    page.get_by_label("New value").fill(str(value))
    page.get_by_label("Why").fill("we counted again")
    press(page, "Set it")


@pytest.mark.sampled
def test_a_card_of_the_box_is_found_by_its_title_and_played(seated: Seated) -> None:
    table = seated.open(SETUP, "open")
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/")
    for side in ("Allied", "German"):
        before = version(page)
        press(page, f"{side.capitalize()} keeps one mission")
        wait_for(page, before + 1)
    page.get_by_label("Find a card by its title").fill("tannen")
    page.get_by_role("button", name="Find").click()
    cards = page.locator('#ask a[href*="card="]')
    expect(cards).to_have_count(1)
    choose(page, '#ask a[href*="card="]')
    press(page, "Take three points")
    expect(page.locator(".s-head")).to_contain_text("Battle of Tannenberg")


@pytest.mark.sampled
def test_a_year_is_revealed_by_naming_the_missions(seated: Seated) -> None:
    table = seated.open(SETUP, "open")
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/")
    for side in ("allied", "german"):
        set_right(page, f"hands.{side}.count", 0)
    for side in ("allied", "german"):
        before = version(page)
        press(page, f"{side.capitalize()} keeps one mission")
        wait_for(page, before + 1)
    page.locator('select[name="a.missions.allied[]"]').select_option("allied-economy")
    page.locator('select[name="a.missions.german[]"]').select_option("german-dig-in")
    press(page, "Reveal the missions")
    expect(page.locator("#ask h2").first).to_have_text("The reckoning of 1914")
    page.locator("#main-deed").click()
    expect(page.locator("#ask")).to_contain_text("Failed: German +2")
    page.get_by_role("button", name="All at once").click()
    press(page, "Move the marker")
    expect(page.locator(".s-bar .plate")).to_have_text("1915")


def test_a_refusal_says_what_would_be_right_and_changes_nothing(seated: Seated) -> None:
    table = seated.open(SETUP, "open")
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/")
    before = version(page)
    page.locator("#menu").click()
    page.get_by_role("radio", name="Options").check()
    page.get_by_role("link", name="Set something right").click()
    page.wait_for_url("**/?do=adjust")
    page.locator('select[name="a.changes.0.path"]').select_option("morale")
    page.get_by_label("New value").fill("16")
    page.get_by_label("Why").fill("a slip")
    page.get_by_role("button", name="Set it").click()
    expect(page.locator("#refusal-words")).to_contain_text("15")
    assert version(page) == before


def test_the_trenches_of_a_battlefield_are_set_by_hand(seated: Seated) -> None:
    table = seated.open(SETUP, "open")
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/?do=adjust&at=metz")
    page.locator('select[name="a.changes.0.value"]').select_option("-2")
    for space, count in (("-1", ""), ("1", "3")):
        page.locator(f'input[name="a.changes.1.value.{space}"]').fill(count)
    page.get_by_label("Why").fill("the cat")
    press(page, "Set it")
    metz = table.state("german")["battlefields"]["metz"]
    assert metz == {"frontline": -2, "trenches": {"1": 3}}
