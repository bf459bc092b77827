"""A table on every glass: it fills the viewport, is zoomed and panned, and its course is gone through."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.accessible import SCHEMES, faults
from tests.conftest import House
from tests.e2e.people import Recorded, Seated
from tests.e2e.walking import Fingers, choose, middle, uncover, version, wait_for

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
    unit = page.locator('#board a[aria-label*=" BYW,"]').bounding_box()
    assert unit
    page.touchscreen.tap(unit["x"] + unit["width"] / 2, unit["y"] + unit["height"] / 2)
    loupe = page.get_by_role("dialog")
    expect(loupe).to_be_visible()
    box = loupe.get_by_role("button").first.bounding_box()
    assert box
    assert box["width"] >= 108
    assert box["height"] >= 76
    before = page.url
    loupe.get_by_role("button", name=" BYW,").click()
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
    expect(page.locator(".track__chance").first).to_be_visible()
    page.locator("#ask-title").click()
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


PHONE = {"width": 390, "height": 844}


def seen(page: Page) -> list[float]:
    """What the glass shows of the board: left, top, width, height in its own measure."""
    view: str = page.evaluate(VIEW)
    return [float(part) for part in re.split(r"[\s,]+", view)]


@pytest.mark.sampled
def test_fingers_spread_move_and_fit_the_board(seated: Seated, played: Played) -> None:
    page = sits(seated, played("parabellum"), "meridian", viewport=PHONE, has_touch=True)
    hand, (x, y) = Fingers(page), middle(page, "#board > .drawn")
    whole, address = seen(page), page.url
    hand.move(((x - 20, y), (x - 90, y)), ((x + 20, y), (x + 90, y)))
    near = seen(page)
    assert near[2] < whole[2] / 2, "two fingers spread it"
    hand.move(((x, y), (x - 80, y - 30)))
    moved = seen(page)
    assert moved[0] > near[0]
    assert moved[2] == near[2], "one moves it, no nearer and no farther"
    hand.move(((x - 90, y), (x - 50, y)), ((x + 90, y), (x + 50, y)))
    assert seen(page)[2] > moved[2], "two draw it together"
    hand.tap(_free(page), times=2)
    assert seen(page) == whole, "a double tap fits it"
    assert page.url == address, "none of it chose anything"


def _free(page: Page) -> tuple[float, float]:
    """A place on the board with nothing to tap in a finger's reach."""
    at: list[float] = page.evaluate("""() => {
      const box = document.querySelector("#board > .drawn").getBoundingClientRect();
      const taps = [...document.querySelectorAll("#board a[href], button, .s-mini")];
      const links = taps.map((tap) => tap.getBoundingClientRect());
      const far = (x, y) => links.every(({ left, right, top, bottom }) =>
        Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) > 50);
      for (let y = box.top + 4; y < box.bottom; y += 6) for (let x = box.left + 4; x < box.right; x += 6) {
        const under = document.elementFromPoint(x, y);
        if (under?.closest("#board > .drawn") && far(x, y)) return [x, y];
      }
    }""")
    return at[0], at[1]


@pytest.mark.sampled
def test_the_wheel_and_the_buttons_zoom_about_the_same_place(seated: Seated, played: Played) -> None:
    page = sits(seated, played("parabellum"), "meridian")
    x, y = middle(page, "#board > .drawn")
    whole, sent = seen(page), page.evaluate(VIEW)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_function(
        "was => document.querySelector('#board svg').getAttribute('viewBox') !== was", arg=sent
    )
    near = seen(page)
    assert near[2] < whole[2]
    assert abs((near[0] + near[2] / 2) - (whole[0] + whole[2] / 2)) < whole[2] / 50
    page.get_by_role("button", name="Farther").click()
    page.get_by_role("button", name="Farther").click()
    assert seen(page) == whole
    page.get_by_role("button", name="Nearer").click()
    assert seen(page)[2] < whole[2]


@pytest.mark.sampled
def test_a_second_tap_on_what_is_chosen_does_nothing_and_the_main_button_does_it(
    seated: Seated, played: Played
) -> None:
    page = sits(seated, played("scarper"), "german", viewport=PHONE, has_touch=True)
    hand, before = Fingers(page), version(page)
    hand.tap(middle(page, "#track-verdun"))
    page.wait_for_url("**at=verdun*")
    page.locator("#choice-push").tap()
    page.wait_for_url("**do=push*")
    hand.tap(middle(page, "#track-verdun"))
    expect(page.locator("#main-deed")).to_be_visible()
    assert version(page) == before
    page.locator("#main-deed").tap()
    wait_for(page, before + 1)


LINES = 24


def opened(seated: Seated, war: Recorded, query: str) -> Page:
    table = seated.open(war.setup)
    for action in war.actions[: LINES - 1]:
        table.act(action)
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/film/{query}")
    return page


def shows(page: Page, line: int) -> None:
    expect(page.locator(".s-film__at text")).to_have_text(str(line))
    page.wait_for_url(re.compile(rf"[?]n={line - 1}(&|$)"))


@pytest.mark.sampled
def test_keys_and_a_finger_on_the_course_go_from_line_to_line(seated: Seated, war: Recorded) -> None:
    page = opened(seated, war, "?line=5")
    course = page.locator("#film-n")
    board = page.locator("#board")
    course.focus()
    for key, line in (("ArrowRight", 6), ("End", LINES), ("ArrowLeft", LINES - 1), ("Home", 1)):
        page.keyboard.press(key)
        shows(page, line)
        expect(course).to_be_focused()
    first = board.inner_html()
    box = course.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 24, box["y"] + box["height"] / 2)
    shows(page, LINES)
    assert board.inner_html() != first
    page.reload()
    shows(page, LINES)
    page.locator("#turning-1").click()
    expect(page.locator(".s-film__at text")).not_to_have_text(str(LINES))


def test_on_a_phone_the_sheet_is_drawn_up_and_the_board_comes_near(seated: Seated, war: Recorded) -> None:
    page = opened(seated, war, "?line=20")
    page.set_viewport_size({"width": 390, "height": 844})
    board = page.locator("#board")
    expect(board).to_be_visible()
    page.locator(".s-grab").click()
    expect(board).to_be_hidden()
    page.locator(".s-grab").click()
    expect(board).to_be_visible()


@pytest.mark.sampled
def test_it_plays_by_itself_and_stops_at_a_tap(seated: Seated, war: Recorded) -> None:
    page = opened(seated, war, "?n=0")
    page.locator("#film-play").click()
    expect(page.locator(".s-film__at text")).to_have_text("3")
    page.locator("#film-play").click()
    expect(page.locator("#film-play")).to_have_attribute("aria-label", "Play")


@pytest.mark.sampled
def test_the_front_moves_once_the_dice_lie(seated: Seated, war: Recorded) -> None:
    first = next(n for n, action in enumerate(war.actions) if action["type"] == "frontal_charge")
    table = seated.open(war.setup)
    for action in war.actions[:first]:
        table.act(action)
    page = seated.holding(table, "german")
    page.goto(f"{seated.url}/t/{table.code}/")
    page.emulate_media(reduced_motion="no-preference")
    delay = "document.querySelector('.frontline').computedStyleMap().get('transition-delay').toString()"
    assert page.evaluate(delay) == "0s"
    table.act(war.actions[first])
    page.wait_for_selector("html.is-playing")
    assert page.evaluate(delay) == "1.3s"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(delay) == "0s"
