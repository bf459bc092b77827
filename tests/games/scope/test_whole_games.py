"""Whole games by players who know only what `legal` says: nothing crashes, stalls or disagrees.

`SCOPE_GAMES` says how many; the figure here keeps a test run short.
"""

import json
import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.games.scope.data import ENEMY, SIDES
from companion.games.scope.game import GAME
from companion.games.scope.procedures.search_odds import resolve_search_odds
from companion.games.scope.rules import secrets
from companion.games.scope.rules.legal import legal
from companion.games.scope.state import State, read_state, state_json
from tests.games.scope.player import Player, play
from tests.games.scope.setups import table

GAMES = int(os.environ.get("SCOPE_GAMES", "40"))
LONGEST = 4000


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_keeps_its_invariants_to_its_end(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle(table(random), random)
    lines = list(play(setup, Player(random), LONGEST))
    for _, _, after in lines:
        holds_together(after)
    before, action, last = random.choice(lines)
    survives_json(before)
    assert GAME.apply(before, action).state == last
    ended, actions = lines[-1][2], [line[1] for line in lines]
    assert ended.winner in SIDES
    assert {each.rank for each in GAME.result(ended)} == {1, 2}  # type: ignore[misc]
    assert secrets.first_fault(setup, actions, ended) is None


def holds_together(state: State) -> None:
    """What is true after every action, whatever was chosen."""
    own = {"duel_of_aces": 2}.get(state.theme or "", 0)
    for side in SIDES:
        there = Counter(state.left(side)) + Counter(state.lost[side])
        there["sniper"] += state.spare_snipers[side]
        wanted = {card: number for card, number in state.counts.items() if card not in ("decoy", "empty")}
        wanted["sniper"] += own
        assert {card: there[card] for card in wanted} == wanted
        assert state.shots[side] is None or state.shots[side].slot.startswith(side)  # type: ignore[union-attr]
        intruders = [at for at in state.front(ENEMY[side]) if state.grid[at].side == side]
        assert all(state.grid[at].card == "infantry" for at in intruders)
    assert (state.pending is not None) == (state.phase == "decide")
    assert (state.winner is not None) == (state.phase == "finished") == (not legal(state))


def survives_json(state: State) -> None:
    text = json.dumps(state_json(state))
    again = read_state(json.loads(text), "state")
    assert again == state
    assert json.dumps(state_json(again)) == text
    listed = GAME.procedure("legal").resolve({"state": json.loads(text)}).result
    assert listed["actions"] == json.loads(json.dumps(legal(state)))


@pytest.mark.parametrize("seed", range(12))
def test_what_legal_leaves_out_is_refused(seed: int) -> None:
    random = Random(seed)
    known: dict[str, Any] = {}
    for before, action, _ in play(GAME.shuffle(table(random), random), Player(random), LONGEST):
        listed = {entry["type"] for entry in legal(before)}
        for kind, other in known.items():
            if kind not in listed:
                with pytest.raises(GameError) as refused:
                    GAME.apply(before, {**other, "seat": before.slot})
                assert refused.value.path == "type"
        known[action["type"]] = action


@pytest.mark.parametrize("seed", range(8))
def test_every_choice_that_legal_lists_can_be_done(seed: int) -> None:
    random = Random(seed)
    player = Player(random, 0)
    for before, _, _ in list(play(GAME.shuffle(table(random), random), player, LONGEST))[:40]:
        for entry in legal(before):
            chosen = getattr(player, f"_{entry['type']}", lambda entry: {})(entry)
            GAME.apply(before, {"type": entry["type"], "seat": entry["seat"], **chosen})


@pytest.mark.parametrize("seed", range(6))
def test_what_everybody_saw_fits_what_truly_lies_there(seed: int) -> None:
    """At every moment the truth is possible by the odds, also after a correction of cards."""
    random = Random(seed)
    setup = GAME.shuffle({**table(random), "scenario": "quick_duel", "custom": None}, random)
    for n, (_, _, after) in enumerate(play(setup, Player(random, 0), LONGEST)):
        if n >= 24:
            break
        possible(after, random.choice(SIDES))


def possible(state: State, side: str) -> None:
    asked = {"front": side, "columns": state.columns, "rows": state.rows, "counts": state.counts}
    found = resolve_search_odds({**asked, "events": list(state.events[side])}).result  # type: ignore[index]
    odds = {row["cell"]: row["odds"] for row in found["cells"]}
    own = [at for at in state.front(side) if state.grid[at].side == side]  # type: ignore[arg-type]
    assert list(odds) == own
    assert all(state.grid[at].card in odds[at] for at in own)
    there = Counter(state.grid[at].card for at in own)
    assert found["remaining"] == {card: there[card] for card in found["remaining"]}
