"""Who waits reads the catalogue and fills a cart; it is bought once it is that company's go."""

from typing import Any

import pytest

from companion.engine.game import Scene, Sight
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import State
from tests.games.parabellum.drawn import table, unit

N, S = "north", "south"
PHASES = ("turn_order", "setup", "movement", "deployment", "logistics", "special", "direct", "boardroom")


def shown(state: State, seat: str, **draft: str) -> Any:
    sight = Sight(frozenset({seat}), frozenset({seat}))
    return view(Scene(state, sight, "hand", draft, (state,)))


@pytest.mark.parametrize("phase", PHASES)
def test_the_catalogue_lies_open_in_every_phase_and_the_desk_leads_there(phase: str) -> None:
    state = table(phase, unit(N, "squad", "a1"))
    for seat in (N, S):
        page = shown(state, seat, do="catalogue")
        assert page["panel"]["title"] == "Catalogue"
        rows = page["panel"]["shop"]["cart"]["rows"]
        assert {row["name"] for row in rows} == {card.name for card in state.binder.units.values()}
        assert "do=catalogue" in shown(state, seat)["own"]["plan"]


@pytest.mark.parametrize("phase", ["setup", "movement", "boardroom"])
def test_who_waits_is_shown_the_way_and_plans_without_buying(phase: str) -> None:
    state = table(phase, unit(N, "squad", "a1"))
    assert "do=catalogue" in shown(state, S)["panel"]["plan"]
    planned = shown(state, S, do="catalogue", **{"c.squad": "2"})["panel"]["shop"]
    assert planned["cart"]["cost"] == 80
    assert planned["cart"]["left"] == state.players[S].credits - 80
    assert "buy" not in planned["cart"]
    more = next(row for row in planned["cart"]["rows"] if row["name"] == "Squad")["more"]
    assert "do=catalogue" in more
    assert "c.squad=3" in more
    assert all("do=catalogue" in tab["href"] for tab in planned["tabs"])
    tokens = shown(state, S, do="catalogue", buy="fuel", n="5")["panel"]["shop"]["tokens"]
    assert (tokens["n"], tokens["cost"], "buy" in tokens) == (5, 20, False)


def test_the_cart_that_was_filled_is_bought_once_it_is_one_s_go() -> None:
    state = table("setup").changed(active=S)
    cart = shown(state, S, do="catalogue", **{"c.squad": "2"})["panel"]["shop"]["cart"]
    assert cart["buy"]["text"] == "Buy two cards for 80"


def test_the_plan_tells_no_more_of_the_others_than_the_shop() -> None:
    state = table("movement", unit(N, "tank", "a1"), unit(N, "tank", "a2"))
    other = state.with_unit("u2", type="squad")
    assert shown(state, S, do="catalogue")["panel"] == shown(other, S, do="catalogue")["panel"]


def test_a_company_that_is_out_of_the_campaign_plans_no_more() -> None:
    state = table("movement").with_player(S, status="eliminated")
    assert shown(state, S, do="catalogue")["panel"]["title"] != "Catalogue"
