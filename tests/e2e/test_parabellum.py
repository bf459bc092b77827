"""Parabellum's board in the hand: orders by taps and drags, a second tap confirms, a map that comes near."""

from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games.parabellum.game import GAME
from tests.accessible import faults
from tests.e2e.people import Opened, Seated
from tests.e2e.taps import choose, uncover, version, wait_for

NEAR = "document.documentElement.classList.contains('is-zoomed')"
KEYS = "rows => rows.map(row => row.dataset.drag)"


def in_the_field(seated: Seated) -> tuple[Opened, str]:
    """The demo's table in a Movement phase, and whose it is."""
    assert GAME.demo
    setup, actions = GAME.demo()
    table = seated.open(setup, system="parabellum")
    state: Any = GAME.open(setup).state
    for action in actions:
        if state.round == 3 and state.phase == "movement":
            break
        state = GAME.apply(state, action).state
        table.act(action)
    return table, str(state.active)


def looked_at(page: Page, url: str, table: Opened) -> None:
    page.goto(f"{url}/t/{table.code}/")
    uncover(page)


def test_orders_are_dragged_into_another_order_and_the_last_square_tapped_again_does_them(
    seated: Seated,
) -> None:
    table, acting = in_the_field(seated)
    page = seated.holding(table, acting)
    looked_at(page, seated.url, table)
    units = page.locator("#ask .s-choice[href*='unit=']").evaluate_all("all => all.map(a => a.search)")[:3]
    for link in units:
        choose(page, f"#board a[href*='{link[1:]}']")
        choose(page, "#board .spot")
    rows = page.locator(".orders [data-drag]")
    keys = rows.evaluate_all(KEYS)
    assert len(keys) == 2
    assert not faults(page)
    page.locator("[data-grip]").nth(1).scroll_into_view_if_needed()
    grip, above = page.locator("[data-grip]").nth(1).bounding_box(), rows.first.bounding_box()
    assert grip
    assert above
    page.mouse.move(grip["x"] + 10, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 10, above["y"] + 2, steps=4)
    page.mouse.up()
    page.locator(f".orders [data-drag='{keys[1]}']:first-child").wait_for()
    assert rows.evaluate_all(KEYS) == keys[::-1]
    _again(page)


def _again(page: Page) -> None:
    """The last square once more, by the keyboard; then all of it is taken back by one tap."""
    before = version(page)
    unit = page.locator(".orders .order--stays a").first
    unit.click()
    choose(page, "#board .spot")
    page.keyboard.press("m")
    wait_for(page, before + 3)
    page.locator("#undo").click()
    wait_for(page, before + 4)
    assert page.locator("#redo").count() == 1


@pytest.mark.sampled
def test_a_phone_shows_near_what_a_unit_can_reach_and_the_whole_again_after_it(seated: Seated) -> None:
    table, acting = in_the_field(seated)
    page = seated.holding(table, acting, viewport={"width": 390, "height": 844})
    looked_at(page, seated.url, table)
    assert not page.evaluate(NEAR)
    choose(page, "#ask .s-choice[href*='unit=']")
    assert page.evaluate(NEAR)
    assert not faults(page)
    choose(page, ".s-head__back")
    assert not page.evaluate(NEAR)
