"""Deeds by taps: done, taken back, corrected, and done with the cards of the box."""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accessible import faults
from tests.conftest import ROOT, House
from tests.e2e.people import Recorded, Seated
from tests.e2e.test_stage import GLASSES, Played, played, sits
from tests.e2e.walking import choose, uncover, version, wait_for

__all__ = ["played"]

OPENED = """
from companion import shelf
from companion.tables import play
from companion.tables.devices import HOUSE
from companion.tables.lobby import Opening, open_table
for system, cut in {cuts}:
    setup, actions = shelf.games()[system].demo()
    table = open_table(Opening(system=system, title="Thursday", kind="open", setup=setup))
    for number, action in enumerate(actions[:cut], 1):
        play.act(table, HOUSE, action, number, str(number))
    print(table.code)
"""

SIZES = {name: size for name, size in GLASSES.items() if name != "enlarged"}

MAIN = "#main-deed"


class Place(NamedTuple):
    """A moment of a game, after so many of the example's actions, and who is at it."""

    system: str
    after: int
    seat: str


class Deed(NamedTuple):
    """What is tapped in turn, the last of which does it; `wants` is how many choices the rules need."""

    taps: tuple[str, ...]
    wants: int = 1


SPENDING, CARD = Place("scarper", 62, "german"), Place("scarper", 59, "german")

DRAFT, SUPPLY = Place("verraeter", 60, "anna"), Place("verraeter", 66, "cleo")

MOVING, FIRING = Place("parabellum", 126, "meridian"), Place("parabellum", 137, "meridian")

DEEDS: dict[Place, dict[str, Deed]] = {
    SPENDING: {
        "publish propaganda": Deed(("#strip-propaganda", MAIN)),
        "invest in the economy": Deed(("#strip-economy", MAIN)),
        "push": Deed(("#track-verdun", "#choice-push", MAIN), wants=2),
        "charge": Deed(("#track-somme", "#choice-charge", "#ask .s-second[value*=app]"), wants=2),
        "end the round": Deed(("#ask .s-second[value*=end_commands]",)),
    },
    CARD: {"take a card's points": Deed(("#choice-bef-lands", MAIN))},
    DRAFT: {"keep a card": Deed((".v-card:nth-of-type(2)", MAIN))},
    SUPPLY: {"play supply": Deed((".v-supply:nth-of-type(2)", MAIN))},
    MOVING: {"end the phase": Deed((MAIN,))},
    FIRING: {"attack": Deed(("#ask .s-choice", MAIN))},
}

# What is tapped lies open where it stands: in view, under nothing, within what scrolls around it.
OPEN = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
  const under = document.elementFromPoint(...at);
  return [under, under?.closest("a, label, button")].includes(one) || one.contains(under);
}"""

FOOT = """() => {
  const { bottom, height } = document.querySelector(".s-main").getBoundingClientRect();
  return [Math.round(innerHeight - bottom), Math.round(height)];
}"""

BOARD = """() => {
  const { x, y, width, height } = document.querySelector("#board").getBoundingClientRect();
  return innerWidth > innerHeight && [x, y, width, height].map(Math.round).join();
}"""


@pytest.mark.thorough
def test_no_deed_needs_more_taps_than_the_rules_have_choices(seated: Seated, house: House) -> None:
    cuts = [(place.system, place.after) for place in DEEDS]
    codes = house.manage("shell", "--verbosity", "0", "-c", OPENED.format(cuts=cuts)).split()
    found: list[str] = []
    for (place, deeds), code in zip(DEEDS.items(), codes[-len(cuts) :], strict=True):
        page = sits(seated, code, place.seat)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            uncover(page)
            for name, deed in deeds.items():
                found += [f"{size}, {name}: {fault}" for fault in _faults(page, deed)]
        page.context.close()
    assert not found, "\n".join(found)


def _faults(page: Page, deed: Deed) -> Iterator[str]:
    """What is wrong with one deed on one size; it is not done, and the page is left as it was."""
    here, places = page.url, set()
    # A phone's sheet that opens at peek is pulled up for what needs no place on the board.
    peeks = page.locator('[data-sheet="peek"] .s-grab').count() > 0
    pulled = peeks and not page.locator(deed.taps[0]).first.evaluate(OPEN)
    if pulled:
        page.locator(".s-grab").click()
    if len(deed.taps) + pulled > deed.wants + 1:
        yield f"takes {len(deed.taps) + pulled} taps"
    for number, tap in enumerate(deed.taps, 1):
        one = page.locator(tap).first
        if not one.evaluate(OPEN):
            yield f"{tap} is not in reach"
        places.add(str([*page.evaluate(FOOT), page.evaluate(BOARD)]))
        if number < len(deed.taps):
            choose(page, tap) if one.get_attribute("href") else one.click()
    if page.locator(deed.taps[-1]).first.get_attribute("aria-disabled"):
        yield "is not done by its last tap"
    if len(places) > 1:
        yield f"board or main button moved: {places}"
    if len(deed.taps) > 1 or pulled:
        page.goto(here)
        uncover(page)


@pytest.mark.sampled
def test_a_deed_is_taken_back_by_one_tap(seated: Seated, played: Played) -> None:
    page = sits(seated, played("scarper"), "german", viewport={"width": 390, "height": 844})
    before = version(page)
    choose(page, "#strip-propaganda")
    page.locator(MAIN).click()
    wait_for(page, before + 1)
    page.locator("#undo").click()
    wait_for(page, before + 2)
    expect(page.locator("#ask-title")).to_have_text("Spend two points")


CHOSEN: dict[Place, str] = {
    Place("parabellum", 109, "meridian"): "",  # the one target that there is, chosen beforehand
    Place("scarper", 7, "allied"): "?e0=aisne&on=0",
    Place("verraeter", 0, "anna"): "?at=0",
    Place("scope", 24, "german"): "?at=a4",
    Place("proelii", 97, "black"): "?at=entry",
}

"""A moment of each game at which something on the board is chosen, and the main button would do it."""


@pytest.mark.sampled
def test_a_tap_on_the_board_does_nothing_also_where_it_is_chosen_already(
    seated: Seated, house: House
) -> None:
    cuts = [(place.system, place.after) for place in CHOSEN]
    codes = house.manage("shell", "--verbosity", "0", "-c", OPENED.format(cuts=cuts)).split()
    for (place, draft), code in zip(CHOSEN.items(), codes[-len(cuts) :], strict=True):
        page = sits(seated, code, place.seat)
        page.goto(f"{seated.url}/t/{code}/{draft}")
        uncover(page)
        before, chosen = version(page), page.locator('#board a[aria-current="true"]').first
        expect(page.locator(f"button{MAIN}")).to_be_enabled()
        chosen.click()
        if chosen.count():
            chosen.click()
        page.keyboard.press("Escape")
        page.wait_for_timeout(500)
        assert version(page) == before, f"{place.system}: a tap on the board wrote a line"
        page.context.close()


CHARGE = 52


@pytest.mark.sampled
def test_what_is_looked_for_in_the_log_stays_in_sight_as_others_tap(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup, "open")
    for action in war.actions[: CHARGE + 1]:
        table.act(action)
    page = seated.holding(table, "allied")
    page.goto(f"{seated.url}/t/{table.code}/log/")
    page.get_by_role("searchbox").press_sequentially("charge")
    lines = page.locator(".log__line")
    expect(lines.filter(has_not_text=re.compile("charge", re.IGNORECASE))).to_have_count(0)
    found = lines.count()
    assert found
    table.act(war.actions[CHARGE + 1])
    expect(page.locator("#table")).to_have_attribute("data-version", str(table.version))
    expect(lines).to_have_count(found)
    expect(page.get_by_role("searchbox")).to_have_value("charge")


@pytest.mark.sampled
def test_a_charge_is_corrected_in_sight_of_what_it_changes(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup, "open")
    for action in war.actions[: CHARGE + 2]:
        table.act(action)
    page, other = seated.holding(table, "allied"), seated.holding(table, "german")
    wall = other.context.new_page()
    at = f"{seated.url}/t/{table.code}/"
    other.goto(at)
    wall.goto(f"{at}tv/")
    line = CHARGE + 2
    page.goto(f"{at}log/")
    page.locator(f"#line-{line} summary").click()
    page.locator(f"#line-{line}").get_by_role("link", name="Correct").click()
    for die, face in war.actions[CHARGE]["rolls"].items():
        expect(page.locator(f'input[name="a.rolls.{die}"]:checked')).to_have_value(str(face))
    for die, face in (("attacker", 1), ("defender", 6)):
        page.locator(f'input[name="a.rolls.{die}"][value="{face}"]').check(force=True)
    page.locator("#main-deed").click()
    page.wait_for_url("**/check/**")
    expect(page.locator(".set__cut").first).to_contain_text("attacker 6")
    expect(page.locator(".set__cut", has_text="As it would be")).to_contain_text("attacker 1")
    stands, would = (
        page.locator(f".set__deed [id={one}frontline-somme]").get_attribute("transform")
        for one in ("", "other-")
    )
    assert stands != would
    expect(page.locator("#band")).to_contain_text("nothing has changed yet")
    expect(page.locator("ul.changes")).to_contain_text("Somme")
    assert not faults(page)
    before, decides = version(page), page.get_by_role("button", name=f"Correct line {line}")
    for width, height in ((390, 844), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        expect(decides).to_be_in_viewport(ratio=1)
    decides.click()
    for screen in (other, wall):
        wait_for(screen, before + 1)
        expect(screen.locator("#corrected")).to_contain_text(f"Line {line} is corrected")
        assert not faults(screen)
    # The correction is the last thing that was done: undo takes that back, and says so.
    expect(other.locator("#redo")).to_have_count(0)
    page.goto(at)
    page.get_by_role("button", name=f"Undo: correction of line {line}").click()
    wait_for(page, before + 2)
    expect(other.locator("#corrected")).to_have_count(0)
    expect(page.locator("#undo")).to_have_attribute("aria-label", "Undo")


BLUE = "rgb(37, 74, 120)"

MAKE = """
import django; django.setup()
from companion.tables import play
from companion.tables.correcting import Fix
from companion.tables.devices import device
from tests.campaigns.conftest import ALICE, BOB, fought
war = fought()
table = war.table
fix = Fix(40, None, why="It never left the road.")
held = play.amend(table, device(table, war.secrets[ALICE]), fix, table.version, "fix")
print(table.code, war.secrets[BOB], held.waiting["request"])
"""


@pytest.mark.sampled
def test_the_asked_sees_what_a_correction_does_and_costs_him_before_his_yes(
    house: House, browser: Browser
) -> None:
    env = house.env | {"DJANGO_SETTINGS_MODULE": "companion.settings"}
    command = [sys.executable, "-c", MAKE]
    made = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    code, secret, number = made.stdout.split()
    context = browser.new_context(reduced_motion="reduce")
    context.add_cookies([{"name": "companion_device", "value": secret, "url": house.url}])
    page = context.new_page()
    for width, height in ((1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{house.url}/t/{code}/")
        page.get_by_role("link", name="See what it changes, and answer").click()
        page.wait_for_url(f"**/asked/{number}/")
        expect(page.locator("#band")).to_be_in_viewport()
        expect(page.locator("#band")).to_contain_text("Alice asks to set line 40 right")
        expect(page.locator(".set__purse")).to_be_in_viewport(ratio=1)
        expect(page.locator(".set__purse s")).to_have_text("59")
        expect(page.locator(".set__purse b")).to_have_text("58")
        expect(page.locator(".set__cut .set__board")).to_have_count(2)
        expect(page.locator(".set__bar")).to_contain_text("4 fall")
        expect(page.locator(".set__reason")).to_contain_text("It never left the road.” Alice, ")
        expect(page.locator(".set__said")).to_contain_text("Bob is asked")
        expect(page.locator(".set__board--cut")).to_have_count(2)
        expect(page.locator('[value="yes"]')).to_have_css("background-color", BLUE)
        for words in ("No", "Yes, set it right"):
            expect(page.get_by_role("button", name=words)).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not faults(page)
        page.goto(f"{house.url}/t/{code}/correct/40/")
        expect(page.locator("#band")).to_be_in_viewport(ratio=1)
        assert not faults(page)
    page.goto(f"{house.url}/t/{code}/asked/{number}/")
    page.get_by_role("button", name="Yes, set it right").click()
    page.wait_for_url(f"**/t/{code}/")
    page.goto(f"{house.url}/t/{code}/log/")
    expect(page.locator("#table")).to_contain_text("Line 40 is struck out")
    context.close()


SETUP = {"options": {"cards": "table"}}


def press(page: Page, name: str) -> None:
    """Press a button of the panel and wait until it counts."""
    before = version(page)
    page.locator("#ask").get_by_role("button", name=name).first.click()
    wait_for(page, before + 1)


def set_right(page: Page, path: str, value: int) -> None:
    """Set a marker by hand, with a reason."""
    page.locator("#menu").click()
    page.get_by_role("radio", name="Options").check()
    page.get_by_role("link", name="Set something right").click()
    page.wait_for_url("**/?do=adjust")
    page.locator('select[name="a.changes.0.path"]').select_option(path)
    page.get_by_label("New value").fill(str(value))
    page.get_by_label("Why").fill("we counted again")
    press(page, "Set it")


@pytest.mark.sampled
def test_a_card_of_the_box_is_found_by_its_title_and_played(seated: Seated) -> None:
    table = seated.open(SETUP, "open")
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/")
    for side in ("Allied", "German"):
        before = version(page)
        press(page, f"{side.capitalize()} keeps one mission")
        wait_for(page, before + 1)
    page.get_by_label("Find a card by its title").fill("tannen")
    page.get_by_role("button", name="Find").click()
    cards = page.locator('#ask a[href*="card="]')
    expect(cards).to_have_count(1)
    choose(page, '#ask a[href*="card="]')
    press(page, "Take three points")
    expect(page.locator(".s-head")).to_contain_text("Battle of Tannenberg")


@pytest.mark.sampled
def test_a_year_is_revealed_by_naming_the_missions(seated: Seated) -> None:
    table = seated.open(SETUP, "open")
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/")
    for side in ("allied", "german"):
        set_right(page, f"hands.{side}.count", 0)
    for side in ("allied", "german"):
        before = version(page)
        press(page, f"{side.capitalize()} keeps one mission")
        wait_for(page, before + 1)
    page.locator('select[name="a.missions.allied[]"]').select_option("allied-economy")
    page.locator('select[name="a.missions.german[]"]').select_option("german-dig-in")
    press(page, "Reveal the missions")
    expect(page.locator("#ask h2").first).to_have_text("The reckoning of 1914")
    page.locator("#main-deed").click()
    expect(page.locator("#ask")).to_contain_text("Failed: German +2")
    page.get_by_role("button", name="All at once").click()
    press(page, "Move the marker")
    expect(page.locator(".s-bar .plate")).to_have_text("1915")


def test_a_refusal_says_what_would_be_right_and_changes_nothing(seated: Seated) -> None:
    table = seated.open(SETUP, "open")
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/")
    before = version(page)
    page.locator("#menu").click()
    page.get_by_role("radio", name="Options").check()
    page.get_by_role("link", name="Set something right").click()
    page.wait_for_url("**/?do=adjust")
    page.locator('select[name="a.changes.0.path"]').select_option("morale")
    page.get_by_label("New value").fill("16")
    page.get_by_label("Why").fill("a slip")
    page.get_by_role("button", name="Set it").click()
    expect(page.locator("#refusal-words")).to_contain_text("15")
    assert version(page) == before


def test_the_trenches_of_a_battlefield_are_set_by_hand(seated: Seated) -> None:
    table = seated.open(SETUP, "open")
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/?do=adjust&at=metz")
    page.locator('select[name="a.changes.0.value"]').select_option("-2")
    for space, count in (("-1", ""), ("1", "3")):
        page.locator(f'input[name="a.changes.1.value.{space}"]').fill(count)
    page.get_by_label("Why").fill("the cat")
    press(page, "Set it")
    metz = table.state("german")["battlefields"]["metz"]
    assert metz == {"frontline": -2, "trenches": {"1": 3}}
