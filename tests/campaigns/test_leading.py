"""The tree is written on the tree itself: tapped and drawn, with a script and without; undone as any save."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from companion.engine.errors import InvalidInput
from companion.games.parabellum.campaign.design import led
from tests.accessible import faults
from tests.campaigns.binders import Workbench, begun, words
from tests.conftest import House

SMALL = {"scenarios": {"1": {"next": ["2a"]}, "2a": {}, "2b": {"next": "?"}}}


def test_a_way_is_drawn_and_taken_away_again() -> None:
    more = led(SMALL, "1", "2b")
    assert more["scenarios"]["1"]["next"] == ["2a", "2b"]
    assert led(led(more, "1", "2a"), "1", "2b")["scenarios"]["1"]["next"] == []
    assert SMALL["scenarios"]["1"]["next"] == ["2a"]


@pytest.mark.parametrize(("origin", "goal"), [("1", "9z"), ("1", ""), ("2a", "1"), ("2a", "2b"), ("7", "2a")])
def test_ways_lead_to_scenarios_of_later_rounds_alone(origin: str, goal: str) -> None:
    with pytest.raises(InvalidInput):
        led(SMALL, origin, goal)


@pytest.mark.django_db(transaction=True)
def test_a_scenario_is_tapped_then_those_to_which_it_leads() -> None:
    bench: Workbench = begun(Client())
    assert "or draw from one to another" in words(bench.open("room/tree/"))
    page = bench.open("room/tree/?from=2a")
    assert "2A Pump Stations leads to 3A and 3B" in words(page)
    goals = re.findall(r'<button class="leading__goal"[^>]*\s+value="(\w+)"', page)
    assert goals == ["3a", "3b", "3c", "3d", "4a", "4b", "4c"]
    answer = bench.change("lead", "scenarios.2a", goal="3c", to="tree", **{"from": "2a"})
    assert answer["Location"] == f"{bench.base}room/tree/?from=2a#ways"
    assert bench.content["scenarios"]["2a"]["next"] == ["3a", "3b", "3c"]
    assert bench.latest.what == "2A leads to 3C"
    bench.change("lead", "scenarios.2a", goal="3a", to="tree")
    assert bench.latest.what == "2A leads no longer to 3A"
    refused = bench.change("lead", "scenarios.2a", goal="1", to="tree")
    assert refused.status_code == 422
    assert "ways lead to later rounds" in words(refused.content.decode())
    bench.browser.post(f"{bench.base}undo/", {"seen": str(bench.latest.number), "to": ""})
    assert bench.content["scenarios"]["2a"]["next"] == ["3a", "3b", "3c"]


@pytest.mark.sampled
@pytest.mark.browser
def test_a_way_is_drawn_with_the_pointer_tapped_away_and_written_by_the_keyboard(
    house: House, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 1024, "height": 900})
    page.goto(f"{house.url}/campaigns/binders/")
    page.get_by_role("button", name="Copy the starter campaign").click()
    expect(page.get_by_role("heading", name="Brief", exact=True)).to_be_visible()
    page.goto(re.sub(r"(/binders/\w+/).*", r"\1room/tree/", page.url))
    way = page.locator('[data-way="scenarios.1 3d"]')
    page.locator('[data-drag="scenarios.1"]').drag_to(page.locator('[data-drop="3d"]'))
    expect(way).to_be_attached()
    way.dispatch_event("click")
    expect(page.locator("[data-kept]")).to_contain_text("Version 3")
    expect(way).not_to_be_attached()
    page.get_by_role("link", name="2C Survey Ridge: later").press("Enter")
    page.get_by_role("button", name="2C leads to 3A").press("Enter")
    expect(page.locator("#lead")).to_contain_text("leads to 3A, 3C and 3D")
    page.get_by_role("button", name="Take the way from 2C to 3A away").press("Enter")
    expect(page.locator("#lead")).to_contain_text("leads to 3C and 3D")
    assert faults(page) == []
    page.close()
