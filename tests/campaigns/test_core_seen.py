"""In a browser: a campaign is begun, an evening played, another begun; a season fits everyone."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accessible import faults_everywhere
from tests.conftest import House
from tests.e2e.people import Opened, Seated

ROLL = json.loads((Path(__file__).parent / "war.json").read_text("utf-8"))["actions"][0]
HOME = re.compile(r"/campaigns/\w{6}/$")


@pytest.fixture
def people(house: House, browser: Browser) -> Iterator[Seated]:
    """Who lives in this house."""
    here = Seated(house.url, browser)
    yield here
    here.leave()


def begun(people: Seated) -> Page:
    """A campaign as its host sees it, just begun."""
    page = people.page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{people.url}/")
    page.get_by_role("link", name="Campaigns and series").click()
    page.get_by_role("link", name="begin a campaign").click()
    page.get_by_text("Called").click()
    page.get_by_label("Title").fill("The long war")
    page.get_by_text("Players").first.click()
    page.get_by_label("Who plays Kestrel-Vaun Holdings").fill("Ada")
    page.get_by_role("button", name="Begin the campaign").click()
    page.wait_for_url(HOME)
    return page


def plays(people: Seated, page: Page) -> None:
    """A line is written at the table that the page leads to."""
    page.get_by_role("button", name=re.compile("Continue tonight|To the table")).click()
    page.wait_for_url(re.compile("/t/"))
    table = Opened.laid(people.url, page.url.split("/t/")[1][:6])
    cookies = page.context.cookies()
    table.host = next(one["value"] for one in cookies if one["name"] == "companion_device")
    table.act(ROLL)


def test_an_evening_is_played_and_another_one_begun(people: Seated) -> None:
    page = begun(people)
    home = page.url
    expect(page.locator(".evening")).to_have_count(1)
    plays(people, page)
    page.goto(home)
    page.get_by_role("button", name="End the evening").click()
    expect(page.get_by_role("button", name="Continue tonight")).to_be_visible()
    page.get_by_role("button", name="Continue tonight").click()
    page.wait_for_url(re.compile("/t/"))
    page.goto(home)
    expect(page.locator(".evening")).to_have_count(2)
    expect(page.locator(".evening").first).to_contain_text("nothing played yet")
    expect(page.locator(".side").first).to_contain_text("Ada")
    for address in (home, f"{home}evening/1/", f"{people.url}/campaigns/"):
        page.goto(address)
        assert not list(faults_everywhere(page)), address


def write_down(page: Page, *names: str) -> None:
    """A play, won by the first."""
    page.get_by_role("link", name="Write down a play").click()
    for n, name in enumerate(names, 1):
        page.get_by_label(f"Name of player {n}").fill(name)
    page.get_by_label("Player 1 won").check()
    page.get_by_role("button", name="Write it down").click()
    page.wait_for_url(HOME)


def test_a_season_is_read_by_everyone(people: Seated) -> None:
    page = people.page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{people.url}/campaigns/series/verraeter/")
    page.get_by_role("button", name="Begin the series").click()
    page.wait_for_url(HOME)
    home = page.url
    write_down(page, "Ada", "Jo", "Bert")
    write_down(page, "Jo", "Ada", "Grace Hopper of the long name")
    expect(page.locator(".series__standings tbody tr")).to_have_count(4)
    for address in (home, f"{home}season/play/"):
        page.goto(address)
        assert not list(faults_everywhere(page)), address


def test_a_name_of_sixty_letters_without_a_blank_breaks_no_page(people: Seated) -> None:
    page = begun(people)
    here = page.url
    page.goto(f"{here}manage/")
    page.get_by_label("What it is called").fill("Binnenschifffahrtsversicherung" * 2)
    page.get_by_role("button", name="Rename").click()
    for width in (1024, 768, 390):
        page.set_viewport_size({"width": width, "height": 800})
        for room in ("", "books/", "tree/", "reports/", "manage/"):
            page.goto(f"{here}{room}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (room, width)
        page.goto(f"{people.url}/campaigns/")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, ("shelf", width)
    page.goto(f"{here.replace('/campaigns/', '/t/')}log/")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    page.evaluate("document.querySelector('.steps li span').textContent = 'W'.repeat(60)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "a step in the log"
