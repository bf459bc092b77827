"""The workshop in a real browser: the card stands beside its form and follows what is typed."""

import pytest
from playwright.sync_api import Browser, expect

from tests.accessible import faults
from tests.conftest import House

pytestmark = pytest.mark.browser


@pytest.mark.sampled
def test_the_card_beside_its_form_follows_what_is_typed(browser: Browser, house: House) -> None:
    page = browser.new_page()
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{house.url}/workshop/?game=scarper")
    page.locator("form.game--scarper button[value=copy]").click()
    page.get_by_role("link", name="Card 3,").click()
    drawn = page.locator(".workshop__drawn svg")
    page.get_by_label("Title", exact=True).fill("The Dykes Open")
    expect(drawn).to_contain_text("The Dykes Open")
    expect(drawn).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Points")).to_be_in_viewport(ratio=1)
    page.get_by_label("Points").fill("9")
    expect(page.locator(".workshop__fault", has_text="1 to 6")).to_be_visible()
    assert not faults(page)
    page.get_by_role("button", name="Save the card").click()
    expect(page.get_by_label("Points")).to_have_value("9")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("textbox", name="title, row 3")).to_have_value("Flooding of the Yser")
    assert not faults(page)
