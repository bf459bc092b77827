"""One tablet that goes round: what ends a say covers, nobody's ring is there, and it forgets by itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.fingers import middle
from tests.e2e.people import Seated
from tests.e2e.taps import uncover
from tests.e2e.test_covered import sits_at
from tests.e2e.test_stage import Played, misfits, played

__all__ = ["played"]
CARDS = ".v-supply, .v-kept, .v-card"


def tablet(people: Seated, code: str) -> Page:
    """One that Cleo and Dora share."""
    page = sits_at(people, code, "cleo", "dora")
    page.set_viewport_size({"width": 1024, "height": 768})
    return page


def at_ring(page: Page, who: str) -> None:
    page.get_by_role("link", name=f"I am {who}").first.click()
    expect(page.locator("#cover h2")).to_have_text(who)


def test_who_is_to_choose_opens_by_one_tap_and_covers_by_another(seated: Seated, played: Played) -> None:
    page = tablet(seated, played("verraeter"))
    at_ring(page, "Cleo")
    expect(page.locator(CARDS)).to_have_count(0)
    expect(page.locator("#ask")).to_have_count(0)
    page.locator("#ring").click()
    expect(page.locator(".v-supply").first).to_be_visible()
    page.locator(".s-again").first.click()
    expect(page.locator("#ring")).to_be_visible()
    assert page.locator(f"#ask, {CARDS}").count() == 0


@pytest.mark.sampled
def test_faces_come_under_the_finger_of_who_only_looks_and_go_with_it(seated: Seated, played: Played) -> None:
    page = tablet(seated, played("verraeter"))
    at_ring(page, "Cleo")
    page.locator("#ring").click()
    page.locator("#main-deed").click()
    page.get_by_role("link", name="Cleo: look again").click()
    page.locator("#main-deed").click()
    page.locator("#ring").focus()
    page.keyboard.down(" ")
    expect(page.locator("#hand .s-card").first).to_be_visible()
    page.keyboard.up(" ")
    assert page.locator(f"#ask, {CARDS}").count() == 0


@pytest.mark.sampled
def test_the_deed_that_ends_a_say_covers_and_the_ring_is_the_next_ones(
    seated: Seated, played: Played
) -> None:
    page = tablet(seated, played("verraeter"))
    at_ring(page, "Cleo")
    uncover(page)
    page.locator("#main-deed").click()
    expect(page.locator("#main-deed")).to_contain_text("I am Dora")
    expect(page.locator("[data-hold]")).to_have_count(0)
    expect(page.locator(CARDS)).to_have_count(0)
    assert not [*misfits(page)]
    page.set_viewport_size({"width": 1024, "height": 768})
    # Neither a reload nor the way back opens it again, and the tick is forgotten.
    page.reload()
    expect(page.locator("#main-deed")).to_contain_text("I am Dora")
    page.go_back()
    expect(page.locator(CARDS)).to_have_count(0)
    page.go_forward()
    page.get_by_role("link", name="Cleo: look again").click()
    expect(page.locator("[data-hold]")).to_have_count(0)
    page.locator("#main-deed").click()
    page.mouse.move(*middle(page, "#ring"))
    page.mouse.down()
    expect(page.locator("#hand .s-card").first).to_be_visible()
    page.mouse.up()
    assert page.locator("#hand, #ask").count() == 0
    page.reload()
    expect(page.locator("#hand, #ask")).to_have_count(0)


@pytest.mark.sampled
def test_what_nobody_touches_is_covered_and_says_so(seated: Seated, played: Played) -> None:
    page = tablet(seated, played("verraeter"))
    at_ring(page, "Cleo")
    uncover(page)
    expect(page.locator(".v-supply").first).to_be_visible()
    page.evaluate("document.documentElement.dataset.seconds = '0.5'")
    page.mouse.move(300, 300)
    expect(page.locator("#cover")).to_contain_text("Covered after 20 seconds")
    expect(page.locator(CARDS)).to_have_count(0)
    expect(page.locator("#main-deed")).to_contain_text("I am Cleo")
    page.reload()
    expect(page.locator(CARDS)).to_have_count(0)
    page.locator("#main-deed").click()
    expect(page.locator("#ring")).to_be_visible()
    expect(page.locator(CARDS)).to_have_count(0)


def test_a_page_that_is_hidden_is_covered_at_once(seated: Seated, played: Played) -> None:
    page = tablet(seated, played("verraeter"))
    at_ring(page, "Cleo")
    uncover(page)
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { value: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    assert page.locator(f"#ask, {CARDS}").count() == 0


@pytest.mark.sampled
def test_a_device_of_ones_own_does_not_forget(seated: Seated, played: Played) -> None:
    page = sits_at(seated, played("verraeter"), "cleo")
    uncover(page)
    expect(page.locator(".v-supply").first).to_be_visible()
    page.evaluate("document.documentElement.dataset.seconds = '0.2'")
    page.mouse.move(200, 300)
    page.wait_for_timeout(600)
    expect(page.locator(".v-supply").first).to_be_visible()
    page.reload()
    expect(page.locator(".v-supply").first).to_be_visible()


@pytest.mark.sampled
def test_ones_own_phone_is_open_while_it_is_ones_go_and_covers_when_it_is_left_lying(
    seated: Seated, played: Played
) -> None:
    page = sits_at(seated, played("verraeter"), "cleo")
    expect(page.locator(".v-supply").first).to_be_visible()
    page.reload()
    expect(page.locator(".v-supply").first).to_be_visible()
    page.evaluate("document.documentElement.dataset.seconds = '0.3'")
    page.mouse.move(200, 300)
    expect(page.locator("#ring")).to_have_text("Your turn: tap to choose")
    expect(page.locator(f"#ask, {CARDS}")).to_have_count(0)
    page.reload()
    expect(page.locator(f"#ask, {CARDS}")).to_have_count(0)
    page.locator("#ring").click()
    expect(page.locator(".v-supply").first).to_be_visible()
    page.locator("#main-deed").click()
    expect(page.locator("#ring")).to_have_text("Hold to look")
    expect(page.locator(f"#ask, {CARDS}")).to_have_count(0)
