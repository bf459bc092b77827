"""SCOPE by taps: a duel on two devices, a deep battle on one; points ticked on paper and photographed."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.engine.scene import Scene, Sight, Sitting
from companion.games.scope.data import ENEMY
from companion.games.scope.deeds import legal
from companion.games.scope.game import GAME
from companion.games.scope.state import State
from companion.press.document import Document
from companion.press.page import Tick
from tests.accessible import SCHEMES, faults
from tests.conftest import House
from tests.e2e.people import TABLET, Opened, Seated
from tests.e2e.test_stage import misfits
from tests.e2e.walking import choose, uncover, version, wait_for
from tests.games.scope.player import FRONTS, Player, duel
from tests.games.scope.test_screens import draft_of
from tests.staged import filled, photographed, raster

type Action = dict[str, Any]

LAST = ("resign", "hold", "end_turn", "pass")

"""What is done where there is nothing better."""

TAPS = """(wanted) => {
  const told = (action) => JSON.stringify(Object.entries(action).sort());
  const deeds = [...document.querySelectorAll("#ask button[name=action]")];
  deeds.find((deed) => told(JSON.parse(deed.value)) === told(wanted)).click();
}"""


def script(setup: Any, seed: int) -> Iterator[tuple[State, Action, State]]:
    """A whole game whose sides do everything once, and then find each other's snipers."""
    state, player, done = GAME.open(setup).state, Player(Random(seed), 0), set[str]()
    while not GAME.is_over(state):
        action = _next(state, player, done)
        done.add(action["type"])
        after = GAME.apply(state, action).state
        yield state, action, after
        state = after


def _next(state: State, player: Player, done: set[str]) -> Action:
    entries = [entry for entry in legal(state) if entry["type"] not in LAST] or legal(state)
    new = [entry for entry in entries if entry["type"] not in done]
    snipers = state.cells(ENEMY[state.side], "sniper")
    search = [entry for entry in entries if entry["type"] == "search"]
    entry = (new or search or entries)[0]
    if entry["type"] == "search" and snipers:
        return {"type": "search", "seat": entry["seat"], "cell": snipers[0]}
    chosen = getattr(player, f"_{entry['type']}", lambda entry: {})(entry)
    return {"type": entry["type"], "seat": entry["seat"], **chosen}


def address(action: Action, **more: str) -> str:
    """Where the taps for a deed lead."""
    return "?" + urlencode({**more, **draft_of(action)})


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


@pytest.mark.sampled
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
    page.goto(f"{home}?front=soviet")
    page.locator("#xray-turn").press("Home")
    expect(page.locator("#ask h2")).to_contain_text("Turn 1:")
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


SETUP = {"scenario": "quick_duel", "laying": "players"}


def sits(seated: Seated, table: Opened, seat: str) -> Page:
    page = seated.holding(table, seat)
    page.goto(f"{seated.url}/t/{table.code}/")
    return page


def lies(page: Page, place: int, what: str) -> None:
    expect(page.locator(f"#place-{place}")).to_have_attribute("aria-label", f"{what}")


def drag(page: Page, start: str, end: str) -> None:
    one, other = (page.locator(each).bounding_box() for each in (start, end))
    assert one
    assert other
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=4)
    page.mouse.up()


def seal(page: Page) -> None:
    before = version(page)
    page.get_by_role("button", name="Seal my front").click()
    wait_for(page, before + 1)


def test_two_fronts_are_laid_out_and_sealed_and_neither_is_seen_by_the_other(seated: Seated) -> None:
    table = seated.open(SETUP, "seated", "scope")
    german, soviet = (sits(seated, table, seat) for seat in ("german", "soviet"))
    german.locator("#box-sniper").click()
    german.locator("#place-5").click()
    lies(german, 5, "b2: sniper; in 4 quadrants")
    drag(german, "#place-5", "#place-0")
    lies(german, 0, "a3: sniper; in 1 quadrant")
    drag(german, "#box-decoy", "#place-7")
    lies(german, 7, "d2: decoy; in 2 quadrants")
    german.reload()
    lies(german, 0, "a3: sniper; in 1 quadrant")
    german.get_by_label("A name for this layout").fill("Silo")
    german.get_by_role("button", name="Keep it").click()
    german.get_by_role("link", name="Clear").click()
    lies(german, 0, "a3: free; in 1 quadrant")
    german.get_by_role("link", name="Silo").click()
    lies(german, 7, "d2: decoy; in 2 quadrants")
    german.get_by_role("link", name="Fill at random").click()
    expect(german.get_by_role("button", name="Seal my front")).to_be_visible()
    lies(german, 0, "a3: sniper; in 1 quadrant")
    seal(german)
    code = "The German front is sealed:"
    expect(soviet.locator("#ask")).to_contain_text(code)
    assert "sniper" not in (soviet.locator(".deploy__front").text_content() or "")
    soviet.get_by_role("link", name="Hedgehog").click()
    seal(soviet)
    expect(german.locator(".s-head")).to_contain_text("Your turn")
    faces = german.locator("#own .face--sniper")
    expect(faces).to_have_count(2)
    assert table.state("german")["grid"]["a3"]["card"] == "sniper"
    assert table.state("soviet")["grid"]["a3"]["card"] == "hidden"


@pytest.mark.sampled
def test_one_tablet_goes_round_and_shows_a_front_under_its_cover_alone(seated: Seated) -> None:
    page = seated.page()
    page.goto(f"{seated.url}/open/scope/")
    page.locator('input[name="way"][value="one"]').check(force=True)
    page.get_by_role("button", name="Open Quick Duel").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".flat .pad--shut")).to_have_count(2)
    assert not page.locator("[data-drags]").count()
    page.locator("#main-deed").click()
    expect(page.locator("#cover")).to_be_visible()
    expect(page.locator("#place-0")).to_be_hidden()
    uncover(page)
    page.locator("#box-sniper").click()
    page.locator("#place-0").click()
    lies(page, 0, "a3: sniper; in 1 quadrant")
    page.get_by_role("link", name="Fill at random").click()
    seal(page)
    expect(page.locator("#main-deed")).to_contain_text("I am Soviet")
    assert "cell--own" not in page.content()
    assert "place--" not in page.content()
    expect(page.locator(".s-pass__foot .s-second")).to_have_count(2)
    assert not [*misfits(page)]
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(page.url.split("hand/")[0])
    expect(page.locator(".flat .pad--shut")).to_have_count(2)
    expect(page.locator("[data-peek]")).to_have_count(0)
    expect(page.locator(".edge--german .edge__hold")).to_contain_text("Your front is sealed.")
    expect(page.locator("#ask")).to_contain_text("lays out")
    main = page.locator("#main-deed")
    expect(main).to_contain_text("I am Soviet")
    box = main.bounding_box()
    assert box
    assert box["y"] < 100, "at the edge of who lays out"
    main.click()
    expect(page.locator("#cover h2")).to_have_text("Soviet front")


DUEL = {"scenario": "quick_duel", "fronts": FRONTS}
PHONE = {"width": 390, "height": 844}


def boxes(paper: str) -> Mapping[str, Tick]:
    """Where the boxes of a points sheet are; they stand alike whatever has been played."""
    printable = GAME.printables["points-sheet"]
    scene = GAME.seen(
        Scene(GAME.open(DUEL).state, Sight(frozenset(), frozenset()), sitting=Sitting("BCDFGH"))
    )
    made: Any = printable.make(
        {**{each.key: each.default for each in printable.options}, "paper": paper}, scene
    )
    assert isinstance(made, Document)
    return {tick.name: tick for tick in made.ticks[0]}


def photo(pdf: bytes, ticks: Mapping[str, Tick], *chosen: str) -> bytes:
    random = np.random.default_rng(5)
    drawn = filled(raster(pdf), ticks.values(), chosen, random, "biro")
    return photographed(drawn, random, wide=2200)


def sheet_of(page: Page, home: str, paper: str) -> bytes:
    """The sheet as the shop hands it out to this browser."""
    order = page.get_by_role("link", name="Print Points sheet").get_attribute("href") or ""
    path, _, query = order.partition("?")
    answer = page.request.get(f"{home}{path.rstrip('/')}.pdf?{query}&paper={paper}")
    assert answer.ok, answer.text()[:300]
    return answer.body()


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_line_is_taken_back_on_paper_and_only_the_others_are_written(seated: Seated, paper: str) -> None:
    table, ticks = seated.open(DUEL, system="scope"), boxes(paper)
    page = seated.holding(table, "german", viewport=PHONE)
    page.goto(f"{seated.url}/t/{table.code}/paper/")
    back = next(name for name, tick in ticks.items() if "won.soviet.6.10" in tick.back)
    taken = photo(sheet_of(page, seated.url, paper), ticks, "won.german.2.2", "won.soviet.6.10", back)
    before = table.state("german")["score"]

    page.locator('input[name="photo"]').last.set_input_files(
        {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": taken}
    )
    page.get_by_role("button", name="Read it").click()
    read = page.locator("#read")
    expect(read).to_contain_text("Taken back on paper: nothing of this line counts.")
    expect(read).to_contain_text("Points won, Soviet")
    expect(read.get_by_role("checkbox")).to_have_count(1)
    assert not faults(page)

    page.locator("#taking button.button--main").click()
    page.wait_for_url(f"**/t/{table.code}/**")
    after = table.state("german")["score"]
    assert after == {**before, "german": before["german"] + 2}
