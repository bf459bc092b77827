"""What people do to a page: each kind of action by the controls that the screen offers for it."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.e2e.people import NAMES

type Action = dict[str, Any]


def version(page: Page) -> int:
    """The version that this page shows."""
    return int(page.locator("#table").get_attribute("data-version") or 0)


def wait_for(page: Page, at_least: int) -> None:
    """Until this page shows that version, by the bell alone."""
    page.wait_for_function(
        "least => Number(document.getElementById('table').dataset.version) >= least", arg=at_least
    )


def tap(page: Page, action: Action, other: Page) -> None:
    """Do it on the page; `other` is the opponent's, who may be asked for a word."""
    before = version(page)
    TAPS[action["type"]](page, action)
    if _asks_the_other(action, page, before):
        _answer(other, action)
    wait_for(page, before + 1)


def choose(page: Page, selector: str) -> None:
    """Tap a link that makes a half-made choice, and wait for its picture."""
    page.evaluate(
        "() => { window.drawn = false;"
        " document.addEventListener('htmx:after:swap', () => { window.drawn = true; }, { once: true }); }"
    )
    page.locator(selector).first.click()
    page.wait_for_function("() => window.drawn && !document.querySelector('#table a[aria-busy]')")


def press(page: Page, name: str | re.Pattern[str], inside: str = "#ask") -> None:
    """Press a button by its words; what stands under them may follow."""
    page.locator(inside).get_by_role("button", name=name).first.click()


def _missions(page: Page, action: Action) -> None:
    for mission in action["keep"]:
        page.locator(f'input[name="a.keep[]"][value="{mission}"]').check()
    press(page, "Keep the ticked missions")


def _first(page: Page, action: Action) -> None:
    press(page, f"{NAMES[action['first']]} goes first")


def _dig(page: Page, action: Action) -> None:
    choose(page, '#ask a[href="?do=dig"]')
    for placed in action["placements"]:
        for _ in range(placed["count"]):
            _space(page, placed)
    page.locator("#main-deed").click()


def _space(page: Page, placed: Action) -> None:
    choose(page, f"#space-{placed['battlefield']}-{placed['space']}")


def _card(page: Page, action: Action) -> None:
    choose(page, f'#ask a[href="?card={action["card"]}"]')
    words = {"before": "event first", "after": re.compile(r"points? first")}
    if action["mode"] == "event":
        press(page, "Play the event no points")
    else:
        press(page, words[action["event_order"]] if "event_order" in action else "Take ")


def _event(page: Page, action: Action) -> None:
    for n, choice in enumerate(action["choices"]):
        for placed in _placed(choice):
            for _ in range(placed["count"]):
                _space(page, placed)
        if choice and "battlefield" in choice and not _stands(page, f"e{n}-{choice['battlefield']}"):
            choose(page, f"#track-{choice['battlefield']}")
        if choice and "rolls" in choice:
            _dice(page, f"a.choices.{n}.rolls", choice["rolls"])
        for card in (choice or {}).get("cards", ()):
            box = page.locator(f'#ask input[name="a.choices.{n}.cards[]"][value="{card}"]')
            if box.count():
                box.check()
    page.locator("#main-deed").click()


def _stands(page: Page, choice: str) -> bool:
    """Whether a place is chosen already, being the only one."""
    return page.locator(f"#choice-{choice}[aria-current]").count() > 0


def _placed(choice: Action | None) -> list[Action]:
    placed: list[Action] = (choice or {}).get("placements") or (choice or {}).get("removals") or []
    return placed


def _dice(page: Page, name: str, rolls: dict[str, int]) -> None:
    for die, face in rolls.items():
        page.locator(f'input[name="{name}.{die}"][value="{face}"]').check(force=True)


def _spend(page: Page, action: Action) -> None:
    track = {"publish_propaganda": "propaganda", "invest_economy": "economy"}[action["type"]]
    choose(page, f"#strip-{track}")
    _points(page, action)


def _push(page: Page, action: Action) -> None:
    choose(page, f"#track-{action['battlefield']}")
    choose(page, "#choice-push")
    _points(page, action)


def _points(page: Page, action: Action) -> None:
    chosen = page.locator(f"#choice-points-{action['points']}")
    if chosen.get_attribute("aria-current") is None:
        choose(page, f"#choice-points-{action['points']}")
    page.locator("#main-deed").click()


def _charge(page: Page, action: Action) -> None:
    choose(page, f"#track-{action['battlefield']}")
    choose(page, "#choice-charge")
    _dice(page, "a.rolls", action["rolls"])
    page.locator("#main-deed").click()


def _assault(page: Page, action: Action) -> None:
    choose(page, f"#track-{action['battlefield']}")
    choose(page, "#choice-assault")
    _dice(page, "a.rolls", action["rolls"])
    page.locator("#main-deed").click()


def _end(page: Page, action: Action) -> None:
    page.locator("#ask").get_by_role("button", name="End the round").click()


def _reveal(page: Page, action: Action) -> None:
    press(page, "Reveal the missions")


def _score(page: Page, action: Action) -> None:
    at_once = page.locator("#ask").get_by_role("button", name="All at once")
    if at_once.count():
        at_once.click()
    page.locator("#ask").get_by_role("button", name="Move the marker").click()


def _asks_the_other(action: Action, page: Page, before: int) -> bool:
    """Whether the opponent's cards are in this event, and the table waits for its word."""
    if not any((choice or {}).get("cards") for choice in action.get("choices", ())):
        return False
    page.wait_for_function(
        "before => document.querySelector('#waiting section')"
        " || Number(document.getElementById('table').dataset.version) > before",
        arg=before,
    )
    return page.locator("#waiting section").count() > 0


def _answer(page: Page, action: Action) -> None:
    page.wait_for_selector('#ask input[name="a.cards[]"]')
    for choice in action["choices"]:
        for card in (choice or {}).get("cards", ()):
            page.locator(f'#ask input[name="a.cards[]"][value="{card}"]').check()
    press(page, "Discard")


TAPS: dict[str, Callable[[Page, Action], None]] = {
    "choose_missions": _missions,
    "choose_first": _first,
    "build_trenches": _dig,
    "play_card": _card,
    "resolve_event": _event,
    "publish_propaganda": _spend,
    "invest_economy": _spend,
    "steady_push": _push,
    "frontal_charge": _charge,
    "concentrated_assault": _assault,
    "end_commands": _end,
    "reveal_missions": _reveal,
    "score_year": _score,
}


# A narrow glass covers what the house sent open by itself, and says so first.
SETTLED = """() => !document.querySelector(".s-cover--open:not([data-seconds])")
  || /companion_open=yes/.test(document.cookie)
  || (innerWidth >= 600 && !/companion_open=no/.test(document.cookie))"""


def uncover(page: Page) -> None:
    """One's own stays open, where it lies covered."""
    page.wait_for_selector("#table")
    page.wait_for_load_state()
    page.wait_for_function(SETTLED)
    again = page.locator(".s-again:visible")
    if page.locator(".s-cover--open[data-seconds]:not([data-shared])").count() and again.count():
        again.first.click()
    shut = '.s-cover:not(.s-cover--open) #ring[value="open"]'
    keep = page.locator(f'.s-cover__keep [value="open"], {shut}')
    if keep.count() and keep.is_visible():
        keep.click()
        page.wait_for_selector(".s-cover--open", state="attached")
