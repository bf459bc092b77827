"""Charges, assaults and pushes: the rulebook's own examples, and laws that hold on any board."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction
from companion.games.scarper.data import BATTLEFIELDS, NEIGHBOURS
from companion.games.scarper.game import GAME
from companion.games.scarper.procedures import attacks
from companion.games.scarper.procedures.rounds import Asked
from companion.games.scarper.screens.attacks import assault_picture
from scarper.drawn import front

charge = GAME.procedure("frontal-charge").resolve
charge_odds = GAME.procedure("frontal-charge-odds").resolve
assault = GAME.procedure("concentrated-assault").resolve
assault_odds = GAME.procedure("concentrated-assault-odds").resolve
push = GAME.procedure("steady-push").resolve

SIDES = st.sampled_from(["allied", "german"])


@st.composite
def tracks(draw: Any) -> dict[str, Any]:
    """Values of one battlefield, of any length."""
    values = st.lists(st.integers(0, 15), min_size=1, max_size=9).map(sorted)
    return {"allied": draw(values), "german": draw(values), "trenches": {}}


@st.composite
def boards(draw: Any) -> dict[str, Any]:
    three = [draw(tracks()) for _ in range(3)]
    return {
        "id": "any",
        "title": "Any",
        "battlefields": {each: three[n % 3] for n, each in enumerate(BATTLEFIELDS)},
    }


@st.composite
def fronts(draw: Any, track: dict[str, Any], attacker: str | None = None) -> dict[str, Any]:
    """A frontline and trenches on a track; with an attacker never at the end that it attacks."""
    low, high = -len(track["german"]), len(track["allied"])
    least = low + 1 if attacker == "german" else low
    most = high - 1 if attacker == "allied" else high
    frontline = draw(st.integers(least, most))
    spaces = st.sampled_from([each for each in range(low, high + 1) if each != frontline])
    trenches = draw(st.dictionaries(spaces.map(str), st.integers(1, 4), max_size=6))
    return {"frontline": frontline, "trenches": trenches}


@st.composite
def charges(draw: Any) -> dict[str, Any]:
    board, attacker, battlefield = draw(boards()), draw(SIDES), draw(st.sampled_from(BATTLEFIELDS))
    around = {each: draw(fronts(board["battlefields"][each])) for each in NEIGHBOURS[battlefield]}
    around[battlefield] = draw(fronts(board["battlefields"][battlefield], attacker))
    most = draw(st.integers(1, 12))
    markers = st.integers(0, most)
    return {
        "attacker": attacker,
        "battlefield": battlefield,
        "battlefields": around,
        "propaganda": {"allied": draw(markers), "german": draw(markers)},
        "modifiers": {"attack": draw(st.integers(-9, 9)), "defence": draw(st.integers(-9, 9))},
        "options": {
            "propaganda_max": most,
            "relative_position": draw(st.sampled_from(["spaces", "value_steps"])),
        },
        "board": board,
    }


@st.composite
def assaults(draw: Any) -> dict[str, Any]:
    board, attacker, battlefield = draw(boards()), draw(SIDES), draw(st.sampled_from(BATTLEFIELDS))
    return {
        "attacker": attacker,
        "battlefield": battlefield,
        **draw(fronts(board["battlefields"][battlefield], attacker)),
        "morale": draw(st.integers(-15, 15)),
        "points": draw(st.integers(1, 6)),
        "modifier": draw(st.integers(-9, 9)),
        "options": {"direct_victory": draw(st.sampled_from(["any_time", "year_end"]))},
        "board": board,
    }


def trenches(after: dict[str, Any]) -> Counter[str]:
    return Counter(after["trenches"])


def dug(moves: list[dict[str, Any]]) -> Counter[str]:
    return Counter(str(move["space"]) for move in moves if move["kind"] == "remove_trench")


def conserved(before: dict[str, Any], after: dict[str, Any], attacker: str) -> None:
    """Every trench is still there or was dug out, every space was entered or not reached, nothing else."""
    ahead = 1 if attacker == "allied" else -1
    entered = [move["space"] for move in after["moves"] if move["kind"] == "advance"]
    assert trenches(before) == trenches(after) + dug(after["moves"])
    assert after["frontline"] == before["frontline"] + ahead * len(entered)
    assert entered == [before["frontline"] + ahead * n for n in range(1, len(entered) + 1)]
    assert str(after["frontline"]) not in after["trenches"]


def counted(cases: list[Any], key: Any) -> dict[Any, Fraction]:
    """The share of cases that give each value."""
    return {value: Fraction(n, len(cases)) for value, n in Counter(map(key, cases)).items()}


def chance(entry: dict[str, Any]) -> Fraction:
    assert entry["f"] == round(float(Fraction(entry["p"])), 12)
    return Fraction(entry["p"])


def advanced(question: Any, result: Any) -> int:
    before = question.get("frontline", None)
    if before is None:
        before = question["battlefields"][question["battlefield"]]["frontline"]
    return abs(result["frontline"] - before)


@given(charges())
def test_the_odds_of_a_charge_are_what_its_36_rolls_give(question: dict[str, Any]) -> None:
    rolls = [{"attacker": a, "defender": d} for a, d in product(range(1, 7), repeat=2)]
    cases = [charge({**question, "rolls": each}).result for each in rolls]
    odds = charge_odds(question).result
    winners = counted(cases, lambda case: case["winner"])
    for name, winner in (("attacker", "attacker"), ("tie", None), ("defender", "defender")):
        assert chance(odds[name]) == winners.get(winner, 0)
    found = {int(spaces): chance(each) for spaces, each in odds["advance"].items()}
    assert found == counted(cases, lambda case: advanced(question, case))
    assert list(odds["advance"]) == sorted(odds["advance"], key=int)
    assert chance(odds["expected_advance"]) == sum(n * share for n, share in found.items())
    assert {each["margin"]: ends(each) for each in odds["outcomes"]} == {
        case["attack"]["total"] - case["defence"]["total"]: ends(
            {
                **case,
                "advance": advanced(question, case),
                "trenches_removed": dug(case["moves"]).total(),
            }
        )
        for case in cases
    }
    assert sum(chance(each) for each in odds["outcomes"]) == 1


def ends(outcome: dict[str, Any]) -> list[Any]:
    keys = ("movement_value", "propaganda_value", "trenches_removed", "advance", "frontline", "propaganda")
    return [outcome[key] for key in keys]


@given(charges(), st.integers(1, 6), st.integers(1, 6))
def test_a_charge_conserves_trenches_movement_and_propaganda(
    question: Any, attacker: int, defender: int
) -> None:
    result = charge({**question, "rolls": {"attacker": attacker, "defender": defender}}).result
    before = question["battlefields"][question["battlefield"]]
    conserved(before, result, question["attacker"])
    assert len(result["moves"]) + result["unspent"] == result["movement_value"]
    other = "german" if question["attacker"] == "allied" else "allied"
    lost = question["propaganda"][question["attacker"]] - result["propaganda"][question["attacker"]]
    won = result["propaganda"][other] - question["propaganda"][other]
    value = result["propaganda_value"]
    assert 0 <= lost <= (value + 1) // 2
    assert 0 <= won <= value // 2


@given(assaults())
def test_the_odds_of_an_assault_are_what_its_six_rolls_give(question: dict[str, Any]) -> None:
    cases = [assault({**question, "rolls": {"d6": d6}}).result for d6 in range(1, 7)]
    odds = assault_odds(question).result
    for case in cases:
        outcome = odds["outcomes"][case["d3"] - 1]
        for key in ("d3", "movement_value", "frontline", "morale", "winner"):
            assert outcome[key] == case[key]
        assert outcome["trenches_removed"] == dug(case["moves"]).total()
        assert outcome["advance"] == advanced(question, case)
        assert chance(outcome) == Fraction(1, 3)
        conserved(question, case, question["attacker"])
        assert -15 <= case["morale"] <= 15
    found = {int(spaces): chance(each) for spaces, each in odds["advance"].items()}
    assert found == counted(cases, lambda case: advanced(question, case))
    assert chance(odds["expected_advance"]) == sum(n * share for n, share in found.items())


def pushed(question: dict[str, Any]) -> tuple[Any, str]:
    """What a push gives, or the place of its fault."""
    try:
        return push(question).result, ""
    except IllegalAction as refused:
        return None, refused.path


@given(st.data())
def test_a_push_spends_its_points_exactly_or_not_at_all(data: Any) -> None:
    board, attacker = data.draw(boards()), data.draw(SIDES)
    battlefield = data.draw(st.sampled_from(BATTLEFIELDS))
    before = data.draw(fronts(board["battlefields"][battlefield]))
    points = data.draw(st.integers(1, 6))
    wanted = {"battlefield": battlefield, **before, "points": points}
    question = {"attacker": attacker, "points": 6, "pushes": [wanted], "board": board}
    after, fault = pushed(question)
    if after is None:
        assert fault == "pushes.0.points"
        return
    assert after["left"] == 6 - points
    moves = after["pushes"][0]["moves"]
    assert sum(move["cost"] for move in moves) == points
    assert all(move["cost"] == (2 if move["kind"] == "remove_trench" else 1) for move in moves)
    conserved(before, after["pushes"][0], attacker)


def test_a_repulsed_charge_leaves_the_frontline_and_moves_propaganda_by_turns() -> None:
    fronts = {"ypres": front("--->---"), "arras": front("--->---")}
    question = {"attacker": "allied", "battlefield": "ypres", "battlefields": fronts}
    question |= {"propaganda": {"allied": 5, "german": 5}, "rolls": {"attacker": 1, "defender": 6}}
    result = charge(question).result
    assert result["frontline"] == 0
    assert result["propaganda"] == {"allied": 2, "german": 7}


def test_value_steps_see_no_difference_between_spaces_of_equal_value() -> None:
    board = GAME.files[1].sample()
    flat = {**board["battlefields"]["arras"], "allied": [1, 1, 1]}
    board = {**board, "battlefields": {**board["battlefields"], "arras": flat, "ypres": flat}}
    fronts = {"ypres": {"frontline": 1}, "arras": {"frontline": 3}, "somme": {"frontline": 0}}
    question = {"attacker": "allied", "battlefield": "ypres", "battlefields": fronts, "board": board}
    question |= {"propaganda": {"allied": 0, "german": 0}, "rolls": {"attacker": 1, "defender": 6}}
    assert charge(question).result["attack"]["relative"] == {"arras": 2}
    by_value = {**question, "options": {"relative_position": "value_steps"}}
    assert charge(by_value).result["attack"]["relative"] == {"arras": 0}


def test_an_assault_that_breaks_its_own_side_wins_for_the_other_unless_the_year_counts() -> None:
    question = {"attacker": "german", "battlefield": "ypres", "frontline": 0, "morale": 14, "points": 1}
    question["rolls"] = {"d6": 6}
    assert assault(question).result["winner"] == "allied"
    assert assault({**question, "options": {"direct_victory": "year_end"}}).result["winner"] is None


@pytest.mark.parametrize(
    ("drawn", "amounts"), [("--->1--", [2, 3, 4]), ("--->---", [1, 2, 3]), ("------>", [])]
)
def test_a_steady_push_offers_the_amounts_that_it_can_spend(drawn: str, amounts: list[int]) -> None:
    pushes = [{"battlefield": "ypres", **front(drawn), "points": points} for points in range(1, 5)]
    results = [pushed({"attacker": "allied", "points": 6, "pushes": [each]})[0] for each in pushes]
    assert [n for n, result in enumerate(results, 1) if result] == amounts


def lost(propaganda: dict[str, int], defender: int) -> list[str]:
    """What is told of both markers after an Allied charge on Ypres that rolled 1."""
    fronts = {"ypres": front("--->---"), "arras": front("--->---")}
    question = {
        "attacker": "allied",
        "battlefield": "ypres",
        "battlefields": fronts,
        "propaganda": propaganda,
    }
    rolls = {"attacker": 1, "defender": defender}
    told = charge({**question, "rolls": rolls}).steps
    return [step.text for step in told if " propaganda " in step.text and step.rule == "6.2.2.4"][-2:]


def test_a_lost_charge_tells_of_a_marker_only_what_it_did() -> None:
    assert lost({"allied": 1, "german": 1}, 2) == [
        "Allied propaganda falls from 1 to 0.",
        "German propaganda stays on 1: no step is left for it.",
    ]
    assert lost({"allied": 0, "german": 9}, 6) == [
        "Allied propaganda stays on 0: its end is reached.",
        "German propaganda rises from 9 to 10.",
    ]


@pytest.mark.parametrize(("morale", "words"), [(0, ""), (13, "may lose"), (14, "will lose")])
def test_an_assault_that_loses_the_war_with_every_die_is_said_to_lose_it(morale: int, words: str) -> None:
    declared = Asked(
        {
            "attacker": "german",
            "battlefield": "ypres",
            "frontline": 0,
            "trenches": {},
            "morale": morale,
            "points": 1,
        },
        attacks.ASSAULT_ODDS_KEYS,
    )
    danger = assault_picture(attacks.read_assault(declared)).danger
    assert words in str(danger)
    assert bool(danger) == bool(words)
