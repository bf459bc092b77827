"""Dice against dice: the greedy pairing is the defender's best, and the odds are those of the resolver."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction, InvalidInput
from companion.games.parabellum.procedures.combat import (
    artillery_attack,
    artillery_odds,
    direct_attack,
    direct_attack_odds,
)
from companion.games.parabellum.procedures.combat.volleys import strike

TERRAINS = ("open", "rocky", "urban", "special", "water")
dice = st.lists(st.integers(-3, 25), max_size=20)


def side(**more: Any) -> dict[str, Any]:
    return {"strength": 2, "attack_die": 4, "defense_die": 4, **more}


sides = st.builds(
    side,
    strength=st.integers(1, 2),
    attack_die=st.sampled_from((4, 6)),
    defense_die=st.sampled_from((4, 6)),
    terrain=st.sampled_from(TERRAINS),
    entrench=st.integers(0, 2),
    attack_modifier=st.integers(-2, 2),
    defense_modifier=st.integers(-2, 2),
)


@given(dice, dice)
def test_no_pairing_stops_more_dice(attack: list[int], defense: list[int]) -> None:
    """Hall's theorem bounds the dice that can be stopped, whatever the pairing."""
    volley = strike(attack, defense)
    excess = [sum(a >= v for a in attack) - sum(d >= v for d in defense) for v in attack]
    assert len(volley.unmatched) == max(0, *excess, 0)
    assert all(stop >= die for die, stop in volley.pairs)
    assert Counter(die for die, _ in volley.pairs) + Counter(volley.unmatched) == Counter(attack)
    assert not Counter(stop for _, stop in volley.pairs) - Counter(defense)
    assert volley.losses == min(len(volley.unmatched), len(defense))


def every_roll(count: int, faces: int) -> Any:
    return product(range(1, faces + 1), repeat=count)


def enumerated(attacker: dict[str, Any], defender: dict[str, Any]) -> list[Fraction]:
    """The losses of every roll, each resolved by the procedure itself."""
    found = Counter[int]()
    for attack in every_roll(attacker["strength"], attacker["attack_die"]):
        for defense in every_roll(defender["strength"], defender["defense_die"]):
            question = {"attacker": attacker, "defender": defender}
            rolls = {"attack": list(attack), "defense": list(defense)}
            found[direct_attack.resolve({**question, "rolls": rolls}).result["attack"]["losses"]] += 1
    return [Fraction(found[n], found.total()) for n in range(defender["strength"] + 1)]


def chances(report: dict[str, Any]) -> list[Fraction]:
    return [Fraction(row["probability"]) for row in report["distribution"]]


@settings(max_examples=8, deadline=None)
@given(sides, sides)
def test_the_odds_are_those_of_every_roll_through_the_resolver(
    attacker: dict[str, Any], defender: dict[str, Any]
) -> None:
    report = direct_attack_odds.resolve({"attacker": attacker, "defender": defender}).result["attack"]
    assert chances(report) == enumerated(attacker, defender)


def test_the_odds_of_a_counterattack_are_those_of_every_roll_through_the_resolver() -> None:
    attacker, defender = side(entrench=1), side(terrain="rocky", attack_die=6)
    question = {"attacker": attacker, "defender": defender, "counterattack": True}
    firsts: dict[int, list[dict[str, Any]]] = {}
    for attack, defense in product(every_roll(2, 4), every_roll(2, 4)):
        rolls = {"attack": list(attack), "defense": list(defense)}
        first = direct_attack.resolve({**question, "counterattack": False, "rolls": rolls}).result
        firsts.setdefault(first["defender"]["strength"], []).append(rolls)
    found = [Fraction(len(firsts[0]), 4**4), Fraction(0), Fraction(0)]
    for left in (1, 2):
        weight = Fraction(len(firsts[left]), 4**4 * 6**left * 4**2)
        for answer, stops in product(every_roll(left, 6), every_roll(2, 4)):
            rolls = firsts[left][0] | {"counter_attack": list(answer), "counter_defense": list(stops)}
            found[direct_attack.resolve({**question, "rolls": rolls}).result["counter"]["losses"]] += weight
    assert chances(direct_attack_odds.resolve(question).result["counter"]) == found


@settings(max_examples=30, deadline=None)
@given(sides, sides, st.booleans(), st.integers())
def test_the_apps_own_dice_make_an_attack_that_resolves(
    attacker: dict[str, Any], defender: dict[str, Any], counter: bool, seed: int
) -> None:
    question = {"attacker": attacker, "defender": defender, "counterattack": counter}
    whole, rolls = direct_attack.complete(question, Random(seed))
    if counter and not rolls["counter_attack"]:
        with pytest.raises(IllegalAction, match="nobody is left"):
            direct_attack.resolve(whole)
        return
    result = direct_attack.resolve(whole).result
    spent = 1 - result["attacker"]["ammunition"], 1 - result["defender"]["ammunition"]
    assert spent == (1, int(counter))
    assert result["defender"]["strength"] == defender["strength"] - result["attack"]["losses"]


def shots(target: dict[str, Any], die: int, rolls: list[Any]) -> dict[str, Any]:
    gun = {"artillery_die": die, "shots_per_turn": len(rolls), "min_range": 1, "max_range": 4}
    aimed = {"id": "t", "distance": 2, **target}
    return {"attacker": gun, "targets": [aimed], "shots": ["t"] * len(rolls), "rolls": rolls}


TARGETS = [
    {"strength": 2, "defense_die": 4},
    {"strength": 2, "defense_die": 4, "terrain": "rocky", "spotted": True},
    {"strength": 1, "defense_die": 4, "entrench": 2},
]


@pytest.mark.parametrize("target", TARGETS)
def test_the_odds_of_a_barrage_are_those_of_every_roll_through_the_resolver(target: dict[str, Any]) -> None:
    people, defense_die, die, weights = target["strength"], target["defense_die"], 6, [Fraction(0)] * 3

    def fire(rolls: list[Any], left: int, weight: Fraction) -> None:
        if len(rolls) == 2:
            weights[people - left] += weight
            return
        if not left:
            fire([*rolls, None], left, weight)
            return
        share = weight / (die * defense_die**left)
        for artillery, defense in product(range(1, die + 1), every_roll(left, defense_die)):
            tried = [*rolls, {"artillery": artillery, "defense": list(defense)}]
            after = artillery_attack.resolve(shots(target, die, tried)).result["targets"]["t"]["strength"]
            fire(tried, after, share)

    fire([], people, Fraction(1))
    result = artillery_odds.resolve({"artillery_die": die, "shots": 2, "target": target}).result
    assert chances(result) == weights[: people + 1]
    assert Fraction(result["destroyed"]["probability"]) == weights[people]


def test_a_shot_at_nobody_is_wasted_and_throws_no_dice() -> None:
    hit = {"artillery": 6, "defense": [1]}
    weak = {"strength": 1, "defense_die": 6}
    found = artillery_attack.resolve(shots(weak, 6, [hit, None])).result["shots"]
    assert [shot["wasted"] for shot in found] == [False, True]
    with pytest.raises(InvalidInput) as refusal:
        artillery_attack.resolve(shots(weak, 6, [hit, hit]))
    assert refusal.value.path == "rolls.1"


@given(st.integers(), st.integers(1, 5), st.sampled_from((4, 6, 20)))
def test_the_apps_own_dice_make_a_barrage_that_resolves(seed: int, people: int, die: int) -> None:
    question = shots({"strength": people, "defense_die": 4}, die, [None] * 6)
    whole, rolls = artillery_attack.complete(
        {key: value for key, value in question.items() if key != "rolls"}, Random(seed)
    )
    result = artillery_attack.resolve(whole).result
    assert [roll is None for roll in rolls] == [shot["wasted"] for shot in result["shots"]]


@pytest.mark.parametrize("asked", [artillery_attack, direct_attack])
@pytest.mark.parametrize("question", [None, [], {}, {"attacker": 3}, {"rolls": 7}])
def test_the_app_rolls_nothing_for_a_question_that_cannot_be_read(asked: Any, question: Any) -> None:
    assert asked.complete(question, Random(1)) == (question, None)
    with pytest.raises(InvalidInput):
        asked.resolve(question)


def test_the_fault_is_named_even_where_the_dice_were_left_to_the_app() -> None:
    question = {"attacker": side(strength=21), "defender": side()}
    whole, rolls = direct_attack.complete(question, Random(1))
    assert rolls is None
    with pytest.raises(InvalidInput) as refusal:
        direct_attack.resolve(whole)
    assert refusal.value.path == "attacker.strength"


def test_the_largest_attack_is_answered_at_once() -> None:
    """Twenty d20 a side and the counterattack of every number of survivors."""
    big = side(strength=20, attack_die=20, defense_die=20)
    result = direct_attack_odds.resolve({"attacker": big, "defender": big, "counterattack": True}).result
    assert abs(result["attack"]["expected"]["float"] - 3.062339659) < 1e-8
    assert sum(chances(result["counter"])) == 1
