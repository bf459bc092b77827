"""What people do to a page of Verräter: each kind of action by the controls that the screen offers for it."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.e2e.people import NAMES
from tests.e2e.taps import choose

type Action = dict[str, Any]
CARDS = {
    "diplomat_2": "Diplomat +2",
    "diplomat_5": "Diplomat +5",
    "farmer": "Farmer",
    "master_builder": "Master builder",
    "strategist": "Strategist",
    "traitor": "Traitor",
}
DEEDS = {
    "estate": "Build an estate",
    "office": "Build an office",
    "move": "Move a card",
    "flip": "Turn a card over",
}


def tap(page: Page, action: Action) -> None:
    """Do it on the page."""
    TAPS[action["type"]](page, action)


def press(page: Page) -> None:
    """The main button, always in the same place."""
    page.locator("#main-deed").click()


def walk(page: Page) -> None:
    """See to its end what was turned over, with everybody."""
    page.get_by_role("button", name="All at once").click()
    page.get_by_role("button", name="Go on").click()
    page.wait_for_selector("#ask:not([data-kind=walk]) .s-in")


def _estate(page: Page, action: Action) -> None:
    choose(page, f"#land-{action['landscape']}")
    press(page)


def _site(page: Page, action: Action) -> None:
    i, j = action["site"]
    choose(page, f"#site-{i if (i + 1) % 12 == j else j}")
    press(page)


def _deal(page: Page, action: Action) -> None:
    page.get_by_role("button", name="Draft on the devices").click()


def _offline(page: Page, action: Action) -> None:
    page.get_by_role("button", name="With real cards").click()


def _pick(page: Page, action: Action) -> None:
    page.locator(f".v-card:has-text('{CARDS[action['card']]}')").click()
    page.get_by_role("button", name=f"Keep the {CARDS[action['card']]}").click()


def tick(page: Page, name: str, values: list[int]) -> None:
    """Tick exactly cards of these values."""
    boxes = page.locator(f'input[name="{name}"]')
    wanted = list(values)
    for n in range(boxes.count()):
        value = int(boxes.nth(n).get_attribute("value") or 0)
        boxes.nth(n).set_checked(value in wanted, force=True)
        if value in wanted:
            wanted.remove(value)
    assert not wanted, (name, values)


def _supply(page: Page, action: Action) -> None:
    tick(page, "a.cards[]", action["cards"])
    press(page)


def _reveal(page: Page, action: Action) -> None:
    picks = dict(action.get("picks", {}))
    while picks:
        asked = page.locator("#ask-title").inner_text()
        named = set(re.findall(r"\w+", asked))
        who = next(each for each in picks if {each.title(), NAMES[each]} & named)
        choose(page, f"#ask a.s-choice:has-text('{CARDS[picks.pop(who)]}')")
    press(page)


def _build(page: Page, action: Action) -> None:
    if action["op"] == "pass":
        page.get_by_role("button", name="Build nothing").click()
        return
    deed = action.get("side", "estate") if action["op"] == "place" else action["op"]
    choose(page, f"#ask a.s-choice:has-text('{DEEDS[deed]}')")
    for key in ("from", "to", "landscape"):
        if key in action:
            choose(page, f"#land-{action[key]}")
    press(page)


def _refill(page: Page, action: Action) -> None:
    number = f"#choice-take-{action['cards']}"
    if page.locator(number).get_attribute("aria-current") != "true":
        choose(page, number)
    tick(page, "a.discard[]", action["discard"])
    press(page)


TAPS: dict[str, Callable[[Page, Action], None]] = {
    "place_estate": _estate,
    "choose_site": _site,
    "deal_actions": _deal,
    "draft_offline": _offline,
    "pick_action": _pick,
    "play_supply": _supply,
    "reveal": _reveal,
    "build": _build,
    "refill": _refill,
}
