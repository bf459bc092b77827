"""What others ask lies on a cover, not under it: who is asked reads and answers it without uncovering."""

import pytest
from playwright.sync_api import expect

from companion import shelf
from tests.accessible import faults
from tests.e2e.people import Seated
from tests.e2e.taps import version, wait_for

DEMO = shelf.game("scope").demo
assert DEMO
SIZES = ((390, 844), (768, 1024), (1024, 768))


@pytest.mark.sampled
def test_a_request_is_read_and_answered_on_a_covered_phone(seated: Seated) -> None:
    setup, actions = DEMO()
    table = seated.open(dict(setup), "seated", "scope")
    for action in actions[:6]:
        table.act(action)
    asker = seated.holding(table, "soviet")
    asked = seated.holding(table, "german", user_agent="Mobi")
    at = f"{seated.url}/t/{table.code}/"
    for page in (asker, asked):
        page.goto(at)
    asked.locator(".s-again:visible").first.click()
    expect(asked.locator("#ring")).to_be_visible()
    asker.locator("#undo").click()
    plea = asked.locator("#cover .plea")
    expect(plea).to_contain_text("asks to take back")
    for width, height in SIZES:
        asked.set_viewport_size({"width": width, "height": height})
        for name in ("Let it stand", "Take it back"):
            expect(plea.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        expect(asked.locator("#ring")).to_be_in_viewport(ratio=1)

    assert not faults(asked)
    before = version(asker)
    plea.get_by_role("button", name="Take it back").click()
    wait_for(asker, before + 1)
    expect(plea).to_have_count(0)
