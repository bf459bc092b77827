"""Deeds that are done again and again: their taps are counted on six sizes, and none needs a scroll."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import House
from tests.e2e.people import Seated
from tests.e2e.taps import choose, uncover, version, wait_for
from tests.e2e.test_stage import GLASSES, Played, played, sits

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
    if len(deed.taps) > deed.wants + 1:
        yield f"takes {len(deed.taps)} taps"
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
    if len(deed.taps) > 1:
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
