"""A map painted in a real browser is the map that the house itself paints, square by square."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page

from companion.engine.form import Place
from companion.engine.form.board import Painted, Sign
from companion.engine.wire import Json

PAINTING = (Path(settings.HOUSE) / "static" / "js" / "painting.js").read_text("utf-8")
GROUNDS = (
    Sign(".", "open", "open"),
    Sign("#", "wood", "green"),
    Sign("1", "red", "red"),
    Sign("2", "blue", "blue"),
)
ROWS = ["....", "....", "...."]
GROUND = Painted(
    key="map",
    label="Map",
    mode="ground",
    rows=lambda question, path: question["map"],
    grounds=lambda _: GROUNDS,
    swaps={"1": "2", "2": "1"},
)
MARKS = Painted(
    key="marks",
    label="Marks",
    mode="marks",
    rows=lambda *_: ROWS,
    grounds=lambda _: GROUNDS,
    brushes=(Sign("mine", "a mine", "", "M"), Sign("", "nothing", "", "")),
)
SQUARES = Painted(
    key="squares", label="Squares", mode="squares", rows=lambda *_: ROWS, grounds=lambda _: GROUNDS
)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def lay(page: Page, field: Painted, value: Json) -> None:
    """A form with this field alone, and the script that paints on it."""
    widget = field.show(Place({field.key: value}, field.key))
    drawn = render_to_string(f"desk/fields/{widget['kind']}.html", {"field": widget})
    style = "<style>.square { inline-size: 30px; block-size: 30px } .board__row { display: flex }</style>"
    page.set_content(f"{style}<form>{drawn}</form><script type=module>{PAINTING}</script>")


def kept(page: Page, field: Painted) -> Json:
    """What the house reads of the form."""
    return field.read({field.key: [page.locator("[data-text]").input_value()]}, field.key)


def draw(page: Page, first: str, last: str) -> None:
    """The mouse goes down on one square and up on another."""
    page.locator(f'.square[value="{first}"]').hover()
    page.mouse.down()
    page.locator(f'.square[value="{last}"]').hover()
    page.mouse.up()


def test_ground_painted_across_bears_the_counterpart(page: Page) -> None:
    lay(page, GROUND, ROWS)
    page.locator("[data-across]").select_option("half_turn")
    page.locator('[type=radio][value="1"]').check()
    draw(page, "a1", "b1")
    assert kept(page, GROUND) == ["11..", "....", "..22"]
    assert page.locator('.square[value="d3"]').get_attribute("aria-label") == "d3: blue"
    page.locator("[data-across]").select_option("left_right")
    page.locator('[type=radio][value="#"]').check()
    page.locator('.square[value="a2"]').click()
    assert kept(page, GROUND) == ["11..", "#..#", "..22"]


def test_the_hand_paints_nothing(page: Page) -> None:
    lay(page, GROUND, ROWS)
    page.locator("[data-rest]").check()
    draw(page, "a1", "c1")
    page.locator('.square[value="a2"]').click()
    assert kept(page, GROUND) == ROWS


def test_a_mark_is_laid_once_and_rubbed_out(page: Page) -> None:
    lay(page, MARKS, {"d3": "barricade", "b1": "mine"})
    draw(page, "a1", "c1")
    assert kept(page, MARKS) == {"d3": "barricade", "a1": "mine", "b1": "mine", "c1": "mine"}
    assert page.locator('.square[value="c1"]').get_attribute("aria-label") == "c1: open, a mine"
    page.locator('[type=radio][value=""]:not([data-rest])').check()
    draw(page, "b1", "c1")
    page.locator('.square[value="d3"]').click()
    assert kept(page, MARKS) == {"a1": "mine"}
    assert page.locator('.square[value="c1"]').get_attribute("aria-label") == "c1: open"


def test_squares_are_chosen_and_let_go_by_what_the_first_of_a_stroke_was(page: Page) -> None:
    lay(page, SQUARES, ["b2"])
    draw(page, "a1", "c1")
    assert kept(page, SQUARES) == ["b2", "a1", "b1", "c1"]
    draw(page, "b2", "b1")
    assert kept(page, SQUARES) == ["a1", "c1"]
    pressed = page.locator('.square[aria-pressed="true"]')
    assert [each.get_attribute("value") for each in pressed.all()] == ["a1", "c1"]


def test_the_keyboard_walks_and_presses(page: Page) -> None:
    lay(page, SQUARES, [])
    page.locator('.square[value="a1"]').focus()
    for key in ("ArrowRight", "ArrowDown", "Enter", "ArrowLeft", "ArrowUp", "ArrowUp", "Space"):
        page.keyboard.press(key)
    assert kept(page, SQUARES) == ["b2", "a1"]
    assert (
        page.locator('.square[tabindex="0"]').count() + page.locator(".square:not([tabindex])").count() == 1
    )
