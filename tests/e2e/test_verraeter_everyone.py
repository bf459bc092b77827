"""Everyone can play Verräter: the axe checker, targets for fingers, narrow and light pages, the keyboard."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games.verraeter.game import GAME
from companion.games.verraeter.state import State
from tests.accessible import Fingers, faults_everywhere, overruns
from tests.e2e.betraying import walk
from tests.e2e.people import Opened, Seated
from tests.e2e.taps import choose, version, wait_for
from tests.e2e.test_verraeter import GAME_OF_THREE

AXED = {"estates", "site-chosen", "picking", "supply", "named", "story", "build", "refill", "over", "hand"}
"""The moments that hold every kind of control and colour."""
ADVISED = {
    **GAME_OF_THREE["setup"],
    "options": {**GAME_OF_THREE["setup"].get("options", {}), "adviser": True},
}
"""The recorded game at a table that wants advice: its screens hold all there is to see."""
WALKED = ("build", "move", "refill")
"""The moments after a conflict whose cards have been seen to the end."""
HEAVIEST = 1200
"""So many nodes a page of this game may have at most: an old tablet repaints it at every ring."""


def actions() -> list[dict[str, Any]]:
    """The recorded game with all that its dealer dealt."""
    dealer, state, done = Random(GAME_OF_THREE["dealer"]), GAME.open(GAME_OF_THREE["setup"]).state, []
    for tap in GAME_OF_THREE["taps"]:
        done.append(GAME.roll(state, tap, dealer))
        state = GAME.apply(state, done[-1]).state
    return done


def first(kind: str, at_least: int = 0, **more: Any) -> int:
    wanted = {"type": kind, **more}
    return next(n for n, each in enumerate(actions()) if n >= at_least and wanted.items() <= each.items())


def moments() -> dict[str, tuple[int, str, str]]:
    """Every kind of picture: after how many actions, whose screen (empty: who must act), which address."""
    deal, supply, reveal = first("deal_actions"), first("play_supply"), first("reveal")
    build, late, offline = first("build"), first("choose_site", 30), first("draft_offline")
    named = first("reveal", offline)
    return {
        "estates": (0, "", ""),
        "estate": (0, "", "?at=4"),
        "site": (late, "", ""),
        "site-chosen": (late, "", f"?site={_site(late)}"),
        "deal": (deal, "", ""),
        "picking": (deal + 1, "", ""),
        "picking-elsewhere": (deal + 1, "host", ""),
        "hand": (deal + 1, "", "hand/"),
        "supply": (supply + 1, "", ""),
        "reveal": (reveal, "blue", ""),
        "named": (named, "blue", "?picks=blue:farmer"),
        "story": (reveal + 1, "blue", ""),
        "tv": (reveal + 1, "blue", "tv/"),
        "build": (build, "", ""),
        "move": (build, "", "?do=move"),
        "refill": (first("refill"), "", ""),
        "adjust": (late, "blue", "?do=adjust"),
        "over": (len(actions()), "blue", ""),
    }


def _site(after: int) -> int:
    i, j = actions()[after]["site"]
    return i if (i + 1) % 12 == j else j


def shown(seated: Seated) -> Iterator[tuple[str, Page]]:
    """The table in each of its moments, one page after the other."""
    table = seated.open(ADVISED, system="verraeter")
    state, done = GAME.open(GAME_OF_THREE["setup"]).state, 0
    played = actions()
    for name, (after, seat, address) in sorted(moments().items(), key=lambda item: item[1][0]):
        for action in played[done:after]:
            table.act(action)
            state = GAME.apply(state, action).state
        done = after
        page = seated.holding(table, seat or _acting(state))
        page.goto(f"{seated.url}/t/{table.code}/{address}")
        if name in WALKED and page.locator("#ask[data-kind=walk]").count():
            walk(page)
            page.goto(f"{seated.url}/t/{table.code}/{address}")
        yield name, page
        page.context.close()


def _acting(state: State) -> str:
    return state.active or "blue"


FINGERS = Fingers(
    ":is(main, header) :is(a[href], button, summary, label)", ".unseen, p, .field", "svg.circle", 1000
)


@pytest.mark.thorough
def test_every_moment_is_for_everyone_and_no_page_is_heavy(seated: Seated) -> None:
    """Axe finds nothing, nothing runs out of the page, and fingers find 44 px on every size."""
    found = []
    for name, page in shown(seated):
        look = faults_everywhere if name in AXED else overruns
        found += [f"{name}, {fault}" for fault in look(page)]
        found += [f"{name}, {fault}" for fault in FINGERS.small(page)]
        nodes = page.evaluate("document.querySelectorAll('*').length")
        assert nodes <= HEAVIEST, (name, nodes)
    assert not found, "\n".join(found)


def test_a_site_is_chosen_and_supply_is_played_with_the_keyboard_alone(seated: Seated) -> None:
    table, played = seated.open(ADVISED, system="verraeter"), actions()
    site = first("choose_site")
    _play(table, played[:site])
    page = seated.holding(table, played[site]["player"])
    page.goto(f"{seated.url}/t/{table.code}/")
    _tab_to(page, "a.fight")
    page.keyboard.press("Enter")
    page.wait_for_selector(".s-vs")
    _tab_to(page, "#main-deed")
    before = version(page)
    page.keyboard.press("Enter")
    wait_for(page, before + 1)
    table.version += 1
    _play(table, played[site + 1 : first("play_supply")])
    page = seated.holding(table, "blue")
    page.goto(f"{seated.url}/t/{table.code}/")
    _tab_to(page, ".v-supply input")
    page.keyboard.press("Space")
    _tab_to(page, "#main-deed")
    before = version(page)
    page.keyboard.press("Enter")
    wait_for(page, before + 1)


def _play(table: Opened, played: list[dict[str, Any]]) -> None:
    for action in played:
        table.act(action)


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"The keyboard never reaches {selector}.")


def test_ticked_supply_says_at_once_what_it_does(seated: Seated) -> None:
    """The total, the chances and the words on the button are those of the cards that are ticked."""
    table, played = seated.open(ADVISED, system="verraeter"), actions()
    _play(table, played[: first("play_supply")])
    page = seated.holding(table, "blue")
    page.goto(f"{seated.url}/t/{table.code}/")
    form = page.locator("#ask-form")
    own = int(form.locator("[data-plus]").get_attribute("data-plus") or 0)
    known = form.locator(f'.v-tally__odds[data-key="{own + 8}"]')
    assert known.is_hidden()
    for value in (3, 5):
        page.locator(f'.v-supply input[value="{value}"]').check(force=True)
    assert form.locator("[data-sum]").inner_text() == str(own + 8)
    assert known.is_visible()
    assert form.locator(".v-tally__odds:visible").count() == 1
    assert page.locator("#main-deed").inner_text().upper().startswith("PLAY 3 + 5")


def test_a_choice_of_the_circle_is_an_address(seated: Seated) -> None:
    table = seated.open(ADVISED, system="verraeter")
    page = seated.holding(table, "blue")
    page.goto(f"{seated.url}/t/{table.code}/")
    choose(page, "#land-3")
    page.wait_for_function("() => location.search")
    chosen = page.url
    page.reload()
    assert page.url == chosen
    assert page.locator(".land--chosen").get_attribute("id") == "land-3"
