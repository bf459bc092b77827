"""People lay their fronts out on their own tablets, by taps and by dragging, and on one that goes round."""

from playwright.sync_api import Page, expect

from tests.e2e.people import Opened, Seated
from tests.e2e.taps import uncover, version, wait_for
from tests.e2e.test_stage import misfits

SETUP = {"scenario": "quick_duel", "laying": "players"}


def sits(seated: Seated, table: Opened, seat: str) -> Page:
    page = seated.holding(table, seat)
    page.goto(f"{seated.url}/t/{table.code}/")
    return page


def lies(page: Page, place: int, what: str) -> None:
    expect(page.locator(f"#place-{place}")).to_have_attribute("aria-label", f"{what}")


def drag(page: Page, start: str, end: str) -> None:
    one, other = (page.locator(each).bounding_box() for each in (start, end))
    assert one
    assert other
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=4)
    page.mouse.up()


def seal(page: Page) -> None:
    before = version(page)
    page.get_by_role("button", name="Seal my front").click()
    wait_for(page, before + 1)


def test_two_fronts_are_laid_out_and_sealed_and_neither_is_seen_by_the_other(seated: Seated) -> None:
    table = seated.open(SETUP, "seated", "scope")
    german, soviet = (sits(seated, table, seat) for seat in ("german", "soviet"))
    german.locator("#box-sniper").click()
    german.locator("#place-5").click()
    lies(german, 5, "b2: sniper; in 4 quadrants")
    drag(german, "#place-5", "#place-0")
    lies(german, 0, "a3: sniper; in 1 quadrant")
    drag(german, "#box-decoy", "#place-7")
    lies(german, 7, "d2: decoy; in 2 quadrants")
    german.reload()
    lies(german, 0, "a3: sniper; in 1 quadrant")
    german.get_by_label("A name for this layout").fill("Silo")
    german.get_by_role("button", name="Keep it").click()
    german.get_by_role("link", name="Clear").click()
    lies(german, 0, "a3: free; in 1 quadrant")
    german.get_by_role("link", name="Silo").click()
    lies(german, 7, "d2: decoy; in 2 quadrants")
    german.get_by_role("link", name="Fill at random").click()
    expect(german.get_by_role("button", name="Seal my front")).to_be_visible()
    lies(german, 0, "a3: sniper; in 1 quadrant")
    seal(german)
    code = "The German front is sealed:"
    expect(soviet.locator("#ask")).to_contain_text(code)
    assert "sniper" not in (soviet.locator(".deploy__front").text_content() or "")
    soviet.get_by_role("link", name="Hedgehog").click()
    seal(soviet)
    expect(german.locator(".s-head")).to_contain_text("Your turn")
    faces = german.locator("#own .face--sniper")
    expect(faces).to_have_count(2)
    assert table.state("german")["grid"]["a3"]["card"] == "sniper"
    assert table.state("soviet")["grid"]["a3"]["card"] == "hidden"


def test_one_tablet_goes_round_and_shows_a_front_under_its_cover_alone(seated: Seated) -> None:
    page = seated.page()
    page.goto(f"{seated.url}/open/scope/")
    page.locator('input[name="way"][value="one"]').check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".flat .pad--shut")).to_have_count(2)
    assert not page.locator("[data-drags]").count()
    page.locator("#main-deed").click()
    expect(page.locator("#cover")).to_be_visible()
    expect(page.locator("#place-0")).to_be_hidden()
    uncover(page)
    page.locator("#box-sniper").click()
    page.locator("#place-0").click()
    lies(page, 0, "a3: sniper; in 1 quadrant")
    page.get_by_role("link", name="Fill at random").click()
    seal(page)
    expect(page.locator("#main-deed")).to_contain_text("I am Soviet")
    assert "cell--own" not in page.content()
    assert "place--" not in page.content()
    expect(page.locator(".s-pass__foot .s-second")).to_have_count(2)
    assert not [*misfits(page)]
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(page.url.split("hand/")[0])
    expect(page.locator(".flat .pad--shut")).to_have_count(2)
    expect(page.locator("[data-peek]")).to_have_count(0)
    expect(page.locator(".edge--german .edge__hold")).to_contain_text("Your front is sealed.")
    expect(page.locator("#ask")).to_contain_text("lays out")
    main = page.locator("#main-deed")
    expect(main).to_contain_text("I am Soviet")
    box = main.bounding_box()
    assert box
    assert box["y"] < 100, "at the edge of who lays out"
    main.click()
    expect(page.locator("#cover h2")).to_have_text("Soviet front")
