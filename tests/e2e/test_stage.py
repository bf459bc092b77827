"""The stage fits every glass: nothing scrolls, the foot is in view, the board is in the hand."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.accessible import SCHEMES, faults
from tests.conftest import House
from tests.e2e.people import Recorded, Seated
from tests.e2e.taps import choose, uncover, version, wait_for

type Played = Callable[[str], str]
GLASSES = {
    "tablet": (1024, 768), "upright": (768, 1024), "phone": (390, 844),
    "small phone": (360, 640), "laptop": (1280, 720), "large": (1920, 1080), "enlarged": (512, 384),
}  # fmt: skip
SEATS = {
    "scarper": "german",
    "verraeter": "cleo",
    "parabellum": "meridian",
    "scope": "german",
    "proelii": "black",
}
PLAYED = """
from companion import shelf
from companion.tables import play
from companion.tables.devices import HOUSE
from companion.tables.lobby import Opening, open_table
setup, actions = shelf.games()["{system}"].demo()
table = open_table(Opening(system="{system}", title="Thursday", kind="open", setup=setup))
for number, action in enumerate(actions, 1):
    play.act(table, HOUSE, action, number, str(number))
print(table.code)
"""
# What does not fit: the page itself, the foot, and what fingers tap (a battlefield or square has its loupe).
MISFITS = """() => {
  const page = document.scrollingElement, found = [];
  const tell = (one, { x, y, width, height }) =>
    found.push(`${one.outerHTML.slice(0, 90)} ${[x, y, width, height]}`);
  const { scrollHeight: height, scrollWidth: width } = page;
  if (height > innerHeight || width > innerWidth) tell(page, { x: 0, y: 0, width, height });
  for (const foot of document.querySelectorAll(".s-foot, #main-deed")) {
    const box = foot.getBoundingClientRect();
    const under = box.bottom > innerHeight + 1;
    if (under || box.top < 0 || box.left < 0 || box.right > innerWidth) tell(foot, box);
  }
  for (const one of document.querySelectorAll(".stage :is(a[href], button, summary, .s-face, .s-tick)")) {
    const box = one.getBoundingClientRect();
    const seen = one.checkVisibility({ visibilityProperty: true });
    const unseen = !seen || one.closest("#board .drawn, p, .unseen, .ucard");
    if (!unseen && (box.width < 43.5 || box.height < 43.5)) tell(one, box);
  }
  return found;
}"""
BOX = """() => ["#board > .drawn > svg", ".s-main"].map((what) => {
  const { x, y, width, height } = document.querySelector(what).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
VIEW = "document.querySelector('#board > .drawn > svg').getAttribute('viewBox')"


@pytest.fixture
def played(house: House) -> Played:
    """Opens a table in mid-play; its code, by game."""

    def open_one(system: str) -> str:
        said = house.manage("shell", "--verbosity", "0", "-c", PLAYED.format(system=system))
        return said.split()[-1]

    return open_one


def sits(people: Seated, code: str, seat: str, **look: object) -> Page:
    """Somebody at that place, with nobody beside him who looks on."""
    page = people.page(**look)
    page.goto(f"{people.url}/join/{code}/")
    page.locator(f'label:has(input[name="seat"][value="{seat}"])').click()
    page.locator('button[value="sit"]').click()
    uncover(page)
    return page


def misfits(page: Page) -> Iterator[str]:
    """What does not fit, on every glass."""
    for name, (width, height) in GLASSES.items():
        page.set_viewport_size({"width": width, "height": height})
        yield from (f"{name}: {found}" for found in page.evaluate(MISFITS))


@pytest.mark.sampled
@pytest.mark.parametrize("system", SEATS)
def test_a_table_fills_one_viewport_on_every_glass(seated: Seated, played: Played, system: str) -> None:
    code = played(system)
    page = sits(seated, code, SEATS[system])
    found = [f"question, {fault}" for fault in misfits(page)]
    found += [f"question, {fault}" for fault in _axed(page)]
    page.goto(f"{seated.url}/t/{code}/tv/")
    found += [f"TV, {fault}" for fault in misfits(page)]
    assert not found, "\n".join(found)


def _axed(page: Page) -> Iterator[str]:
    for size in ("tablet", "phone"):
        width, height = GLASSES[size]
        page.set_viewport_size({"width": width, "height": height})
        for scheme, rules in SCHEMES.items():
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            yield from (f"{scheme}, {size}: {fault}" for fault in faults(page, *rules))


@pytest.mark.sampled
def test_neither_board_nor_main_button_moves_from_one_question_to_the_next(
    seated: Seated, played: Played
) -> None:
    page = sits(seated, played("scarper"), "german")
    places = [page.evaluate(BOX)]
    for step in ("#track-arras", "#choice-charge"):
        choose(page, step)
        places.append(page.evaluate(BOX))
    assert places[0][0] == places[1][0] == places[2][0], "the board"
    # What stands beside the main button differs; its far end and its height do not.
    ends = {(x + width, y, height) for x, y, width, height in (place[1] for place in places)}
    assert len(ends) == 1, ends


@pytest.mark.sampled
def test_a_zoomed_board_is_panned_and_stays_as_it_is_over_a_refresh(seated: Seated, played: Played) -> None:
    page = sits(seated, played("parabellum"), "meridian")
    whole = page.evaluate(VIEW)
    page.keyboard.press("+")
    page.keyboard.press("+")
    near = page.evaluate(VIEW)
    board = page.locator("#board").bounding_box()
    assert board
    assert near != whole
    page.mouse.move(board["x"] + 200, board["y"] + 200)
    page.mouse.down()
    page.mouse.move(board["x"] + 140, board["y"] + 160, steps=4)
    page.mouse.up()
    panned, address = page.evaluate(VIEW), page.url
    assert panned != near
    assert page.locator("#mini svg").count() == 1
    page.evaluate("htmx.trigger(document.getElementById('table'), 'ring')")
    page.wait_for_timeout(400)
    assert (page.evaluate(VIEW), page.url) == (panned, address), (
        "a drag is no tap, and a refresh keeps the view"
    )
    page.keyboard.press("0")
    assert page.evaluate(VIEW) == whole


@pytest.mark.sampled
def test_a_finger_that_may_mean_several_units_is_asked_which(seated: Seated, played: Played) -> None:
    page = sits(
        seated, played("parabellum"), "meridian", viewport={"width": 390, "height": 844}, has_touch=True
    )
    unit = page.locator('#board a[aria-label*=" u1,"]').bounding_box()
    assert unit
    page.touchscreen.tap(unit["x"] + unit["width"] / 2, unit["y"] + unit["height"] / 2)
    loupe = page.get_by_role("dialog")
    expect(loupe).to_be_visible()
    box = loupe.get_by_role("button").first.bounding_box()
    assert box
    assert box["width"] >= 108
    assert box["height"] >= 76
    before = page.url
    loupe.get_by_role("button", name=" u1,").click()
    page.wait_for_function("before => location.href !== before", arg=before)


def test_arrows_walk_the_board_enter_chooses_and_escape_steps_back(seated: Seated, played: Played) -> None:
    page = sits(seated, played("scarper"), "german")
    here = page.url
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_url("**/?at=*")
    page.keyboard.press("Escape")
    page.wait_for_url(here)
    page.keyboard.press("l")
    expect(page.locator("#drawer .s-log > li").first).to_be_visible()


@pytest.mark.sampled
def test_on_a_phone_the_hand_opens_from_the_foot_and_the_sheet_keeps_its_height(
    seated: Seated, played: Played
) -> None:
    page = sits(seated, played("scarper"), "german", viewport={"width": 390, "height": 844})
    expect(page.locator("#hand")).to_be_hidden()
    page.get_by_role("button", name="Hand 3").click()
    expect(page.locator("#hand .s-card").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    page.locator(".s-grab").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board")).to_be_hidden()
    page.reload()
    uncover(page)
    expect(page.locator("#board")).to_be_hidden()


@pytest.mark.sampled
def test_a_request_stands_over_the_question_and_leaves_the_foot_in_view(
    seated: Seated, war: Recorded
) -> None:
    table = seated.open(war.setup)
    dealt = next(n for n, action in enumerate(war.actions) if action["type"] == "score_year")
    for action in war.actions[: dealt + 1]:
        table.act(action)
    mine, other = (seated.holding(table, seat) for seat in ("german", "allied"))
    for page in (mine, other):
        page.goto(f"{seated.url}/t/{table.code}/")
    mine.locator("#undo").click()
    other.locator("#waiting section").wait_for()
    uncover(other)
    found = list(misfits(other))
    assert not found, "\n".join(found)
    for name, (width, height) in GLASSES.items():
        other.set_viewport_size({"width": width, "height": height})
        bar = other.locator(".plea").bounding_box()
        assert bar
        assert bar["height"] <= (178 if width < 600 or width > height else 72), f"{name}: {bar}"
    other.get_by_text("asks to take back").click()
    expect(other.get_by_text("every other seat has a say")).to_be_visible()
    expect(mine.get_by_role("button", name="Withdraw")).to_be_visible()
    before = version(other)
    other.get_by_role("button", name="Take it back").click()
    wait_for(mine, before + 1)
