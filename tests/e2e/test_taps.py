"""A tap lands once, in haste or without a connection; screens that follow show what a fresh load shows."""

import re
from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from companion import shelf
from tests.chaos.calamities import Cable
from tests.e2e.people import Opened, Recorded, Seated
from tests.e2e.test_scope import SETUP, drag, lies
from tests.e2e.walking import choose, version, wait_for
from tests.twinned import own_tests

LATENCY = 500  # ms

HUMAN = 150  # ms between two taps

REFUSED = "look and tap again"


def slow(page: Page) -> None:
    """From now on every answer takes its time; open streams bring theirs at once."""
    conditions = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", conditions)


def tap(page: Page, *selectors: str) -> None:
    for selector in selectors:
        page.locator(selector).first.click(no_wait_after=True)
        page.wait_for_timeout(HUMAN)


@pytest.fixture
def german(seated: Seated, war: Recorded) -> Page:
    """The first to spend points in the recorded war, on a slow network."""
    spends = ("steady_push", "frontal_charge", "concentrated_assault")
    first = next(n for n, action in enumerate(war.actions) if action["type"] in spends)
    table = seated.open(war.setup)
    for action in war.actions[:first]:
        table.act(action)
    page = seated.holding(table, war.actions[first]["side"])
    page.goto(f"{seated.url}/t/{table.code}/")
    slow(page)
    return page


@pytest.mark.sampled
def test_a_front_is_laid_out_by_taps_and_drags_that_do_not_wait(seated: Seated) -> None:
    table = seated.open(SETUP, "seated", "scope")
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/")
    slow(page)
    tap(page, "#box-sniper", "#place-0")
    drag(page, "#box-decoy", "#place-7")
    page.wait_for_timeout(HUMAN)
    drag(page, "#place-0", "#place-5")
    lies(page, 5, "b2: sniper; in 4 quadrants")
    lies(page, 7, "d2: decoy; in 2 quadrants")
    lies(page, 0, "a3: free; in 1 quadrant")


def test_two_battlefields_tapped_in_haste_are_chosen_one_after_the_other(german: Page) -> None:
    asked: list[str] = []
    german.on("request", lambda request: asked.append(request.url))
    first, last = german.locator("#board a[id^='track-']").evaluate_all("all => all.map(one => one.id)")[:2]
    tap(german, f"#{first}")
    expect(german.locator(f"#{first}")).to_have_attribute("aria-busy", "true")
    tap(german, f"#{last}")
    german.wait_for_url(f"**/?at={last.removeprefix('track-')}*")
    chosen = [url.split("at=")[1] for url in asked if "at=" in url and "bell" not in url]
    # One whose answer was overtaken by the bell's picture is asked for again.
    assert list(dict.fromkeys(chosen)) == [first.removeprefix("track-"), last.removeprefix("track-")]
    assert not german.locator("#table a[aria-busy]").count()


@pytest.mark.sampled
def test_a_main_button_that_will_say_something_else_is_refused_in_words(german: Page) -> None:
    before = version(german)
    choose(german, "#board a[id^='track-']")
    choose(german, "#choice-push")
    other = german.locator("a[id^='choice-points-']:not([aria-current])").first.get_attribute("id")
    tap(german, f"#{other}", "#main-deed")
    expect(german.locator("#outbox")).to_contain_text(REFUSED)
    expect(german.locator(f"#{other}")).to_have_attribute("aria-current", "true")
    assert version(german) == before
    tap(german, "#main-deed", "#main-deed")
    wait_for(german, before + 1)
    german.wait_for_timeout(3 * LATENCY)
    assert version(german) == before + 1


@pytest.mark.sampled
def test_undo_tapped_after_a_choice_is_done_once(german: Page) -> None:
    before = version(german)
    tap(german, "#board a[id^='track-']", "#undo")
    wait_for(german, before + 1)
    german.wait_for_timeout(2 * LATENCY)
    assert version(german) == before + 1


@pytest.mark.sampled
def test_a_choice_tapped_after_a_deed_is_made_or_refused_on_the_new_picture(german: Page) -> None:
    before = version(german)
    choose(german, "#board a[id^='track-']")
    choose(german, "#choice-push")
    tap(german, "#main-deed", ".s-head__back")
    wait_for(german, before + 1)
    german.wait_for_timeout(2 * LATENCY)
    refused = german.locator("#outbox").get_by_text(REFUSED)
    assert refused.count() or german.locator("#choice-push").count() == 0


@pytest.mark.sampled
def test_faces_of_dice_tapped_while_the_page_is_asked_for_anew_stay(german: Page) -> None:
    choose(german, "#board a[id^='track-']")
    choose(german, "#choice-charge")
    german.evaluate("htmx.trigger(document.getElementById('table'), 'ring')")
    for name in german.locator("#ask input[type=radio]").evaluate_all("all => all.map(one => one.name)"):
        german.locator(f'#ask input[name="{name}"][value="4"]').check(force=True)
    german.wait_for_timeout(2 * LATENCY)
    expect(german.locator("#ask .s-dice:not(:has(:checked))")).to_have_count(0)
    assert german.locator("#ask .s-dice").count()
    before = version(german)
    tap(german, "#main-deed", "#main-deed")
    wait_for(german, before + 1)
    german.wait_for_timeout(2 * LATENCY)
    assert version(german) == before + 1


@pytest.mark.sampled
def test_a_card_tapped_after_another_is_the_one_that_is_chosen(seated: Seated, war: Recorded) -> None:
    first = next(n for n, action in enumerate(war.actions) if action["type"] == "play_card")
    table = seated.open(war.setup)
    for action in war.actions[:first]:
        table.act(action)
    page = seated.holding(table, war.actions[first]["side"])
    page.goto(f"{seated.url}/t/{table.code}/")
    slow(page)
    one, other = page.locator('#ask a[href*="card="]').evaluate_all("all => all.map(one => one.search)")[:2]
    tap(page, f'#ask a[href="{one}"]', f'#ask a[href="{other}"]')
    page.wait_for_timeout(2 * LATENCY)
    refused = page.locator("#outbox").get_by_text(REFUSED)
    assert other in page.url or refused.count()


@pytest.mark.sampled
def test_a_tap_made_without_a_connection_waits_and_is_sent(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup)
    cable = Cable(urlsplit(seated.url).port or 0)
    first = war.actions[0]
    page = seated.page()
    token = table.tokens[first["side"]]
    page.context.add_cookies([{"name": "companion_device", "value": token, "url": cable.url}])
    page.goto(f"{cable.url}/t/{table.code}/")
    before = version(page)
    cable.pull()
    page.locator(f'input[value="{first["keep"][0]}"]').check()
    page.get_by_role("button", name="Keep the ticked missions").click()
    expect(page.locator("#outbox")).to_contain_text("waiting")
    expect(page.locator("#silence")).to_be_visible()
    assert version(page) == before
    cable.plug()
    wait_for(page, before + 1)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("#silence")).to_be_hidden()
    assert table.state(first["side"])["missions"][first["side"]]["count"] == 1
    assert version(page) == before + 1
    cable.pull()


def test_the_other_screen_follows_without_a_tap(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup)
    page = seated.holding(table, "allied")
    page.goto(f"{seated.url}/t/{table.code}/")
    before = version(page)
    table.act(war.actions[0])
    wait_for(page, before + 1)


# Notes are counted where the browser plays them.
EARS = """
  window.heard = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
"""


@pytest.mark.sampled
def test_a_turn_is_told_by_the_title_and_by_sound_where_it_is_wished(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup)
    for action in war.actions[:8]:
        table.act(action)
    page = seated.holding(table, "german")
    page.add_init_script(EARS)
    page.goto(f"{seated.url}/t/{table.code}/")
    expect(page).not_to_have_title("Your turn · Thursday · Scarper")
    _switch(page, on=True)
    page.reload()
    _switch(page, on=None)
    page.evaluate("window.heard = 0")
    table.act(war.actions[8])
    wait_for(page, 10)
    expect(page).to_have_title("Your turn · Thursday · Scarper")
    assert page.evaluate("window.heard") == 2
    _switch(page, on=False)
    page.evaluate("window.heard = 0")
    for action in war.actions[9:14]:
        table.act(action)
    wait_for(page, 15)
    expect(page).to_have_title("Your turn · Thursday · Scarper")
    assert page.evaluate("window.heard") == 0


def _switch(page: Page, on: bool | None) -> None:
    """Open the drawer's options, look at the switch or set it, and close them."""
    page.locator("#menu").click()
    page.locator("label", has=page.locator("#tab-options")).click()
    knob = page.get_by_label("Sound at my turn")
    if on is None:
        expect(knob).to_be_checked()
    else:
        expect(knob).to_be_checked(checked=not on)
        knob.set_checked(on)
    page.keyboard.press("Escape")


COMPARE = (Path(__file__).parent / "following.js").read_text("utf-8")

CHOOSE = """n => new Promise(done => {
  const links = [...document.querySelectorAll("#table a:is([hx-boost], [hx-get])")];
  if (!links.length) return done();
  document.addEventListener("htmx:after:swap", () => done(), { once: true });
  links[n % links.length].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
})"""

HEARD = "least => Number(document.getElementById('table').dataset.version) >= least"


def whole_game(slug: str, seed: int) -> tuple[Any, Iterator[dict[str, Any]]]:
    """A game of players who know what is legal alone: its setup, and its actions to the end."""
    game, random = shelf.game(slug), Random(seed)
    players = own_tests(slug, "player", "a Player who knows what is legal alone, and play(setup, player)")
    setup = game.shuffle({}, random)
    lines = players.play(setup, players.Player(random))
    return setup, (action for _, action, _ in lines if action is not None)


class Followed:
    """A seat's three screens: table, hand and wall; without the words beside dice, which come later."""

    def __init__(self, seated: Seated, table: Opened, slug: str, seat: str) -> None:
        self.table = table
        context = seated.holding(table, seat).context
        context.route(re.compile(r"/js/dice[.\w]*\.js"), lambda route: route.abort())
        self.screens = [context.pages[0], context.new_page(), context.new_page()]
        for page, room in zip(self.screens, ("", "hand/", "tv/"), strict=True):
            page.goto(f"{seated.url}/t/{table.code}/{room}")

    def act(self, action: dict[str, Any], who: str) -> None:
        """A tap on some other device; every screen hears of it."""
        self.table.act(action, who)
        for page in self.screens:
            page.wait_for_function(HEARD, arg=self.table.version, polling=20)

    def choose(self, random: Random) -> list[str]:
        """Somebody taps a half-made choice on the table's screen, whichever: what is wrong with it then."""
        self.screens[0].evaluate(CHOOSE, random.randrange(1000))
        return _differences(self.screens[0])

    def differences(self) -> list[str]:
        """What stands on a screen otherwise than in a fresh load of its address; hand and wall in turn."""
        table, *others = self.screens
        pages = (table, others[self.table.version % len(others)])
        return [line for page in pages for line in _differences(page)]


def _differences(page: Page) -> list[str]:
    sent, shown = page.evaluate(COMPARE) or ("", "")
    return list(unified_diff(sent.split("\n"), shown.split("\n"), "sent", page.url, n=1, lineterm=""))


SEEDS = {"parabellum": 28}

"""A game that is not too long, and has a bit of everything."""

MOST = {"proelii": 110}

"""So many lines of a battle hold every step of a round."""

QUICKEST = "scope"

"""Its whole game is followed in one run of ten, the others' where a run is thorough."""


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param(slug, marks=pytest.mark.sampled if slug == QUICKEST else pytest.mark.thorough)
        for slug, game in shelf.games().items()
        if game.at_table
    ],
)
def test_a_screen_that_follows_shows_what_a_fresh_load_shows(seated: Seated, slug: str) -> None:
    game, fingers = shelf.game(slug), Random(1)
    setup, actions = whole_game(slug, SEEDS.get(slug, 1))
    table = seated.open(setup, "open", slug)
    screens = Followed(seated, table, slug, next(iter(table.tokens)))
    state = game.open(setup).state
    for action in islice(actions, MOST.get(slug)):
        found = screens.choose(fingers)
        whole = game.asks is not None and game.asks(state, action) is not None
        screens.act(action, "" if whole else str(game.seat_of(state, action) or ""))
        state = game.apply(state, action).state
        found += screens.differences()
        assert not found, "\n".join([f"Line {table.version}, {action}:", *found])
