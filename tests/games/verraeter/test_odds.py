"""Exact odds against brute force, the conservation of points, and how quickly both come."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.verraeter.data import ACTION_CARDS, BONUS, HOUSES, LANDSCAPES
from companion.games.verraeter.game import GAME

conflict = GAME.procedure("conflict").resolve
what_if = GAME.procedure("what-if").resolve
draw_odds = GAME.procedure("draw-odds").resolve

TYPES = st.sampled_from(LANDSCAPES)
SUPPLY = st.lists(st.integers(1, 9), max_size=5)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "bonus": st.sampled_from(["always", "winning_side"]),
        "vp_mode": st.sampled_from(["table", "divide"]),
        "divide_rounding": st.sampled_from(["down", "half_up", "up"]),
    },
)


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """A conflict between the houses, before anybody has an action card."""
    houses = draw(st.permutations(HOUSES))
    grounds = [{"type": draw(TYPES), "house": house} for house in houses]
    names = ["anna", "bert", "cleo", "dora"][: draw(st.integers(3, 4))]
    people = [
        {"id": name, "allegiance": draw(st.sampled_from(HOUSES)), "supply": draw(SUPPLY)} for name in names
    ]
    return {"landscapes": grounds, "players": people, "options": draw(OPTIONS)}


def with_cards(question: dict[str, Any], cards: list[str]) -> dict[str, Any]:
    people = [{**each, "action": card} for each, card in zip(question["players"], cards, strict=True)]
    return {**question, "players": people}


@given(questions(), st.permutations(ACTION_CARDS))
def test_points_of_a_conflict_are_the_prize_of_each_winner_and_the_bonuses(
    asked: Any, cards: list[str]
) -> None:
    whole = with_cards(asked, cards[: len(asked["players"])])
    result = conflict(whole).result
    winners = [who for who, house in result["allegiances"].items() if house == result["winner"]]
    assert sum(each["conflict"] for each in result["vp"].values()) == result["prize"] * len(winners)
    for each in whole["players"]:
        paid = result["vp"][each["id"]]["bonus"]
        due = BONUS.get(each["action"], 0)
        assert paid in ({due} if asked["options"].get("bonus") != "winning_side" else {0, due})
    supply = sum(sum(each["supply"]) for each in whole["players"])
    assert sum(total["supply"] for total in result["totals"].values()) == supply
    assert (result["flipped"] is None) == (result["winner"] is None) == (result["margin"] == 0)


@given(questions(), st.integers(0, 3), st.permutations(ACTION_CARDS))
@settings(max_examples=25, deadline=None)
def test_the_odds_of_the_draft_are_those_of_every_conflict_counted(asked: Any, seat: int, cards: Any) -> None:
    people = asked["players"]
    seat %= len(people)
    received = cards[: 5 - seat]
    viewer = people[seat]["id"]
    result = what_if({**asked, "viewer": viewer, "received": received}).result
    unseen = [card for card in ACTION_CARDS if card not in received]
    for option in result["options"]:
        left = [card for card in received if card != option["pick"]]
        counted, points = Counter[str](), 0
        for before in permutations(unseen):
            for behind in permutations(left, len(people) - seat - 1):
                picks = [*before[:-1], option["pick"], *behind]
                fought = conflict(with_cards(asked, picks)).result
                mine = fought["allegiances"][viewer] == fought["winner"]
                counted["tie" if fought["winner"] is None else "win" if mine else "lose"] += 1
                points += fought["vp"][viewer]["total"]
        assert option["assignments"] == counted.total()
        for end in ("win", "tie", "lose"):
            assert Fraction(option[end]["exact"]) == Fraction(counted[end], counted.total())
        assert Fraction(option["expected_vp"]["exact"]) == Fraction(points, counted.total())
    best = max(Fraction(each["expected_vp"]["exact"]) for each in result["options"])
    chosen = next(each for each in result["options"] if each["pick"] == result["best"])
    assert Fraction(chosen["expected_vp"]["exact"]) == best


@given(st.dictionaries(st.integers(1, 9), st.integers(0, 3), max_size=5), st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_the_odds_of_a_draw_are_those_of_every_hand_counted(supply: dict[int, int], draws: int) -> None:
    deck = [value for value, count in supply.items() for _ in range(count)]
    draws = min(draws, len(deck))
    asked = {"known": [], "draws": draws, "cards": {"supply": {str(v): n for v, n in supply.items()}}}
    result = draw_odds(asked).result
    totals = Counter(sum(hand) for hand in combinations(deck, draws))
    assert {each["total"]: Fraction(each["exact"]) for each in result["totals"]} == {
        total: Fraction(count, totals.total()) for total, count in totals.items()
    }
    for each in result["totals"]:
        most = sum(count for total, count in totals.items() if total >= each["total"])
        assert Fraction(each["at_least"]["exact"]) == Fraction(most, totals.total())
