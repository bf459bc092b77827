"""Who stands together in a combat bears one letter, and no two groups bear the same."""

from random import Random

import pytest

from companion.games.proelii.procedures.field import attached
from companion.games.proelii.screens.combat import pairs
from tests.games.proelii.player import Player, play, setup


@pytest.mark.parametrize("seed", range(4))
def test_attached_units_bear_one_letter_and_others_another(seed: int) -> None:
    random = Random(seed)
    for before, _, _ in list(play(setup(random), Player(random), 240))[::12]:
        letters = pairs(before)
        for name, unit in before.units.items():
            near = attached(before, name) if unit.is_living else []
            assert all(letters[each] == letters[name] for each in near)
            assert (name in letters) == bool(near)
