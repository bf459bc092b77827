"""A refusal names its true cause: the mode, the division, the turn; and tells nothing of what lies hidden."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.errors import IllegalAction, Withheld
from companion.games.scope.game import GAME
from companion.games.scope.rules.legal import available
from companion.games.scope.state import Lying


def begun(**setup: Any) -> Any:
    return GAME.open(GAME.shuffle({"scenario": "open_battle", **setup}, Random(1))).state


def refusal(state: Any, kind: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        available(state, kind)
    assert refused.value.path == "type"
    return refused.value


@pytest.mark.parametrize(
    "kind", ["recognition", "howitzer", "offensive_fire", "assault", "reinforce", "deploy"]
)
def test_basic_mode_is_named(kind: str) -> None:
    found = refusal(begun(), kind)
    assert "basic mode" in str(found)
    assert not isinstance(found, Withheld), "Everybody knows the mode."


@pytest.mark.parametrize(
    ("slot", "kind", "words"),
    [
        ("german_units", "search", "only the snipers of a side search"),
        ("german_snipers", "howitzer", "for the snipers to act"),
        ("soviet_snipers", "deploy", "for the snipers to act"),
        ("soviet_units", "reinforce", "No infantry of this side has been eliminated"),
    ],
)
def test_the_division_and_the_scoring_zone_are_named(slot: Any, kind: str, words: str) -> None:
    state = replace(begun(mode="advanced", players=4), slot=slot)
    assert words in str(refusal(state, kind))


def test_a_second_deployment_is_named_and_a_missing_officer_is_not_told_to_the_enemy() -> None:
    state = replace(begun(mode="advanced"), deployed=True)
    assert "already" in str(refusal(state, "deploy"))
    grid = {at: Lying(each.side, "empty") for at, each in state.grid.items()}
    assert isinstance(refusal(replace(state, deployed=False, grid=grid), "deploy"), Withheld)
