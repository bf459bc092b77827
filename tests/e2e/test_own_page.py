"""A phone is a hand: one's own question comes first, and the board is one swipe or one tap away."""

import pytest
from playwright.sync_api import expect

from tests.e2e.fingers import Fingers, middle
from tests.e2e.people import Seated
from tests.e2e.taps import uncover
from tests.e2e.test_stage import Played, misfits, played, sits

__all__ = ["played"]
PHONES = [(390, 844), (360, 640)]
OFFSET = "document.getElementById('table').scrollLeft"


@pytest.mark.sampled
@pytest.mark.parametrize("glass", PHONES)
def test_on_a_phone_ones_own_comes_first_and_the_board_is_a_swipe_away(
    seated: Seated, played: Played, glass: tuple[int, int]
) -> None:
    size = {"width": glass[0], "height": glass[1]}
    page = sits(seated, played("verraeter"), "cleo", viewport=size, has_touch=True)
    me, board, main = page.locator("#me"), page.locator("#board"), page.locator("#main-deed")
    expect(me).to_contain_text("sworn to the Rose")
    expect(me).to_be_in_viewport(ratio=1)
    expect(page.locator(".v-kept")).to_be_in_viewport(ratio=1)
    expect(main).to_be_in_viewport(ratio=1)
    across, down = middle(page, ".s-in")
    Fingers(page).move(((across + 100, down), (across - 120, down)))
    expect(board).to_be_in_viewport(ratio=1)
    expect(main).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Back", exact=True).tap()
    expect(me).to_be_in_viewport(ratio=1)
    page.keyboard.press("b")
    expect(board).to_be_in_viewport(ratio=1)


@pytest.mark.sampled
def test_a_refresh_keeps_the_page_that_is_looked_at(seated: Seated, played: Played) -> None:
    page = sits(seated, played("verraeter"), "cleo", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="Board", exact=True).click()
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    there = page.evaluate(OFFSET)
    page.evaluate("htmx.trigger(document.getElementById('table'), 'ring')")
    page.wait_for_timeout(300)
    assert page.evaluate(OFFSET) == there
    page.locator(".s-again:visible").first.click()
    expect(page.locator("#cover")).to_contain_text("Your turn: tap to choose")
    expect(page.locator("#me, .v-kept")).to_have_count(0)
    assert not list(misfits(page))
    uncover(page)
