"""Verräter by taps: a recorded game on three devices, a tablet that goes round, the keyboard."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.verraeter.game import GAME
from companion.games.verraeter.state import State
from tests.accessible import Fingers, faults_everywhere, overruns
from tests.e2e.people import NAMES, Opened, Seated
from tests.e2e.walking import choose, uncover, version, wait_for

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


def _tap_site(page: Page, action: Action) -> None:
    i, j = action["site"]
    choose(page, f"#site-{i if (i + 1) % 12 == j else j}")
    if page.get_by_role("link", name="Draft otherwise").count():
        choose(page, '#ask a[href*="draft=asked"]')
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
    "choose_site": _tap_site,
    "deal_actions": _deal,
    "draft_offline": _offline,
    "pick_action": _pick,
    "play_supply": _supply,
    "reveal": _reveal,
    "build": _build,
    "refill": _refill,
}

RECORDED = Path(__file__).parent / "betrayal.json"

GAME_OF_THREE = json.loads(RECORDED.read_text("utf-8"))

SEATS = ("blue", "green", "yellow")

DRAWN = """() => {
  const of = (what) => [...document.querySelectorAll(what)];
  const house = (land) => land.classList.contains('eagle') ? 'eagle' : 'rose';
  return [of('.land').map(house), of('#strip .s-fact b').map((b) => Number(b.textContent))];
}"""

OPEN = """
import json
from companion.tables.lobby import Opening, open_table
setup = json.loads(open({path!r}).read())["setup"]
print(open_table(Opening(system="verraeter", title="Thursday", kind="seated", setup=setup)).code)
"""


@pytest.fixture
def newcomers(empty_house: Any, browser: Browser) -> Iterator[tuple[Seated, Opened]]:
    """People who come to a table of three whose seats are free, in a house that deals as it did once."""
    said = empty_house.manage("shell", "--verbosity", "0", "-c", OPEN.format(path=str(RECORDED)))
    empty_house.application = "tests.e2e.dealt:application"
    empty_house.start()
    people = Seated(empty_house.url, browser)
    yield people, Opened.laid(empty_house.url, said.split()[-1])
    people.leave()


@pytest.mark.thorough
def test_a_whole_game_is_played_through_the_screens(newcomers: tuple[Seated, Opened]) -> None:
    people, table = newcomers
    pages = {seat: people.join(table, seat) for seat in SEATS}
    dealer, state = Random(GAME_OF_THREE["dealer"]), GAME.open(GAME_OF_THREE["setup"]).state
    revealed = 0
    for action in GAME_OF_THREE["taps"]:
        page = pages[action.get("player", "blue")]
        before = max(version(each) for each in pages.values())
        wait_for(page, before)
        if action["type"] == "reveal" and "picks" not in action:
            _say_ready(pages, but=page)
        tap(page, action)
        if "picks" in action:
            _agree(pages, but=page)
        state = GAME.apply(state, GAME.roll(state, action, dealer)).state
        for seen in pages.values():
            wait_for(seen, before + 1)
        if action["type"] == "reveal":
            _is_told_beat_by_beat(pages)
        for seat, seen in pages.items():
            _drawn_as_it_stands(seen, state)
            _no_choice_of_another(seen, seat, state)
        if action["type"] == "reveal":
            revealed += 1
            if revealed == 2:
                _undo_asks_the_table(pages)
    for page in pages.values():
        expect(page.locator("#ask-title")).to_have_text("Bert wins")
        expect(page.locator(".chart")).to_be_visible()
    totals = [row["total"] for row in GAME_OF_THREE["end"]["scores"]]
    shown = pages["blue"].locator(".s-rows").first.locator("td:last-child").all_inner_texts()
    assert [int(text) for text in shown] == totals


def _drawn_as_it_stands(page: Page, state: State) -> None:
    """Every landscape shows its house, every player his points, as the rules have them."""
    drawn = page.evaluate(DRAWN)
    assert drawn == [[land.house for land in state.circle], [player.vp for player in state.players]]


def _no_choice_of_another(page: Page, seat: str, state: State) -> None:
    """Action cards and supply to choose from lie on the page of him whose turn it is, and on no other."""
    if state.phase in ("draft", "supply") and state.active != seat:
        assert page.locator(".v-card, .v-supply").count() == 0


def _say_ready(pages: dict[str, Page], but: Page) -> None:
    """Everybody else holds his card ready; nothing turns before the last one says so."""
    for page in pages.values():
        if page is not but:
            page.get_by_role("button", name="I am ready").click()
            expect(page.locator("#ask .s-main")).to_contain_text("Waiting for")


def _agree(pages: dict[str, Page], but: Page) -> None:
    """Cards that lay on the table are one person's word: everybody else says yes to it."""
    for page in pages.values():
        if page is not but:
            page.get_by_role("button", name="Yes, set it").click()


def _is_told_beat_by_beat(pages: dict[str, Page]) -> None:
    """Nothing public has changed yet; one tap ends the showing on every screen."""
    for page in pages.values():
        expect(page.locator(".v-back")).to_have_count(len(SEATS))
        expect(page.locator(".v-face, .land__turned")).to_have_count(0)
    walk(pages["green"])
    for page in pages.values():
        expect(page.locator("#ask[data-kind=walk]")).to_have_count(0)


def _undo_asks_the_table(pages: dict[str, Page]) -> None:
    """What was turned over cannot be unseen: one who says no is enough to leave it as it is."""
    asker, *others = pages.values()
    before = version(asker)
    asker.locator("#undo").click()
    others[0].get_by_role("button", name="Take it back").click()
    others[1].get_by_role("button", name="Let it stand").click()
    for page in pages.values():
        expect(page.locator("#waiting section")).to_have_count(0)
    assert version(asker) == before


@pytest.mark.sampled
def test_one_tablet_goes_round_and_shows_a_hand_only_while_it_is_held(house: Any, browser: Browser) -> None:
    people = Seated(house.url, browser)
    page = people.page(viewport={"width": 768, "height": 1024})
    page.goto(f"{house.url}/open/verraeter/")
    page.get_by_label("One tablet for all").check(force=True)
    page.get_by_label("3", exact=True).check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Begin with three players").click()
    page.wait_for_selector("a.land")
    for _ in range(3):
        choose(page, "a.land")
        _main(page, "Estate under")
    choose(page, "a.fight")
    _main(page, "Fight")
    _main(page, "Draft on the devices")
    for _ in range(3):
        link = page.get_by_role("link", name="I am ")
        name = link.inner_text().splitlines()[0].upper().removeprefix("I AM ").strip()
        link.click()
        expect(page.locator("#cover h2")).to_have_text(name.title())
        expect(page.locator("#ask")).to_be_hidden()
        uncover(page)
        page.locator(".v-card").last.click()
        page.locator("#main-deed").click()
        page.wait_for_selector(".v-card", state="detached")
        expect(page.locator("#ask")).to_have_count(0)
        expect(page.locator("#main-deed")).to_contain_text("I am", ignore_case=True)
        page.get_by_role("link", name="Board").click()
    expect(page.locator("#ask-title")).to_have_text("Supply is played")
    page.get_by_role("link", name="I am ").click()
    uncover(page)
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(page.locator("#ask")).to_be_hidden()
    people.leave()


def _main(page: Page, words: str) -> None:
    before = version(page)
    page.locator("#ask").get_by_role("button", name=words).click()
    wait_for(page, before + 1)


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
    for move in GAME_OF_THREE["taps"]:
        done.append(GAME.roll(state, move, dealer))
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


@pytest.mark.sampled
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
