"""Who may see what, what cannot be undone alone, and how the house speaks of a game."""

import json
from random import Random
from typing import Any

import pytest

from companion.engine.game import Sight
from companion.games.scarper.game import GAME
from companion.games.scarper.state import State
from scarper.player import Player, play

ALLIED = Sight(frozenset(["allied"]), frozenset(["allied"]))
BOTH = Sight(frozenset(["allied", "german"]), frozenset(["allied", "german"]))
TV = Sight()


@pytest.fixture(scope="module")
def war() -> list[tuple[State, Any, State]]:
    """A whole game with the app's cards, in which somebody discards."""
    for seed in range(200):
        random = Random(seed)
        lines = list(play(GAME.shuffle({}, random), Player(random)))
        if any(discards(action) for _, action, _ in lines):
            return lines
    raise AssertionError("no game with a discard among these seeds")


def discards(action: Any) -> list[str]:
    choices = action["choices"] if action and action["type"] == "resolve_event" else []
    return [card for choice in choices if choice for card in choice.get("cards", ())]


def test_decks_are_lengths_for_everybody(war: list[tuple[State, Any, State]]) -> None:
    seen = GAME.redact_state(war[0][2], BOTH)
    assert seen["decks"] == {"1914": 4, "1915": 12, "1916": 12, "1917": 12, "1918": 12}
    assert seen["mission_decks"] == {"allied": 8, "german": 8}
    assert len(seen["hands"]["allied"]["cards"]) == len(seen["hands"]["german"]["cards"]) == 4


def test_a_side_sees_its_own_hand_and_missions_alone(war: list[tuple[State, Any, State]]) -> None:
    seen = GAME.redact_state(war[0][2], ALLIED)
    assert len(seen["hands"]["allied"]["cards"]) == 4
    assert seen["hands"]["german"] == {"count": 4, "cards": None}
    assert seen["missions"]["german"] == {"drawn": None, "kept": None, "count": 0}
    assert GAME.redact_state(war[0][2], TV)["hands"]["allied"] == {"count": 4, "cards": None}


def test_the_setups_piles_stay_hidden_to_the_end() -> None:
    setup = GAME.shuffle({}, Random(3))
    state = GAME.open(setup).state
    told = GAME.redact_action(state, setup, BOTH)
    assert told["decks"]["1918"] == 12
    assert told["mission_decks"] == {"allied": 10, "german": 10}


def test_kept_missions_are_hidden_until_all_of_them_are_revealed(war: list[tuple[State, Any, State]]) -> None:
    before, action, after = next(line for line in war if line[1] and line[1]["type"] == "choose_missions")
    other = Sight(frozenset({"allied", "german"} - {action["side"]}))
    assert GAME.redact_action(after, action, other)["keep"] is None
    assert GAME.redact_action(after, action, BOTH) == action
    revealed = next(state for _, _, state in war if state.history)
    assert GAME.redact_action(revealed, action, other) == action
    assert "missions" in GAME.describe(GAME.redact_action(before, action, other))


def test_discarded_cards_are_hidden_until_they_lie_among_the_played(
    war: list[tuple[State, Any, State]],
) -> None:
    before, action, after = next(line for line in war if discards(line[1]))
    assert GAME.redact_action(after, action, TV) == action
    assert discards(GAME.redact_action(before, action, TV)) == [None] * len(discards(action))
    assert GAME.is_irrevocable(before, action, False)


def test_dice_of_the_app_and_seen_secrets_cannot_be_undone_alone(war: list[tuple[State, Any, State]]) -> None:
    table = GAME.open({"options": {"cards": "table"}}).state
    for before, action, _ in war[1:]:
        secret = action["type"] in ("reveal_missions", "score_year") or bool(discards(action))
        assert GAME.is_irrevocable(before, action, False) == secret
        assert GAME.is_irrevocable(before, action, True)
        assert not GAME.is_irrevocable(table, action, False)


def test_legal_shows_a_side_what_it_may_do_and_see(war: list[tuple[State, Any, State]]) -> None:
    for _, _, state in war:
        for entry in GAME.legal(state, ALLIED):
            assert entry.get("side") in (None, "allied")
        assert all(entry.get("side") is None for entry in GAME.legal(state, TV))
    start = next(state for _, _, state in war if state.turn and state.turn.step == "start")
    blind = GAME.legal(start, Sight(frozenset(), frozenset(["allied", "german"])))
    plays = [entry for entry in blind if entry["type"] == "play_card"]
    assert [(entry["card"], entry["mode"]) for entry in plays] == [(None, None)]


def test_every_line_and_every_moment_has_words(war: list[tuple[State, Any, State]]) -> None:
    for _, action, state in war[1:]:
        assert GAME.describe(action)
        assert GAME.headline(state).startswith(str(state.year))
        assert GAME.headline(state).count(" · ") == 2
    assert "victory" in GAME.headline(war[-1][2]) or "draw" in GAME.headline(war[-1][2])


def test_the_app_fills_in_what_was_left_out_and_nothing_else() -> None:
    random = Random(1)
    charge = {"type": "frontal_charge", "side": "german", "battlefield": "ypres"}
    state = GAME.open({"options": {"cards": "table"}}).state
    rolled = GAME.roll(state, charge, random)
    assert rolled["rolls"].keys() == {"attacker", "defender"}
    assert GAME.roll(state, rolled, random) is rolled
    for broken in (
        None,
        [],
        {"type": []},
        {"type": "resolve_event"},
        {"type": "resolve_event", "choices": 3},
    ):
        assert GAME.roll(state, broken, random) == broken
    assert GAME.shuffle({"options": {"cards": "table"}}, random) == {"options": {"cards": "table"}}
    given, rolls = GAME.procedure("setup").complete({"mission_decks": 1}, random)
    assert given["mission_decks"] == 1
    assert rolls.keys() == {"decks"}


def test_the_demo_stands_in_the_middle_of_1916_with_points_to_spend() -> None:
    setup, actions = GAME.demo()  # type: ignore[misc]
    state = GAME.open(setup).state
    for action in actions:
        state = GAME.apply(state, action).state
    assert state.year == 1916
    assert state.turn is not None
    assert state.turn.left >= 2
    assert len(state.in_play) >= 3
    assert sum(front.frontline != 0 for front in state.battlefields.values()) >= 3
    assert json.dumps(GAME.redact_state(state, TV))
