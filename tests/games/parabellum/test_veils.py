"""A refusal says the same whatever lies behind the others' screens: it may be asked a thousand times."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.engine.scene import Looker
from companion.engine.wire import Json
from companion.games.parabellum.campaign.playing.play import play
from companion.games.parabellum.campaign.playing.player import Player
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import apply
from companion.games.parabellum.state import State
from tests.games.parabellum.disguises import disguised
from tests.games.parabellum.drawn import load, table, unit
from tests.games.parabellum.test_hostile import damaged
from tests.games.parabellum.yard import setup

N, S = "north", "south"


def near(phase: str, **changes: Any) -> State:
    """A squad and a mortar before a squad and a tank, tokens between them."""
    return table(
        phase,
        unit(N, "squad", "a1"),
        unit(N, "mortar", "a3"),
        unit(S, "squad", "b1", **changes),
        unit(S, "tank", "c2"),
        caches={"b2": load(2), "c1": load(1, 1)},
    )


def refused(state: State, action: Json) -> tuple[str, str, str] | None:
    try:
        GAME.apply(state, action)
    except GameError as error:
        return error.code, error.path, error.message
    return None


def guesses(dice: int, faces: int = 1) -> list[Json]:
    """One attack, the target's dice guessed: how many, and how high."""
    rolls = {"attack": [1, 1, 1, 1], "defense": [faces] * dice}
    attack = {"type": "attack", "player": N, "unit": "u1", "target": "u3"}
    answer = {"counter_attack": [8] * dice, "counter_defense": [1, 1, 1, 1]}
    return [
        {**attack, "counter": False, "rolls": rolls},
        {**attack, "counter": True, "rolls": {**rolls, **answer}},
    ]


@pytest.mark.parametrize("faces", [1, 6, 9, 99])
def test_guessing_at_a_targets_dice_teaches_nothing_but_what_was_right(faces: int) -> None:
    """People, die, ammunition: four truths, and every wrong guess is told the same."""
    truths = [near("direct"), near("direct", strength=2), near("direct", ammunition=0)]
    truths.append(disguised(truths[0], S))
    for dice in range(1, 9):
        for n, action in enumerate(guesses(dice, faces)):
            told = {refused(state, action) for state in truths} - {None}
            assert len(told) <= 1, (n, dice, told)


def test_guessing_at_a_barrage_or_an_explosion_teaches_nothing_either() -> None:
    shots = [{"unit": "u3"}, {"unit": "u3"}, {"cache": "c1"}]
    barrage = {"type": "barrage", "player": N, "unit": "u2", "shots": shots}
    for dice in range(1, 7):
        hit = {"artillery": 10, "defense": [1] * dice}
        fired = {"artillery": 10, "defense": [1, 1], "explosions": [{"attack": [1], "defense": [1] * dice}]}
        for second in (hit, None):
            action = {**barrage, "rolls": [hit, second, fired]}
            told = {refused(near("special", **other), action) for other in TRUTHS} - {None}
            assert len(told) <= 1
        cache = {"type": "attack_cache", "player": N, "unit": "u1", "square": "b2"}
        rolls = {"attack": [8] * 4, "defense": [1, 1], "explosions": fired["explosions"]}
        told = {refused(near("direct", **other), {**cache, "rolls": rolls}) for other in TRUTHS} - {None}
        assert len(told) == 1


TRUTHS: list[dict[str, Any]] = [{}, {"strength": 1}, {"strength": 2}, {"strength": 3, "fuel": 0}]


def test_ones_own_dice_are_still_counted_out_loud() -> None:
    few = {**guesses(4)[0], "rolls": {"attack": [1], "defense": [1] * 4}}
    assert refused(near("direct"), few) == (
        "invalid_input",
        "rolls.attack",
        "The attack dice: 4 are wanted; 1 was given.",
    )
    for missing in ({"attack": [1] * 4}, {}):
        told = refused(near("direct"), {**few, "rolls": missing})
        assert told is not None
        assert "Still to say" in told[2]


def test_who_answers_is_told_the_number_of_the_own_dice() -> None:
    state = near("direct")
    action = {**guesses(4)[0], "rolls": {"attack": [8, 1, 1, 1], "defense": [1] * 4}}
    del action["counter"]
    reply = {"type": "counterattack", "player": S, "counter": True, "rolls": {"counter_attack": [1, 1]}}
    with pytest.raises(GameError, match="3 are wanted") as wrong:
        GAME.answer(state, action, reply)
    assert wrong.value.path == "rolls.counter_attack"


@pytest.mark.parametrize("seed", range(5))
def test_no_refusal_changes_with_what_others_hide(seed: int) -> None:
    """Damaged lines of a whole campaign, against the table as it is and as it might be for all one knows."""
    random, compared = Random(seed), 0
    for before, action, _ in play(setup(2), Player(random)):
        player = action.get("player")
        if player not in before.players:
            continue
        (rival,) = set(before.seated) - {player}
        other = disguised(before, rival)
        for _ in range(4):
            line = damaged(deepcopy(action), random)
            if type(line) is not dict or line.get("player") != player or line.get("type") == "choose":
                continue
            one, two = refused(before, line), refused(other, line)
            if one and two:
                assert one == two, line
                compared += 1
    assert compared > 50


def test_the_assistant_that_plays_a_journal_again_still_names_the_exact_place() -> None:
    with pytest.raises(GameError) as exact:
        apply(near("direct"), guesses(2)[0])
    assert exact.value.path == "rolls.defense"
    assert "4 are wanted" in exact.value.message


def test_who_acts_for_another_company_hears_nothing_of_its_cards() -> None:
    """At an open table a seat may move for the other; what is refused then tells no more than the map."""
    state = near("movement")
    north = Looker(seats={N: "North", S: "South Yard"}, holds=(N,), acts_for_all=True)
    for action in (
        {"type": "adjust", "player": S, "reason": "to see", "credits": -9999},
        {"type": "purchase", "player": S, "resource": "fuel", "quantity": 999},
    ):
        told = heard(state, action, north)
        assert told == heard(disguised(state, S), action, north)
        assert "only South Yard may know" in told or "This belongs to" in told
    assert "There are" in heard(state, {**SHORT, "player": N}, north)
    assert "Still to say" in heard(state, {"type": "adjust", "player": S}, north)
    entries = GAME.legal(table("setup").changed(active=S), north.sight())
    assert {entry["type"] for entry in entries if entry["player"] == S} <= {"done"}


SHORT = {"type": "adjust", "reason": "to see", "credits": -9999}


def heard(state: State, action: dict[str, Any], device: Looker) -> str:
    with pytest.raises(GameError) as error:
        GAME.apply(state, action)
    return GAME.hear(state, action, error.value, device).message
