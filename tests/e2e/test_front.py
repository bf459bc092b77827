"""The front door and its rooms on real screens: nothing below the fold, nothing that axe finds; by keys."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.accessible import faults
from tests.conftest import House

SIZES = ((1024, 768), (1440, 900), (768, 1024), (390, 844))
FITS = """document.scrollingElement.scrollWidth <= innerWidth
  && (innerWidth < 960 || document.scrollingElement.scrollHeight <= innerHeight)"""


def looked_at(page: Page, address: str) -> None:
    """At every size, by day and by night."""
    page.goto(address)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FITS), (address, width)
        main = page.locator("[data-main]")
        if main.count():
            box = main.first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, (address, width, "the main deed is in the first view")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert not faults(page), (address, scheme)


@pytest.mark.sampled
def test_from_an_empty_house_one_tap_leads_into_a_lesson_and_the_door_then_shows_it(
    house: House, browser: Browser
) -> None:
    page = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
    looked_at(page, f"{house.url}/")
    page.get_by_role("button", name="Play a first round").click()
    page.get_by_role("region", name="Your first round").wait_for()
    looked_at(page, f"{house.url}/")
    expect(page.get_by_role("region", name="Goes on tonight")).to_be_visible()
    page.locator("[data-main]").click()
    page.wait_for_url("**/t/**")


@pytest.mark.sampled("address")
@pytest.mark.parametrize(
    "address", ["/games/scarper/", "/desk/scarper/", "/search/?q=trench", "/rules/", "/all/"]
)
def test_a_room_fits_its_screen_and_reads_well(house: House, browser: Browser, address: str) -> None:
    page = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
    looked_at(page, f"{house.url}{address}")


def test_letters_typed_anywhere_fill_the_boxes_and_the_sixth_sends_them(
    house: House, browser: Browser
) -> None:
    page = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
    page.goto(f"{house.url}/")
    page.keyboard.type("mqqq")
    assert page.locator(".d-six__boxes i").all_text_contents() == ["M", "Q", "Q", "Q", "", ""]
    page.keyboard.type("qq")
    page.get_by_role("alert").wait_for()
    assert page.locator(".d-six__boxes i").all_text_contents() == ["M", *"QQQQQ"]
    expect(page.locator("[data-scan]")).to_be_hidden()


@pytest.mark.sampled
def test_the_stroke_finds_from_every_room(house: House, browser: Browser) -> None:
    page = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
    page.goto(f"{house.url}/games/scarper/")
    page.keyboard.press("/")
    page.get_by_role("searchbox").wait_for()
    page.keyboard.type("brusilov")
    page.get_by_role("link", name="The Brusilov Offensive").wait_for()
    page.keyboard.press("Escape")


def test_an_answer_stands_beside_its_question(house: House, browser: Browser) -> None:
    page = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
    page.goto(f"{house.url}/desk/scarper/frontal-charge-odds/")
    page.locator(".desk__send .button--main").click()
    page.wait_for_selector("#answer .steps")
    form, answer = page.locator(".desk__form").bounding_box(), page.locator("#answer").bounding_box()
    assert form is not None
    assert answer is not None
    assert answer["x"] >= form["x"] + form["width"]
    assert answer["y"] < 200


@pytest.mark.sampled
def test_a_question_mark_lists_the_keys_of_a_room_and_a_link_does_without_script(
    house: House, browser: Browser
) -> None:
    page = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
    page.goto(f"{house.url}/games/scarper/")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("one room back")
    assert not faults(page)
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.wait_for_url("**/games/scarper/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Keys (?)").click()
    expect(keys).to_be_visible()
    expect(page.locator("#rooms")).to_be_hidden()
    bare = browser.new_context(java_script_enabled=False).new_page()
    bare.goto(f"{house.url}/about/")
    bare.get_by_role("button", name="Menu").click()
    bare.get_by_role("link", name="Keys (?)").click()
    expect(bare.locator("section:target, :target")).to_contain_text("Keys")


A_WEEK_AGO = """
from datetime import timedelta
from campaigns.models import Evening
from companion.tables.models import Entry
for line in Entry.objects.filter(table__code={code!r}):
    Entry.objects.filter(pk=line.pk)._update([(Entry._meta.get_field("at"), None, line.at - timedelta(7))])
for evening in Evening.objects.filter(table__code={code!r}):
    evening.date -= timedelta(7)
    evening.save()
"""


@pytest.mark.thorough
def test_two_newcomers_come_to_a_second_evening_and_a_printed_deck_in_few_taps(
    house: House, browser: Browser
) -> None:
    """Ada's tablet, Ben's phone, a house neither has seen; every tap is counted."""
    tablet = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
    phone = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    taps: list[str] = []

    def tap(what: Locator) -> None:
        taps.append(what.inner_text())
        what.click()

    tablet.goto(f"{house.url}/")
    tap(tablet.get_by_role("link", name="Parabellum Inc."))
    tap(tablet.get_by_role("link", name="Open a table"))
    tap(tablet.get_by_role("button", name="Open the table"))
    tablet.wait_for_url("**/lobby/")
    code = tablet.url.split("/t/")[1][:6]
    tablet.locator("input[name=player]").last.fill("Ada")
    tap(tablet.get_by_role("button", name="Sit here").last)
    phone.goto(f"{house.url}/")
    phone.keyboard.type(code)
    phone.locator("input[name=player]").fill("Ben")
    tap(phone.get_by_role("button", name="Sit down"))
    tap(tablet.get_by_role("button", name="Begin with two players"))
    tap(tablet.get_by_role("link", name="1", exact=True).first)
    tap(tablet.get_by_role("link", name="6", exact=True).last)
    tap(tablet.get_by_role("button", name="Play in this order"))
    tap(tablet.get_by_role("button", name="Log, seats and more"))
    tap(tablet.get_by_text("Options", exact=True).first)
    tap(tablet.get_by_role("link", name="Campaign", exact=True))
    tap(tablet.get_by_role("button", name="Keep Parabellum Inc. as a campaign").first)
    expect(tablet.locator(".r-bar")).to_contain_text("Evening 1")
    assert len(taps) <= 13, taps

    house.manage("shell", "--verbosity", "0", "-c", A_WEEK_AGO.format(code=code))
    house.stop()
    house.start()
    taps.clear()
    tablet.goto(f"{house.url}/")
    tap(tablet.locator("[data-main]"))
    tap(tablet.get_by_role("link", name="Done with Set-up"))
    tap(tablet.locator("#main-deed"))
    phone.goto(f"{house.url}/campaigns/{code}/")
    expect(phone.locator(".r-bar")).to_contain_text("Evening 2")

    taps.clear()
    phone.goto(f"{house.url}/")
    tap(phone.get_by_role("button", name="Menu"))
    tap(phone.get_by_role("link", name="Print"))
    tap(phone.get_by_role("link", name="Unit Tracking Cards").first)
    deck = phone.get_by_role("link", name="Print 156 cards")
    expect(deck).to_be_visible()
    assert phone.request.get(f"{house.url}{deck.get_attribute('href')}").body()[:5] == b"%PDF-"
    assert len(taps) < 4, taps
