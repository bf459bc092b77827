"""Two companies play the first scenario through the screens, from the shop to the next scenario."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.games.parabellum.game import GAME
from tests.accessible import faults_everywhere
from tests.e2e.people import Opened, Seated
from tests.e2e.taps import version, wait_for
from tests.games.parabellum.opened import played
from tests.games.parabellum.yard import setup

K, M = "kestrel_vaun", "meridian"
SETUP = {"players": [{"player": K, "company": K}, {"player": M, "company": M}]}


class Campaign(Opened):
    """A table of Parabellum that a program opened."""

    def __init__(self, url: str, begun: Any = None) -> None:
        super().__init__(url, begun or SETUP, system="parabellum")

    def page(self, seated: Seated, player: str, address: str = "", **look: Any) -> Page:
        """A browser at that player's place."""
        page = seated.holding(self, player, **look)
        page.goto(f"{self.url}/t/{self.code}/{address}")
        return page


def choose(page: Page, selector: str) -> None:
    """Tap what makes a half-made choice, and wait until its picture is there: its address comes with it."""
    before = page.url
    page.locator(selector).first.click()
    page.wait_for_function("before => location.href !== before", arg=before)


class Players:
    """Both companies' browsers, kept at the same version."""

    def __init__(self, pages: dict[str, Page]) -> None:
        self.pages = pages

    def does(self, player: str, button: str, *links: str, lines: int = 1) -> None:
        """Tap those links, then the button; wait until both screens have the lines that it writes."""
        page = self.pages[player]
        before = version(page)
        for link in links:
            choose(page, link)
        page.locator(f"#ask {button}").first.click()
        self.meet(before + lines)

    def meet(self, at_least: int) -> None:
        """Until both screens show that version."""
        for page in self.pages.values():
            wait_for(page, at_least)

    def ends(self, player: str) -> str:
        """End the phase by the main button, and those with nothing to do; what the button said."""
        deed = self.pages[player].locator("#main-deed[value*='end_phase']")
        words, lines = deed.text_content() or "", (deed.get_attribute("value") or "").count("end_phase")
        self.does(player, "#main-deed[value*='end_phase']", lines=lines)
        return words

    def turn_over(self, player: str) -> None:
        """To the end of the turn."""
        while "End the turn" not in self.ends(player):
            pass

    def to(self, player: str, phase: str) -> None:
        """On to that phase."""
        while phase not in self.ends(player):
            pass


@pytest.fixture
def campaign(house, browser: Browser) -> Iterator[tuple[Campaign, Seated]]:
    """A table of Parabellum, and people who sit down at it."""
    seated = Seated(house.url, browser)
    yield Campaign(house.url), seated
    seated.leave()


def test_two_companies_play_the_first_scenario_and_choose_the_next(campaign: tuple[Campaign, Seated]) -> None:
    """By the controls alone; what the first company sees of the second is what its miniatures show."""
    table, seated = campaign
    players = Players({player: table.page(seated, player) for player in (K, M)})
    _turn_order(players)
    _set_up(players)
    _first_round(players)
    _a_fight(players, table)
    _withdrawal(players, table)


def _turn_order(players: Players) -> None:
    page = players.pages[K]
    for player, face in ((K, 5), (M, 2)):
        choose(page, f'[id="choice-r0.{player}-{face}"]')
    players.does(K, "#main-deed:has-text('Play in this order')")


def _more(name: str) -> str:
    return f'#ask a[aria-label="One more: {name}"]'


def _buy_missing(players: Players, player: str, resource: str) -> None:
    players.does(player, "#main-deed[value*='purchase']", f"#choice-tab-{resource}")


def _set_up(players: Players) -> None:
    """One card a go, since cards of one purchase get their numbers at random."""
    for player, card in ((K, "Mortar Section"), (M, "Regular Infantry"), (K, "Technical")):
        players.does(player, "#main-deed[value*='purchase']", _more(card))
    for resource in ("manpower", "fuel", "ammunition"):
        for player in (M, K):
            _buy_missing(players, player, resource)
    players.does(K, "button:has-text('Muster all: two units')", lines=2)
    players.does(M, "#main-deed[value*='muster']", '#hand a[href="?unit=u2"]')
    for player in (M, K):
        players.does(player, "button:has-text('Done with Set-up')")


def _deploy(players: Players, player: str, unit: str, square: str) -> None:
    spot = f'a.spot[aria-label="Deploy on {square}"]'
    players.does(player, "button[value*='\"deploy\"']", f'#hand a[href="?unit={unit}"]', spot)


def _first_round(players: Players) -> None:
    players.to(K, "deployment")
    _deploy(players, K, "u1", "A5")
    _deploy(players, K, "u3", "A6")
    players.turn_over(K)
    players.to(M, "deployment")
    _deploy(players, M, "u2", "P5")
    players.turn_over(M)


def _a_fight(players: Players, table: Campaign) -> None:
    """The technical drives, is set beside the enemy by hand, and ten dice are fired at it."""
    page = players.pages[K]
    players.does(
        K, "button[value*='\"move\"']", '#hand a[href="?unit=u3"]', 'a.spot[aria-label^="Move to D5"]'
    )
    page.locator("#menu").click()
    page.get_by_role("radio", name="Options").check()
    page.locator("#drawer").get_by_role("link", name="Set something right").click()
    page.wait_for_url("**/?do=adjust")
    choose(page, '#ask a[href="?do=adjust&unit=u3"]')
    page.locator('input[name="a.unit.square:text"]').fill("o5")
    page.locator('select[name="a.unit.position"]').select_option("c")
    page.locator('#ask input[name="a.reason:text"]').fill("We agreed that the road is short")
    players.does(K, "#main-deed:has-text('Set it')")
    players.turn_over(K)
    players.to(M, "Direct attacks")
    _ten_dice(players.pages[M])
    before = version(page)
    players.pages[M].locator("#main-deed:has-text('Take four losses')").click()
    page.get_by_role("button", name="Hit back: roll for us").click()
    players.meet(before + 1)
    assert table.state(K)["units"]["u3"]["strength"] == 6
    assert players.pages[M].locator(".dice-story .pairing").count() == 2


def _ten_dice(page: Page) -> None:
    """Four sixes and six twos against ten threes; the pairs are drawn before anything counts."""
    choose(page, '#hand a[href="?unit=u2"]')
    assert page.locator("#ask .s-bars__one").count() > 3
    choose(page, "#ask a:has-text('Our own dice')")
    for name, face, many in (("x0A", 6, 4), ("x0A", 2, 6), ("x0D", 3, 10)):
        for _ in range(many):
            page.locator(f'.pad__face:has(input[name="{name}.{face}"]) b').click()
    choose(page, "#main-deed:has-text('Sort and pair the dice')")
    assert page.locator("#ask .pairing__column--through").count() == 4


def _withdrawal(players: Players, table: Campaign) -> None:
    page = players.pages[M]
    page.locator("#fold-more summary").click()
    choose(page, "a:has-text('Withdraw from the scenario')")
    players.does(M, "button[value*='\"withdraw\"']")
    state = table.state(K)
    assert state["phase"] == "choose_next"
    assert "is over" in page.locator("#ask").inner_text()
    chooser = state["choosers"][0]
    players.does(chooser, "button.s-choice[value*='\"2b\"']")
    assert table.state(K)["scenario"] == "2b"
    for one in players.pages.values():
        one.get_by_role("heading", name="Who goes first?").wait_for()


def test_axe_finds_nothing_on_the_main_screens(house, browser: Browser) -> None:
    """The shop; real dice for fire at a cache; a desk; an explosion on the TV: every size, day and night."""
    seated = Seated(house.url, browser)
    shop, yard = Campaign(house.url), Campaign(house.url, setup())
    shop.act(GAME.demo()[1][0])
    for action in played("squad", 3, (2, 0)):
        yard.act(action)
    for square in ("d2", "e2"):
        cache = {"square": square, "fuel": 2, "ammunition": 1}
        yard.act({"type": "adjust", "player": "north", "reason": "Tokens were left here", "cache": cache})
    dice = "?unit=u1&do=attack_cache&to=d2&dice=1&x0A.8=4&x0D.1=3"
    looks = [(shop, M, "?c.technical=1"), (yard, "north", dice), (yard, "north", "hand/?unit=u1")]
    faults = [fault for look in looks for fault in _faults(seated, *look)]
    yard.act(_explosion(yard))
    faults += _faults(seated, yard, "host", "tv/")
    seated.leave()
    assert not faults, "\n".join(faults)


def _explosion(yard: Campaign) -> dict[str, Any]:
    """Everything comes through: both caches go up."""
    blast, held = {"attack": [8] * 3, "defense": [1] * 3}, {"attack": [1] * 3, "defense": [6] * 4}
    rolls = {"attack": [8] * 4, "defense": [1] * 3, "explosions": [held, blast, held]}
    return {"type": "attack_cache", "player": "north", "unit": "u1", "square": "d2", "rolls": rolls}


def _faults(seated: Seated, table: Campaign, player: str, address: str) -> Iterator[str]:
    page = table.page(seated, player, address)
    if address.startswith("hand"):
        page.locator(".secret__open").first.check()
    for fault in faults_everywhere(page):
        yield f"{address}: {fault}"
    page.context.close()
