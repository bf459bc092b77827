"""Proelii by taps: a battle on two devices, its hands, losses and rolls."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from companion.games.proelii.game import GAME
from companion.games.proelii.rules.movement import could_march
from companion.games.proelii.state import State
from tests.e2e.people import Opened, Seated
from tests.e2e.walking import uncover, wait_for
from tests.games.proelii import test_answering as answering
from tests.games.proelii.player import Player, play
from tests.games.proelii.test_hands import SETUP, giver, journal

type Action = dict[str, Any]

TAPS = """(wanted) => {
  const told = (part) => part && typeof part === "object" && !Array.isArray(part)
    ? "{" + Object.keys(part).sort().map((key) => key + told(part[key])) + "}"
    : Array.isArray(part) ? "[" + part.map(told) + "]" : JSON.stringify(part);
  const deeds = [...document.querySelectorAll("#ask button[name=action]")];
  deeds.find((deed) => told(JSON.parse(deed.value)) === told(wanted)).click();
}"""

ATTACKS = ("hit_and_run", "charge", "push_out")


def script(options: Action, seed: int, rounds: int = 99) -> Iterator[tuple[State, Action, State]]:
    """Zama by a player who knows only what `legal` says, to its end or through so many rounds."""
    for line in play({"scenario": "zama", "options": options}, Player(Random(seed))):
        if line[0].round > rounds:
            return
        yield line


def address(state: State, action: Action) -> str:
    """Where the taps for a deed lead."""
    kind = action["type"]
    told: dict[str, str] = {"u": action["unit"]} if "unit" in action else {}
    if kind in ("move", "escape", *ATTACKS):
        told["do"] = kind
    if kind in ("move", "escape", "start_move"):
        told["at"] = action["path"][-1]
    if kind == "deploy":
        told["at"] = action["to"]
    if kind == "march":
        told["not"] = "~".join(set(could_march(state, state.on_move)) - set(action["units"]))
    if kind == "escape":
        told["by"] = "~".join(each["unit"] for each in action.get("attacks", ()))
        told |= {f"a-{each['unit']}": _chain(each) for each in action.get("attacks", ())}
    if kind == "exchange":
        told["pair"] = "~".join(action["units"])
    if kind == "reroll":
        told["by"] = action["source"]
    if kind in ATTACKS:
        told |= {"t": action["target"], **_dice(action)}
    return "?" + urlencode({key: value for key, value in told.items() if value})


def _dice(action: Action) -> dict[str, str]:
    """The dice of an attack as they are tapped."""
    told = {key: _chain(action[name]) for key, name in (("a", "attack"), ("d", "defence")) if name in action}
    if "response" in action:
        told["r"] = action["response"]
    if "response_attack" in action:
        told["b"] = _chain(action["response_attack"])
    return told


def _chain(roll: Action) -> str:
    faces, sources = roll["faces"], roll["rerolls"]
    return "~".join(x for pair in zip(faces, [*sources, ""], strict=True) for x in pair).strip("~")


SIDES = ("white", "black")

SAID = ("attacks", "defence", "response", "response_attack")

"""What the enemy says of a deed."""

SEALED = ("close", "cancel", "convert", "losses")

"""What both sides mark under their seals, and the last word writes: here a host who sits nowhere does it."""

PHONE = {"width": 390, "height": 844}

FINGER, LARGE, SHEET_EDGE = 44, 50, 8

"""Px: the least row to tap; a square where somebody is asked, on a phone; the sheet's edge over its head."""

OFTEN = 2

"""How many deeds of a kind are tapped on a screen; the others come from a program, as from a third device."""


class Battle:
    """A table and the two screens at it."""

    def __init__(self, seated: Seated, options: Action) -> None:
        setup = {"scenario": "zama", "options": options}
        self.table: Opened = seated.open(setup, "seated", "proelii")
        self.home = f"{seated.url}/t/{self.table.code}/"
        self.pages = {side: seated.holding(self.table, side) for side in SIDES}
        self.tapped: Counter[str] = Counter()
        for page in self.pages.values():
            page.goto(self.home)

    def does(self, state: State, action: Action) -> None:
        """The next deed: on the screen of whose it is, or from a program."""
        side = (
            "" if action["type"] in SEALED or state.step == "deploy" else GAME.whose(state, action) or "white"
        )
        asked = GAME.asks(state, action)
        if not side or self.tapped[action["type"]] >= OFTEN:
            self.table.act(action, "" if asked else side)
            return
        self.tapped[action["type"]] += 1
        if asked:
            bare = {key: part for key, part in action.items() if key not in SAID}
            said = {key: part for key, part in action.items() if key in SAID}
            self._taps(self.pages[side], state, bare)
            expect(self.pages[side].get_by_role("button", name="Withdraw")).to_be_visible()
            self.table.answer(said, asked.seat)
        else:
            self._taps(self.pages[side], state, action)
        self.table.version += 1
        wait_for(self.pages[side], self.table.version)

    def _taps(self, page: Page, state: State, action: Action) -> None:
        page.goto(self.home + address(state, action))
        uncover(page)
        page.evaluate(TAPS, action)


def played(battle: Battle, lines: Iterable[tuple[State, Action, State]]) -> State:
    """All of it; the state after its last line."""
    after = []
    for state, action, then in lines:
        battle.does(state, action)
        after.append(then)
    for page in battle.pages.values():
        wait_for(page, battle.table.version)
    return after[-1]


@pytest.mark.thorough
def test_two_devices_play_zama_to_its_end(seated: Seated) -> None:
    battle = Battle(seated, {})
    end = played(battle, script({}, 2))
    assert battle.tapped.keys() >= {
        "march", "start_move", "move", "pass", "escape", "hit_and_run", "charge", "push_out",
        "exchange", "roll", "reroll", "advance",
    }  # fmt: skip
    assert end.is_over
    for side, page in battle.pages.items():
        assert battle.table.state(side) == GAME.state_json(end)
        expect(page.locator("#ask")).to_contain_text("centre")


@pytest.mark.sampled
def test_both_hands_are_marked_on_two_devices_and_opened_at_once(seated: Seated) -> None:
    lines, state = journal()
    table = seated.open(SETUP, "seated", "proelii")
    for action in lines:
        table.act(action)
    white, black = (seated.holding(table, side) for side in SIDES)
    home = f"{seated.url}/t/{table.code}/"
    for page, side in ((white, "white"), (black, "black")):
        page.goto(f"{home}?u={giver(state, side)}")
    gives = white.locator(".ways__way", has_text="Cancel")
    gives.click()
    expect(gives).to_have_attribute("aria-pressed", "true")
    white.reload()
    expect(gives).to_have_attribute("aria-pressed", "true")
    expect(black.locator(".hands__plate--white")).to_contain_text("is still marking")
    expect(black.locator(".frieze__mark--shut")).to_have_count(0)
    white.get_by_role("button", name="Ready").click()
    expect(white.get_by_role("button", name="Take back, mark anew")).to_be_visible()
    expect(black.locator(".hands__plate--white")).to_contain_text("ready")
    expect(black.locator(".frieze__mark--shut").first).to_be_visible()
    white.get_by_role("button", name="Take back, mark anew").click()
    expect(black.locator(".hands__plate--white")).to_contain_text("is still marking")
    white.get_by_role("button", name="Ready").click()
    black.get_by_role("button", name="this is the last word").click()
    for page in (white, black):
        wait_for(page, table.version + 2)
        goes_through(page)
    kinds = [line["action"]["type"] for line in table.lines()[table.version :]]
    assert kinds[:2] == ["close", "cancel"]
    assert kinds[-1] == "losses"


@pytest.mark.sampled
def test_pairs_that_fight_are_seen_at_once_and_marked_by_keys(seated: Seated) -> None:
    lines, state = journal()
    near = [(a, b) for a, _ in state.army("white") for b in state.facing[a]]
    fights = [pair for pair in near if any(state.units[each].roll for each in pair)]
    table = seated.open(SETUP, "seated", "proelii")
    for action in lines:
        table.act(action)
    there = f"{seated.url}/t/{table.code}/?u={giver(state, 'white')}"
    for glass in ({"width": 1024, "height": 768}, {"width": 768, "height": 1024}, PHONE):
        page = seated.holding(table, "white", viewport=glass)
        page.goto(there)
        rows = page.locator(".frieze__pairs")
        expect(rows.locator("> li")).to_have_count(len(fights))
        assert rows.evaluate("rows => rows.scrollHeight <= rows.clientHeight")
        assert (
            rows.evaluate("rows => Math.min(...[...rows.children].map((row) => row.offsetHeight))") >= FINGER
        )
    gives = page.locator(".ways__way", has_text="Cancel")
    page.keyboard.press("2")
    expect(gives).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Backspace")
    expect(gives).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("m")
    expect(page.locator(".hands__plate--white .seal")).to_be_visible()


def goes_through(page: Page) -> None:
    """Both hands are open on the whole screen but its bar; a key goes on, and reaches nothing under it."""
    moment, glass, bar = page.locator("#moment"), page.viewport_size, page.locator(".s-bar").bounding_box()
    expect(moment).to_be_visible()
    box = moment.bounding_box()
    assert glass is not None
    assert bar is not None
    assert box is not None
    assert box["y"] == bar["y"] + bar["height"]
    assert box["y"] + box["height"] == glass["height"]
    assert box["width"] >= bar["width"]
    expect(moment.locator(".opening__beats > li")).to_have_count(4)
    expect(moment.locator(".frieze__mark", has_text="Cancel").first).to_be_visible()
    lines = page.locator("#table").get_attribute("data-version")
    expect(page.locator("#moment-on")).to_be_focused()
    page.keyboard.press("m")
    expect(moment).to_be_hidden()
    expect(page.locator("#table")).to_have_attribute("data-version", lines or "")


def test_who_is_asked_sees_the_place_large_and_is_reminded_after_a_minute(seated: Seated) -> None:
    lines, state, action = answering.journal("escape")
    table = seated.open(answering.SETUP, "seated", "proelii")
    for line in lines:
        table.act(line)
    mover, other = (state.on_move, "black" if state.on_move == "white" else "white")
    page = seated.holding(table, other, viewport=PHONE)
    page.clock.install()
    page.goto(f"{seated.url}/t/{table.code}/")
    table.act(action, mover)
    head = page.locator('[data-kind="asked"] .s-head')
    expect(head).to_be_visible()
    sheet, top = page.locator("#ask").bounding_box(), head.bounding_box()
    square = page.locator(".sq--lit.sq--chosen").first.bounding_box()
    assert sheet is not None
    assert top is not None
    assert square is not None
    assert top["y"] - sheet["y"] <= SHEET_EDGE
    assert square["width"] >= LARGE
    assert page.title().startswith("Your turn")
    page.clock.fast_forward("01:01")
    expect(page).to_have_title(re.compile("^You are asked"))


@pytest.mark.sampled
def test_both_armies_are_laid_out_at_the_same_time_on_two_devices(seated: Seated) -> None:
    table = seated.open({"scenario": "zama", "options": {}}, "seated", "proelii")
    pages = {side: seated.holding(table, side) for side in SIDES}
    for (side, page), (unit, to) in zip(pages.items(), (("w10", "c1"), ("b10", "h6")), strict=True):
        page.goto(f"{seated.url}/t/{table.code}/?u={unit}&at={to}")
        uncover(page)
        page.locator("#main-deed").click()
        expect(page.locator(f"#square-{to}:not(:has(.sq__ghost)) .token.{side}")).to_be_visible()
    assert table.state("white")["units"]["w10"]["at"] == "entry"
    expect(pages["black"].locator("#square-c1 .token")).to_have_count(0)
    for page in pages.values():
        page.goto(f"{seated.url}/t/{table.code}/")
        uncover(page)
        page.get_by_role("button", name="My army stands").click()
    for page in pages.values():
        expect(page.locator("#square-c1 .token.white")).to_be_visible()
        expect(page.locator("#square-h6 .token.black")).to_be_visible()
    assert [line["action"]["type"] for line in table.lines()[1:]] == ["deploy", "done", "deploy", "done"]


@pytest.mark.sampled
def test_a_round_with_morale_and_realistic_combat_is_tapped_through(seated: Seated) -> None:
    options = {"combat": "realistic", "level": "red"}
    battle = Battle(seated, options)
    end = played(battle, script(options, 2, rounds=1))
    assert end.round == 2
    assert battle.table.state("white") == GAME.state_json(end)


QUIET = re.compile("^(My army stands|Ready|No more start moves|All of mine wait|No exchange)")
"""What a side presses that sends nobody anywhere."""


@pytest.mark.thorough
@pytest.mark.parametrize("battle", ["zama", "zama_grand"])
def test_a_first_round_in_which_nobody_fights_is_a_few_taps_a_side(seated: Seated, battle: str) -> None:
    table = seated.open({"scenario": battle, "options": {}}, "seated", "proelii")
    pages = {side: seated.holding(table, side, viewport=PHONE) for side in SIDES}
    taps: Counter[str] = Counter()
    for page in pages.values():
        page.goto(f"{seated.url}/t/{table.code}/")
    while table.state()["round"] < ROUNDS:
        for side, page in pages.items():
            uncover(page)
            there = page.locator("#ask").get_by_role("button", name=QUIET)
            if not there.count():
                continue
            asked = page.locator("#ask").inner_text()
            there.first.click()
            taps[side] += 1
            page.wait_for_function("asked => document.querySelector('#ask')?.innerText !== asked", arg=asked)
    assert max(taps.values()) <= FEW, taps


ROUNDS = 2


FEW = 15
"""Taps that a side has for all of it."""
