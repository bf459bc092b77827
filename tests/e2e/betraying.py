"""What people do to a page of Verräter: each kind of action by the controls that the screen offers for it."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

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
    if page.locator(".panel--story").count() and action["type"] in ("build", "refill", "choose_site"):
        choose(page, ".panel--story > a.button--main")
    TAPS[action["type"]](page, action)


def press(page: Page) -> None:
    """The large button of the panel."""
    page.locator("#ask .panel form button.button--main[name=action]").click()


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
    page.get_by_role("button", name="Draft with real cards").click()


def _pick(page: Page, action: Action) -> None:
    page.locator(f"button.actioncard:has-text('{CARDS[action['card']]}')").click()


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
        asked = page.locator("#ask .panel .lead").inner_text()
        who = next(each for each in picks if each.title() in asked)
        choose(page, f"a.tile:has-text('{CARDS[picks.pop(who)]}')")
    press(page)


def _build(page: Page, action: Action) -> None:
    if action["op"] == "pass":
        page.get_by_role("button", name="Build nothing").click()
        return
    deed = action.get("side", "estate") if action["op"] == "place" else action["op"]
    choose(page, f"a.deed:has-text('{DEEDS[deed]}')")
    for key in ("from", "to", "landscape"):
        if key in action:
            choose(page, f"#land-{action[key]}")
    press(page)


def _refill(page: Page, action: Action) -> None:
    number = page.locator(".choices--numbers a", has_text=str(action["cards"]))
    if number.get_attribute("aria-current") != "true":
        choose(page, f".choices--numbers a:has-text('{action['cards']}')")
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
