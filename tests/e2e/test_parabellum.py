"""Parabellum by taps: a battle, and a campaign of three scenarios."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.parabellum.game import GAME
from tests.accessible import faults
from tests.campaigns.binders import BRANCH, RECORDING, numbered
from tests.conftest import House
from tests.e2e.people import Opened, Seated
from tests.e2e.walking import choose, uncover, version, wait_for

NEAR = "document.documentElement.classList.contains('is-zoomed')"

KEYS = "rows => rows.map(row => row.dataset.drag)"


def in_the_field(seated: Seated) -> tuple[Opened, str]:
    """The demo's table in a Movement phase, and whose it is."""
    assert GAME.demo
    setup, actions = GAME.demo()
    table = seated.open(setup, system="parabellum")
    state: Any = GAME.open(setup).state
    for action in actions:
        if state.round == 3 and state.phase == "movement":
            break
        state = GAME.apply(state, action).state
        table.act(action)
    return table, str(state.active)


def looked_at(page: Page, url: str, table: Opened) -> None:
    page.goto(f"{url}/t/{table.code}/")
    uncover(page)


def test_orders_are_dragged_into_another_order_and_the_last_square_tapped_again_does_them(
    seated: Seated,
) -> None:
    table, acting = in_the_field(seated)
    page = seated.holding(table, acting)
    looked_at(page, seated.url, table)
    units = page.locator("#ask .s-choice[href*='unit=']").evaluate_all("all => all.map(a => a.search)")[:3]
    for link in units:
        choose(page, f"#board a[href*='{link[1:]}']")
        choose(page, "#board .spot")
    rows = page.locator(".orders [data-drag]")
    keys = rows.evaluate_all(KEYS)
    assert len(keys) == 2
    assert not faults(page)
    page.locator("[data-grip]").nth(1).scroll_into_view_if_needed()
    grip, above = page.locator("[data-grip]").nth(1).bounding_box(), rows.first.bounding_box()
    assert grip
    assert above
    page.mouse.move(grip["x"] + 10, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 10, above["y"] + 2, steps=4)
    page.mouse.up()
    page.locator(f".orders [data-drag='{keys[1]}']:first-child").wait_for()
    assert rows.evaluate_all(KEYS) == keys[::-1]
    _again(page)


def _again(page: Page) -> None:
    """The last square once more, by the keyboard; then all of it is taken back by one tap."""
    before = version(page)
    unit = page.locator(".orders .order--stays a").first
    unit.click()
    choose(page, "#board .spot")
    page.keyboard.press("m")
    wait_for(page, before + 3)
    page.locator("#undo").click()
    wait_for(page, before + 4)
    assert page.locator("#redo").count() == 1


@pytest.mark.sampled
def test_a_cart_is_found_as_it_lay_by_who_comes_back_from_the_front_page(seated: Seated) -> None:
    assert GAME.demo
    setup, actions = GAME.demo()
    table, first = seated.open(setup, system="parabellum"), actions[0]
    table.act(first)
    state = GAME.apply(GAME.open(setup).state, first).state
    page = seated.holding(table, next(iter(GAME.actors(state))))
    looked_at(page, seated.url, table)
    choose(page, "#ask a[aria-label^='One more']")
    cart = re.search(r"c\.\w+=1", page.url)
    assert cart
    page.goto(seated.url)
    looked_at(page, seated.url, table)
    page.wait_for_url(f"**{cart[0]}*")
    choose(page, "#ask a[aria-label^='One less']")
    page.goto(seated.url)
    looked_at(page, seated.url, table)
    expect(page.locator("#ask[data-kind='shop']")).to_be_visible()
    assert "c." not in page.url.rpartition("/")[2], "who emptied it finds it empty"


@pytest.mark.sampled
def test_a_phone_shows_near_what_a_unit_can_reach_and_the_whole_again_after_it(seated: Seated) -> None:
    table, acting = in_the_field(seated)
    page = seated.holding(table, acting, viewport={"width": 390, "height": 844})
    looked_at(page, seated.url, table)
    assert not page.evaluate(NEAR)
    choose(page, "#ask .s-choice[href*='unit=']")
    assert page.evaluate(NEAR)
    assert not faults(page)
    choose(page, ".s-head__back")
    assert not page.evaluate(NEAR)


MEASURED = """() => {
  const map = document.querySelector('#board svg').getBoundingClientRect();
  const row = document.querySelector('.s-strip__row');
  return [Math.round(map.width), Math.round(map.height), row.scrollWidth <= row.clientWidth + 1];
}"""


@pytest.mark.sampled
@pytest.mark.parametrize("glass", [(360, 800), (390, 844), (768, 1024), (1024, 768)])
def test_the_map_keeps_its_size_from_question_to_question_and_the_strip_shows_every_objective(
    seated: Seated, glass: tuple[int, int]
) -> None:
    table, acting = in_the_field(seated)
    page = seated.holding(table, acting, viewport={"width": glass[0], "height": glass[1]})
    looked_at(page, seated.url, table)
    links = page.locator("#ask .s-choice[href*='unit=']").evaluate_all("all => all.map(a => a.search)")[:3]
    sizes = set()
    for link in ["", *links, "?do=objectives"]:
        page.goto(f"{seated.url}/t/{table.code}/{link}")
        wide, high, whole = page.evaluate(MEASURED)
        sizes.add((wide, high))
        assert whole, f"{link}: a fact of the strip is out of sight"
    assert len(sizes) == 1, sizes


WAR = numbered(RECORDING["actions"])

OTHER = numbered([*RECORDING["actions"][: BRANCH["after"]], *BRANCH["actions"]])

K, M = "kestrel_vaun", "meridian"


class Group:
    """Alice keeps the campaign and leads Kestrel-Vaun, Bob Meridian; a program taps for both."""

    def __init__(self, seated: Seated, title: str) -> None:
        self.seated, self.url = seated, seated.url
        self.alice, self.bob = seated.page(), seated.page()
        self._begin(title)
        self._let_in()
        self.taps = Opened.laid(self.url, self._table())
        self.taps.host = _word(self.alice)
        self.taps.tokens = {K: self.taps.host, M: _word(self.bob)}

    def _begin(self, title: str) -> None:
        page = self.alice
        page.goto(f"{self.url}/campaigns/")
        page.get_by_role("link", name="begin a campaign").click()
        page.get_by_text("Called").click()
        page.get_by_label("Title").fill(title)
        page.get_by_text("Players").first.click()
        page.locator(f"input[name=sits]:visible:not([value={M}])").first.check(force=True)
        page.get_by_role("button", name="Begin the campaign").click()
        page.wait_for_url(re.compile(r"/campaigns/\w{6}/$"))
        self.home = page.url

    def _let_in(self) -> None:
        self.bob.goto(self.home)
        form = self.bob.locator("form", has=self.bob.locator(f'input[name="seat"][value="{M}"]'))
        form.get_by_label("Your name").fill("Bob")
        form.get_by_role("button", name="Sit down").click()
        self.bob.wait_for_url(self.home)

    def _table(self) -> str:
        self.alice.get_by_role("button", name=re.compile("Continue tonight|Muster for")).click()
        self.alice.wait_for_url(re.compile("/t/"))
        return self.alice.url.split("/t/")[1][:6]

    def plays(self, actions: list[dict[str, Any]]) -> None:
        """Those lines are tapped in, and both see the last of them."""
        for action in actions:
            self.taps.act(action, str(action.get("player")))

    def chooses(self, action: dict[str, Any]) -> None:
        """Whose choice it is weighs that scenario and chooses it: the next evening begins."""
        page = {K: self.alice, M: self.bob}[action["player"]]
        page.goto(self.home)
        page.locator("a[data-main]").click()
        page.locator(f'label[for="pick-{action["scenario"]}"]').click()
        page.locator("[data-main]:visible").click()
        page.wait_for_url(re.compile("/t/"))
        self.taps.version += 1

    def room(self, page: Page, name: str) -> Page:
        """One of the campaign's rooms, by its bar."""
        page.goto(self.home)
        page.locator(".r-tabs").get_by_role("link", name=name, exact=True).click()
        return page


def _word(page: Page) -> str:
    """The secret of a browser: each taps what only its own seat may know."""
    return next(one["value"] for one in page.context.cookies() if one["name"] == "companion_device")


def _evenings(group: Group, actions: list[dict[str, Any]]) -> None:
    """An evening for each scenario: ended by the host, and once the next is chosen, begun with one tap."""
    cuts = [n for n, action in enumerate(actions) if action["type"] == "choose"]
    for begun, ended in zip([0, *cuts], [*cuts, len(actions)], strict=True):
        if begun:
            group.alice.goto(group.home)
            group.alice.get_by_role("button", name="Menu").click()
            group.alice.get_by_role("button", name="End the evening").click()
            group.chooses(actions[begun])
        group.plays(actions[begun + bool(begun) : ended])


@pytest.mark.thorough
def test_three_scenarios_along_two_branches_and_a_battle_set_right(seated: Seated, house: House) -> None:
    group = Group(seated, "The long war")
    _evenings(group, WAR)
    other = Group(seated, "The other war")
    other.plays(OTHER)
    _two_paths(group, other)
    _a_battle_is_set_right(group)
    assert "everything is what the journals say" in house.manage("reconcile")
    _papers(group)


@pytest.mark.sampled
def test_a_scenarios_sheet_lies_over_the_tree_until_escape(seated: Seated) -> None:
    group = Group(seated, "A war of sheets")
    page = group.alice
    page.goto(group.home)
    page.locator(".knot--open").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("link", name="What can come next")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert page.url == group.home


def _two_paths(group: Group, other: Group) -> None:
    """Each tree shows its own way."""
    for who, path in ((group, ("2C", "3D")), (other, ("2A", "3A"))):
        page = who.room(who.alice, "War")
        for scenario in path:
            expect(page.locator("main")).to_contain_text(scenario)
    expect(group.alice.locator("main")).to_be_visible()


def _a_battle_is_set_right(group: Group) -> None:
    """The first evening's last attack was never made: Alice agrees, and the war goes on without it."""
    choose = next(n for n, action in enumerate(WAR) if action["type"] == "choose")
    line = max(n for n, action in enumerate(WAR[:choose]) if action["type"] == "attack") + 2
    page, version = group.bob, group.taps.version
    page.goto(f"{group.url}/t/{group.taps.code}/log/?before={line + 1}")
    page.locator(f"#line-{line} summary").click()
    page.locator(f"#line-{line}").get_by_role("link", name="Correct").click()
    page.get_by_role("button", name="It was not done at all").click()
    page.get_by_role("button", name=f"Correct line {line}").click()
    group.alice.goto(f"{group.url}/t/{group.taps.code}/")
    group.alice.get_by_role("link", name="See what it changes, and answer").click()
    group.alice.get_by_role("button", name="Yes, set it right").click()
    wait_for(group.alice, version + 1)
    kinds = [entry["kind"] for entry in group.taps.lines()]
    assert kinds.count("amend") == 1
    assert kinds[-1] == "amend"


def _papers(group: Group) -> None:
    """The book and an evening's report come as PDF, the binder too, and a phone can read the rooms."""
    browser, code = group.alice.context.request, group.home.rstrip("/").rsplit("/", 1)[1]
    table = f"/print/parabellum/setup-binder.pdf?table={group.taps.code}"
    rooms = (f"/campaigns/{code}/books/book.pdf", f"/campaigns/{code}/reports/evening/1/report.pdf", table)
    for address in rooms:
        answer = browser.get(group.url + address)
        assert answer.ok, address
        assert answer.body()[:5] == b"%PDF-", address
