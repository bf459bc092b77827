"""Whole battles by a player who knows only what `legal` says: nothing crashes, stalls or disagrees.

`PROELII_BATTLES` says how many; the figure here keeps a test run short.
"""

import json
import os
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.games.proelii.data import DESTROYED, FULL, QUARTER
from companion.games.proelii.game import GAME
from companion.games.proelii.rules.legal import legal
from companion.games.proelii.rules.telling import result
from companion.games.proelii.state import State, is_square, read_state, state_json
from tests.games.proelii.player import Player, play, setup

BATTLES = int(os.environ.get("PROELII_BATTLES", "24"))
LONGEST = 6000


@pytest.mark.parametrize("seed", range(BATTLES))
def test_a_random_battle_keeps_its_invariants_to_its_end(seed: int) -> None:
    random = Random(seed)
    opening = setup(random)
    lines = list(play(opening, Player(random), LONGEST))
    for before, _, after in lines:
        holds_together(before, after)
    before, action, last = random.choice(lines)
    survives_json(before)
    assert GAME.apply(before, action).state == last
    assert lines[-1][2].result is not None
    assert {each.rank for each in result(lines[-1][2])} <= {1, 2}


def holds_together(before: State, after: State) -> None:
    """What is true after every action: energy in quarters, one unit a square, nobody lost from sight."""
    assert after.units.keys() == before.units.keys()
    places = [unit.at for unit in after.units.values() if is_square(unit.at)]
    assert len(places) == len(set(places))
    for name, unit in after.units.items():
        assert 0 <= unit.energy <= FULL
        assert unit.energy % QUARTER == 0
        assert (unit.cp == 0) == (unit.at == DESTROYED)
        assert unit.cp <= before.units[name].cp
        assert unit.ledger.combat <= QUARTER
        assert unit.ledger.move <= 0
    assert (after.phase == "over") == (after.result is not None) == (not legal(after))


def survives_json(state: State) -> None:
    text = json.dumps(state_json(state))
    again = read_state(json.loads(text), "state")
    assert again == state
    assert json.dumps(state_json(again)) == text


@pytest.mark.parametrize("seed", range(6))
def test_what_legal_leaves_out_is_refused(seed: int) -> None:
    random = Random(seed)
    known: dict[str, Any] = {}
    for before, action, _ in play(setup(random), Player(random), 250):
        listed = {entry["type"] for entry in legal(before)}
        for kind, other in known.items():
            if kind not in listed:
                with pytest.raises(GameError):
                    GAME.apply(before, other)
        known[action["type"]] = action
