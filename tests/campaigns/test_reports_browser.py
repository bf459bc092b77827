"""A report on a phone: the gist of it in a few screens, the rest folded."""

import subprocess
import sys

from playwright.sync_api import Browser, expect

from tests.accessible import faults_everywhere
from tests.campaigns.test_books_browser import MAKE
from tests.conftest import ROOT, House

PHONE, TALLEST = {"width": 390, "height": 844}, 4000


def test_an_evening_is_told_on_a_phone_in_few_screens_the_rest_folded(house: House, browser: Browser) -> None:
    made = subprocess.run([sys.executable, "-c", MAKE], cwd=ROOT, env=house.env | {"DJANGO_SETTINGS_MODULE":
        "companion.settings"}, check=True, capture_output=True, text=True).stdout.split()  # fmt: skip
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    context.add_cookies([{"name": "companion_device", "value": made[1], "url": house.url}])
    page = context.new_page()
    page.goto(f"{house.url}/campaigns/{made[0]}/reports/evening/1/")
    assert page.evaluate("document.documentElement.scrollHeight") <= TALLEST
    for fold in page.locator("details[name=fold]").all():
        fold.locator("summary").first.click()
        assert page.evaluate("document.documentElement.scrollHeight") <= TALLEST, "one is open at a time"
    page.locator("details.scene summary").first.click()
    expect(page.locator("details.scene li").first).to_be_visible()
    assert not list(faults_everywhere(page))
    context.close()
