"""The print shop in a real browser: whoever has never seen it prints right, and every page reads well."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from shutil import copytree
from urllib.parse import urljoin

import pikepdf
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.press.calibration import Calibration, Sheet, lying_sheet
from companion.press.page import FORMATS, PAPERS
from companion.press.sheet import behind, grid
from tests.accessible import faults
from tests.conftest import ROOT, House, call
from tests.press.measuring import (
    MM,
    TOLERANCE,
    Off,
    cut_and_read,
    large_type,
    number_told,
    pages,
    printed,
    rectangles,
    smallest_type,
    words,
)

SIZES = {
    "phone": (390, 844), "lying": (844, 390), "upright": (768, 1024), "tablet": (1024, 768),
    "desk": (1440, 900), "wall": (1920, 1080),
}  # fmt: skip
ROOMS = (
    "/print/scarper/",
    "/print/parabellum/?find=card",
    "/print/proelii/markers/?backs=short",
    "/print/verraeter/everything/",
    "/print/scarper/deck/",
    "/print/scarper/deck/?copies=0&marks=lines&skip=1-3",
    "/print/scarper/deck/cards/?only=bef-lands*2",
    "/print/scarper/deck/places/?skip=1-2",
    "/print/scarper/aid/",
    "/print/scarper/cards/?copies=20",
    "/print/printers/",
    "/print/printers/1/",
    "/print/printers/2/",
    "/print/printers/3/",
    "/print/jobs/running/",
    "/print/jobs/done/",
    "/print/jobs/failed/",
    "/print/files/",
)
WORK = """
from datetime import timedelta
from django.utils import timezone
from companion.shop.models import Job, Printer
from companion.shop.orders import Order
from companion.printing import find
Printer.objects.create(pk=1, name="New")
Printer.objects.create(pk=2, name="Measured", dx=1.5, rotation=0.1, scale_x=1.002, measured=True)
Printer.objects.create(pk=3, name="Proved", dx=1.5, measured=True, proved=True)
order = Order(find("scarper", "deck"), {"copies": "20"})
for state in ("running", "done", "failed"):
    Job.objects.create(
        key=state, name=order.file_name, order=order.as_json(), digest=state, state=state, done=37, total=356,
        worker="elsewhere:1", heard_at=timezone.now() + timedelta(hours=1),
        problem={"error": {"code": "cannot_print", "path": "cards.x", "message": "Too long."}},
    )
"""
"""Printers at each step of the walk, and work in each state: what the pages show is put there."""
NEEDED = "80 cards on 9 sheets of US Letter, turned over the long edge"
OFF = 1.5
"""Millimetres: how far to the left the printer of the walk puts its backs."""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, furnished: Path) -> Iterator[House]:
    """One house for all, as `migrate` and a server alone make it, with work in each state."""
    house = House(tmp_path_factory.mktemp("shop"))
    if os.environ.get("DATABASE_URL"):
        house.manage("migrate", "--verbosity", "0")
    else:
        copytree(furnished, house.home, dirs_exist_ok=True)
    house.manage("shell", "--verbosity", "0", "-c", WORK)
    house.start()
    yield house
    house.stop()


def opened(browser: Browser, **how: object) -> tuple[Page, list[str]]:
    """A page, and what its console complains of; a whole box's figures may take it a minute beside others."""
    page = browser.new_context(accept_downloads=True, **how).new_page()
    page.set_default_timeout(60_000)
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return page, said


def downloaded(page: Page, name: str) -> bytes:
    """The file behind a button, as this browser gets it."""
    button = page.get_by_role("link", name=re.compile(name)).first
    answer = page.request.get(urljoin(page.url, button.get_attribute("href")))
    assert answer.headers["content-type"] == "application/pdf"
    return answer.body()


def choose(page: Page, label: str, value: str) -> None:
    """Pick one of several, and wait until the sheets have followed."""
    asked = page.get_by_role("group", name=label, exact=True)
    with following(page):
        if asked.count():
            asked.locator("label", has_text=value).click()
        else:
            page.get_by_label(label, exact=True).select_option(label=value)


@contextmanager
def following(page: Page) -> Iterator[None]:
    """Do something that changes the sheets, and wait until they have followed."""
    page.locator("#order-form[data-htmx-powered]").wait_for()
    with page.expect_response(lambda answer: answer.request.resource_type == "fetch"):
        yield
    page.locator("#shown.htmx-request").wait_for(state="detached")
    page.wait_for_load_state("networkidle")


def off(pdf: bytes) -> bytes:
    """The file as that printer prints it: every second side too far to the left."""
    return printed(pdf, back=Off(dx=-OFF))


@pytest.mark.sampled
def test_a_newcomer_measures_a_printer_and_prints_the_game_right(shop: House, browser: Browser) -> None:
    page, said = opened(browser, viewport={"width": 1366, "height": 900})
    page.goto(f"{shop.url}/print/scarper/")
    page.get_by_role("link", name="Printers").click()
    page.get_by_label("What do you call it?").fill("Hall")
    page.get_by_label("Paper in it").select_option(label="US Letter")
    page.get_by_role("button", name="Begin").click()
    measure(page)
    the_deck(page, shop)
    the_board(page, shop)
    the_trenches(page, shop)
    the_aid(page, shop)
    assert not said


def measure(page: Page) -> None:
    """Print, cut, read two letters; the second sheet, which is finer, reads K everywhere."""
    sheet = Sheet("letter", "long")
    read = cut_and_read(sheet, off(downloaded(page, "Print the sheet")))
    assert (read.across[0], read.down[0]) != ("K", "K")
    page.get_by_text("With a knife instead").click()
    page.get_by_label("Upper stair").fill(read.across[0].lower())
    page.get_by_label("Left stair").fill(read.down[0])
    page.get_by_role("button", name="Keep these letters").click()
    expect(page.locator(".lead")).to_contain_text("Two more sheets")
    fine = replace(sheet, fine=True)
    proofs = off(downloaded(page, "Print the second sheets"))
    proof = cut_and_read(fine, proofs)
    assert [*proof.across, *proof.down] == ["K"] * 4
    lying = cut_and_read(lying_sheet(sheet, Calibration(dx=OFF)), proofs)
    page.get_by_text("With a knife instead").click()
    page.get_by_role("radio", name=str(number_told(lying)), exact=True).check()
    page.get_by_role("button", name="Yes, at J, K or L").click()
    expect(page.locator(".lead")).to_contain_text("moves every back 1.5 mm right")


def the_deck(page: Page, shop: House) -> None:
    """Duplex on Letter with full-length cut lines: on that printer, every back lies behind its front."""
    page.get_by_role("link", name="To the print shop").click()
    page.get_by_role("link", name=re.compile("The whole deck")).click()
    choose(page, "Paper", "Letter")
    page.get_by_text("Size, cuts, type").click()
    choose(page, "Cut marks", "Lines all along")
    choose(page, "Printer", "Hall")
    assert NEEDED in page.locator("#told-go").inner_text()
    assert "lines all along" in page.locator("#told-folded").text_content()
    assert page.locator("#shown svg").first.get_attribute("viewBox") == "0 0 215.9 279.4"
    assert "paper=letter" in page.url
    assert "ink=" not in page.url, "what is as usual need not be said"
    drawn = downloaded(page, "Print 80 cards")
    sheets = pages(off(drawn))
    assert len(sheets) == 18
    assert (sheets[0].width * MM, sheets[0].height * MM) == pytest.approx((215.9, 279.4), abs=0.01)
    slots = grid(PAPERS["letter"], FORMATS["card"]).slots()
    lines = [line for line in [*sheets[0].lines, *sheets[0].curves] if line["height"] * MM > 3 * 88]
    assert sorted({round(line["x0"] * MM, 1) for line in lines}) == pytest.approx(
        sorted({round(x, 1) for slot in slots for x in (slot.x, slot.right)}), abs=TOLERANCE
    )
    years = [(x, y) for text, x, y in words(sheets[1]) if text == "1914"]
    fields = [behind(slot, PAPERS["letter"], "long") for slot in slots]
    assert len(years) == 9
    middles = {round(x - min(f.x for f in fields if f.x <= x <= f.right), 1) for x, _ in years}
    assert max(middles) - min(middles) <= TOLERANCE
    plain = page.request.get(page.url.replace("/deck/", "/deck.pdf").replace("&printer=Hall", "")).body()
    wanted = [(x, y) for text, x, y in words(pages(plain)[1]) if text == "1914"]
    assert years == [pytest.approx(place, abs=TOLERANCE) for place in wanted]
    uncorrected = [(x, y) for text, x, y in words(pages(off(plain))[1]) if text == "1914"]
    assert uncorrected[0][0] - wanted[0][0] == pytest.approx(-OFF, abs=TOLERANCE)


def the_board(page: Page, shop: House) -> None:
    """Tiled on A4: an assembly map and six sheets that make 594 × 420 mm."""
    page.goto(f"{shop.url}/print/scarper/board/")
    assert "sheets of A4" in page.locator("#told-go").inner_text()
    count = int(re.search(r"Sheet 1 of (\d+)", page.locator(".baize__at").inner_text())[1])
    board = downloaded(page, "^Print ")
    sheets = pages(board)
    assert len(sheets) == count >= 7
    for sheet in sheets:
        assert sorted((sheet.width * MM, sheet.height * MM)) == pytest.approx([210, 297], abs=0.01)
    assert large_type(board, 28) == "A1A2A3B1B2B3", "the assembly map names every tile"


def the_trenches(page: Page, shop: House) -> None:
    """Double-sided: behind each trench of one lies one of three."""
    page.goto(f"{shop.url}/print/scarper/markers/")
    assert "turned over the long edge" in page.locator("#told-go").inner_text()
    sheets = pages(downloaded(page, "^Print "))
    front, back = next(
        (a, b)
        for a, b in zip(sheets[::2], sheets[1::2], strict=True)
        if len(rectangles(a, 10.4, 10.4, 0.3)) > 40
    )
    ones, threes = rectangles(front, 10.4, 10.4, 0.3), rectangles(back, 10.4, 10.4, 0.3)
    assert len(ones) == len(threes)
    width = front.width * MM
    mirrored = sorted((round(width - r.x - r.width, 1), round(r.y, 1)) for r in ones)
    assert sorted((round(r.x, 1), round(r.y, 1)) for r in threes) == [
        pytest.approx(place, abs=TOLERANCE) for place in mirrored
    ]
    assert {word for word, _, _ in words(back) if word.isdigit()} >= {"3"}


def the_aid(page: Page, shop: House) -> None:
    """In large type: nothing smaller than 9 points."""
    page.goto(f"{shop.url}/print/scarper/aid/")
    page.get_by_text("Size, cuts, type").click()
    choose(page, "Large type", "Yes")
    assert "large=yes" in page.url
    assert page.locator(".leaf img").evaluate("image => image.naturalWidth") > 1000
    assert smallest_type(downloaded(page, "^Print ")) >= 9


@pytest.mark.sampled
def test_a_mistake_is_told_while_it_is_typed_and_mends_itself(shop: House, browser: Browser) -> None:
    page, said = opened(browser)
    page.goto(f"{shop.url}/print/scarper/deck/")
    field = page.get_by_label("Copies of each", exact=True)
    field.fill("99")
    expect(page.locator("#error-copies")).to_contain_text("from 1 to 20")
    assert field.get_attribute("aria-invalid") == "true"
    assert field.input_value() == "99", "what was typed stays"
    field.fill("2")
    expect(page.locator("#told-go")).to_contain_text("160 cards")
    expect(page.locator("#error-copies")).to_be_hidden()
    assert field.get_attribute("aria-invalid") is None
    page.get_by_role("link", name="Copies of each: one more").click()
    expect(page.locator("#told-go")).to_contain_text("240 cards")
    assert field.input_value() == "3"
    page.get_by_role("link", name="Sheet 2", exact=True).click()
    expect(page.locator(".baize__at")).to_contain_text("Sheet 2 of")
    assert page.url.endswith("?copies=3&page=3"), "the address says what is not as usual, and no more"
    page.context.set_offline(True)
    field.fill("5")
    expect(page.locator("#unanswered")).to_contain_text("The shop does not answer")
    page.context.set_offline(False)
    field.fill("4")
    expect(page.locator("#told-go")).to_contain_text("320 cards")
    expect(page.locator("#unanswered")).to_be_hidden()
    assert all("422" in line or "ERR_INTERNET" in line or "Failed to fetch" in line for line in said)


@pytest.mark.sampled
def test_cards_and_places_are_tapped(shop: House, browser: Browser) -> None:
    page, said = opened(browser)
    page.goto(f"{shop.url}/print/scarper/deck/?paper=letter")
    page.get_by_text("Size, cuts, type").click()
    page.get_by_role("button", name="Tap the cards").click()
    page.locator("label", has_text="Big Bertha").click()
    page.get_by_label("Copies of Big Bertha").select_option("3")
    page.get_by_role("button", name="Print these").click()
    assert "3 cards on 1 sheet of US Letter" in page.locator("#told-go").inner_text()
    page.get_by_text("Size, cuts, type").click()
    page.get_by_role("button", name="Tap the used places").click()
    page.get_by_role("link", name="Place 1, free").click()
    page.get_by_role("link", name="Place 2, free").click()
    page.get_by_role("link", name="Leave these empty").click()
    assert page.get_by_label("Used places on the first sheet").input_value() == "1-2"
    assert page.get_by_label("Only these cards").input_value() == "big-bertha*3"
    assert not said


@pytest.mark.sampled
def test_without_scripts_the_shop_is_a_plain_form(shop: House, browser: Browser) -> None:
    page, _ = opened(browser, java_script_enabled=False)
    page.goto(f"{shop.url}/print/scarper/deck/")
    page.get_by_role("group", name="Paper").locator("label", has_text="Legal").click()
    page.locator("noscript button, button:has-text('Show these sheets')").last.click()
    assert "sheets of US Legal" in page.locator("#told-go").inner_text()
    page.goto(f"{shop.url}/print/scarper/")
    page.get_by_label("Find").fill("charge")
    page.get_by_label("Find").press("Enter")
    expect(page).to_have_url(f"{shop.url}/print/scarper/charge-table/")


@pytest.mark.sampled("way")
@pytest.mark.parametrize(
    "way",
    [("/print/", "/print/scarper/", "/print/scarper/deck/"), ("/games/scarper/", "/print/scarper/deck/")],
)
def test_from_the_door_to_a_printed_deck_in_four_taps(
    shop: House, browser: Browser, way: tuple[str, ...]
) -> None:
    page, said = opened(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(f"{shop.url}/")
    for there in way:
        page.locator(f'a[href="{there}"]:visible').first.tap()
        page.wait_for_url(f"**{there}")
    print_it = page.locator("[data-main]")
    assert print_it.inner_text().upper().startswith("PRINT")
    address = urljoin(page.url, print_it.get_attribute("href"))
    assert page.request.get(address).headers["content-type"] == "application/pdf"
    assert len(way) + 1 <= 4
    assert not said


def test_typing_filters_at_once_and_a_sheet_turns_over(shop: House, browser: Browser) -> None:
    page, said = opened(browser, viewport={"width": 1024, "height": 768})
    page.goto(f"{shop.url}/print/scarper/")
    page.locator("form.find[data-htmx-powered]").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("strip")
    expect(page.locator(".thing")).to_have_count(1)
    assert "find=strip" in page.url
    page.locator("label.chip", has_text="Cards").click()
    expect(page.locator(".things__none")).to_contain_text("Ask the desk")
    page.goto(f"{shop.url}/print/scarper/deck/")
    front, back = (page.locator(".leaf__side").nth(side) for side in (0, 1))
    flat = "none"
    assert front.evaluate("side => getComputedStyle(side).transform") == flat
    page.locator("label.button", has_text="Turn it over").click()
    expect(page.locator(".baize__at")).to_contain_text("back")
    expect(back).to_have_css("transform", flat)
    assert front.evaluate("side => getComputedStyle(side).transform") != flat
    page.keyboard.press("Space")
    expect(front).to_have_css("transform", flat)
    page.locator("label.button", has_text="True size").click()
    assert front.locator("svg").evaluate("sheet => sheet.getBoundingClientRect().width") == pytest.approx(
        210 / 25.4 * 96, abs=1
    )
    assert not said


@pytest.mark.sampled
@pytest.mark.parametrize("there", ["/print/scarper/", "/print/parabellum/", "/print/scarper/deck/"])
def test_nothing_that_is_asked_lies_below_the_fold(shop: House, browser: Browser, there: str) -> None:
    page, _ = opened(browser, viewport={"width": 1024, "height": 768})
    page.goto(shop.url + there)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollHeight") == 768
    assert page.locator(".r-parts").evaluate("parts => parts.scrollHeight - parts.clientHeight") <= 0
    if (asked := page.locator(".ops")).count():
        assert asked.evaluate("ops => ops.scrollHeight - ops.clientHeight") <= 4


@pytest.mark.thorough
@pytest.mark.parametrize("room", ROOMS)
def test_every_room_reads_well(shop: House, browser: Browser, room: str) -> None:
    page, said = opened(browser, reduced_motion="reduce")  # colours change at once with the scheme
    page.goto(shop.url + room)
    page.wait_for_load_state("networkidle")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"too wide for a {size}"
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert not faults(page), f"{size}, {scheme}"
    assert not [line for line in said if "422" not in line]


LONG = "/print/scarper/deck/?copies=20&only=" + ", ".join(
    f"{each}*99" for each in ("bef-lands", "big-bertha", "bread-queues", "digging-in")
)
"""Some nine hundred sheets."""


HELD = """
import time, django
django.setup()
from django.core.management import call_command
from companion.shop.tasks import Voice
say = Voice.said
Voice.said = lambda voice, done: (say(voice, done), time.sleep(600))
call_command("db_worker", verbosity=0)
"""
"""A worker that draws one page, and then is at it until it is killed."""


@pytest.mark.sampled
def test_long_work_outlives_a_killed_worker_and_can_be_watched(shop: House, browser: Browser) -> None:
    page, said = opened(browser)
    page.goto(f"{shop.url}{LONG}")
    page.locator("[data-main]").click()
    expect(page.locator("#work")).to_be_visible()
    first = subprocess.Popen([sys.executable, "-c", HELD], cwd=ROOT, env=shop.env)
    expect(page.locator("#work")).to_contain_text("Page ", timeout=60_000)
    expect(page.get_by_role("button", name="Stop this")).to_be_visible()
    first.send_signal(signal.SIGKILL)
    first.wait()
    second = subprocess.Popen([sys.executable, "manage.py", "db_worker", "-v0"], cwd=ROOT, env=shop.env)
    try:
        page.get_by_role("link", name="Open the PDF").wait_for(timeout=90_000)
        assert "pages" in page.locator("#work").inner_text()
        assert len(pikepdf.open(BytesIO(downloaded(page, "Open the PDF"))).pages) > 1_000
    finally:
        second.terminate()
        second.wait(20)
    assert not said


@pytest.mark.sampled
def test_up_keeps_a_worker_from_the_first_order_on_and_starts_a_killed_one_again(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        served = up(house)
        assert not list(workers(served)), "nobody has ordered anything"
        order_long_work(house)
        first = kept_worker(served, known=0)
        os.kill(first, signal.SIGKILL)
        second = kept_worker(served, known=first)
        house.kill()
        until = time.monotonic() + 90
        while lives(second) and time.monotonic() < until:
            time.sleep(0.1)
        assert not lives(second), "a worker ends with its house, however that went"
        kept_worker(up(house), known=0)  # The next house takes up what this one has left.
    finally:
        house.stop()


def up(house: House) -> int:
    """The process of that house, once it answers."""
    log = (house.home / "up.log").open("ab")
    command = [sys.executable, "manage.py", "up", "--host", "127.0.0.1", "--port", str(house.port)]
    house.process = subprocess.Popen(command, cwd=ROOT, env=house.env, stdout=log, stderr=log)
    house._await_answer()
    return house.process.pid


def order_long_work(house: House) -> None:
    """Some nine hundred sheets."""
    assert call(house, f"/api{LONG.replace('/?', '.pdf?').replace(', ', ',')}")["state"] == "waiting"


def lives(pid: int) -> bool:
    """Whether it runs; what has ended may stand in the list until somebody reads how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


def children(house: int) -> Iterator[int]:
    """The processes that any of its threads has begun."""
    for listed in Path(f"/proc/{house}/task").glob("*/children"):
        with suppress(OSError):
            yield from map(int, listed.read_text().split())


def workers(house: int) -> Iterator[int]:
    for pid in children(house):
        with suppress(OSError):  # It may have ended since it was listed.
            if b"db_worker" in Path(f"/proc/{pid}/cmdline").read_bytes():
                yield pid


def kept_worker(house: int, known: int) -> int:
    """The process of the worker that this house keeps, once it is another than `known`."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        if pid := next((pid for pid in workers(house) if pid != known), 0):
            return pid
        time.sleep(0.1)
    raise AssertionError("This house keeps no worker.")
