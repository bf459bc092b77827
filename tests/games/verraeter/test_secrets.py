"""No seat reads another's hand, pick or draw: not in a state, a line, a step, or what may be done."""

import json
from random import Random
from typing import Any

import pytest

from companion.engine.game import Sight
from companion.games.verraeter.data import ACTION_CARDS, ACTION_NAMES
from companion.games.verraeter.game import GAME
from companion.games.verraeter.state import State
from verraeter.drawn import after, at_draft, at_refill, at_reveal, at_supply, deed
from verraeter.player import Player, play


def only(*seats: str) -> Sight:
    return Sight(frozenset(seats), frozenset(seats))


def seen(state: State, *seats: str) -> Any:
    return GAME.redact_state(state, only(*seats))


@pytest.mark.parametrize("seed", range(8))
def test_a_seat_sees_the_specifications_view_and_nobody_more_than_the_tablet(seed: int) -> None:
    random = Random(seed)
    view = GAME.procedure("view").resolve
    for _, _, state in play(GAME.shuffle({}, random), Player(random, 0)):
        told = json.loads(json.dumps(GAME.state_json(state)))
        for seat in (*state.ids, None):
            sight = only(seat) if seat else Sight()
            assert GAME.redact_state(state, sight) == view({"state": told, "seat": seat}).result["view"]


@pytest.mark.parametrize("seed", range(8))
def test_hands_picks_and_piles_of_others_are_closed_until_the_end(seed: int) -> None:
    random = Random(seed)
    for _, _, state in play(GAME.shuffle({}, random), Player(random, 0)):
        shown = seen(state, "blue")
        assert not any(shown["draw"])
        if state.phase == "finished":
            continue
        for player in shown["players"]:
            if player["id"] != "blue":
                assert not any(player["hand"])
                assert state.phase not in ("draft", "supply", "reveal") or player["pick"] in (None, "hidden")
        assert shown["draft"]["removed"] in (None, "hidden")
        assert set(shown["draft"]["leftover"]) <= {"hidden"}
        if state.active != "blue":
            assert set(shown["draft"]["pool"]) <= {"hidden"}


@pytest.mark.parametrize("seed", range(8))
def test_steps_before_the_reveal_name_no_action_card_and_those_of_a_draw_no_value(seed: int) -> None:
    random = Random(seed)
    for before, action, _ in play(GAME.shuffle({}, random), Player(random, 0)):
        told = " ".join(step.text for step in GAME.apply(before, action).steps)
        if action["type"] in ("deal_actions", "pick_action"):
            assert not any(name in told or card in told for card, name in ACTION_NAMES.items())
    for value in (2, 3, 4, 5, 6, 8):
        steps = GAME.apply(at_refill(), deed("refill", "anna", cards=[value])).steps
        assert steps == GAME.apply(at_refill(), deed("refill", "anna", cards=[2])).steps


def test_a_line_of_the_journal_hides_what_its_state_hides() -> None:
    state = at_supply()
    pick = deed("pick_action", "anna", card="farmer")
    assert GAME.redact_action(state, pick, only("bert"))["card"] == "hidden"
    assert GAME.redact_action(state, pick, only("anna")) == pick
    deal = deed("deal_actions", "anna", removed="farmer")
    assert GAME.redact_action(state, deal, only("anna"))["removed"] == "hidden"
    drawn = deed("refill", "anna", cards=[2, 8], discard=[3])
    assert GAME.redact_action(state, drawn, only("bert")) == {**drawn, "cards": [0, 0]}
    assert GAME.redact_action(state, drawn, only("anna")) == drawn


def test_an_earlier_pick_does_not_tell_the_one_of_now() -> None:
    """Were only this round's card hidden, the line that is dark would say which it is."""
    state = at_supply()
    shown = [
        GAME.redact_action(state, deed("pick_action", "anna", card=card), only("bert"))
        for card in ACTION_CARDS
    ]
    assert all(line == shown[0] for line in shown)
    assert "keeps a card" in GAME.describe(shown[0])


def test_what_may_be_done_tells_the_pool_and_the_hand_to_their_owner_alone() -> None:
    dealt = after(at_draft(), deed("deal_actions", "anna", removed="farmer"))
    assert "traitor" in GAME.legal(dealt, only("anna"))[0]["cards"]
    host = Sight(frozenset(["bert"]), frozenset(dealt.ids))
    assert set(GAME.legal(dealt, host)[0]["cards"]) == {"hidden"}
    assert GAME.legal(at_supply(), Sight(frozenset(), frozenset(["anna"])))[0]["hand"] == [0, 0, 0]
    assert GAME.legal(dealt, only("bert")) == []


def test_an_undo_past_a_secret_shown_asks_the_table() -> None:
    dealt = after(at_draft(), deed("deal_actions", "anna", removed="farmer"))
    assert GAME.is_irrevocable(at_reveal(), {"type": "reveal"}, False)
    assert GAME.is_irrevocable(dealt, deed("pick_action", "anna", card="traitor"), False)
    assert GAME.is_irrevocable(at_refill(), deed("refill", "anna", cards=[2]), True)
    assert not GAME.is_irrevocable(at_supply(), deed("play_supply", "anna", cards=[]), False)
    last = deed("pick_action", "dora", card="strategist")
    assert not GAME.is_irrevocable(dealt, last, False)
