"""The designer on a tablet: a map painted by a finger, faults told as one types, nothing lost on the way."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accessible import faults, faults_everywhere
from tests.conftest import House


def middle(page: Page, square: str) -> tuple[float, float]:
    box = page.locator(f'.square[value="{square}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def draw(page: Page, *squares: str) -> None:
    """A finger goes down on the first square, over the others, and up on the last."""
    places = [middle(page, square) for square in squares]
    client = page.context.new_cdp_session(page)
    for n, (x, y) in enumerate(places):
        kind = "touchMove" if n else "touchStart"
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    client.detach()


def rows(page: Page) -> list[str]:
    text: str = page.locator("[data-text]").input_value()
    return text.split("\n")


@pytest.mark.browser
def test_a_finger_paints_a_map_and_a_fault_is_told_as_one_types(house: House, browser: Browser) -> None:
    context = browser.new_context(
        viewport={"width": 1024, "height": 768}, has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto(f"{house.url}/campaigns/binders/")
    page.get_by_role("button", name="Copy the starter campaign").tap()
    expect(page.get_by_role("heading", name="Brief", exact=True)).to_be_visible()
    binder = re.sub(r"(/binders/\w+/).*", r"\1", page.url)

    page.goto(f"{binder}at/maps.refinery/")
    assert list(faults_everywhere(page)) == []
    page.set_viewport_size({"width": 1024, "height": 768})
    page.locator(".brush", has_text="Forest").tap()
    page.locator('.square[value="c3"]').scroll_into_view_if_needed()
    draw(page, "b3", "d3")
    kept = page.locator("[data-kept]")
    expect(kept).to_have_text("Version 2 is kept. It can be played.")
    assert rows(page)[2] == ".%%%########...."
    expect(page.locator('.square[value="c3"]')).to_have_class(re.compile("tone--forest"))

    # The keyboard paints too, and the map that was kept is the map that comes back.
    page.locator('.square[value="d3"]').press("ArrowDown")
    page.keyboard.press("Enter")
    expect(kept).to_have_text("Version 3 is kept. It can be played.")
    page.reload()
    assert rows(page)[2:4] == [".%%%########....", "...%#..**..#...."]

    page.goto(f"{binder}at/units.technical/")
    page.get_by_label("Price", exact=True).fill("-5")
    asked = page.locator('[data-at="units.technical.cost"]')
    expect(asked.locator(".field__error")).to_contain_text("0 or more, is wanted; -5 was given.")
    # Leaving at once loses nothing: the page waits until the house has it.
    page.get_by_role("link", name="Versions").tap()
    expect(page.get_by_role("link", name="Version 4")).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("link", name="Version 5")).to_be_visible()
    page.goto(f"{binder}at/units.technical/")
    expect(page.get_by_label("Price", exact=True)).to_have_value("125")
    assert faults(page) == []
    assert broken == []
    context.close()


@pytest.mark.browser
def test_what_is_typed_is_kept_before_anything_else_and_again_after_a_silence(
    house: House, browser: Browser
) -> None:
    page = browser.new_page()
    page.goto(f"{house.url}/campaigns/binders/")
    page.get_by_role("button", name="Copy the starter campaign").click()
    expect(page.get_by_role("heading", name="Brief", exact=True)).to_be_visible()
    page.goto(re.sub(r"(/binders/\w+/).*", r"\1at/units.technical/", page.url))
    price, kept = page.get_by_label("Price", exact=True), page.locator("[data-kept]")
    price.fill("130")
    price.press("Enter")
    expect(kept).to_have_text("Version 2 is kept. It can be played.")

    page.route("**/at/units.technical/", lambda route: route.abort())
    price.fill("140")
    expect(kept).to_contain_text("Not kept yet")
    page.unroute("**/at/units.technical/")
    expect(kept).to_have_text("Version 3 is kept. It can be played.")

    # What was typed is a version of its own, which the next button then takes back.
    page.reload()
    price.fill("150")
    page.get_by_role("button", name="Undo").click()
    expect(kept).to_contain_text("Version 5")
    expect(price).to_have_value("140")
    page.close()
