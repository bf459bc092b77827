"""The campaigns in a real browser: every page fits every screen, by day and night, and no tap is lost."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, Route, expect

from campaigns.models import Campaign
from campaigns.tree import MEANT, SIGN, STATUS, WAYS, drawing
from companion.engine.campaign import Choice
from companion.engine.game import Step
from companion.engine.tree import STATUSES, Edge, Node, Tree
from companion.tables.models import Table
from tests.accessible import faults, faults_everywhere
from tests.campaigns.conftest import ALICE
from tests.conftest import ROOT, House
from tests.e2e.people import Opened, Seated

ROLL = json.loads((Path(__file__).parent / "war.json").read_text("utf-8"))["actions"][0]
HOME = re.compile(r"/campaigns/\w{6}/$")


@pytest.fixture
def people(house: House, browser: Browser) -> Iterator[Seated]:
    """Who lives in this house."""
    here = Seated(house.url, browser)
    yield here
    here.leave()


def campaign_begun(people: Seated) -> Page:
    """A campaign as its host sees it, just begun."""
    page = people.page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{people.url}/campaigns/")
    page.get_by_role("link", name="begin a campaign").click()
    page.get_by_text("Called").click()
    page.get_by_label("Title").fill("The long war")
    page.get_by_text("Players").first.click()
    page.get_by_label("Who plays Kestrel-Vaun Holdings").fill("Ada")
    page.get_by_role("button", name="Begin the campaign").click()
    page.wait_for_url(HOME)
    return page


def plays(people: Seated, page: Page) -> None:
    """A line is written at the table that the page leads to."""
    page.get_by_role("button", name=re.compile("Continue tonight|Muster for")).click()
    page.wait_for_url(re.compile("/t/"))
    table = Opened.laid(people.url, page.url.split("/t/")[1][:6])
    cookies = page.context.cookies()
    table.host = next(one["value"] for one in cookies if one["name"] == "companion_device")
    table.act(ROLL)


@pytest.mark.sampled
def test_an_evening_is_played_and_another_one_begun(people: Seated) -> None:
    page = campaign_begun(people)
    home = page.url
    expect(page.locator("a[id^=evening-]")).to_have_count(1)
    plays(people, page)
    page.goto(home)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="End the evening").click()
    expect(page.get_by_role("button", name=re.compile("Continue tonight|Muster for"))).to_be_visible()
    page.get_by_role("button", name=re.compile("Continue tonight|Muster for")).click()
    page.wait_for_url(re.compile("/t/"))
    page.goto(home)
    expect(page.locator("a[id^=evening-]")).to_have_count(2)
    expect(page.locator("a[id^=evening-]").last).to_contain_text("Nothing played yet")
    expect(page.locator(".w-seat").first).to_contain_text("Ada")
    for address in (home, f"{home}evening/1/", f"{people.url}/campaigns/"):
        page.goto(address)
        assert not list(faults_everywhere(page)), address


def write_down(page: Page, *names: str) -> None:
    """A play, won by the first."""
    page.get_by_role("link", name="Write down a play").click()
    for n, name in enumerate(names, 1):
        page.get_by_label(f"Name of player {n}").fill(name)
    page.get_by_label("Player 1 won").check()
    page.get_by_role("button", name="Write it down").click()
    page.wait_for_url(HOME)


@pytest.mark.sampled
def test_a_season_is_read_by_everyone(people: Seated) -> None:
    page = people.page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{people.url}/campaigns/series/verraeter/")
    page.get_by_role("button", name="Begin the series").click()
    page.wait_for_url(HOME)
    home = page.url
    write_down(page, "Ada", "Jo", "Bert")
    write_down(page, "Jo", "Ada", "Grace Hopper of the long name")
    expect(page.locator(".series__standings tbody tr")).to_have_count(4)
    for address in (home, f"{home}season/play/"):
        page.goto(address)
        assert not list(faults_everywhere(page)), address


@pytest.mark.sampled
def test_a_name_of_sixty_letters_without_a_blank_breaks_no_page(people: Seated) -> None:
    page = campaign_begun(people)
    here = page.url
    page.goto(f"{here}manage/")
    page.get_by_label("What it is called").fill("Binnenschifffahrtsversicherung" * 2)
    page.get_by_role("button", name="Rename").click()
    for width in (1024, 768, 390):
        page.set_viewport_size({"width": width, "height": 800})
        for room in ("", "books/", "tree/", "reports/", "manage/"):
            page.goto(f"{here}{room}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (room, width)
        page.goto(f"{people.url}/campaigns/")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, ("shelf", width)
    page.goto(f"{here.replace('/campaigns/', '/t/')}log/")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    page.evaluate("document.querySelector('.steps li span').textContent = 'W'.repeat(60)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "a step in the log"


MAKE = """
import django; django.setup()
from tests.campaigns.conftest import ALICE, BOB, fought
war = fought(260)
print(war.campaign.code, war.secrets[ALICE], war.secrets[BOB], war.table.code)
"""
PAGES = ("", f"of/{ALICE}/", f"of/{ALICE}/bookings/")


@pytest.mark.sampled
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


ONE_VIEW = ("", "tree/next/", "books/", "books/?account=income:bonus")


@pytest.mark.sampled
def test_the_war_room_choosing_and_the_books_are_one_view_each(house: House, browser: Browser) -> None:
    env = house.env | {"DJANGO_SETTINGS_MODULE": "companion.settings"}
    make = [sys.executable, "-c", MAKE.replace("260", "356")]
    made = subprocess.run(make, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    code, _, bob, _ = made.stdout.split()
    context = browser.new_context(reduced_motion="reduce")
    context.add_cookies([{"name": "companion_device", "value": bob, "url": house.url}])
    page, home = context.new_page(), f"{house.url}/campaigns/{code}/"
    for each in ONE_VIEW:
        for width, height in ((1024, 768), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(home + each)
            main = page.locator("[data-main]")
            tall = page.evaluate("document.documentElement.scrollHeight")
            assert tall <= height, (each, width)
            if not each.startswith("books"):
                expect(main.first).to_be_in_viewport(ratio=1)
        assert not list(faults_everywhere(page)), each
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(home)
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    expect(page.get_by_role("link", name="Choose the next scenario")).to_be_in_viewport(ratio=1)
    page.goto(f"{home}tree/next/")
    page.locator("label[for=pick-2b]").scroll_into_view_if_needed()
    page.locator("label[for=pick-2b]").click()
    expect(page.get_by_role("button", name="Choose 2B Convoy Road")).to_be_visible()
    heads = page.locator(".c-card__head").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().y)"
    )
    assert len(set(heads)) == 1, "what is tapped moves nothing on its card"
    expect(page.get_by_role("button", name="Choose 2A")).to_be_hidden()
    expect(page.locator(".c-unit--lost").first).to_have_css("fill", "none")  # Who falls is crossed out.
    context.close()


def middle(page: Page, square: str) -> tuple[float, float]:
    box = page.locator(f'.square[value="{square}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def draw(page: Page, *squares: str) -> None:
    """A finger goes down on the first square, over the others, and up on the last."""
    places = [middle(page, square) for square in squares]
    client = page.context.new_cdp_session(page)
    for n, (x, y) in enumerate(places):
        kind = "touchMove" if n else "touchStart"
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    client.detach()


def rows(page: Page) -> list[str]:
    text: str = page.locator("[data-text]").input_value()
    return text.split("\n")


@pytest.mark.sampled
@pytest.mark.browser
def test_a_finger_paints_a_map_and_a_fault_is_told_as_one_types(house: House, browser: Browser) -> None:
    context = browser.new_context(
        viewport={"width": 1024, "height": 768}, has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto(f"{house.url}/campaigns/binders/")
    page.get_by_role("button", name="Copy the starter campaign").tap()
    expect(page.get_by_role("heading", name="Brief", exact=True)).to_be_visible()
    binder = re.sub(r"(/binders/\w+/).*", r"\1", page.url)

    page.goto(f"{binder}at/maps.refinery/")
    assert list(faults_everywhere(page)) == []
    page.set_viewport_size({"width": 1024, "height": 768})
    page.locator(".brush", has_text="Forest").tap()
    page.locator('.square[value="c3"]').evaluate("square => square.scrollIntoView({block: 'center'})")
    draw(page, "b3", "d3")
    kept = page.locator("[data-kept]")
    expect(kept).to_have_text("Version 2 is kept. It can be played.")
    assert rows(page)[2] == ".%%%########...."
    expect(page.locator('.square[value="c3"]')).to_have_class(re.compile("tone--forest"))

    # The keyboard paints too, and the map that was kept is the map that comes back.
    page.locator('.square[value="d3"]').press("ArrowDown")
    page.keyboard.press("Enter")
    expect(kept).to_have_text("Version 3 is kept. It can be played.")
    page.reload()
    assert rows(page)[2:4] == [".%%%########....", "...%#..**..#...."]

    page.goto(f"{binder}at/units.technical/")
    page.get_by_label("Price", exact=True).fill("-5")
    asked = page.locator('[data-at="units.technical.cost"]')
    expect(asked.locator(".field__error")).to_contain_text("0 or more, is wanted; -5 was given.")
    # Leaving at once loses nothing: the page waits until the house has it.
    page.get_by_role("link", name="Versions").tap()
    expect(page.get_by_role("link", name="Version 4")).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("link", name="Version 5")).to_be_visible()
    page.goto(f"{binder}at/units.technical/")
    expect(page.get_by_label("Price", exact=True)).to_have_value("125")
    assert faults(page) == []
    assert broken == []
    context.close()


@pytest.mark.sampled
@pytest.mark.browser
def test_what_is_typed_is_kept_before_anything_else_and_again_after_a_silence(
    house: House, browser: Browser
) -> None:
    page = browser.new_page()
    page.goto(f"{house.url}/campaigns/binders/")
    page.get_by_role("button", name="Copy the starter campaign").click()
    expect(page.get_by_role("heading", name="Brief", exact=True)).to_be_visible()
    page.goto(re.sub(r"(/binders/\w+/).*", r"\1at/units.technical/", page.url))
    price, kept = page.get_by_label("Price", exact=True), page.locator("[data-kept]")
    price.fill("130")
    price.press("Enter")
    expect(kept).to_have_text("Version 2 is kept. It can be played.")

    page.route("**/at/units.technical/", lambda route: route.abort())
    price.fill("140")
    expect(kept).to_contain_text("Not kept yet")
    page.unroute("**/at/units.technical/")
    expect(kept).to_have_text("Version 3 is kept. It can be played.")

    # What was typed is a version of its own, which the next button then takes back.
    page.reload()
    price.fill("150")
    page.get_by_role("button", name="Undo").click()
    expect(kept).to_contain_text("Version 5")
    expect(price).to_have_value("140")
    page.close()


@pytest.mark.sampled
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


PHONE, TALLEST = {"width": 390, "height": 844}, 4000


@pytest.mark.sampled
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


STATIC = Path(__file__).parents[2] / "static"
WAR = json.loads(Path(__file__).with_name("war.json").read_text("utf-8"))


NAMES = (
    "Ford",
    "The Long Night of the Corran Refinery",
    "WWWWMMMMWWWWMMMMWWWWMMMM",
    "Überschreitung der Donau",
    "渡河作戦、夜明け前の橋頭堡",
)
ESCAPED = """() => [...document.querySelectorAll(".node")].flatMap((node) => {
  const room = node.querySelector(".node__box").getBoundingClientRect();
  const texts = [...node.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
  const out = texts.some((one) => one.left < room.left || one.right > room.right || one.bottom > room.bottom);
  const over = texts.some((one, n) => texts.slice(n + 1).some((other) => one.left < other.right - 1 &&
    other.left < one.right - 1 && one.top < other.bottom - 7 && other.top < one.bottom - 7));
  return out || over ? [node.getAttribute("aria-label")] : [];
})"""
WALKED = """[...document.querySelectorAll("a.node")].map((one) => one.getAttribute("href"))"""


def wild(seed: int) -> Tree:
    """Seven rounds of five letters with ways that skip rounds."""
    random = Random(seed)
    ids = ["1", *(f"{n}{letter}" for n in range(2, 8) for letter in "abcde")]
    nodes = tuple(
        Node(
            each,
            int(each[0]),
            each[1:],
            random.choice(NAMES),
            random.choice(STATUSES),
            "Then the loser chooses",
        )
        for each in ids
    )
    onward = [(a, b) for a in ids for b in ids if a[0] < b[0]]
    ways = sorted(random.sample(onward, 70))
    return Tree(nodes, tuple(Edge(a, b, random.choice(list(WAYS)), "The victor chooses.") for a, b in ways))


def page_of(tree: Tree) -> str:
    """The page as the room renders it."""
    table = Table(code="TABLE2", system="parabellum")
    values = {
        "campaign": Campaign(code="TREES2", title="A wild war", kind="campaign", table=table),
        "drawing": drawing(tree, lambda each: f"/campaigns/TREES2/tree/scenario/{each}/"),
        "choice": Choice("The loser chooses next.", (Step("RULING R53", "The loser chooses."),)),
        "statuses": [(each, STATUS[each], MEANT[each], SIGN[each]) for each in STATUSES],
        "ways": WAYS,
        "own": True,
    }
    return render_to_string("campaigns/tree/tree.html", values)


def opened_on_phone(browser: Browser, html: str) -> Page:
    def serve(route: Route) -> None:
        path = route.request.url.split("house.test", 1)[1]
        file = STATIC / path.removeprefix(settings.STATIC_URL).split("?")[0]
        if path == "/":
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            route.fulfill(path=file) if file.is_file() else route.fulfill(status=404)

    page = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce").new_page()
    page.route("**/*", serve)
    page.goto("http://house.test/")
    return page


def test_a_wild_tree_is_read_walked_and_printed(browser: Browser) -> None:
    tree = wild(11)
    page = opened_on_phone(browser, page_of(tree))
    page.evaluate("document.fonts.ready")
    assert page.evaluate(ESCAPED) == []
    assert list(faults_everywhere(page)) == []
    walked = page.evaluate(WALKED)
    assert walked == [f"/campaigns/TREES2/tree/scenario/{each.id}/" for each in tree.nodes]
    page.locator("a.node").first.focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')").endswith("/scenario/2a/")
    sheet = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    width, height = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", sheet)[0]
    assert (round(float(width) / 72 * 25.4), round(float(height) / 72 * 25.4)) == (420, 297)
    page.context.close()
