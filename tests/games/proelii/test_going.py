"""A unit's account before and after its way, in quarters."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from companion.engine.errors import IllegalAction, InvalidInput
from companion.games.proelii.game import GAME
from companion.games.proelii.procedures.field import Walk, follow, reached
from companion.games.proelii.procedures.questions import state_of
from companion.games.proelii.rules import apply
from companion.games.proelii.screens.board import account, energy_after
from companion.games.proelii.state import Activation, Options, State, read_state, state_json
from tests.games.proelii.player import Player, play
from tests.games.proelii.test_striking import unit


def test_energy_before_and_after_stands_in_full_and_empty_quarters() -> None:
    sums = account(75, 50).values["sums"]
    assert [each["energy"] for each in sums] == [75, 50]
    assert [each["quarters"] for each in sums] == [[True, True, True, False], [True, True, False, False]]


def test_a_quarter_goes_with_a_move_and_nothing_more_with_one_that_was_held_open() -> None:
    lines = play({"scenario": "zama", "options": {"level": "white"}}, Player(Random(1)), 200)
    before = next(state for state, action, _ in lines if action["type"] == "move")
    side = before.on_move
    name, unit = next((name, each) for name, each in before.army(side) if each.energy)
    opened = replace(before, open={**before.open, side: Activation(name, 1, unit.at)})
    assert energy_after(before, unit) == unit.energy - 25
    assert energy_after(opened, unit) == unit.energy


def held(seed: int) -> State:
    """A battle in which a move is held open."""
    for before, action, _ in play({"scenario": "zama", "options": {}}, Player(Random(seed)), 400):
        if action["type"] != "move" or len(action["path"]) > 1:
            continue
        with suppress(IllegalAction):
            after = apply(before, {**action, "hold": True}).state
            if any(after.open.values()):
                return after
    raise AssertionError


def test_a_state_with_an_open_move_is_read_as_it_is_written() -> None:
    written = state_json(held(1))
    (opened,) = filter(None, written["open"].values())
    assert set(opened) == {"unit", "mp", "from"}
    assert state_json(read_state(written, "state")) == written


@pytest.mark.parametrize("key", ["acted", "unpaid", "may_advance", "open"])
def test_a_state_names_no_unit_that_is_not_in_it(key: str) -> None:
    written = state_json(held(1))
    unknown = {"may_advance": [{"unit": "nobody", "to": "a1"}], "acted": ["nobody"], "unpaid": ["nobody"],
               "open": {"white": {"unit": "nobody", "mp": 1, "from": "a1"}, "black": None}}  # fmt: skip
    with pytest.raises(InvalidInput) as refused:
        read_state({**written, key: unknown[key]}, "state")
    assert refused.value.path.startswith(f"state.{key}.")


def test_who_has_left_the_battle_owes_nothing_for_a_start_move() -> None:
    state = GAME.open({"scenario": "trebia", "options": {"free_deployment": False}}).state
    for action in ({"type": "done"}, {"type": "done"}):
        state = apply(state, action).state
    state = apply(state, {"type": "start_move", "unit": "w01", "path": ["a2"]}).state
    assert state.unpaid == ("w01",)
    state = apply(state, {"type": "adjust", "reason": "gone", "unit": "w01", "set": {"cp": 0}}).state
    assert (state.step, state.unpaid) == ("start_moves", ())
    state = apply(state, {"type": "done"}).state
    assert apply(state, {"type": "start_move", "unit": "b10", "path": ["escaped"]}).state.unpaid == ()


def test_who_falls_back_does_not_come_out_again_not_even_from_afar() -> None:
    state = state_of({"w1": unit("white", "a1", "bow_cavalry")}, Options())
    walk = Walk(state, "w1", 12)
    assert set(reached(walk)) >= {"entry", "distant", "escaped", "a3"}
    with pytest.raises(IllegalAction) as refused:
        follow(walk, ["entry", "distant", "entry", "b1"])
    assert refused.value.path == "path.3"
    reserve = Walk(state_of({"w1": unit("white", "entry", "bow_cavalry")}, Options()), "w1", 12)
    assert follow(reserve, ["distant", "entry", "b1"]).at == "b1"
