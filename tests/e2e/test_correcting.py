"""A correction is looked at before it counts, and told on every screen after."""

import subprocess
import sys

import pytest
from playwright.sync_api import Browser, expect

from tests.accessible import faults
from tests.conftest import ROOT, House
from tests.e2e.people import Recorded, Seated
from tests.e2e.taps import version, wait_for

CHARGE = 52


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
