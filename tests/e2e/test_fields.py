"""Dice that are tapped and boards that are painted, each in a page of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page

from companion.engine.form import Place
from companion.engine.form.board import Painted, Sign
from companion.engine.wire import Json

DICE = (Path(settings.HOUSE) / "static" / "js" / "dice.js").read_text("utf-8")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def lay(page: Page, question: str) -> None:
    """A page with this question, and the script that tells of it."""
    page.set_content(f"{question}<script type='module'>{DICE}</script>")


def die(name: str, plus: int) -> str:
    faces = (f"<input type=radio name={name} value={face} required>" for face in range(1, 7))
    return f"<div data-plus={plus}>{''.join(f'<label class=die>{face}</label>' for face in faces)}</div>"


OUTCOMES = "".join(f"<p data-key='{n} {n + 10}'>{n}</p>" for n in range(-5, 6))

BUTTON = "<button data-say='{first} against {second}' data-else='Tap them'></button>"


def test_two_dice_strike_one_outcome_and_a_second_tap_takes_a_die_back(page: Page) -> None:
    lay(page, f"<div data-words>{die('a', 2)}{die('b', 0)}{OUTCOMES}{BUTTON}</div>")
    struck, button = page.locator(".is-struck"), page.locator("button")
    page.locator("[name=a][value='3']").click()
    assert (struck.count(), button.inner_text()) == (0, "Tap them")
    page.locator("[name=b][value='1']").click()
    assert (struck.inner_text(), button.inner_text()) == ("4", "5 against 1")
    page.locator("[name=b][value='6']").click()
    assert struck.inner_text() == "-1"
    page.locator("[name=b][value='6']").click()
    assert (struck.count(), button.inner_text()) == (0, "Tap them")


def test_an_outcome_may_stand_for_several_sums(page: Page) -> None:
    lay(page, f"<div data-words>{die('a', 9)}<p data-key='10 11'>one</p><p data-key='12'>two</p></div>")
    for face in (1, 2):
        page.locator(f"[value='{face}']").click()
        assert page.locator(".is-struck").inner_text() == "one"
    page.locator("[value='3']").click()
    assert page.locator(".is-struck").inner_text() == "two"


def test_a_button_waits_for_as_many_ticks_as_are_wanted(page: Page) -> None:
    ticks = "<input type=checkbox data-worth=1 value=5>" * 3
    words = "data-else='Lay them down' data-more='Tick {missing} more' data-fewer='Tick {missing} fewer'"
    lay(
        page, f"<form data-words data-wanted=2><div data-plus=0>{ticks}</div><button {words}></button></form>"
    )
    button, seen = page.locator("button"), []
    for tick in page.locator("input").all():
        seen.append((button.inner_text(), button.is_enabled()))
        tick.check()
    seen.append((button.inner_text(), button.is_enabled()))
    assert seen == [
        ("Tick 2 more", False),
        ("Tick 1 more", False),
        ("Lay them down", True),
        ("Tick 1 fewer", False),
    ]


def test_a_handful_is_counted_by_its_faces_and_its_counts(page: Page) -> None:
    count = "<input inputmode=numeric data-step=-1>"
    face = f"<label data-step=1 data-low=0 data-high=20 data-blank><b>6</b>{count}</label>"
    lay(
        page,
        f"<div data-words data-wanted=2><output data-sum></output><div data-plus=0>{face}{face}</div></div>",
    )
    scope, sum_ = page.locator("[data-words]"), page.locator("output")
    page.locator("b").first.click()
    page.locator("b").last.click()
    assert (sum_.inner_text(), scope.get_attribute("class")) == ("2", "is-full")
    page.locator("input").last.click()
    assert (sum_.inner_text(), page.locator("input").last.input_value()) == ("1", "")
    page.locator("input").last.click()
    assert sum_.inner_text() == "1"
    page.locator("input").last.fill("7")
    assert (sum_.inner_text(), scope.get_attribute("class")) == ("8", "")


def test_a_number_that_was_left_out_begins_at_its_lowest(page: Page) -> None:
    buttons = "<button data-step=-1>less</button><input value=''><button data-step=1>more</button>"
    lay(page, f"<div data-low=2 data-high=4>{buttons}</div>")
    seen = []
    for name in ("more", "more", "more", "more", "less"):
        page.get_by_text(name).click()
        seen.append(page.locator("input").input_value())
    assert seen == ["2", "3", "4", "4", "3"]


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


def lay_field(page: Page, field: Painted, value: Json) -> None:
    """A form with this field alone, and the script that paints on it."""
    widget = field.show(Place({field.key: value}, field.key))
    drawn = render_to_string(f"desk/fields/{widget.frame}.html", {"field": widget})
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
    lay_field(page, GROUND, ROWS)
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
    lay_field(page, GROUND, ROWS)
    page.locator("[data-rest]").check()
    draw(page, "a1", "c1")
    page.locator('.square[value="a2"]').click()
    assert kept(page, GROUND) == ROWS


def test_a_mark_is_laid_once_and_rubbed_out(page: Page) -> None:
    lay_field(page, MARKS, {"d3": "barricade", "b1": "mine"})
    draw(page, "a1", "c1")
    assert kept(page, MARKS) == {"d3": "barricade", "a1": "mine", "b1": "mine", "c1": "mine"}
    assert page.locator('.square[value="c1"]').get_attribute("aria-label") == "c1: open, a mine"
    page.locator('[type=radio][value=""]:not([data-rest])').check()
    draw(page, "b1", "c1")
    page.locator('.square[value="d3"]').click()
    assert kept(page, MARKS) == {"a1": "mine"}
    assert page.locator('.square[value="c1"]').get_attribute("aria-label") == "c1: open"


def test_squares_are_chosen_and_let_go_by_what_the_first_of_a_stroke_was(page: Page) -> None:
    lay_field(page, SQUARES, ["b2"])
    draw(page, "a1", "c1")
    assert kept(page, SQUARES) == ["b2", "a1", "b1", "c1"]
    draw(page, "b2", "b1")
    assert kept(page, SQUARES) == ["a1", "c1"]
    pressed = page.locator('.square[aria-pressed="true"]')
    assert [each.get_attribute("value") for each in pressed.all()] == ["a1", "c1"]


def test_the_keyboard_walks_and_presses(page: Page) -> None:
    lay_field(page, SQUARES, [])
    page.locator('.square[value="a1"]').focus()
    for key in ("ArrowRight", "ArrowDown", "Enter", "ArrowLeft", "ArrowUp", "ArrowUp", "Space"):
        page.keyboard.press(key)
    assert kept(page, SQUARES) == ["b2", "a1"]
    assert (
        page.locator('.square[tabindex="0"]').count() + page.locator(".square:not([tabindex])").count() == 1
    )
