"""A unit's round as an account: its sums are the unit's own, and nothing is told of a deployment."""

from random import Random

import pytest

from companion.engine.scene import Scene, Sight
from companion.engine.stage import Rows
from companion.games.proelii.procedures.field import is_bound
from companion.games.proelii.screens import view
from companion.games.proelii.screens.moving import look, looked_at
from companion.tables.lines import Passage
from tests.games.proelii.player import Player, play


def battle(seed: int) -> list[Passage]:
    setup = {"scenario": "zama", "options": {}}
    return [Passage(n, b, a, c) for n, (a, b, c) in enumerate(play(setup, Player(Random(seed))), 2)]


def scene(lines: list[Passage], name: str) -> Scene:
    sight = Sight(frozenset(), frozenset())
    return Scene(lines[-1].after, sight, draft={"look": name}, trail=[lines[-1].after], passages=lines)


@pytest.mark.parametrize("seed", [2, 4])
def test_an_account_leads_from_the_rounds_first_energy_to_what_the_unit_has(seed: int) -> None:
    lines = battle(seed)
    for end in [n for n, line in enumerate(lines) if line.before.round][::23]:
        state = lines[end].after
        begun = next((line.before for line in lines if line.before.round == state.round), state)
        for name in (each for each in state.ids if state.units[each].is_living):
            asked = view(scene(lines[: end + 1], name)).stage.ask
            rows = next(piece for piece in asked.pieces if isinstance(piece, Rows)).rows
            first, *changes, now = (int(str(row.cells[1]).replace("−", "-")) for row in rows)
            assert now == state.units[name].energy == first + sum(changes)
            assert first == begun.units[name].energy
            told = [str(row.cells[0]) for row in rows[1:-1] if str(row.cells[1]) != "0"]
            assert all(words.endswith(")") for words in told), "Every change names its rule."


def test_nobody_looks_while_an_army_is_deployed() -> None:
    lines = battle(2)[:1]
    assert lines[0].after.step == "deploy"
    assert not looked_at(scene(lines, "b01"))


def test_a_bound_unit_reaches_nothing() -> None:
    lines = battle(4)
    bound = 0
    for end in [n for n, line in enumerate(lines) if line.after.step == "movement"][::9]:
        state = lines[end].after
        for name in (each for each in state.ids if state.units[each].is_living and is_bound(state, each)):
            _, taps = look(scene(lines[: end + 1], name), name)
            assert not taps.mp
            bound += 1
    assert bound
