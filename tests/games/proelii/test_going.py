"""A unit's account before and after its way, in quarters."""

from dataclasses import replace
from random import Random

from companion.games.proelii.screens.going import account, energy_after
from companion.games.proelii.state.table import Activation
from tests.games.proelii.player import Player, play


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
