"""The cable is pulled in the middle of a turn: taps wait, are seen to wait, and count once."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.chaos.cable import Cable
from tests.e2e.people import Recorded, Seated
from tests.e2e.taps import version, wait_for


@pytest.mark.sampled
def test_a_tap_made_without_a_connection_waits_and_is_sent(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup)
    cable = Cable(urlsplit(seated.url).port or 0)
    first = war.actions[0]
    page = seated.page()
    token = table.tokens[first["side"]]
    page.context.add_cookies([{"name": "companion_device", "value": token, "url": cable.url}])
    page.goto(f"{cable.url}/t/{table.code}/")
    before = version(page)
    cable.pull()
    page.locator(f'input[value="{first["keep"][0]}"]').check()
    page.get_by_role("button", name="Keep the ticked missions").click()
    expect(page.locator("#outbox")).to_contain_text("waiting")
    expect(page.locator("#silence")).to_be_visible()
    assert version(page) == before
    cable.plug()
    wait_for(page, before + 1)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("#silence")).to_be_hidden()
    assert table.state(first["side"])["missions"][first["side"]]["count"] == 1
    assert version(page) == before + 1
    cable.pull()


def test_the_other_screen_follows_without_a_tap(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup)
    page = seated.holding(table, "allied")
    page.goto(f"{seated.url}/t/{table.code}/")
    before = version(page)
    table.act(war.actions[0])
    wait_for(page, before + 1)
