"""A roster planned in a cart: what it says comes to what the table books, line by line."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction
from companion.games.parabellum.campaign.ahead.upkeep import TOKENS, missing, upkeep
from companion.games.parabellum.campaign.branches import BRANCHES
from companion.games.parabellum.data import RESOURCES, Resource
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import apply
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder.catalogue import Band
from companion.games.parabellum.state.pieces import Load, Reserve

WAR = json.loads((Path(__file__).parents[2] / "campaigns" / "war.json").read_text("utf-8"))
ALICE, BOB = (player["player"] for player in WAR["setup"]["players"])
KINDS = ("scarp_rangers", "supply_truck", "excavator")
CLIMBING = (Band(30, 5), Band(12, 10), Band(0, 25))


@cache
def setting_up() -> State:
    """The second scenario before anybody has bought, all supplies dwindling, Bob with credits enough."""
    state = GAME.open(WAR["setup"]).state
    for action in WAR["actions"][:357]:
        state = GAME.apply(state, action).state
    state = state.changed(phase="setup", order=(ALICE, BOB), active=BOB, done=())
    booklet = replace(state.booklet, bands=dict.fromkeys(RESOURCES, CLIMBING))
    scenarios = {**state.binder.scenarios, state.scenario: booklet}
    state = state.with_unit(next(iter(state.of(BOB, "predeploy"))), cargo=Load(1, 2))
    return state.changed(binder=replace(state.binder, scenarios=scenarios)).with_player(BOB, credits=9999)


def stocked(reserve: Reserve, supply: tuple[int, int, int], banned: tuple[str, ...] = ()) -> State:
    """The same with that much behind the screen and to buy, and with these types kept out."""
    state = setting_up()
    booklet = replace(state.booklet, banned=banned)
    binder = replace(state.binder, scenarios={**state.binder.scenarios, state.scenario: booklet})
    left = state.supply._replace(**dict(zip(RESOURCES, supply, strict=True)))
    return state.changed(binder=binder, supply=left).with_player(BOB, reserve=reserve)


def bought(state: State, **wanted: object) -> State:
    """After one purchase, and Bob's go again; nothing for none."""
    if not wanted.get("quantity", 1):
        return state
    action = {"type": "purchase", "player": BOB, **wanted}
    return apply(state, GAME.roll(state, action, None)).state.changed(active=BOB)


@given(
    st.fixed_dictionaries({kind: st.integers(0, 3) for kind in KINDS}),
    st.builds(Reserve, st.integers(0, 30), st.integers(0, 9), st.integers(0, 9)),
    st.tuples(st.integers(0, 90), st.integers(0, 60), st.integers(0, 60)),
    st.sampled_from([(), ("light_tank",), ("assault_infantry", "scarp_rangers")]),
)
@settings(max_examples=60, deadline=None)
def test_a_planned_cart_costs_what_the_table_books_line_by_line(
    numbers: dict[str, int], reserve: Reserve, supply: tuple[int, int, int], banned: tuple[str, ...]
) -> None:
    state = stocked(reserve, supply, banned)
    kept = upkeep(state, BOB)
    lacking = {token: missing(state, BOB, kept, token) for token in TOKENS}
    plan = BRANCHES.plan(state, BOB, state.scenario, numbers)
    assert plan is not None
    now = state
    for token in TOKENS:
        to_buy = min(lacking[token], getattr(now.supply, token))
        now = bought(now, resource=token, quantity=to_buy)
    fee = state.booklet.deployment_cost
    assert plan.free == now.players[BOB].credits - fee * kept.deploying
    now = refilled(now, kept.refill)
    cart = {each.kind: each.number for each in plan.wanted if each.number}
    if plan.words:
        with pytest.raises(IllegalAction):
            filled(now, cart)
        return
    done = filled(now, cart)
    assert plan.left == done.players[BOB].credits - fee * (kept.deploying + sum(cart.values()))
    again, needs = done, empty(done, kept.fighting)
    before = again.players[BOB].credits
    for token in TOKENS:
        stock = getattr(again.players[BOB].reserve, token)
        to_buy = min(max(0, needs[token] - stock), getattr(again.supply, token))
        again = bought(again, resource=token, quantity=to_buy)
    fees = fee * (kept.deploying + sum(cart.values()))
    assert -sum(each.amount for each in plan.upkeep) == before - again.players[BOB].credits + fees


def refilled(state: State, refill: Mapping[Resource, int]) -> State:
    """All cargo unloaded, and the tokens gone into the counters, as far as there are any."""
    for unit in state.of(BOB, "predeploy", "aboard"):
        load = state.units[unit].cargo
        state = state.with_reserve(BOB, load=load).with_unit(unit, cargo=Load())
    stock = state.players[BOB].reserve
    spent = {token: max(0, getattr(stock, token) - refill[token]) for token in TOKENS}
    return state.with_player(BOB, reserve=stock._replace(**spent))


def filled(state: State, cart: dict[str, int]) -> State:
    """The cards bought, then people and tokens as far as the reserve lacks them, then all mustered."""
    kinds = state.binder.units
    items = [{"unit": kind, "quantity": number} for kind, number in cart.items()]
    old = set(state.of(BOB, "reserve"))
    state = bought(state, resource="units", items=items) if items else state
    for resource, what, held in (
        ("manpower", "troop", "personnel"),
        ("fuel", "fuel_cost", "fuel"),
        ("ammunition", "ammunition_cost", "ammunition"),
    ):
        need = sum(getattr(kinds[kind], what) * number for kind, number in cart.items())
        lacks = max(0, need - getattr(state.players[BOB].reserve, held))
        state = bought(state, resource=resource, quantity=lacks)
    for n, unit in enumerate(sorted(set(state.of(BOB, "reserve")) - old)):
        flag = [*state.binder.companies[state.players[BOB].company].livery, state.binder.palette[n % 6]]
        flag += [state.binder.palette[n // 6]]
        state = apply(state, {"type": "muster", "player": BOB, "unit": unit, "flag": flag}).state
        state = state.changed(active=BOB)
    return state


def empty(state: State, fighting: tuple[str, ...]) -> dict[str, int]:
    """The tokens that fill every counter of those who fight, old and new."""
    own = [*fighting, *(each for each in state.of(BOB, "predeploy") if each not in setting_up().units)]
    return {token: sum(getattr(state.card(unit), f"{token}_cost") for unit in own) for token in TOKENS}


def test_more_than_the_binder_has_is_cut_and_said() -> None:
    plan = BRANCHES.plan(stocked(Reserve(), (90, 60, 60)), BOB, "2c", {"supply_truck": 500})
    assert plan is not None
    most = next(each.most for each in plan.wanted if each.kind == "supply_truck")
    assert most < 500
    assert plan.number == most
    assert any("Supply Truck" in words and "500 were asked for" in words for words in plan.cut)


def test_the_carts_first_line_begins_with_a_capital() -> None:
    plan = BRANCHES.plan(stocked(Reserve(), (90, 60, 60)), BOB, "2c", {"excavator": 1})
    assert plan is not None
    assert plan.sums[0].words == "One unit card"


def test_upkeep_says_where_fewer_tokens_are_left_than_it_takes() -> None:
    plan = BRANCHES.plan(stocked(Reserve(30, 0, 0), (90, 0, 3)), BOB, "2c", {})
    assert plan is not None
    assert [each.words for each in plan.upkeep if "the supply has only" in each.words]
