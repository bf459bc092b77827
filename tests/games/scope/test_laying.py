"""Fronts that their people lay out themselves: in any order, in secret, sealed, and no more to be changed."""

from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.engine.game import Sight
from companion.engine.scene import NOBODY
from companion.games.scope.game import GAME
from companion.games.scope.rules import secrets
from companion.games.scope.rules.setting_up import seal
from companion.games.scope.state import State, read_state, state_json
from tests.games.scope.drawn import FRONTS, deed
from tests.games.scope.test_secrets import GERMAN, SOVIET

SALT = "0123456789abcdef" * 2
SETUP = GAME.shuffle({"scenario": "quick_duel", "laying": "players"}, Random(1))


def lay(seat: str = "german", **more: Any) -> Any:
    return deed("lay_out", seat, front=FRONTS[seat.split("_")[0]], salt=SALT, **more)


def laid(*seats: str, setup: Any = SETUP) -> State:
    state = GAME.open(setup).state
    for seat in seats:
        state = GAME.apply(state, lay(seat)).state
    return state


def test_what_lays_cards_at_random_is_known_to_their_own_side_alone() -> None:
    state = laid("german")
    assert set(GAME.redact_action(state, SETUP, SOVIET)["luck"]) == {"soviet"}
    assert not GAME.redact_action(state, SETUP, NOBODY)["luck"]


def test_nothing_is_dealt_where_people_lay_their_fronts_out() -> None:
    assert not {"fronts", "salts"} & set(SETUP)
    state = GAME.open(SETUP).state
    assert (state.phase, state.laying_out) == ("laying_out", ("german", "soviet"))
    assert GAME.actors(state) == ("german", "soviet")


@pytest.mark.parametrize("order", [("german", "soviet"), ("soviet", "german")])
def test_either_side_may_be_done_first_and_then_the_german_side_begins(order: tuple[str, str]) -> None:
    first = laid(order[0])
    assert GAME.actors(first) == (order[1],)
    state = laid(*order)
    assert (state.phase, GAME.actors(state)) == ("turn", ("german",))
    dealt = GAME.open({"scenario": "quick_duel", "fronts": FRONTS}).state
    assert state.grid == dealt.grid
    assert set(state.seals) == {"german", "soviet"}


def test_a_front_that_is_sealed_is_laid_no_more() -> None:
    with pytest.raises(GameError) as refused:
        GAME.apply(laid("german"), lay("german"))
    assert refused.value.path == "seat"


def test_a_front_of_other_cards_is_refused_with_the_cards_that_are_wrong() -> None:
    front = [["sniper"] * 4, *FRONTS["german"][1:]]
    with pytest.raises(GameError, match=r"sniper 2 \(not 5\)") as refused:
        GAME.apply(laid(), {**lay(), "front": front})
    assert refused.value.path == "front"


def test_nobody_plays_before_both_fronts_are_laid() -> None:
    with pytest.raises(GameError) as refused:
        GAME.apply(laid("german"), deed("search", "soviet", cell="a1"))
    assert refused.value.path == "type"
    assert GAME.legal(laid("german"), SOVIET) == [{"type": "lay_out", "seat": "soviet"}]


def test_a_table_salts_each_seal_itself() -> None:
    asked = {key: value for key, value in lay().items() if key != "salt"}
    one, two = (GAME.roll(laid(), asked, Random(seed)) for seed in (1, 2))
    assert one["salt"] != two["salt"]
    assert GAME.apply(laid(), one).state.seals["german"] == seal(FRONTS["german"], one["salt"]).digest


@pytest.mark.parametrize("sight", [SOVIET, NOBODY])
def test_the_enemy_learns_of_a_front_that_it_is_sealed_and_its_seal(sight: Sight) -> None:
    state = laid("german")
    assert GAME.redact_action(state, lay(), sight) == deed("lay_out")
    assert {each["card"] for each in GAME.redact_state(state, sight)["grid"].values()} == {"hidden"}
    assert GAME.redact_state(state, sight)["seals"] == state.seals
    texts = " ".join(step.text for step in GAME.apply(laid(), lay()).steps)
    assert seal(FRONTS["german"], SALT).code in texts
    assert "sniper" not in texts


def test_its_own_side_sees_the_front_that_it_has_laid() -> None:
    cards = {each["card"] for each in GAME.redact_state(laid("german"), GERMAN)["grid"].values()}
    assert cards > {"hidden", "sniper"}


def test_either_division_of_a_side_lays_its_front_out() -> None:
    setup = {"scenario": "quick_duel", "mode": "advanced", "players": 4, "laying": "players"}
    state = GAME.open(setup).state
    assert GAME.actors(state) == state.slots
    state = GAME.apply(state, lay("soviet_snipers")).state
    assert GAME.actors(state) == ("german_units", "german_snipers")


def test_the_game_that_follows_is_checked_from_the_fronts_that_were_laid() -> None:
    actions = [lay("soviet"), lay("german"), deed("search", cell="b4"), deed("resign", "soviet")]
    state = laid()
    for action in actions:
        state = GAME.apply(state, action).state
    assert secrets.first_fault(SETUP, actions, state) is None
    assert [each.kept for each in secrets.opened(SETUP, actions, state.seals)] == [True, True]
    swapped = [lay("soviet"), {**lay("german"), "front": FRONTS["german"][::-1]}, *actions[2:]]
    assert [each.kept for each in secrets.opened(SETUP, swapped, state.seals)] == [True, False]


def test_a_table_whose_fronts_are_being_laid_survives_json() -> None:
    for state in (laid(), laid("soviet"), laid("soviet", "german")):
        assert read_state(state_json(state), "state") == state


def test_a_scenario_that_cannot_be_is_refused_before_anybody_lays_a_card() -> None:
    for setup in ({"theme": "stop_the_advance"}, {"theme": "stop_the_advance", "laying": "players"}):
        with pytest.raises(GameError) as refused:
            GAME.open(GAME.shuffle(setup, Random(1)))
        assert refused.value.path == "theme"


def test_only_the_people_or_the_app_lay_fronts_out() -> None:
    with pytest.raises(GameError) as refused:
        GAME.open({"scenario": "quick_duel", "laying": "nobody"})
    assert refused.value.path == "laying"
