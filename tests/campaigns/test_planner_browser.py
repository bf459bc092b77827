"""The roster planner in a real browser: a cart over several kinds by plus and minus, no tap lost."""

import re
import subprocess
import sys

from playwright.sync_api import Browser, expect

from tests.accessible import faults_everywhere
from tests.campaigns.conftest import ALICE
from tests.campaigns.test_books_browser import MAKE
from tests.conftest import ROOT, House


def test_a_roster_is_planned_by_plus_and_minus(house: House, browser: Browser) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "companion.settings"}
    making = [sys.executable, "-c", MAKE.replace("260", "20")]
    told = subprocess.run(
        making, cwd=ROOT, env=house.env | settings, check=True, capture_output=True, text=True
    )
    made = told.stdout.split()
    context = browser.new_context(reduced_motion="reduce")
    context.add_cookies([{"name": "companion_device", "value": made[1], "url": house.url}])
    page = context.new_page()
    page.goto(f"{house.url}/campaigns/{made[0]}/tree/afford/{ALICE}/1/")
    more = page.get_by_role("button", name="Main Battle Tank: one more")
    for _ in range(3):
        more.click()
    page.get_by_role("button", name="Supply Truck: one more").click()
    page.get_by_role("button", name="Main Battle Tank: one less").click()
    cart = page.get_by_role("region", name="The cart")
    expect(cart).to_contain_text("3 units, ready to fight")
    expect(page).to_have_url(
        re.compile("main_battle_tank=2.*supply_truck=1|supply_truck=1.*main_battle_tank=2")
    )
    page.reload()
    expect(page.get_by_label("Main Battle Tank", exact=True)).to_have_value("2")
    expect(cart).to_contain_text("3 units, ready to fight")
    assert not list(faults_everywhere(page))
    context.close()
