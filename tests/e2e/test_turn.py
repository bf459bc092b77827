"""It is one's turn: the page says so in its title, and sounds where this device wishes it."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import Recorded, Seated
from tests.e2e.taps import wait_for

# Notes are counted where the browser plays them.
EARS = """
  window.heard = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
"""


@pytest.mark.sampled
def test_a_turn_is_told_by_the_title_and_by_sound_where_it_is_wished(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup)
    for action in war.actions[:8]:
        table.act(action)
    page = seated.holding(table, "german")
    page.add_init_script(EARS)
    page.goto(f"{seated.url}/t/{table.code}/")
    expect(page).not_to_have_title("Your turn · Thursday · Scarper")
    _switch(page, on=True)
    page.reload()
    _switch(page, on=None)
    page.evaluate("window.heard = 0")
    table.act(war.actions[8])
    wait_for(page, 10)
    expect(page).to_have_title("Your turn · Thursday · Scarper")
    assert page.evaluate("window.heard") == 2
    _switch(page, on=False)
    page.evaluate("window.heard = 0")
    for action in war.actions[9:14]:
        table.act(action)
    wait_for(page, 15)
    expect(page).to_have_title("Your turn · Thursday · Scarper")
    assert page.evaluate("window.heard") == 0


def _switch(page: Page, on: bool | None) -> None:
    """Open the drawer's options, look at the switch or set it, and close them."""
    page.locator("#menu").click()
    page.locator("label", has=page.locator("#tab-options")).click()
    knob = page.get_by_label("Sound at my turn")
    if on is None:
        expect(knob).to_be_checked()
    else:
        expect(knob).to_be_checked(checked=not on)
        knob.set_checked(on)
    page.keyboard.press("Escape")
