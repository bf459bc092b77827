"""The app at the table: dice that it rolls, the defender's word, seats, words for lines."""

from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Sight
from companion.games.parabellum.actions import ON_TABLE, VERBS
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import apply
from companion.games.parabellum.state import State
from tests.games.parabellum.yard import YARD, load, setup, table, unit_at

N, S = "north", "south"


def duel(**changes: Any) -> State:
    return table("direct", unit_at(N, "squad", "a1"), unit_at(S, "squad", "b1", **changes))


ATTACK = {"type": "attack", "player": N, "unit": "u1", "target": "u2"}
WEAK = {"attack": [1, 2, 3, 8], "defense": [6, 6, 6, 6]}


def test_the_app_rolls_one_die_a_person() -> None:
    rolled = GAME.roll(duel(strength=2), ATTACK, Random(1))
    assert [len(rolled["rolls"][key]) for key in ("attack", "defense")] == [4, 2]


def test_the_defender_is_asked_once_the_losses_are_known() -> None:
    state = duel()
    action = GAME.roll(state, {**ATTACK, "rolls": WEAK}, Random(1))
    question = GAME.asks(state, action)
    assert question is not None
    assert question.seat == S
    assert question.ask["losses"] == 1
    assert question.ask["strength"] == 3
    yes = GAME.answer(state, action, {"type": "counterattack", "player": S, "counter": True})
    assert len(yes["rolls"]["counter_attack"]) == 3
    assert len(yes["rolls"]["counter_defense"]) == 4
    assert GAME.apply(state, yes).state.units["u2"].ammunition == 2
    no = GAME.answer(state, action, {"type": "counterattack", "player": S, "counter": False})
    assert no["rolls"] == WEAK
    assert GAME.apply(state, no).state.units["u2"].ammunition == 3


@pytest.mark.parametrize("changes", [{"strength": 1}, {"ammunition": 0}, {"marks": ["fresh"]}])
def test_a_counterattack_that_cannot_be_is_refused_as_such_and_not_for_dice(changes: dict[str, Any]) -> None:
    state = duel(**changes)
    rolls = {"attack": [8, 8, 1, 1], "defense": [1] * changes.get("strength", 4)}
    action = GAME.roll(state, {**ATTACK, "counter": True, "rolls": rolls}, Random(1))
    with pytest.raises(IllegalAction) as exact:
        apply(state, action)
    assert exact.value.path == "counter"
    with pytest.raises(GameError, match="cannot hit back"):
        GAME.apply(state, action)


def test_the_defender_may_throw_real_dice() -> None:
    state = duel()
    action = GAME.roll(state, {**ATTACK, "rolls": WEAK}, Random(1))
    dice = {"counter_attack": [8, 8, 8], "counter_defense": [1, 1, 1, 1]}
    reply = {"type": "counterattack", "player": S, "counter": True, "rolls": dice}
    after = GAME.apply(state, GAME.answer(state, action, reply)).state
    assert after.units["u1"].strength == 1
    with pytest.raises(GameError):
        GAME.answer(state, action, {**reply, "player": N})


@pytest.mark.parametrize("changes", [{"ammunition": 0}, {"marks": ["fresh"]}, {"strength": 1}])
def test_who_cannot_hit_back_is_not_asked(changes: Any) -> None:
    state = duel(**changes)
    rolls = {"attack": [8, 8, 8, 8], "defense": [1] * changes.get("strength", 4)}
    action = GAME.roll(state, {**ATTACK, "rolls": rolls}, Random(1))
    assert action["counter"] is False
    assert GAME.asks(state, action) is None
    GAME.apply(state, action)


def test_what_is_refused_is_refused_for_its_own_reason_and_not_for_missing_dice() -> None:
    far = table("direct", unit_at(N, "squad", "a1"), unit_at(S, "squad", "f1"))
    for state, path in (
        (far, "target"),
        (far.changed(phase="movement"), "type"),
        (far.changed(active=S), "player"),
    ):
        with pytest.raises(GameError) as refused:
            GAME.apply(state, GAME.roll(state, ATTACK, Random(1)))
        assert refused.value.path == path


@pytest.mark.parametrize("seed", range(12))
def test_the_app_rolls_barrages_and_explosions_to_their_end(seed: int) -> None:
    random = Random(seed)
    caches = {"c1": load(3, 2), "d1": load(4), "d2": load(0, 9)}
    state = table(
        "special",
        unit_at(N, "mortar", "a1"),
        unit_at(S, "squad", "c1", "nw"),
        unit_at(S, "tank", "c2"),
        caches=caches,
    )
    shots = [{"cache": "c1"}, {"unit": "u2"}, {"cache": "c1"}]
    barrage = {"type": "barrage", "player": N, "unit": "u1", "shots": shots}
    after = GAME.apply(state, GAME.roll(state, barrage, random)).state
    assert after.units["u1"].ammunition == 2
    direct = state.changed(phase="direct", units={**state.units, "u1": unit_at(N, "squad", "a1")})
    fire = {"type": "attack_cache", "player": N, "unit": "u1", "square": "c1"}
    GAME.apply(direct, GAME.roll(direct, fire, random))


def test_the_app_rolls_ties_for_turn_order_again() -> None:
    state = GAME.open(setup(4)).state
    for seed in range(8):
        rolled = GAME.roll(state, {"type": "turn_order", "dice": {"north": 6}}, Random(seed))
        assert sorted(GAME.apply(state, rolled).state.order) == sorted(state.players)


def test_companies_sit_down_in_the_order_of_the_binder() -> None:
    whole = GAME.shuffle({"options": {"players": 3, "metric": "diagonal"}}, Random(1))
    assert whole["options"] == {"metric": "diagonal"}
    assert [chair.name for chair in GAME.setup_seats(whole)] == [
        "Kestrel-Vaun Holdings",
        "Meridian Deepworks",
        "Ansa Mutual Security",
    ]
    asked = GAME.shuffle({"options": {"players": ["ansa", "meridian"]}}, Random(1))
    assert [chair.id for chair in GAME.setup_seats(asked)] == ["meridian", "ansa"]
    other = GAME.shuffle({"binder": YARD, "options": {"players": ["ansa", "meridian", "nobody"]}}, Random(1))
    assert [chair.id for chair in GAME.setup_seats(other)] == ["north", "south", "east"]
    named = GAME.shuffle(
        {"players": [{"player": "ada", "company": "ansa"}, {"player": "bo", "company": "meridian"}]},
        Random(1),
    )
    assert [chair.name for chair in GAME.setup_seats(named)] == ["Ada", "Bo"]
    for broken in (
        {"options": 3},
        {"players": 4},
        {"binder": 5},
        7,
        {"options": {"players": "many"}},
        {"options": {"players": [3]}},
    ):
        with pytest.raises(GameError):
            GAME.open(GAME.shuffle(broken, Random(1)))
        GAME.setup_seats(broken)


def test_every_type_of_line_has_words() -> None:
    assert VERBS.keys() == ON_TABLE.keys()
    assert (
        GAME.describe({"type": "move", "player": "ada", "unit": "u3", "path": ["a1", "b1"]})
        == "Ada moves u3 to B1"
    )
    assert GAME.describe({"players": []}) == "The campaign begins"
    assert GAME.describe({"type": "purchase", "player": "ada"}) == "Ada buys something"


def test_the_attacker_is_not_told_who_could_hit_back() -> None:
    state = duel()
    assert attack_entry(state, N)["targets"] == {"u2": None}
    both = Sight(frozenset((N, S)), frozenset((N, S)))
    entry = next(e for e in GAME.legal(state, both) if e["type"] == "attack")
    assert entry["targets"] == {"u2": True}


def attack_entry(state: State, seat: str) -> Any:
    sight = Sight(frozenset((seat,)), frozenset((seat,)))
    return next(entry for entry in GAME.legal(state, sight) if entry["type"] == "attack")
