"""Who waits reads the catalogue and fills a cart; it is bought once it is that company's go."""

from typing import Any
from urllib.parse import parse_qsl

import pytest

from companion.engine.game import Scene, Sight
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import State
from tests.games.parabellum.drawn import table, unit
from tests.staged import actions_of, rows, ware, wares

N, S = "north", "south"
PHASES = ("turn_order", "setup", "movement", "deployment", "logistics", "special", "direct", "boardroom")


def shown(state: State, seat: str, **draft: str) -> Any:
    sight = Sight(frozenset({seat}), frozenset({seat}))
    return view(Scene(state, sight, "hand", draft, (state,)))


@pytest.mark.parametrize("phase", PHASES)
def test_the_catalogue_lies_open_in_every_phase_and_the_books_lead_there(phase: str) -> None:
    state = table(phase, unit(N, "squad", "a1"))
    for seat in (N, S):
        shop = shown(state, seat, do="catalogue")["panel"]
        assert {each.words for each in wares(shop)} == {card.name for card in state.binder.units.values()}
        hand = shown(state, seat).stage.hand
        assert hand is None or "do=books" in hand.edges[0].href
        (way,) = shown(state, seat, do="books")["panel"].lesser
        assert "do=catalogue" in way.href


@pytest.mark.parametrize("phase", ["setup", "movement", "boardroom"])
def test_who_waits_plans_without_buying_and_the_cart_stays_in_hand(phase: str) -> None:
    state = table(phase, unit(N, "squad", "a1"))
    shop = shown(state, S, do="catalogue", **{"c.squad": "2"})["panel"]
    credits = state.players[S].credits
    assert rows(shop)[0].cells == ("2 Squad", "80")
    assert str(rows(shop)[-1].cells[0]) == f"Left of {credits}"
    assert shop.main.shut == "What is chosen here waits for your go"
    assert actions_of(shop) == []
    more = ware(shop, "Squad").more
    assert "do=catalogue" in more
    assert "c.squad=3" in more
    tabs = shop.pieces[0].choices
    assert all("do=catalogue" in tab.href and "c.squad=2" in tab.href for tab in tabs)
    fuel = shown(state, S, do="catalogue", buy="fuel", n="5")["panel"]
    assert (str(fuel.main.words), bool(fuel.main.shut)) == ("Buy 5 fuel tokens: 20", True)


def test_the_cart_that_was_filled_is_bought_once_it_is_one_s_go() -> None:
    state = table("setup").changed(active=S)
    shop = shown(state, S, do="catalogue", **{"c.squad": "2"})["panel"]
    assert (str(shop.main.words), shop.main.small) == ("Buy the cards: 80", "two cards")


def test_the_plan_tells_no_more_of_the_others_than_the_shop() -> None:
    state = table("movement", unit(N, "tank", "a1"), unit(N, "tank", "a2"))
    other = state.with_unit("u2", type="squad")
    assert shown(state, S, do="catalogue")["panel"] == shown(other, S, do="catalogue")["panel"]


def test_a_company_that_is_out_of_the_campaign_plans_no_more() -> None:
    state = table("movement").with_player(S, status="eliminated")
    assert getattr(shown(state, S, do="catalogue")["panel"], "kind", "") != "shop"


def test_ones_own_purchase_leaves_the_other_wares_in_the_cart() -> None:
    state = table("setup").changed(active=N)
    held = {"c.squad": "2"}
    fuel = shown(state, N, buy="fuel", n="5", **held)["panel"].main
    assert dict(parse_qsl(fuel.then[1:])) == held
    cards = shown(state, N, **held)["panel"].main
    assert "c.squad" not in cards.then
    looked = shown(state, N, do="objectives", **held)["panel"]
    assert "c.squad=2" in looked.main.href, "what is looked up meanwhile leaves it too"
