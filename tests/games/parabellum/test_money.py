"""Prices, payouts and sheets: every credit is accounted for; a cart says what the table books."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Scene, Sight
from companion.engine.stage import Choices
from companion.games.parabellum.campaign import BRANCHES
from companion.games.parabellum.campaign.prospects import TOKENS, missing, upkeep
from companion.games.parabellum.data import EXPENSES, KINDS, RESOURCES, Resource
from companion.games.parabellum.game import GAME
from companion.games.parabellum.procedures import course, money, reckoning
from companion.games.parabellum.procedures.money import to_five
from companion.games.parabellum.procedures.reckoning import affordable, price
from companion.games.parabellum.rules import apply
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.shop import against_buying
from companion.games.parabellum.state import Band, Load, Reserve, State, starter_binder
from tests.games.parabellum.yard import table, unit_at
from tests.staged import actions_of, rows, ware, wares

prices = st.lists(st.integers(0, 30), min_size=1, max_size=4)
ladders = prices.map(lambda found: [Band(20 * (len(found) - n - 1), cost) for n, cost in enumerate(found)])


def token_by_token(bands: list[Band], supply: int | None, quantity: int) -> list[int]:
    """The price of each token, looked up before it is taken (R5)."""
    left = [bands[0].above + 1 if supply is None else supply - n for n in range(quantity)]
    return [next(band.price for band in bands if band.above < tokens) for tokens in left]


@given(ladders, st.none() | st.integers(1, 120), st.integers(1, 120))
def test_a_purchase_costs_what_its_tokens_cost_one_by_one(
    bands: list[Band], supply: int | None, quantity: int
) -> None:
    quantity = quantity if supply is None else min(quantity, supply)
    each = token_by_token(bands, supply, quantity)
    bought = price(bands, supply, quantity)
    assert bought.cost == sum(each)
    assert [lot.price for lot in bought.lots for _ in range(lot.quantity)] == each
    assert all(a.price != b.price for a, b in zip(bought.lots, bought.lots[1:], strict=False))


@given(ladders, st.none() | st.integers(0, 120), st.integers(0, 900))
def test_what_is_affordable_is_the_most_that_the_credits_pay(
    bands: list[Band], supply: int | None, credits: int
) -> None:
    most = affordable(bands, supply, credits)
    assert price(bands, supply, most).cost <= credits
    if most < (9999 if supply is None else supply):
        assert price(bands, supply, most + 1).cost > credits


@given(ladders, st.integers(2, 120), st.integers(1, 119), st.integers(1, 119))
def test_the_order_of_two_purchases_never_changes_their_sum(
    bands: list[Band], supply: int, first: int, second: int
) -> None:
    if first + second > supply:
        return
    together = price(bands, supply, first + second).cost
    assert price(bands, supply, first).cost + price(bands, supply - first, second).cost == together


@pytest.mark.parametrize(
    ("bands", "path"),
    [
        ([], "resource.bands"),
        ([{"above": 5, "price": 1}], "resource.bands.0.above"),
        ([{"above": 5, "price": 1}, {"above": 5, "price": 1}], "resource.bands.1.above"),
        ([{"above": 0, "price": 1}, {"above": 0, "price": 1}], "resource.bands.1.above"),
        ([{"above": 0, "price": -1}], "resource.bands.0.price"),
    ],
)
def test_a_ladder_of_prices_falls_to_nothing(bands: list[Any], path: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        reckoning.resolve_purchase_quote({"resource": {"supply": 9, "bands": bands}, "quantity": 1})
    assert refusal.value.path == path


@given(st.fractions(0, 10**6), st.sampled_from(("up", "down")))
def test_a_payout_is_the_nearest_multiple_of_five(exact: Fraction, tie: Any) -> None:
    paid = to_five(exact, tie)
    assert paid % 5 == 0
    assert abs(exact - paid) <= Fraction(5, 2)
    if abs(exact - paid) == Fraction(5, 2):
        assert (paid > exact) == (tie == "up")


card = st.fixed_dictionaries(
    {
        "cost": st.integers(0, 600),
        "max_strength": st.integers(2, 20),
        "fuel_max": st.integers(0, 6),
        "ammunition_max": st.integers(0, 6),
    }
)


@given(card, card, st.data())
def test_merging_two_cards_loses_nobody_and_counts_what_is_wasted(one: Any, other: Any, data: Any) -> None:
    keep, scrap = sorted((one, other), key=lambda each: each["cost"])
    for each in (keep, scrap):
        each["class"] = "infantry"
        each["strength"] = data.draw(st.integers(1, each["max_strength"] - 1))
        each |= {key: data.draw(st.integers(0, each[f"{key}_max"])) for key in ("fuel", "ammunition")}
    result = money.resolve_reorganize({"keep": keep, "scrap": scrap}).result
    assert result["keep"]["strength"] + result["reserve_personnel"] == keep["strength"] + scrap["strength"]
    for key in ("fuel", "ammunition"):
        assert result["keep"][key] + result["wasted"][key] == keep[key] + scrap[key]
        assert result["keep"][key] <= keep[f"{key}_max"]
    alone = {key: scrap[key] for key in ("cost", "strength", "max_strength")}
    assert result["payout"] == money.resolve_scrap_payout({**alone, "from": "predeploy"}).result["payout"]


@pytest.mark.parametrize(
    ("change", "path"),
    [({"fuel": 7}, "fuel"), ({"strength": 1, "from": "reserve"}, "strength"), ({"strength": 0}, "strength")],
)
def test_a_card_that_cannot_be_is_not_paid_for(change: Any, path: str) -> None:
    question = {"cost": 100, "strength": 5, "max_strength": 10, "from": "predeploy", "fuel_max": 6}
    with pytest.raises(IllegalAction) as refusal:
        money.resolve_scrap_payout(question | change)
    assert refusal.value.path == path


def test_a_roster_of_the_starter_costs_what_its_parts_cost() -> None:
    """The figure of specification 9.4: two tanks, three infantry and a truck, with supplies."""
    units = {"main_battle_tank": 2, "regular_infantry": 3, "supply_truck": 1}
    result = reckoning.resolve_roster_quote({"units": units, "credits": 2400}).result
    assert result["total"] == 1735
    assert result["credits_left"] == 665


@pytest.mark.parametrize(
    ("units", "path"), [({}, "units"), ({"dragon": 1}, "units.dragon"), ({"sappers": 0}, "units.sappers")]
)
def test_a_roster_names_cards_of_the_catalogue(units: Any, path: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        reckoning.resolve_roster_quote({"units": units})
    assert refusal.value.path == path


def test_there_are_only_so_many_cards_of_a_type() -> None:
    cards = starter_binder().units["breacher_tank"].cards
    assert cards == 4
    with pytest.raises(IllegalAction) as refusal:
        reckoning.resolve_roster_quote({"units": {"breacher_tank": 5}})
    assert refusal.value.path == "units.breacher_tank"


amounts = st.tuples(st.sampled_from(KINDS), st.sampled_from(("ada", "bo")), st.integers(1, 500))


@given(st.lists(amounts, max_size=30))
def test_a_sheet_balances_whatever_moved(moves: list[Any]) -> None:
    cash, lines = {"ada": 0, "bo": 0}, []
    for kind, player, size in moves:
        amount = -size if kind in EXPENSES else size
        if cash[player] + amount < 0:
            continue
        cash[player] += amount
        line = {"n": len(lines) + 1, "scenario": "1", "round": 0, "player": player, "kind": kind}
        lines.append({**line, "item": "thing", "quantity": 1, "amount": amount})
    for player, credits in cash.items():
        sheet = money.resolve_balance_sheet({"player": player, "ledger": lines}).result
        assert sum(sheet["trial_balance"].values()) == 0
        assert sheet["closing"] == credits == sheet["income"] - sheet["expense"]
        assert sheet["trial_balance"].get("assets:cash", 0) == credits
        assert sum(sheet["totals"].values()) == credits
        assert len(sheet["postings"]) == len(sheet["rows"]) == len(sheet["csv"]) - 1
        assert all(len(row) == len(sheet["columns"]) for row in sheet["rows"])


def line(**change: Any) -> dict[str, Any]:
    given = {"n": 1, "scenario": "1", "round": 0, "player": "ada", "kind": "budget", "item": "budget"}
    return {**given, "quantity": 1, "amount": 50, **change}


@pytest.mark.parametrize(
    ("ledger", "path"),
    [
        ([line(), line()], "ledger.1.n"),
        ([line(amount=0)], "ledger.0.amount"),
        ([line(amount=-1)], "ledger.0.amount"),
        ([line(kind="fuel")], "ledger.0.amount"),
        ([line(scenario="0")], "ledger.0.scenario"),
        ([line(round=-1)], "ledger.0.round"),
    ],
)
def test_a_line_that_no_book_would_take_is_refused(ledger: Any, path: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        money.resolve_balance_sheet({"player": "ada", "ledger": ledger})
    assert refusal.value.path == path


def test_another_players_overdraft_is_found_too() -> None:
    ledger = [line(), line(n=2, player="bo", kind="fuel", amount=-5)]
    with pytest.raises(IllegalAction) as refusal:
        money.resolve_balance_sheet({"player": "ada", "ledger": ledger})
    assert refusal.value.path == "ledger.1.amount"


colours = st.sampled_from(("red", "blue", "white"))


@given(colours, colours, st.lists(st.lists(colours, min_size=1, max_size=4), max_size=20), st.integers(1, 20))
def test_flags_suggested_are_free_and_none_is_forgotten(
    first: str, second: str, used: list[list[str]], count: int
) -> None:
    question = {"livery": [first, second], "palette": ["red", "blue", "white"], "used": used}
    result = reckoning.resolve_flag_suggest({**question, "count": count}).result
    flags = [tuple(flag) for flag in result["flags"]]
    assert len(set(flags)) == len(flags) <= count
    assert not set(flags) & {tuple(flag) for flag in used}
    assert all(flag[:2] == (first, second) for flag in flags)
    flown = {tuple(flag) for flag in used if tuple(flag[:2]) == (first, second)}
    assert len(flags) + result["left"] + len(flown) == 1 + 3 + 9


@given(st.integers(), st.integers(2, 4))
def test_the_apps_dice_decide_an_order(seed: int, players: int) -> None:
    question = {"dice": {f"p{n}": 6 if n else 8 for n in range(players)}}
    whole, rolls = course.complete_turn_order(question, Random(seed))
    result = course.resolve_turn_order(whole).result
    assert sorted(result["order"]) == sorted(question["dice"])
    assert result["rounds"] == len(rolls)
    highest = max(rolls[0].values())
    assert rolls[0][result["order"][0]] == highest


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"dice": {"ada": 6}}, "dice"),
        ({"dice": {"ada": 6, "bo": 7}}, "dice.bo"),
        ({"rolls": []}, "rolls"),
        ({"rolls": [{"ada": 3, "bo": 3}]}, "rolls"),
        ({"rolls": [{"ada": 3, "bo": 4}, {"ada": 1, "bo": 2}]}, "rolls.1"),
        ({"rolls": [{"ada": 3}]}, "rolls.0.bo"),
        ({"rolls": [{"ada": 7, "bo": 4}]}, "rolls.0.ada"),
    ],
)
def test_dice_that_decide_nothing_are_refused(change: Any, path: str) -> None:
    question = {"dice": {"ada": 6, "bo": 8}, "rolls": [{"ada": 3, "bo": 4}]} | change
    with pytest.raises(InvalidInput) as refusal:
        course.resolve_turn_order(question)
    assert refusal.value.path == path


def test_an_exact_sum_reads_as_money_does() -> None:
    half = {"payout": 145, "exact": "147/1", "personnel": 0, "fuel_tokens": 0, "ammunition_tokens": 0}
    assert "Exactly 147." in str(GAME.procedure("scrap-payout").told({}, half))


N, S = "north", "south"
PHASES = ("turn_order", "setup", "movement", "deployment", "logistics", "special", "direct", "boardroom")


def shown(state: State, seat: str, **draft: str) -> Any:
    sight = Sight(frozenset({seat}), frozenset({seat}))
    return view(Scene(state, sight, "hand", draft, (state,)))


@pytest.mark.parametrize("phase", PHASES)
def test_the_catalogue_lies_open_in_every_phase_and_the_books_lead_there(phase: str) -> None:
    state = table(phase, unit_at(N, "squad", "a1"))
    for seat in (N, S):
        shop = shown(state, seat, do="catalogue")["panel"]
        assert {each.words for each in wares(shop)} == {card.name for card in state.binder.units.values()}
        hand = shown(state, seat).stage.hand
        assert hand is None or "do=books" in hand.edges[0].href
        (way,) = shown(state, seat, do="books")["panel"].lesser
        assert "do=catalogue" in way.href


@pytest.mark.parametrize("phase", ["setup", "movement", "boardroom"])
def test_who_waits_plans_without_buying_and_the_cart_stays_in_hand(phase: str) -> None:
    state = table(phase, unit_at(N, "squad", "a1"))
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
    one = shown(state, S, do="catalogue", buy="fuel", n="1")["panel"]
    assert str(one.main.words) == "Buy 1 fuel token: 4"


def test_the_cart_that_was_filled_is_bought_once_it_is_one_s_go() -> None:
    state = table("setup").changed(active=S)
    shop = shown(state, S, do="catalogue", **{"c.squad": "2"})["panel"]
    assert (str(shop.main.words), shop.main.small) == ("Buy the cards: 80", "two cards")


def test_an_empty_plan_asks_for_cards_and_not_to_go_back() -> None:
    shop = shown(table("setup").changed(active=N), S, do="catalogue")["panel"]
    assert (str(shop.main.words), bool(shop.main.shut)) == ("Nothing is laid in", True)
    assert [str(each.words) for each in shop.lesser] == ["Back"]


def test_a_plan_that_lies_open_when_ones_go_comes_is_the_shop() -> None:
    state = table("setup").changed(active=S)
    assert shown(state, S, do="catalogue")["panel"].lesser == shown(state, S)["panel"].lesser


@pytest.mark.parametrize("active", [N, S])
def test_a_cart_that_can_no_longer_be_bought_says_why_and_what_to_take_out(active: str) -> None:
    state = table("setup").changed(active=active).with_player(S, credits=90)
    shop = shown(state, S, do="catalogue", **{"c.squad": "3"})["panel"]
    assert shop.main.shut == against_buying(state, S, {"squad": 3})
    (gone,) = (
        each
        for piece in shop.pieces
        if isinstance(piece, Choices)
        for each in piece.choices
        if str(each.words).startswith("Take out")
    )
    assert str(gone.words) == "Take out 1 Squad"
    assert dict(parse_qsl(gone.href[1:]))["c.squad"] == "2"
    assert not shown(state, S, do="catalogue", **{"c.squad": "2"})["panel"].main.shut or active == N


def test_the_plan_tells_no_more_of_the_others_than_the_shop() -> None:
    state = table("movement", unit_at(N, "tank", "a1"), unit_at(N, "tank", "a2"))
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


WAR = json.loads((Path(__file__).parents[2] / "campaigns" / "war.json").read_text("utf-8"))
ALICE, BOB = (player["player"] for player in WAR["setup"]["players"])
CARDS = ("scarp_rangers", "supply_truck", "excavator")
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
    st.fixed_dictionaries({kind: st.integers(0, 3) for kind in CARDS}),
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
