"""Everyone can play: the axe checker, targets for fingers, narrow and enlarged pages, the keyboard."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.accessible import Fingers, faults_everywhere
from tests.conftest import House
from tests.e2e.people import Recorded, Seated
from tests.e2e.walking import Walk


def moments(war: Recorded) -> dict[str, tuple[int, str, str]]:
    """Every kind of picture that a table shows: after how many actions, whose screen, which address."""
    kinds = [action["type"] for action in war.actions]
    attack = next(n for n, kind in enumerate(kinds) if kind == "frontal_charge")
    charge = war.actions[attack]
    dug = next(n for n, kind in enumerate(kinds) if kind == "build_trenches")
    event = next(n for n, action in enumerate(war.actions) if _with_dice(action))
    side, at = charge["side"], charge["battlefield"]
    reveal, first = kinds.index("reveal_missions"), kinds.index("choose_first")
    return {
        "missions": (0, "german", ""),
        "start": (dug, war.actions[dug]["side"], ""),
        "dig": (dug, war.actions[dug]["side"], "?do=dig"),
        "waiting": (attack, "allied" if side == "german" else "german", ""),
        "points": (attack, side, ""),
        "attacks": (attack, side, f"?at={at}"),
        "push": (attack, side, f"?at={at}&do=push"),
        "charge": (attack, side, f"?at={at}&do=charge"),
        "charged": (attack + 1, side, ""),
        "event": (event, war.actions[event]["side"], ""),
        "reveal": (reveal, "german", ""),
        "walk": (reveal + 1, "german", ""),
        "initiative": (first, war.actions[first]["side"], ""),
        "over": (len(kinds), "german", ""),
        "film": (len(kinds), "german", "film/?line=63"),
        "hand": (dug, war.actions[dug]["side"], "hand/"),
        "tv": (attack + 1, "german", "tv/"),
        "log": (attack + 1, "german", "log/"),
        "seats": (attack + 1, "host", "seats/"),
    }


def _with_dice(action: dict[str, Any]) -> bool:
    return any("rolls" in (choice or {}) for choice in action.get("choices", ()))


def shown(seated: Seated, war: Recorded, page_of: Any) -> Iterator[tuple[str, Page]]:
    """The table in each of its moments, one page after the other."""
    table, done = seated.open(war.setup), 0
    for name, (after, seat, address) in sorted(moments(war).items(), key=lambda item: item[1][0]):
        for action in war.actions[done:after]:
            table.act(action)
        done = max(done, after)
        page = page_of(table, seat)
        page.goto(f"{seated.url}/t/{table.code}/{address}")
        yield name, page
        page.context.close()


FINGERS = Fingers(
    ":is(main, header) :is(a[href], button, summary)", ".unseen, p, figcaption", "svg.front", 800
)


DEMO = "from companion.tables.play import open_all; open_all()"
ROUTES = 70
"""Kinds of pages to which links lead."""


@pytest.mark.thorough
def test_every_moment_is_for_everyone(seated: Seated, war: Recorded) -> None:
    """Axe finds nothing, nothing runs out of the page, and fingers find 44 px on every size."""
    found = []
    for name, page in shown(seated, war, seated.holding):
        found += [f"{name}, {fault}" for fault in faults_everywhere(page)]
        found += [f"{name}, {fault}" for fault in FINGERS.small(page) if name not in ("log", "seats")]
    page = seated.page()
    for address in ("/", "/about/", "/join/", "/open/scarper/"):
        page.goto(seated.url + address)
        found += [f"{address}, {fault}" for fault in faults_everywhere(page)]
    assert not found, "\n".join(found)


@pytest.mark.thorough
def test_every_page_of_the_house_is_for_everyone(new_house: House, browser: Browser) -> None:
    """With a demo of everything: nothing runs out at six sizes, what is asked lies in the first view, and axe
    finds nothing."""
    new_house.manage("shell", "--verbosity", "0", "-c", DEMO)
    page = browser.new_page(viewport={"width": 1024, "height": 768}, reduced_motion="reduce")
    walk = Walk(new_house.url, page)
    walk.come_in()
    found, asked = [], set()
    for kind, address in list(walk.pages()):
        route = kind.partition(" ")[0]
        faults = walk.faults(address, checked=route not in asked)
        found += [f"{kind}, {address}, {fault}" for fault in faults]
        asked.add(route)
    assert len(asked) >= ROUTES, "The walk lost its way."
    assert not found, "\n".join(found)


@pytest.mark.thorough
def test_how_the_house_is_is_for_everyone(new_house: House, browser: Browser) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{new_house.url}/house/")
    found = list(faults_everywhere(page))
    code = re.search(r"(\w{4}-){3}\w{4}", new_house.manage("key"))
    assert code
    page.fill("#code", code[0])
    page.click("text=This device is the keeper")
    assert "All is well" in page.inner_text("#well")
    found += faults_everywhere(page)
    assert not found, "\n".join(found)


@pytest.mark.sampled
def test_a_charge_is_made_with_the_keyboard_alone(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup)
    after, seat, _ = moments(war)["points"]
    for action in war.actions[:after]:
        table.act(action)
    page = seated.holding(table, seat)
    page.goto(f"{seated.url}/t/{table.code}/")
    version = int(page.locator("#table").get_attribute("data-version") or 0)
    _tab_to(page, "a.track")
    page.keyboard.press("Enter")
    page.wait_for_selector("#choice-charge")
    _tab_to(page, "#choice-charge")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ask-form")
    for die in ("attacker", "defender"):
        _tab_to(page, f'input[name="a.rolls.{die}"]')
        page.keyboard.press("Space")
    _tab_to(page, "#main-deed")
    page.keyboard.press("Enter")
    page.wait_for_function("v => Number(document.getElementById('table').dataset.version) > v", arg=version)


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"The keyboard never reaches {selector}.")
