"""Prices, payouts and sheets: every credit is accounted for."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction, InvalidInput
from companion.games.parabellum.data import EXPENSES, KINDS
from companion.games.parabellum.procedures.campaign import turn_order
from companion.games.parabellum.procedures.money import (
    balance_sheet,
    flag_suggest,
    purchase_quote,
    reorganize,
    roster_quote,
    scrap_payout,
)
from companion.games.parabellum.procedures.money.payouts import to_five
from companion.games.parabellum.procedures.money.prices import affordable, price
from companion.games.parabellum.screens.desk.told import money
from companion.games.parabellum.state.binder import Band, starter_binder

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
        purchase_quote.resolve({"resource": {"supply": 9, "bands": bands}, "quantity": 1})
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
    result = reorganize.resolve({"keep": keep, "scrap": scrap}).result
    assert result["keep"]["strength"] + result["reserve_personnel"] == keep["strength"] + scrap["strength"]
    for key in ("fuel", "ammunition"):
        assert result["keep"][key] + result["wasted"][key] == keep[key] + scrap[key]
        assert result["keep"][key] <= keep[f"{key}_max"]
    alone = {key: scrap[key] for key in ("cost", "strength", "max_strength")}
    assert result["payout"] == scrap_payout.resolve({**alone, "from": "predeploy"}).result["payout"]


@pytest.mark.parametrize(
    ("change", "path"),
    [({"fuel": 7}, "fuel"), ({"strength": 1, "from": "reserve"}, "strength"), ({"strength": 0}, "strength")],
)
def test_a_card_that_cannot_be_is_not_paid_for(change: Any, path: str) -> None:
    question = {"cost": 100, "strength": 5, "max_strength": 10, "from": "predeploy", "fuel_max": 6}
    with pytest.raises(IllegalAction) as refusal:
        scrap_payout.resolve(question | change)
    assert refusal.value.path == path


def test_a_roster_of_the_starter_costs_what_its_parts_cost() -> None:
    """The figure of specification 9.4: two tanks, three infantry and a truck, with supplies."""
    units = {"main_battle_tank": 2, "regular_infantry": 3, "supply_truck": 1}
    result = roster_quote.resolve({"units": units, "credits": 2400}).result
    assert result["total"] == 1735
    assert result["credits_left"] == 665


@pytest.mark.parametrize(
    ("units", "path"), [({}, "units"), ({"dragon": 1}, "units.dragon"), ({"sappers": 0}, "units.sappers")]
)
def test_a_roster_names_cards_of_the_catalogue(units: Any, path: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        roster_quote.resolve({"units": units})
    assert refusal.value.path == path


def test_there_are_only_so_many_cards_of_a_type() -> None:
    cards = starter_binder().units["breacher_tank"].cards
    assert cards == 4
    with pytest.raises(IllegalAction) as refusal:
        roster_quote.resolve({"units": {"breacher_tank": 5}})
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
        sheet = balance_sheet.resolve({"player": player, "ledger": lines}).result
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
        balance_sheet.resolve({"player": "ada", "ledger": ledger})
    assert refusal.value.path == path


def test_another_players_overdraft_is_found_too() -> None:
    ledger = [line(), line(n=2, player="bo", kind="fuel", amount=-5)]
    with pytest.raises(IllegalAction) as refusal:
        balance_sheet.resolve({"player": "ada", "ledger": ledger})
    assert refusal.value.path == "ledger.1.amount"


colours = st.sampled_from(("red", "blue", "white"))


@given(colours, colours, st.lists(st.lists(colours, min_size=1, max_size=4), max_size=20), st.integers(1, 20))
def test_flags_suggested_are_free_and_none_is_forgotten(
    first: str, second: str, used: list[list[str]], count: int
) -> None:
    question = {"livery": [first, second], "palette": ["red", "blue", "white"], "used": used}
    result = flag_suggest.resolve({**question, "count": count}).result
    flags = [tuple(flag) for flag in result["flags"]]
    assert len(set(flags)) == len(flags) <= count
    assert not set(flags) & {tuple(flag) for flag in used}
    assert all(flag[:2] == (first, second) for flag in flags)
    flown = {tuple(flag) for flag in used if tuple(flag[:2]) == (first, second)}
    assert len(flags) + result["left"] + len(flown) == 1 + 3 + 9


@given(st.integers(), st.integers(2, 4))
def test_the_apps_dice_decide_an_order(seed: int, players: int) -> None:
    question = {"dice": {f"p{n}": 6 if n else 8 for n in range(players)}}
    whole, rolls = turn_order.complete(question, Random(seed))
    result = turn_order.resolve(whole).result
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
        turn_order.resolve(question)
    assert refusal.value.path == path


def test_an_exact_sum_reads_as_money_does() -> None:
    half = {"payout": 145, "exact": "147/1", "personnel": 0, "fuel_tokens": 0, "ammunition_tokens": 0}
    assert "Exactly 147." in str(money.scrap_payout({}, half))
