"""The film of a game in a browser: its course is scrubbed by finger and by key, and plays by itself."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import Recorded, Seated

LINES = 24


def opened(seated: Seated, war: Recorded, query: str) -> Page:
    table = seated.open(war.setup)
    for action in war.actions[: LINES - 1]:
        table.act(action)
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/film/{query}")
    return page


def shows(page: Page, line: int) -> None:
    expect(page.locator(".s-film__at text")).to_have_text(str(line))
    page.wait_for_url(re.compile(rf"[?]n={line - 1}(&|$)"))


@pytest.mark.sampled
def test_keys_and_a_finger_on_the_course_go_from_line_to_line(seated: Seated, war: Recorded) -> None:
    page = opened(seated, war, "?line=5")
    course = page.locator("#film-n")
    board = page.locator("#board")
    course.focus()
    for key, line in (("ArrowRight", 6), ("End", LINES), ("ArrowLeft", LINES - 1), ("Home", 1)):
        page.keyboard.press(key)
        shows(page, line)
        expect(course).to_be_focused()
    first = board.inner_html()
    box = course.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 24, box["y"] + box["height"] / 2)
    shows(page, LINES)
    assert board.inner_html() != first
    page.reload()
    shows(page, LINES)
    page.locator("#turning-1").click()
    expect(page.locator(".s-film__at text")).not_to_have_text(str(LINES))


def test_on_a_phone_the_sheet_is_drawn_up_and_the_board_comes_near(seated: Seated, war: Recorded) -> None:
    page = opened(seated, war, "?line=20")
    page.set_viewport_size({"width": 390, "height": 844})
    board = page.locator("#board")
    expect(board).to_be_visible()
    page.locator(".s-grab").click()
    expect(board).to_be_hidden()
    page.locator(".s-grab").click()
    expect(board).to_be_visible()


@pytest.mark.sampled
def test_it_plays_by_itself_and_stops_at_a_tap(seated: Seated, war: Recorded) -> None:
    page = opened(seated, war, "?n=0")
    page.locator("#film-play").click()
    expect(page.locator(".s-film__at text")).to_have_text("3")
    page.locator("#film-play").click()
    expect(page.locator("#film-play")).to_have_attribute("aria-label", "Play")
