"""A guided first round on a real screen: the line over the board, and nothing that moves for it."""

import pytest
from playwright.sync_api import Page

from tests.accessible import faults
from tests.e2e.people import Recorded, Seated

ASK = "JSON.stringify(document.getElementById('ask').getBoundingClientRect())"
ROOM = """(() => {
  const page = document.scrollingElement, line = document.getElementById("lesson").getBoundingClientRect();
  return page.scrollHeight <= innerHeight && page.scrollWidth <= innerWidth && line.right <= innerWidth;
})()"""
SIZES = ((768, 1024), (390, 844), (360, 640), (1280, 720), (1920, 1080), (1024, 768))


def check_sizes(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(ROOM), (width, height)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert not faults(page), scheme


@pytest.mark.sampled
def test_the_first_round_is_taught_over_the_board_and_left_at_a_tap(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup)
    page, other = seated.holding(table, "german"), seated.holding(table, "allied")
    page.goto(f"{seated.url}/t/{table.code}/")
    foot = page.evaluate(ASK)
    page.get_by_role("button", name="Learn by playing").click()
    line = page.get_by_role("region", name="Your first round")
    line.get_by_text("Keep one mission, or both.").wait_for()
    assert page.evaluate(ASK) == foot
    check_sizes(page)
    taken = [action for action in war.actions if action["type"] == "choose_missions"][:2]
    for action in taken:
        table.act(action)
    line.get_by_text("Dig trenches, or leave it.").wait_for()
    line.get_by_role("link", name="The rule of this step").click()
    page.get_by_role("dialog").wait_for()
    page.get_by_role("button", name="Close").click()
    line.get_by_role("link", name="The step before").click()
    line.get_by_text("Keep one mission, or both.").wait_for()
    other.goto(f"{seated.url}/t/{table.code}/")
    assert other.locator("#lesson").count() == 0
    line.get_by_role("button", name="Leave the first round").click()
    page.wait_for_selector("#lesson", state="detached")


def test_the_board_of_a_war_that_is_over_stands_beside_the_teaching_line(
    seated: Seated, war: Recorded
) -> None:
    table = seated.open(war.setup)
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/")
    page.get_by_role("button", name="Learn by playing").click()
    page.wait_for_selector("#lesson")
    table.act({"type": "resign", "side": "german"})
    page.get_by_role("heading", name="wins the war").wait_for()
    for width, height in ((1024, 768), (1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = [page.locator(each).bounding_box() for each in ("#board", "#lesson", "#ask")]
        board, line, _ = [box for box in boxes if box]
        assert board["height"] > height / 3, (width, height)
        assert line["y"] + line["height"] <= board["y"]
