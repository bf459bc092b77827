"""The board under real fingers: two spread it, one moves it, a tap chooses and none on it does anything."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.fingers import Fingers, middle
from tests.e2e.people import Seated
from tests.e2e.taps import version, wait_for
from tests.e2e.test_stage import VIEW, Played, played, sits

__all__ = ["played"]
PHONE = {"width": 390, "height": 844}


def seen(page: Page) -> list[float]:
    """What the glass shows of the board: left, top, width, height in its own measure."""
    view: str = page.evaluate(VIEW)
    return [float(part) for part in re.split(r"[\s,]+", view)]


@pytest.mark.sampled
def test_fingers_spread_move_and_fit_the_board(seated: Seated, played: Played) -> None:
    page = sits(seated, played("parabellum"), "meridian", viewport=PHONE, has_touch=True)
    hand, (x, y) = Fingers(page), middle(page, "#board > .drawn")
    whole, address = seen(page), page.url
    hand.move(((x - 20, y), (x - 90, y)), ((x + 20, y), (x + 90, y)))
    near = seen(page)
    assert near[2] < whole[2] / 2, "two fingers spread it"
    hand.move(((x, y), (x - 80, y - 30)))
    moved = seen(page)
    assert moved[0] > near[0]
    assert moved[2] == near[2], "one moves it, no nearer and no farther"
    hand.move(((x - 90, y), (x - 50, y)), ((x + 90, y), (x + 50, y)))
    assert seen(page)[2] > moved[2], "two draw it together"
    hand.tap(_free(page), times=2)
    assert seen(page) == whole, "a double tap fits it"
    assert page.url == address, "none of it chose anything"


def _free(page: Page) -> tuple[float, float]:
    """A place on the board with nothing to tap in a finger's reach."""
    at: list[float] = page.evaluate("""() => {
      const box = document.querySelector("#board > .drawn").getBoundingClientRect();
      const taps = [...document.querySelectorAll("#board a[href], button, .s-mini")];
      const links = taps.map((tap) => tap.getBoundingClientRect());
      const far = (x, y) => links.every(({ left, right, top, bottom }) =>
        Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) > 50);
      for (let y = box.top + 4; y < box.bottom; y += 6) for (let x = box.left + 4; x < box.right; x += 6) {
        const under = document.elementFromPoint(x, y);
        if (under?.closest("#board > .drawn") && far(x, y)) return [x, y];
      }
    }""")
    return at[0], at[1]


@pytest.mark.sampled
def test_the_wheel_and_the_buttons_zoom_about_the_same_place(seated: Seated, played: Played) -> None:
    page = sits(seated, played("parabellum"), "meridian")
    x, y = middle(page, "#board > .drawn")
    whole, sent = seen(page), page.evaluate(VIEW)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_function(
        "was => document.querySelector('#board svg').getAttribute('viewBox') !== was", arg=sent
    )
    near = seen(page)
    assert near[2] < whole[2]
    assert abs((near[0] + near[2] / 2) - (whole[0] + whole[2] / 2)) < whole[2] / 50
    page.get_by_role("button", name="Farther").click()
    page.get_by_role("button", name="Farther").click()
    assert seen(page) == whole
    page.get_by_role("button", name="Nearer").click()
    assert seen(page)[2] < whole[2]


@pytest.mark.sampled
def test_a_second_tap_on_what_is_chosen_does_nothing_and_the_main_button_does_it(
    seated: Seated, played: Played
) -> None:
    page = sits(seated, played("scarper"), "german", viewport=PHONE, has_touch=True)
    hand, before = Fingers(page), version(page)
    hand.tap(middle(page, "#track-verdun"))
    page.wait_for_url("**at=verdun*")
    page.locator("#choice-push").tap()
    page.wait_for_url("**do=push*")
    hand.tap(middle(page, "#track-verdun"))
    expect(page.locator("#main-deed")).to_be_visible()
    assert version(page) == before
    page.locator("#main-deed").tap()
    wait_for(page, before + 1)
