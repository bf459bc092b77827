"""Two devices play a Quick Duel, one tablet between two an advanced Deep Battle, each to its end."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.scope.game import GAME
from tests.accessible import SCHEMES, faults
from tests.conftest import House
from tests.e2e.dueling import TAPS, Action, address, script
from tests.e2e.people import TABLET, Opened, Seated
from tests.e2e.taps import choose, uncover, version, wait_for
from tests.e2e.test_stage import misfits
from tests.games.scope.drawn import duel

ALL = {
    "recognition",
    "howitzer",
    "offensive_fire",
    "assault",
    "deploy",
    "reinforce",
    "search",
    "shoot",
    "move",
}
SEATS = ("german", "soviet")
FACES = (
    "[...document.querySelectorAll('#own .cell--own')].map((one) => one.className.match(/german|soviet/)[0])"
)


def opened(people: Seated, setup: Any, kind: str) -> Opened:
    return people.open(setup, kind, "scope")


def test_two_devices_play_a_quick_duel_to_its_end(seated: Seated) -> None:
    setup = duel(salts={"german": "00" * 16, "soviet": "11" * 16})
    table = opened(seated, setup, "seated")
    pages = {seat: seated.holding(table, seat) for seat in SEATS}
    home = f"{seated.url}/t/{table.code}/"
    for page in pages.values():
        page.goto(home)
        uncover(page)
    game = list(script(setup, 1))
    for _, action, _ in game:
        page = pages[action["seat"]]
        wait_for(page, version(page))
        _taps(page, home, action)
        for seat, seen in pages.items():
            wait_for(seen, max(map(version, pages.values())))
            assert set(seen.evaluate(FACES)) <= {seat}, "Only one's own faces are on a screen."
    for page in pages.values():
        expect(page.locator("#board")).to_contain_text("victory", ignore_case=True)
    ends = [table.state(seat) for seat in SEATS]
    assert ends[0] == ends[1]
    assert (ends[0]["winner"], ends[0]["reason"]) == (game[-1][2].winner, game[-1][2].reason)


def _taps(page: Page, home: str, action: Action) -> None:
    """A search by tapping its house; any other deed where the taps for it lead."""
    before = version(page)
    if action["type"] == "search":
        choose(page, f"#cell-{action['cell']}")
        page.locator("#main-deed").click()
    else:
        page.goto(home + address(action))
        page.evaluate(TAPS, action)
    wait_for(page, before + 1)


@pytest.mark.thorough
def test_one_tablet_between_two_plays_an_advanced_deep_battle_to_its_end(
    house: House, seated: Seated
) -> None:
    setup = GAME.shuffle({"scenario": "deep_battle", "mode": "advanced"}, Random(1))
    code = house.manage("shell", "--verbosity", "0", "-c", BOTH.format(setup=setup)).split()
    page = seated.page()
    page.context.add_cookies([{"name": "companion_device", "value": code[-1], "url": seated.url}])
    home, done = f"{seated.url}/t/{code[-2]}/", set()
    page.goto(home)
    assert not [*misfits(page), *(fault for rules in SCHEMES.values() for fault in faults(page, *rules))]
    page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    assert not page.locator('[data-peeks="soviet"]').count(), "a corner is held by whoever is to act"
    _corner_opens_while_it_is_held(page, "german")
    for _, action, _ in script(setup, 3):
        before = version(page)
        if action["type"] in ("search", "end_turn"):
            page.goto(home + address(action))
        else:
            page.goto(f"{home}hand/{address(action, seat=action['seat'])}")
            uncover(page)
        page.evaluate(TAPS, action)
        wait_for(page, before + 1)
        done.add(action["type"])
    assert done >= ALL
    page.goto(home)
    expect(page.locator("#board")).to_contain_text("victory", ignore_case=True)


BOTH = """
from companion.tables.devices import new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.seating import sit
table = open_table(Opening(system="scope", title="Thursday", kind="open", setup={setup}))
secret = new_secret()
for seat in ("german", "soviet"):
    sit(table, secret, seat, "A tablet", seat.title())
print(table.code, secret)
"""


def _corner_opens_while_it_is_held(page: Page, side: str) -> None:
    """One's own faces are fetched under the thumb, and gone with it; the page never holds them else."""
    pad = page.locator(f'[data-peeks="{side}"].pad')
    assert "face--" not in page.content()
    box = pad.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page.locator("#peeked .cell--own")).to_have_count(20)
    assert page.locator(f"#peeked.{side}").count() == 1
    page.mouse.up()
    expect(page.locator("#peeked")).to_have_count(0)
    assert "face--" not in page.content()
    pad.focus()
    page.keyboard.down(" ")
    expect(page.locator("#peeked .cell--own")).to_have_count(20)
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(page.locator("#peeked")).to_have_count(0)
