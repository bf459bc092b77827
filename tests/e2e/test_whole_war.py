"""Two people play a recorded war from 1914 to its end through the screens, with the dice of that war."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.scarper.game import GAME
from companion.games.scarper.screens.board import Taps, front
from tests.e2e.people import NAMES, Opened, Recorded, Seated
from tests.e2e.walking import choose, tap, version, wait_for


@pytest.mark.thorough
def test_a_whole_war_is_played_through_the_screens(laid: Opened, newcomers: Seated, war: Recorded) -> None:
    pages = {seat: newcomers.join(laid, seat) for seat in ("german", "allied")}
    state, years = GAME.open(war.setup).state, 0
    for action in war.actions:
        actor = _who_taps(state, action)
        page, other = pages[actor], pages[_other(actor)]
        wait_for(page, version(other))
        if action["type"] == "score_year" and not years:
            _walk_together(page, other)
        tap(page, action, other)
        state = GAME.apply(state, action).state
        wait_for(other, version(page))
        for seen in (page, other):
            _drawn_as_it_stands(seen, state, action)
        if len(state.history) > years and state.phase == "missions":
            years += 1
            _no_secret_of_the_other_side(pages, state)
        if action["type"] == "score_year" and years == 1:
            _undo_the_year_and_back(pages, state)
    newcomers.takes(laid, "german", pages["german"])
    _as_it_was_recorded(laid.state("german"), war)
    for page in pages.values():
        expect(page.locator("#ask-title")).to_have_text(_result(war))
        expect(page.locator(".chart")).to_be_visible()


def test_dice_tapped_say_what_the_charge_will_do(seated: Seated, war: Recorded) -> None:
    """The button counts both totals, and the outcome in words is the one that then happens."""
    table = seated.open(war.setup)
    n = next(n for n, action in enumerate(war.actions) if action["type"] == "frontal_charge")
    for action in war.actions[:n]:
        table.act(action)
    charge = war.actions[n]
    page = seated.holding(table, charge["side"])
    page.goto(f"{seated.url}/t/{table.code}/?at={charge['battlefield']}&do=charge")
    dice = page.locator("#ask-form [data-plus]").all()
    attack, defence = (int(each.get_attribute("data-plus") or 0) for each in dice)
    before = version(page)
    for die, face in charge["rolls"].items():
        page.locator("#main-deed").click()
        assert page.evaluate("() => document.activeElement.name") == f"a.rolls.{die}"
        page.locator(f'input[name="a.rolls.{die}"][value="{face}"]').check(force=True)
    assert version(page) == before
    said = f"Charge: {charge['rolls']['attacker'] + attack} against {charge['rolls']['defender'] + defence}"
    expect(page.locator("#main-deed")).to_have_text(said)
    words = page.locator(".s-outcomes p:visible").inner_text()
    page.locator("#main-deed").click()
    wait_for(page, before + 1)
    moved = "moves" in words
    assert (page.locator(".ghost").count() > 0) == moved


@pytest.mark.sampled
def test_a_half_made_choice_is_an_address(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup)
    for action in war.actions[: _first_commands(war)]:
        table.act(action)
    side = war.actions[_first_commands(war)]["side"]
    page = seated.holding(table, side)
    page.goto(f"{seated.url}/t/{table.code}/")
    choose(page, "a.track")
    page.wait_for_function("() => location.search")
    chosen = page.url
    page.reload()
    assert page.url == chosen
    expect(page.locator(".track--chosen")).to_have_count(1)


def _first_commands(war: Recorded) -> int:
    kinds = ("steady_push", "frontal_charge", "concentrated_assault")
    return next(n for n, action in enumerate(war.actions) if action["type"] in kinds)


def _who_taps(state: Any, action: dict[str, Any]) -> str:
    return str(action.get("side", "german"))


def _other(side: str) -> str:
    return "german" if side == "allied" else "allied"


def _no_secret_of_the_other_side(pages: dict[str, Page], state: Any) -> None:
    """A page holds no card of the opponent's hand and no mission that it drew or kept."""
    for side, page in pages.items():
        foe = _other(side)
        text = page.content()
        for card in state.hands[foe].cards:
            assert card not in text, f"{side} sees {card}"
        orders = state.missions[foe]
        for mission in (*orders.drawn, *orders.kept):
            assert mission not in text, f"{side} sees {mission}"


def _drawn_as_it_stands(page: Page, state: Any, action: dict[str, Any]) -> None:
    """Every frontline and both tracks are where the rules have put them."""
    for what in ("propaganda", "economy"):
        pair = getattr(state, what)
        chips = page.locator(f"#strip-{what} .s-chip").all_inner_texts()
        assert chips == [str(pair.allied), str(pair.german)], action
    drawn = page.locator("#the-line").get_attribute("d")
    assert drawn == front(state, Taps())["line"], action


def _walk_together(page: Page, other: Page) -> None:
    """One tap shows the next thing that the year gave on both screens, whoever taps it."""
    for one, two in ((page, other), (other, page)):
        words = one.locator("#main-deed").inner_text().casefold()
        one.locator("#main-deed").click()
        for seen in (one, two):
            expect(seen.locator("#ask-title")).to_have_text(re.compile(words.removeprefix("next: "), re.I))


def _undo_the_year_and_back(pages: dict[str, Page], state: Any) -> None:
    """Undo across the year's end: new hands were seen, so the other side is asked, and again to redo it."""
    asker, other = pages["german"], pages["allied"]
    year = asker.locator(".s-bar .plate")
    expect(year).to_have_text(str(state.year))
    asker.locator("#undo").click()
    other.get_by_role("button", name="Take it back").click()
    for page in (asker, other):
        expect(page.locator(".s-bar .plate")).to_have_text(str(state.year - 1))
        expect(page.locator("#ask h2").first).to_contain_text("reckoning")
    asker.locator("#redo").click()
    other.get_by_role("button", name="Take it back").click()
    for page in (asker, other):
        expect(page.locator(".s-bar .plate")).to_have_text(str(state.year))
        expect(page.locator("#ask h2").first).to_have_text("Choose missions")


def _as_it_was_recorded(state: dict[str, Any], war: Recorded) -> None:
    assert {key: state[key] for key in war.end} == war.end


def _result(war: Recorded) -> str:
    winner = war.end["winner"]
    return "The war ends in a draw" if winner == "draw" else f"{NAMES[winner]} wins the war"
