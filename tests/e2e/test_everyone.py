"""Everyone can play: axe, targets for fingers, the keyboard, each question of a whole game on every glass."""

import os
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from companion import shelf
from companion.engine.player import seeded
from companion.engine.player.matches import MINDS, match
from tests import conftest
from tests.accessible import Fingers, faults, faults_everywhere
from tests.conftest import House
from tests.e2e.people import Opened, Recorded, Seated
from tests.e2e.walking import Walk
from tests.games.proelii.player import Player, play


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


MEASURED = (Path(__file__).parent / "measured.js").read_text("utf-8")

GLASSES = {
    "small phone": (360, 740), "phone": (390, 844), "upright": (768, 1024), "tablet": (1024, 768),
    "desk": (1440, 900), "large": (1920, 1080),
}  # fmt: skip

ENLARGED = {"tablet, letters twice as large": (1024, 768), "phone, letters twice as large": (390, 844)}

OPENINGS: dict[str, Any] = {
    "scarper": {},
    "verraeter": {},
    "scope": {},
    "parabellum": None,
    "proelii": {"scenario": "zama", "options": {}},
}
"""How each game is opened; where nothing is named, as its demo is."""

EVERY = os.environ.get("SIZES") == "all"
KNOWN, FEW, ON = 7, 3, 2
"""The game that a run looks at, so many of its questions after the first, so many taps on from each."""

BREATHES = 1.01
"""The largest that a board's squares may be, where its smallest in any question is one: rounding."""

LINKS = """all => all.filter((one) => one.checkVisibility() && !one.matches(".pad, [aria-disabled=true]"))
  .map((one) => one.getAttribute("href"))"""


class Line(NamedTuple):
    """Before one deed of a whole game: whose it is, and what he does."""

    seat: str
    action: Any


def setup(system: str, seed: int) -> Any:
    game, given = shelf.game(system), OPENINGS[system]
    assert game.demo
    return game.shuffle(given if given is not None else game.demo()[0], seeded(str(seed), "deal"))


def whole_game(system: str, seed: int) -> Iterator[Line]:
    """A game to its end by who knows only what is legal."""
    game = shelf.game(system)
    if system == "proelii":
        for state, action, _ in play(OPENINGS[system], Player(Random(seed))):
            yield Line(next(iter(game.actors(state)), ""), action)
        return
    given = OPENINGS[system]
    opening = given if given is not None else (game.demo or (lambda: ({}, ())))()[0]
    seats = {chair.id: MINDS["plays_along"] for chair in game.setup_seats(opening)}
    for line in match(game, opening, seats, str(seed)):
        yield Line(line.seat, line.action)


class Measure:
    """A table measured on every glass: what does not fit, and how large its board is in each question."""

    def __init__(self, people: Seated, table: Opened) -> None:
        self.people, self.table = people, table
        self.pages: dict[str, Page] = {}
        self.found: dict[str, str] = {}
        self.boards: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)

    def at(self, seat: str, address: str = "") -> Page:
        """That seat's page, its own lying open."""
        if seat not in self.pages:
            self.pages[seat] = self.people.holding(self.table, seat)
            kept = {"name": "companion_open", "value": "yes", "url": self.people.url}
            self.pages[seat].context.add_cookies([kept])  # type: ignore[list-item]
        page = self.pages[seat]
        page.set_viewport_size({"width": 1024, "height": 768})
        page.goto(f"{self.people.url}/t/{self.table.code}/{address}")
        return page

    def measure(self, page: Page, where: str) -> None:
        for glass, size in GLASSES.items():
            self._one(page, glass, size, where)
        letters = page.context.new_cdp_session(page)
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        for glass, size in ENLARGED.items():
            self._one(page, glass, size, where)
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        letters.detach()

    def watched(self, page: Page, where: str) -> None:
        """The TV, which hangs on a wall."""
        for glass in ("desk", "large"):
            self._one(page, glass, GLASSES[glass], f"{where}, TV")

    def _one(self, page: Page, glass: str, size: tuple[int, int], where: str) -> None:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        got = page.evaluate(MEASURED, glass in ENLARGED)
        for fault in got["found"]:
            self.found.setdefault(f"{glass}: {fault}", where)
        if got["board"] and glass in GLASSES and not where.startswith("the end"):
            kind, _, side = got["board"].partition(" at ")
            self.boards[glass, kind].setdefault(side, where)

    def faults(self) -> list[str]:
        """All that was found, each with the place where it was first."""
        told = [f"{fault} ({where})" for fault, where in self.found.items()]
        for (glass, kind), sizes in self.boards.items():
            sides = [float(side) for side in sizes]
            if max(sides) > BREATHES * min(sides):
                told.append(f"{glass}: the board of {kind} is not the same in each question: {sizes}")
        return told


def chosen(lines: Sequence[Line], luck: Random) -> list[int]:
    """The lines before which the table is looked at: all of them, or a few with the first."""
    every = range(len(lines))
    return list(every) if EVERY else [0, *sorted(luck.sample(every[1:], FEW))]


@pytest.mark.sampled("system")
@pytest.mark.parametrize("system", OPENINGS)
def test_every_question_of_a_whole_game_fits_every_glass(seated: Seated, system: str) -> None:
    seed = random.randrange(1000) if EVERY else KNOWN
    luck, lines = Random(seed), list(whole_game(system, seed))
    table = seated.open(setup(system, seed), "seated", system)
    measure, looked, checked = Measure(seated, table), set(chosen(lines, luck)), set[str]()
    for n, (seat, action) in enumerate(lines):
        if n in looked:
            _walk(measure, seat or next(iter(table.tokens)), f"seed {seed}, line {n}", luck, checked)
        table.act(action)
    end = f"the end of seed {seed}"
    measure.measure(measure.at(next(iter(table.tokens))), end)
    measure.watched(measure.at(next(iter(table.tokens)), "tv/"), end)
    found = measure.faults()
    assert not found, "\n".join(found)


def _walk(measure: Measure, seat: str, where: str, luck: Random, checked: set[str]) -> None:
    """That seat's question, and some taps on from it."""
    page = measure.at(seat)
    for _ in range(ON + 1):
        at = f"{where}, {page.url.rpartition('/')[2]}"
        measure.measure(page, at)
        kind = (
            re.sub(r"\W|\d", "", page.locator("#ask-title").inner_text())
            if page.locator("#ask-title").count()
            else ""
        )
        if conftest.THOROUGH and kind not in checked:
            checked.add(kind)
            page.emulate_media(color_scheme="dark")
            measure.found.update({f"dark: {fault}": at for fault in faults(page, "color-contrast")})
            page.emulate_media(color_scheme="light")
        links = page.eval_on_selector_all("#ask a[href^='?'], #board a[href^='?']", LINKS)
        if not links:
            return
        page = measure.at(seat, luck.choice(links))
