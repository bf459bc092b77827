"""The way in, on real screens: a tablet opens, a phone sits down, people change places, and it begins."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accessible import Fingers, faults_everywhere
from tests.conftest import House
from tests.e2e.people import TABLET, Seated

SIZES = ((1024, 768), (768, 1024), (390, 844), (360, 640), (1280, 720), (1920, 1080))
PHONE = {"width": 390, "height": 844}
FINGERS = Fingers(":is(main, header) :is(a[href], button, summary)", ".unseen, p, .w-sheet", "svg.front", 0)
STANDS = """() => {
  const page = document.scrollingElement, main = document.querySelector(".s-main").getBoundingClientRect();
  const whole = page.scrollHeight <= page.clientHeight && page.scrollWidth <= page.clientWidth;
  return whole && main.top >= 0 && main.bottom <= innerHeight + 0.5 && main.right <= innerWidth + 0.5;
}"""


def amiss(page: Page, name: str) -> list[str]:
    """What axe and fingers find, and where the page scrolls or its main button is out of view."""
    found = [f"{name}: {fault}" for fault in (*faults_everywhere(page), *FINGERS.small(page))]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if not page.evaluate(STANDS):
            found.append(f"{name}: at {width} x {height} it scrolls, or its main button is out of view")
    return found


@pytest.fixture
def people(house: House, browser: Browser) -> Seated:
    return Seated(house.url, browser)


@pytest.mark.sampled
def test_a_table_is_opened_sat_down_at_and_begun(people: Seated) -> None:
    tablet = people.page(viewport=TABLET)
    found: list[str] = []
    for slug in ("scarper", "parabellum", "verraeter"):
        tablet.goto(f"{people.url}/open/{slug}/")
        found += amiss(tablet, slug)
    tablet.set_viewport_size(TABLET)
    tablet.get_by_label("3", exact=True).check(force=True)
    tablet.get_by_role("button", name="Open the table").click()
    expect(tablet.locator("#main-deed")).to_have_text("Three seats are still free")
    door = f"{people.url}/join/{tablet.url.split('/t/')[1][:6]}/"
    phone = people.page(viewport=PHONE)
    phone.goto(door)
    phone.get_by_label("Your name").type("Cleo")
    expect(tablet.get_by_label("Who sits at Blue")).to_have_value("Cleo")
    found += amiss(phone, "join")
    phone.get_by_role("button", name="Sit down as Cleo").click()
    expect(tablet.locator("#plate-blue")).to_contain_text("ready")
    for free in (1, 0):
        tablet.get_by_role("button", name="Sit here").first.click()
        expect(tablet.get_by_role("button", name="Sit here")).to_have_count(free)
    tablet.get_by_label("Who sits at Yellow").fill("Boris")
    expect(phone.locator("#plate-yellow")).to_contain_text("Boris")
    tablet.locator("#plate-blue .w-plate__grip").drag_to(tablet.locator("#plate-yellow"))
    expect(phone.locator("#plate-yellow")).to_contain_text("this device")
    expect(tablet.get_by_label("Who sits at Blue")).to_have_value("Boris")
    found += amiss(tablet, "lobby")
    tablet.set_viewport_size(TABLET)
    tablet.get_by_role("button", name="Begin with three players").click()
    for page in (tablet, phone):
        expect(page.locator("#board")).to_be_visible()
    assert not found, "\n".join(found)


def test_what_is_played_is_chosen_by_its_picture_and_weighed_at_once(people: Seated) -> None:
    tablet = people.page(viewport=TABLET)
    found: list[str] = []
    for slug in ("scope", "proelii"):
        tablet.goto(f"{people.url}/open/{slug}/")
        found += amiss(tablet, slug)
    tablet.set_viewport_size(TABLET)
    expect(tablet.locator("#rules-words")).to_contain_text("ends after 12 rounds; as printed it plays on")
    tablet.locator(".w-tile", has_text="Cannae").click()
    expect(tablet.locator("#chosen")).to_contain_text("Cannae")
    expect(tablet.locator("#deed-words")).to_contain_text("Open Cannae")
    tablet.get_by_text("Realistic").click()
    tablet.locator(".w-fold summary", has_text="House rule").click()
    tablet.locator('[name="o.gain_cap"]').select_option("gross")
    expect(tablet.locator("#rules-words")).to_contain_text("House rules: 2 differ")
    tablet.locator("#deed-words").click()
    expect(tablet.locator(".w-bar__what")).to_have_text("Cannae, 216 BC")
    assert not found, "\n".join(found)


def test_people_change_places_by_two_taps(people: Seated) -> None:
    tablet = people.page(viewport=TABLET)
    tablet.goto(f"{people.url}/open/scarper/")
    tablet.get_by_label("One tablet for all").check(force=True)
    tablet.get_by_role("button", name="Open the table").click()
    tablet.get_by_label("Who sits at Allied").fill("Ada")
    expect(tablet.locator("#plate-allied a")).to_contain_text("Ada")
    tablet.get_by_role("link", name="Move Ada").click()
    tablet.get_by_role("button", name="Here sits Ada").click()
    expect(tablet.get_by_label("Who sits at German")).to_have_value("Ada")
    expect(tablet.get_by_label("Who sits at Allied")).to_have_value("")


@pytest.mark.sampled
@pytest.mark.parametrize("follows", ["Begin", "drag"])
def test_the_name_typed_last_is_kept_by_what_follows_at_once(people: Seated, follows: str) -> None:
    tablet = people.page(viewport=TABLET)
    tablet.goto(f"{people.url}/open/scarper/")
    tablet.get_by_label("One tablet for all").check(force=True)
    tablet.get_by_role("button", name="Open the table").click()
    tablet.get_by_label("Who sits at Allied").fill("Ada")
    expect(tablet.locator("#plate-allied a")).to_contain_text("Ada")
    # The request of the name's own is lost on its way, as it may be under the next one.
    tablet.route(
        "**/sit/",
        lambda route: route.abort() if "call" in (route.request.post_data or "") else route.continue_(),
    )
    tablet.get_by_label("Who sits at German").fill("Boris")
    if follows == "drag":
        tablet.locator("#plate-german .w-plate__grip").drag_to(tablet.locator("#plate-allied"))
        expect(tablet.get_by_label("Who sits at Allied")).to_have_value("Boris")
        return
    tablet.get_by_role("button", name="Begin").click()
    expect(tablet.locator("#board")).to_be_visible()
    tablet.goto(tablet.url.split("?")[0] + "seats/")
    expect(tablet.locator("#main")).to_contain_text("Boris")
