"""A seat's own behind its cover: on one tablet that goes round, on a phone for two, on one's own."""

import pytest
from playwright.sync_api import Page, expect

from companion import shelf
from tests.accessible import faults
from tests.e2e.people import Seated
from tests.e2e.test_stage import Played, misfits, played, sits
from tests.e2e.walking import Fingers, middle, uncover, version, wait_for

__all__ = ["played"]

PHONE = {"width": 390, "height": 844}

SECRET = (".v-kept", ".v-supply", ".v-card", "#me", "#hand")


def sits_at(people: Seated, code: str, *seats: str) -> Page:
    """A phone that takes these seats of a table."""
    page = people.page(viewport=PHONE, has_touch=True)
    for seat in seats:
        page.goto(f"{people.url}/join/{code}/")
        page.locator(f'label:has(input[name="seat"][value="{seat}"])').click()
        page.locator('button[value="sit"]').click()
        page.wait_for_selector("#table")
    return page


def nothing_secret(page: Page) -> None:
    """None of the own things is seen, nor read aloud."""
    for one in SECRET:
        for part in page.locator(one).all():
            expect(part).to_be_hidden()
    told = page.locator("body").aria_snapshot()
    assert "Diplomat +2" not in told
    assert "sworn to" not in told


@pytest.mark.sampled
def test_a_covered_phone_says_whose_turn_it_is_and_stays_covered(seated: Seated, played: Played) -> None:
    code = played("verraeter")
    mine, waits = sits_at(seated, code, "cleo"), sits_at(seated, code, "anna")
    expect(waits.locator("#cover")).to_contain_text("Hold to look")
    expect(mine.locator(".v-kept")).to_be_visible()
    mine.locator(".s-again:visible").first.click()
    expect(mine.locator("#cover")).to_contain_text("Your turn: tap to choose")
    for _ in range(2):
        nothing_secret(mine)
        mine.reload()
    mine.locator("#ring").click()
    expect(mine.locator(".v-kept")).to_be_visible()
    mine.locator("#main-deed").click()
    expect(mine.locator("#cover")).to_contain_text("Hold to look")
    nothing_secret(mine)
    expect(waits.locator("#table")).not_to_have_attribute("data-version", "67")
    waits.reload()
    nothing_secret(waits)


@pytest.mark.sampled
def test_one_phone_for_two_is_covered_at_each_change_of_hands(seated: Seated, played: Played) -> None:
    page = sits_at(seated, played("verraeter"), "cleo", "dora")
    for who in ("Cleo", "Dora"):
        page.get_by_role("link", name=f"I am {who}").first.click()
        expect(page.locator("#cover h2")).to_have_text(who)
        expect(page.locator("#cover")).to_contain_text("Your turn: tap to choose")
        nothing_secret(page)
        page.reload()
        nothing_secret(page)
        uncover(page)
        expect(page.locator(".v-supply").first).to_be_visible()
        assert not [fault for fault in misfits(page) if fault.startswith(("phone", "small phone"))]
        page.set_viewport_size(PHONE)
        page.locator("#main-deed").click()
        if who == "Cleo":
            expect(page.locator("#main-deed")).to_contain_text("I am Dora")
            nothing_secret(page)
    expect(page.locator("#main-deed")).to_have_text("Turn the cards over")
    expect(page.locator(".v-supply, .v-kept")).to_have_count(0)


CARDS = ".v-supply, .v-kept, .v-card"


def tablet(people: Seated, code: str) -> Page:
    """One that Cleo and Dora share."""
    page = sits_at(people, code, "cleo", "dora")
    page.set_viewport_size({"width": 1024, "height": 768})
    return page


def at_ring(page: Page, who: str) -> None:
    page.get_by_role("link", name=f"I am {who}").first.click()
    expect(page.locator("#cover h2")).to_have_text(who)


def test_who_is_to_choose_opens_by_one_tap_and_covers_by_another(seated: Seated, played: Played) -> None:
    page = tablet(seated, played("verraeter"))
    at_ring(page, "Cleo")
    expect(page.locator(CARDS)).to_have_count(0)
    expect(page.locator("#ask")).to_have_count(0)
    page.locator("#ring").click()
    expect(page.locator(".v-supply").first).to_be_visible()
    page.locator(".s-again").first.click()
    expect(page.locator("#ring")).to_be_visible()
    assert page.locator(f"#ask, {CARDS}").count() == 0


@pytest.mark.sampled
def test_faces_come_under_the_finger_of_who_only_looks_and_go_with_it(seated: Seated, played: Played) -> None:
    page = tablet(seated, played("verraeter"))
    at_ring(page, "Cleo")
    page.locator("#ring").click()
    page.locator("#main-deed").click()
    page.get_by_role("link", name="Cleo: look again").click()
    page.locator("#main-deed").click()
    page.locator("#ring").focus()
    page.keyboard.down(" ")
    expect(page.locator("#hand .s-card").first).to_be_visible()
    page.keyboard.up(" ")
    assert page.locator(f"#ask, {CARDS}").count() == 0


@pytest.mark.sampled
def test_the_deed_that_ends_a_say_covers_and_the_ring_is_the_next_ones(
    seated: Seated, played: Played
) -> None:
    page = tablet(seated, played("verraeter"))
    at_ring(page, "Cleo")
    uncover(page)
    page.locator("#main-deed").click()
    expect(page.locator("#main-deed")).to_contain_text("I am Dora")
    expect(page.locator("[data-hold]")).to_have_count(0)
    expect(page.locator(CARDS)).to_have_count(0)
    assert not [*misfits(page)]
    page.set_viewport_size({"width": 1024, "height": 768})
    # Neither a reload nor the way back opens it again, and the tick is forgotten.
    page.reload()
    expect(page.locator("#main-deed")).to_contain_text("I am Dora")
    page.go_back()
    expect(page.locator(CARDS)).to_have_count(0)
    page.go_forward()
    page.get_by_role("link", name="Cleo: look again").click()
    expect(page.locator("[data-hold]")).to_have_count(0)
    page.locator("#main-deed").click()
    page.mouse.move(*middle(page, "#ring"))
    page.mouse.down()
    expect(page.locator("#hand .s-card").first).to_be_visible()
    page.mouse.up()
    assert page.locator("#hand, #ask").count() == 0
    page.reload()
    expect(page.locator("#hand, #ask")).to_have_count(0)


@pytest.mark.sampled
def test_what_nobody_touches_is_covered_and_says_so(seated: Seated, played: Played) -> None:
    page = tablet(seated, played("verraeter"))
    at_ring(page, "Cleo")
    uncover(page)
    expect(page.locator(".v-supply").first).to_be_visible()
    page.evaluate("document.documentElement.dataset.seconds = '0.5'")
    page.mouse.move(300, 300)
    expect(page.locator("#cover")).to_contain_text("Covered after 20 seconds")
    expect(page.locator(CARDS)).to_have_count(0)
    expect(page.locator("#main-deed")).to_contain_text("I am Cleo")
    page.reload()
    expect(page.locator(CARDS)).to_have_count(0)
    page.locator("#main-deed").click()
    expect(page.locator("#ring")).to_be_visible()
    expect(page.locator(CARDS)).to_have_count(0)


def test_a_page_that_is_hidden_is_covered_at_once(seated: Seated, played: Played) -> None:
    page = tablet(seated, played("verraeter"))
    at_ring(page, "Cleo")
    uncover(page)
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { value: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    assert page.locator(f"#ask, {CARDS}").count() == 0


@pytest.mark.sampled
def test_a_device_of_ones_own_does_not_forget(seated: Seated, played: Played) -> None:
    page = sits_at(seated, played("verraeter"), "cleo")
    uncover(page)
    expect(page.locator(".v-supply").first).to_be_visible()
    page.evaluate("document.documentElement.dataset.seconds = '0.2'")
    page.mouse.move(200, 300)
    page.wait_for_timeout(600)
    expect(page.locator(".v-supply").first).to_be_visible()
    page.reload()
    expect(page.locator(".v-supply").first).to_be_visible()


@pytest.mark.sampled
def test_ones_own_phone_is_open_while_it_is_ones_go_and_covers_when_it_is_left_lying(
    seated: Seated, played: Played
) -> None:
    page = sits_at(seated, played("verraeter"), "cleo")
    expect(page.locator(".v-supply").first).to_be_visible()
    page.reload()
    expect(page.locator(".v-supply").first).to_be_visible()
    page.evaluate("document.documentElement.dataset.seconds = '0.3'")
    page.mouse.move(200, 300)
    expect(page.locator("#ring")).to_have_text("Your turn: tap to choose")
    expect(page.locator(f"#ask, {CARDS}")).to_have_count(0)
    page.reload()
    expect(page.locator(f"#ask, {CARDS}")).to_have_count(0)
    page.locator("#ring").click()
    expect(page.locator(".v-supply").first).to_be_visible()
    page.locator("#main-deed").click()
    expect(page.locator("#ring")).to_have_text("Hold to look")
    expect(page.locator(f"#ask, {CARDS}")).to_have_count(0)


DEMO = shelf.game("scope").demo

assert DEMO

SIZES = ((390, 844), (768, 1024), (1024, 768))


@pytest.mark.sampled
def test_a_request_is_read_and_answered_on_a_covered_phone(seated: Seated) -> None:
    setup, actions = DEMO()
    table = seated.open(dict(setup), "seated", "scope")
    for action in actions[:6]:
        table.act(action)
    asker = seated.holding(table, "soviet")
    asked = seated.holding(table, "german", user_agent="Mobi")
    at = f"{seated.url}/t/{table.code}/"
    for page in (asker, asked):
        page.goto(at)
    asked.locator(".s-again:visible").first.click()
    expect(asked.locator("#ring")).to_be_visible()
    asker.locator("#undo").click()
    plea = asked.locator("#cover .plea")
    expect(plea).to_contain_text("asks to take back")
    for width, height in SIZES:
        asked.set_viewport_size({"width": width, "height": height})
        for name in ("Let it stand", "Take it back"):
            expect(plea.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        expect(asked.locator("#ring")).to_be_in_viewport(ratio=1)

    assert not faults(asked)
    before = version(asker)
    plea.get_by_role("button", name="Take it back").click()
    wait_for(asker, before + 1)
    expect(plea).to_have_count(0)


PHONES = [(390, 844), (360, 640)]

OFFSET = "document.getElementById('table').scrollLeft"


@pytest.mark.sampled
@pytest.mark.parametrize("glass", PHONES)
def test_on_a_phone_ones_own_comes_first_and_the_board_is_a_swipe_away(
    seated: Seated, played: Played, glass: tuple[int, int]
) -> None:
    size = {"width": glass[0], "height": glass[1]}
    page = sits(seated, played("verraeter"), "cleo", viewport=size, has_touch=True)
    me, board, main = page.locator("#me"), page.locator("#board"), page.locator("#main-deed")
    expect(me).to_contain_text("sworn to the Rose")
    expect(me).to_be_in_viewport(ratio=1)
    expect(page.locator(".v-kept")).to_be_in_viewport(ratio=1)
    expect(main).to_be_in_viewport(ratio=1)
    across, down = middle(page, ".s-in")
    Fingers(page).move(((across + 100, down), (across - 120, down)))
    expect(board).to_be_in_viewport(ratio=1)
    expect(main).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Back", exact=True).tap()
    expect(me).to_be_in_viewport(ratio=1)
    page.keyboard.press("b")
    expect(board).to_be_in_viewport(ratio=1)


@pytest.mark.sampled
def test_a_refresh_keeps_the_page_that_is_looked_at(seated: Seated, played: Played) -> None:
    page = sits(seated, played("verraeter"), "cleo", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="Board", exact=True).click()
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    there = page.evaluate(OFFSET)
    page.evaluate("htmx.trigger(document.getElementById('table'), 'ring')")
    page.wait_for_timeout(300)
    assert page.evaluate(OFFSET) == there
    page.locator(".s-again:visible").first.click()
    expect(page.locator("#cover")).to_contain_text("Your turn: tap to choose")
    expect(page.locator("#me, .v-kept")).to_have_count(0)
    assert not list(misfits(page))
    uncover(page)
