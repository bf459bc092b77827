"""Words beside dice in a real browser: each tap shows what the dice then say."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

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
