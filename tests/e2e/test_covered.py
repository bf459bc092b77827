"""A phone that lies covered, or goes from hand to hand: it says whose turn it is, and no secret."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import Seated
from tests.e2e.taps import uncover
from tests.e2e.test_stage import Played, misfits, played

__all__ = ["played"]
PHONE = {"width": 390, "height": 844}
SECRET = (".v-kept", ".v-supply", ".v-card", "#me", "#hand")


def sits_at(people: Seated, code: str, *seats: str) -> Page:
    """A phone that takes these seats of a table."""
    page = people.page(viewport=PHONE, has_touch=True)
    for seat in seats:
        page.goto(f"{people.url}/join/{code}/")
        page.locator(f'label:has(input[name="seat"][value="{seat}"])').click()
        page.locator('button[value="sit"]').click()
        page.wait_for_selector("#table")
    return page


def nothing_secret(page: Page) -> None:
    """None of the own things is seen, nor read aloud."""
    for one in SECRET:
        for part in page.locator(one).all():
            expect(part).to_be_hidden()
    told = page.locator("body").aria_snapshot()
    assert "Diplomat +2" not in told
    assert "sworn to" not in told


@pytest.mark.sampled
def test_a_covered_phone_says_whose_turn_it_is_and_stays_covered(seated: Seated, played: Played) -> None:
    code = played("verraeter")
    mine, waits = sits_at(seated, code, "cleo"), sits_at(seated, code, "anna")
    expect(waits.locator("#cover")).to_contain_text("Hold to look")
    expect(mine.locator(".v-kept")).to_be_visible()
    mine.locator(".s-again:visible").first.click()
    expect(mine.locator("#cover")).to_contain_text("Your turn: tap to choose")
    for _ in range(2):
        nothing_secret(mine)
        mine.reload()
    mine.locator("#ring").click()
    expect(mine.locator(".v-kept")).to_be_visible()
    mine.locator("#main-deed").click()
    expect(mine.locator("#cover")).to_contain_text("Hold to look")
    nothing_secret(mine)
    expect(waits.locator("#table")).not_to_have_attribute("data-version", "67")
    waits.reload()
    nothing_secret(waits)


@pytest.mark.sampled
def test_one_phone_for_two_is_covered_at_each_change_of_hands(seated: Seated, played: Played) -> None:
    page = sits_at(seated, played("verraeter"), "cleo", "dora")
    for who in ("Cleo", "Dora"):
        page.get_by_role("link", name=f"I am {who}").first.click()
        expect(page.locator("#cover h2")).to_have_text(who)
        expect(page.locator("#cover")).to_contain_text("Your turn: tap to choose")
        nothing_secret(page)
        page.reload()
        nothing_secret(page)
        uncover(page)
        expect(page.locator(".v-supply").first).to_be_visible()
        assert not [fault for fault in misfits(page) if fault.startswith(("phone", "small phone"))]
        page.set_viewport_size(PHONE)
        page.locator("#main-deed").click()
        if who == "Cleo":
            expect(page.locator("#main-deed")).to_contain_text("I am Dora")
            nothing_secret(page)
    expect(page.locator("#main-deed")).to_have_text("Turn the cards over")
    expect(page.locator(".v-supply, .v-kept")).to_have_count(0)
