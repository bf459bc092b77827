"""A screen whose house is gone goes over to the one that carries on, with who it is and what waits on it."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.beside.pair import UpHouse, until
from tests.e2e.conftest import HERE
from tests.e2e.people import Opened, Recorded
from tests.e2e.taps import version, wait_for


@pytest.mark.thorough
def test_a_screen_goes_over_with_its_seat_and_the_tap_that_waits(
    browser: Browser, both: tuple[UpHouse, UpHouse]
) -> None:
    war = Recorded(**json.loads((HERE / "war.json").read_text("utf-8")))
    first, second = both
    table, action = Opened(first.url, war.setup), war.actions[0]
    page = browser.new_context().new_page()
    secret = table.tokens[action["side"]]
    page.context.add_cookies([{"name": "companion_device", "value": secret, "url": first.url}])
    with page.expect_response("**/house/beside/way"):
        page.goto(f"{first.url}/t/{table.code}/")
    before = version(page)
    first.kill()
    page.locator(f'input[value="{action["keep"][0]}"]').check()
    page.get_by_role("button", name="Keep the ticked missions").click()
    expect(page.locator("#outbox")).to_contain_text("waiting")
    until(lambda: second.state()["leads"])
    page.wait_for_url(f"{second.url}/t/{table.code}/**")
    wait_for(page, before + 1)
    expect(page.locator("#outbox")).to_be_hidden()
    table.url = second.url
    assert table.state(action["side"])["missions"][action["side"]]["count"] == 1
    assert version(page) == before + 1
    page.context.close()
