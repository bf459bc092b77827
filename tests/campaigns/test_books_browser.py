"""The books in a real browser: every page fits every screen and is accessible, and a count is set right."""

import subprocess
import sys

from playwright.sync_api import Browser, expect

from tests.accessible import faults_everywhere
from tests.campaigns.conftest import ALICE
from tests.conftest import ROOT, House

MAKE = """
import django; django.setup()
from tests.campaigns.conftest import ALICE, BOB, fought
war = fought(260)
print(war.campaign.code, war.secrets[ALICE], war.secrets[BOB], war.table.code)
"""
PAGES = ("", f"of/{ALICE}/", f"of/{ALICE}/bookings/")


def test_the_books_fit_and_a_count_is_set_right(house: House, browser: Browser) -> None:
    made = subprocess.run([sys.executable, "-c", MAKE], cwd=ROOT, env=house.env | {"DJANGO_SETTINGS_MODULE":
        "companion.settings"}, check=True, capture_output=True, text=True).stdout.split()  # fmt: skip
    context = browser.new_context(reduced_motion="reduce")
    context.add_cookies([{"name": "companion_device", "value": made[1], "url": house.url}])
    page, home = context.new_page(), f"{house.url}/campaigns/{made[0]}/books/"
    for each in PAGES:
        page.goto(home + each)
        assert not list(faults_everywhere(page)), each
    page.goto(f"{home}of/{ALICE}/counts/")
    page.get_by_label("Credits that lie there").fill("999")
    page.get_by_role("button", name="Compare with the books").click()
    expect(page.get_by_text("Difference")).to_be_visible()
    assert not list(faults_everywhere(page))
    page.get_by_label("Why").fill("found under the box")
    page.get_by_role("button", name="Ask for the adjusting entry").click()
    expect(page.get_by_text("The other companies are asked")).to_be_visible()
    other = browser.new_context(reduced_motion="reduce")
    other.add_cookies([{"name": "companion_device", "value": made[2], "url": house.url}])
    asked = other.new_page()
    asked.goto(f"{house.url}/t/{made[3]}/")
    expect(asked.get_by_text("what only that company knows")).to_be_visible()
    asked.get_by_role("button", name="Yes, set it").click()
    expect(asked.get_by_role("button", name="Yes, set it")).to_be_hidden()
    other.close()
    page.reload()
    expect(page.get_by_text("Set right in line 262 of the log")).to_be_visible()
    page.goto(f"{home}of/{ALICE}/bookings/")
    page.get_by_role("link", name="Line 262 of the log").click()
    expect(page.locator("#line-262")).to_contain_text("found under the box")
    context.close()
