"""A table with its own cards: the app follows a whole game that it does not see, and finds what cannot be."""

from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.engine.game import Sight
from companion.engine.scene import NOBODY
from companion.games.scope.data import ENEMY, SIDES
from companion.games.scope.game import GAME
from companion.games.scope.procedures.search_odds import face_down, remembered
from companion.games.scope.rules.secrets import TURNED, possible
from companion.games.scope.state import State, read_state, state_json
from tests.games.scope.drawn import deed
from tests.games.scope.player import Player, play
from tests.games.scope.setups import table

SETUP = GAME.shuffle({"scenario": "quick_duel", "mode": "advanced", "laying": "table"}, Random(1))


def told(state: State, action: dict[str, Any]) -> dict[str, Any]:
    """What people at the table say of a deed: what was turned up, and no order."""
    find = TURNED.get(action["type"])
    said = {key: value for key, value in action.items() if key != "order"}
    if find is None:
        return said
    return {**said, "turned": [state.grid[at].card for at in find(state, action)]}


@pytest.mark.parametrize("seed", range(24))
def test_a_whole_game_on_the_table_is_followed_to_the_same_end(seed: int) -> None:
    random = Random(seed)
    chosen = table(random)
    followed = GAME.open(GAME.shuffle({**chosen, "laying": "table"}, random)).state
    for before, action, after in play(GAME.shuffle(chosen, random), Player(random), 4000):
        followed = GAME.apply(followed, told(before, action)).state
        assert public(followed) == public(after)
        fits(followed, after)


def public(state: State) -> dict[str, Any]:
    """What everybody at a table knows."""
    seen = GAME.redact_state(state, NOBODY) if state.phase != "finished" else state_json(state)
    keys = ("phase", "turn", "slot", "score", "lost", "shots", "pending", "winner", "reason")
    return {key: seen[key] for key in keys} | {"events": state.events}


def fits(followed: State, true: State) -> None:
    """The truth is among what the app takes for possible, and as many of each card lie face down."""
    for side in SIDES:
        memory = remembered(followed, side)
        hidden = face_down(followed, side, memory)
        assert sorted(true.grid[at].card for at in hidden) == sorted(memory.rest.elements())
        assert all(true.grid[at].card == card for at, card in memory.known.items())
        assert true.cells(side) == possible(followed).cells(side)


def opened() -> State:
    return GAME.open(SETUP).state


def play_on(state: State, *actions: dict[str, Any]) -> State:
    for action in actions:
        state = GAME.apply(state, action).state
    return state


def test_nothing_is_dealt_or_sealed_where_the_cards_lie_on_the_table() -> None:
    state = opened()
    assert not {"fronts", "salts"} & set(SETUP)
    assert (state.phase, state.seals, state.cards) == ("turn", {}, "table")
    assert read_state(state_json(state), "state") == state


@pytest.mark.parametrize("sight", [NOBODY, Sight(frozenset({"german"})), Sight(frozenset({"soviet"}))])
def test_nobody_is_shown_a_card_that_the_app_does_not_know(sight: Sight) -> None:
    state = play_on(opened(), deed("search", cell="a4", turned=["scout"]))
    seen = GAME.redact_state(state, sight)["grid"]
    assert {at: each["card"] for at, each in seen.items() if each["card"] != "hidden"} == {"a4": "scout"}
    held = play_on(state, deed("hold"))
    assert {each["card"] for each in GAME.redact_state(held, sight)["grid"].values()} == {"hidden"}
    over = play_on(held, deed("resign"))
    assert {each["card"] for each in GAME.redact_state(over, sight)["grid"].values()} == {"hidden"}


SHOWN = [
    deed("move", quadrant="a1"),
    deed("howitzer", "soviet", mortar="a4", target="a1", turned=["empty"]),
]
FAR = "No machine gun of the German side can lie"


@pytest.mark.parametrize(
    ("actions", "path", "words"),
    [
        ([deed("search", cell="a4")], "turned", "1 cards are turned up by this; 0 were told"),
        ([deed("search", cell="a4", turned=["tank"])], "turned.0", "tank"),
        ([deed("search", cell="a4", turned=["scout", "scout"])], "turned", "1 cards"),
        ([deed("search", cell="a1", turned=["scout"])], "cell", "no enemy card"),
        (
            [*SHOWN, deed("search", cell="a4", turned=["scout"])],
            "turned.0",
            "has seen what lies at a4: mortar",
        ),
        (
            [deed("recognition", cells=["a4", "b4"], turned=["mortar", "mortar"])],
            "turned.1",
            "No mortar of the Soviet",
        ),
        ([deed("offensive_fire", target="a6", turned=["scout"])], "target", FAR),
        ([deed("search", cell="a4", turned=["decoy"]), deed("hold")], "type", "cannot be held"),
        ([deed("shoot", quadrant="a1")], "type", "the game is at"),
    ],
)
def test_what_cannot_be_is_refused_and_says_why(actions: list[Any], path: str, words: str) -> None:
    *before, last = actions
    state = opened()
    for action in before:
        state = GAME.apply(state, action).state
        state = GAME.apply(state, deed("end_turn", state.slot)).state if state.phase == "after" else state
    with pytest.raises(GameError, match=words) as refused:
        GAME.apply(state, last)
    assert refused.value.path == path


def test_a_card_that_was_seen_may_lie_elsewhere_once_its_quadrant_was_moved() -> None:
    seen = play_on(opened(), deed("search", cell="a4", turned=["scout"]), deed("hold"), deed("end_turn"))
    moved = play_on(seen, deed("move", "soviet", quadrant="a4"), deed("end_turn", "soviet"))
    assert play_on(moved, deed("search", cell="b5", turned=["scout"])).pending.card == "scout"  # type: ignore[union-attr]
    assert play_on(moved, deed("search", cell="a4", turned=["empty"])).pending is None


def test_what_may_be_done_is_read_from_what_may_lie_there() -> None:
    entries = {
        each["type"]: each for each in GAME.legal(opened(), Sight(acts=frozenset({"german", "soviet"})))
    }
    assert entries["howitzer"]["shots"][0]["mortar"] == "a1"
    assert len(entries["howitzer"]["shots"]) == 12
    assert len(entries["deploy"]["officers"]) == 12


def test_a_shot_from_where_no_sniper_can_lie_is_refused() -> None:
    state = opened()
    corner = [deed("recognition", "soviet", cells=["a1", "b1"], turned=["empty", "empty"]),
              deed("recognition", "soviet", cells=["a2", "b2"], turned=["empty", "empty"])]  # fmt: skip
    quiet = deed("move", quadrant="c2")
    for action in (quiet, corner[0], quiet, corner[1]):
        state = GAME.apply(state, action).state
        state = GAME.apply(state, deed("end_turn", state.slot)).state if state.phase == "after" else state
    state = play_on(state, deed("search", cell="a4", turned=["scout"]))
    with pytest.raises(GameError) as refused:
        GAME.apply(state, deed("shoot", quadrant="a1"))
    assert refused.value.path == "quadrant"
    assert play_on(state, deed("shoot", quadrant="b2")).score["german"] == 1


def test_no_card_is_set_by_hand_that_the_app_does_not_know() -> None:
    change = {"target": "card", "cell": "a1", "side": "german", "card": "empty"}
    with pytest.raises(GameError) as refused:
        GAME.apply(opened(), {"type": "adjust", "reason": "wrong", "changes": [change]})
    assert refused.value.path == "changes.0.target"
    points = {"target": "score", "side": "german", "by": 2}
    assert play_on(opened(), {"type": "adjust", "reason": "wrong", "changes": [points]}).score["german"] == 2


def test_what_was_turned_up_is_in_no_later_journal_unless_the_app_remembers() -> None:
    search = deed("search", cell="a4", turned=["scout"])
    state = play_on(opened(), search)
    assert GAME.redact_action(state, search, Sight(frozenset({"german"}))) == deed("search", cell="a4")
    aided = GAME.open({**SETUP, "options": {"memory_aid": True}}).state
    assert GAME.redact_action(aided, search, NOBODY) == search


def test_nobody_acts_for_the_side_whose_turn_it_is_not() -> None:
    with pytest.raises(GameError) as refused:
        GAME.apply(opened(), deed("search", ENEMY["german"], cell="a1", turned=["empty"]))
    assert refused.value.path == "seat"
