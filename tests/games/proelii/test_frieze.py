"""While a combat is fought out the screen shows every attached pair, and no unit that stands alone."""

from random import Random

import pytest

from companion.games.proelii.procedures.field import attached
from companion.games.proelii.screens.board import Lie
from companion.games.proelii.screens.combat import frieze, is_fought, pairs
from companion.games.proelii.screens.dice import hits
from companion.games.proelii.screens.frame import Taps
from tests.games.proelii.player import Player, play, setup


@pytest.mark.parametrize("seed", range(3))
def test_the_frieze_holds_every_attached_pair_once_with_what_the_dice_come_to(seed: int) -> None:
    random, seen = Random(seed), 0
    for state, _, _ in play(setup(random), Player(random), 240):
        near = [(a, b) for a, _ in state.army("white") for b in attached(state, a)]
        if not is_fought(state):
            continue
        shown = frieze(Lie(state), Taps(), pairs(state))
        assert len(shown["pairs"]) == len(near)
        ids = {half["id"] for pair in shown["pairs"] for half in pair["halves"]}
        assert ids == {f"pair-{a}-{b}-{n}" for a, b in near for n in (0, 1)}
        lost = hits(state)
        falling = {name for name in lost if lost[name] >= state.units[name].cp}
        told = {unit.name for name, unit in state.units.items() if name in falling}
        assert all(any(name in pair["verdict"] for pair in shown["pairs"]) for name in told)
        seen += 1
    assert seen
