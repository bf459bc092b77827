"""Whole campaigns at random: every law holds after every action, and none crashes or stalls."""

import json
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.engine.game import Sight
from companion.games.parabellum.actions import TYPES
from companion.games.parabellum.campaign.playing.play import play
from companion.games.parabellum.campaign.playing.player import Player
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import telling
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.rules.seating import OWN
from companion.games.parabellum.state import State, state_json
from companion.games.parabellum.state.table import read_state
from tests.games.parabellum.laws import keeps_the_laws
from tests.games.parabellum.yard import setup


def house_rules(random: Random) -> dict[str, Any]:
    """Some house rules other than the usual ones."""
    options = [option for option in GAME.options if option.key not in OWN and random.random() < 0.3]
    return {option.key: random.choice(option.choices)[0] for option in options}


@pytest.mark.parametrize("seed", range(16))
def test_a_campaign_in_the_yards_keeps_every_law_to_its_end(seed: int) -> None:
    random = Random(seed)
    begun = setup(random.choice([2, 2, 3, 4]), **house_rules(random))
    last = None
    for n, (before, action, after) in enumerate(play(begun, Player(random))):
        keeps_the_laws(before, action, after)
        if n % 40 == 0:
            survives_json(after)
        last = after
    assert last is not None
    assert last.phase == "over"
    assert not legal(last)
    survives_json(last)


def survives_json(state: State) -> None:
    text = json.dumps(state_json(state))
    again = read_state(json.loads(text), "state")
    assert again == state
    assert json.dumps(state_json(again)) == text
    assert legal(again) == legal(state)


@pytest.mark.parametrize("seed", range(2))
def test_the_starter_campaign_plays_to_an_end(seed: int) -> None:
    random = Random(seed)
    begun = GAME.shuffle({"options": {"players": 2 + seed * 2}}, random)
    for before, action, after in play(begun, Player(random)):
        keeps_the_laws(before, action, after)


@pytest.mark.parametrize("seed", range(4))
def test_with_the_map_on_the_table_every_law_holds_too(seed: int) -> None:
    random = Random(seed)
    begun = {**setup(2 + seed % 3, **house_rules(random)), "positions": "table"}
    for n, (before, action, after) in enumerate(play(begun, Player(random))):
        keeps_the_laws(before, action, after)
        assert not any(unit.square or unit.position for unit in after.units.values())
        if n % 40 == 0:
            survives_json(after)


@pytest.mark.parametrize("seed", range(3))
def test_the_journal_of_a_campaign_replays_to_the_same_state(seed: int) -> None:
    random = Random(100 + seed)
    begun = setup(3)
    lines = list(play(begun, Player(random)))
    actions = [action for _, action, _ in lines]
    again = GAME.procedure("replay").resolve({"setup": begun, "actions": actions})
    assert again.result == {"state": state_json(lines[-1][2])}
    assert json.loads(json.dumps(actions)) == actions


@pytest.mark.parametrize("seed", range(4))
def test_what_legal_leaves_out_is_refused(seed: int) -> None:
    random = Random(seed)
    known: dict[str, Any] = {}
    always = {"adjust", "end_scenario"}
    for n, (before, action, _) in enumerate(play(setup(3), Player(random))):
        listed = {entry["type"] for entry in legal(before)} | always
        assert action["type"] in listed
        known[action["type"]] = action
        if n % 5 == 0:
            for kind in known.keys() - listed:
                with pytest.raises(GameError):
                    GAME.apply(before, known[kind])
    assert known.keys() <= TYPES.keys()


@pytest.mark.parametrize("seed", range(4))
def test_every_step_and_every_line_is_said_without_a_gap(seed: int) -> None:
    random = Random(seed)
    for before, action, _ in play(setup(2), Player(random)):
        steps = GAME.apply(before, action).steps
        assert steps or action["type"] == "end_phase"
        assert all(step.rule and step.text and "{" not in step.text for step in steps)
        assert "{" not in GAME.describe(action)
        assert "something" not in GAME.describe(action)
        hidden = GAME.redact_action(before, action, Sight())
        assert GAME.describe(hidden)
        told = telling.tell(before, action, Sight(frozenset(before.players)))
        assert told
        assert "something" not in told
        assert "{" not in told
        assert GAME.headline(before)
