"""Caches that go up: first in, first out, each once, friend and foe."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction, InvalidInput
from companion.games.parabellum.procedures.caches import cache_explosion

SQUARES = [f"{column}{row}" for column in "abc" for row in (1, 2, 3)]
cache = st.fixed_dictionaries({"fuel": st.integers(0, 4), "ammunition": st.integers(1, 5)})
unit = st.fixed_dictionaries(
    {
        "square": st.sampled_from(SQUARES),
        "strength": st.integers(1, 5),
        "defense_die": st.sampled_from((4, 6, 8)),
        "terrain": st.sampled_from(("open", "urban", "rocky")),
    }
)


@st.composite
def explosive(draw: Any) -> dict[str, Any]:
    caches = draw(st.dictionaries(st.sampled_from(SQUARES), cache, min_size=1))
    units = [{"id": f"u{n}", **each} for n, each in enumerate(draw(st.lists(unit, max_size=6)), 1)]
    start = draw(st.sampled_from(sorted(caches)))
    metric = draw(st.sampled_from(("orthogonal", "diagonal")))
    return {"caches": caches, "units": units, "start": start, "options": {"metric": metric}}


@settings(max_examples=60, deadline=None)
@given(explosive(), st.integers())
def test_whatever_explodes_is_gone_and_everybody_is_accounted_for(question: Any, seed: int) -> None:
    whole, rolls = cache_explosion.complete(question, Random(seed))
    result = cache_explosion.resolve(whole).result
    gone = [each["square"] for each in result["explosions"]]
    assert gone[0] == question["start"]
    assert len(set(gone)) == len(gone)
    assert {*gone, *result["caches"]} == set(question["caches"])
    attacks = [attack for each in result["explosions"] for attack in each["attacks"]]
    assert len(attacks) == len(rolls)
    for each in question["units"]:
        lost = sum(attack["losses"] for attack in attacks if attack.get("unit") == each["id"])
        assert result["units"][each["id"]] == each["strength"] - lost
    assert result["destroyed"] == [
        each["id"] for each in question["units"] if not result["units"][each["id"]]
    ]


@settings(max_examples=30, deadline=None)
@given(explosive(), st.integers())
def test_dice_for_one_combat_more_or_less_are_refused_at_the_list(question: Any, seed: int) -> None:
    whole, rolls = cache_explosion.complete(question, Random(seed))
    one_more = {**whole, "rolls": [*rolls, {"attack": [1], "defense": [1]}]}
    for wrong in (one_more, {**whole, "rolls": rolls[:-1]}) if rolls else (one_more,):
        with pytest.raises(InvalidInput) as refusal:
            cache_explosion.resolve(wrong)
        assert refusal.value.path == "rolls"


def test_nothing_explodes_where_there_is_no_cache() -> None:
    question = {"caches": {"a1": {"fuel": 1, "ammunition": 0}}, "units": [], "start": "b1", "rolls": []}
    with pytest.raises(IllegalAction, match="A1"):
        cache_explosion.resolve(question)
    assert cache_explosion.complete({**question, "start": "b1"}, Random(1))[1] is None


def test_a_doomed_cache_is_not_attacked_again() -> None:
    """Three caches, each beside the others: the first dooms both, which then leave each other alone."""
    full = {"fuel": 0, "ammunition": 1}
    hit = {"attack": [8], "defense": [1]}
    question = {"caches": {"a1": full, "b1": full, "b2": full}, "units": [], "start": "a1"}
    asked = {**question, "options": {"metric": "diagonal"}, "rolls": [hit, hit]}
    result = cache_explosion.resolve(asked).result
    assert [each["square"] for each in result["explosions"]] == ["a1", "b1", "b2"]
    assert result["caches"] == {}
