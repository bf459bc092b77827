"""A rule is looked up beside the table: nothing moves for it, and it stays while the table goes on."""

import pytest

from tests.e2e.people import Recorded, Seated

WHERE = "[location.href, scrollY, document.getElementById('table').dataset.version]"


@pytest.mark.sampled
def test_a_rule_opens_beside_the_log_and_moves_neither_page_nor_address(
    seated: Seated, war: Recorded
) -> None:
    table = seated.open(war.setup)
    after = 1 + next(n for n, action in enumerate(war.actions) if action["type"] == "frontal_charge")
    for action in war.actions[:after]:
        table.act(action)
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/log/")
    page.locator("summary", has_text="Why").first.click()
    was = page.evaluate(WHERE)
    page.locator("a.rule", has_text="6.2.2.5.1").first.click()
    told = page.get_by_role("dialog", name="Relative position")
    told.get_by_text("one space nearer").wait_for()
    assert page.evaluate(WHERE) == was
    table.act(war.actions[after])
    page.wait_for_function("was => document.getElementById('table').dataset.version !== was", arg=was[2])
    assert told.is_visible()
    told.get_by_role("button", name="Close").click()
    assert told.is_hidden()
    assert page.evaluate(WHERE)[:2] == was[:2]


def test_a_fact_of_the_strip_and_a_question_open_their_rule_beside_the_board(
    seated: Seated, war: Recorded
) -> None:
    table = seated.open(war.setup)
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/")
    was = page.evaluate(WHERE)
    for name, title in (("Propaganda", "Propaganda"), ("The rule", "Mission")):
        page.get_by_role("link", name=name).first.click()
        told = page.get_by_role("dialog", name=title)
        told.wait_for()
        told.get_by_role("button", name="Close").click()
    assert page.evaluate(WHERE) == was
