"""Before a die is rolled, each face says what it would do; a reroll costs nothing if it need not."""

from random import Random

import pytest

from companion.games.proelii.procedures.energy import open_sources
from companion.games.proelii.rules import apply
from companion.games.proelii.rules.course import may_roll
from companion.games.proelii.screens.dice import cheapest, each_face, given_up, hits
from tests.games.proelii.player import Player, play, setup


def test_a_reroll_that_costs_nothing_comes_before_those_for_prestige_and_energy() -> None:
    assert cheapest(["energy", "experience", "command", "prestige"]) == "experience"
    assert cheapest(["energy", "command"]) == "command"
    assert cheapest(["energy", "prestige"]) == "prestige"
    assert cheapest(["energy"]) == "energy"


@pytest.mark.parametrize("seed", range(3))
def test_each_face_takes_what_the_losses_take_with_that_face_rolled(seed: int) -> None:
    random = Random(seed)
    seen = 0
    for before, _, _ in play(setup(random), Player(random), 240):
        for name in [each for each in before.ids if before.step == "roll"]:
            if not may_roll(before, before.units[name]) or open_sources(before, before.units[name]):
                continue
            for row in each_face(before, name, "").rows:
                face = row.icon.name if row.icon else ""
                after = apply(before, {"type": "roll", "unit": name, "face": face}).state
                if after.step == "roll":
                    assert row.cells[2] == (f"−{hits(after)[name]}" if hits(after)[name] else "0")
                    seen += 1
    assert seen


def test_a_roll_given_up_is_weighed_as_the_rules_then_have_it() -> None:
    lines = [line for seed in range(4) for line in play(setup(Random(seed)), Player(Random(seed)), 400)]
    within = [line for line in lines if line[0].step == line[2].step]
    cancelled = [(before, act["unit"], after) for before, act, after in within if act["type"] == "cancel"]
    assert all(given_up(before, name).units == after.units for before, name, after in cancelled)
    assert cancelled
