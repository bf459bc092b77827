"""Damaged lines, setups and states: an answer or a refusal with a place, never a crash."""

import json
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.engine.game import Sight
from companion.games.parabellum.campaign.playing.play import play
from companion.games.parabellum.campaign.playing.player import Player
from companion.games.parabellum.game import GAME
from companion.games.parabellum.state import state_json
from tests.games.parabellum.yard import setup

ODD: list[Any] = [
    *(None, True, -1, 0, 1, 99, 10**20, 1.5, "", "x", "u1", "u9", "a1", "t40", "2a", "north", "zed", "map"),
    *("aboard", "predeploy", "c", "nw", "fresh", [], {}, ["a1"], {"a": 1}, [None], "\ud800"),
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a value with every key of it."""
    inside = value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    found = [(value, key) for key, _ in inside]
    for _, each in list(inside):
        found += places(each)
    return found


def damaged(value: Any, random: Random) -> Any:
    """A copy with one to three things in it gone, strange or a little off."""
    copy = deepcopy(value)
    for _ in range(random.choice([1, 1, 2, 3])):
        known = places(copy)
        if known:
            holder, key = random.choice(known)
            damage(holder, key, random)
    return copy


def damage(holder: Any, key: Any, random: Random) -> None:
    way = random.random()
    if type(holder) is dict and way < 0.15:
        del holder[key]
    elif type(holder) is dict and way < 0.25:
        holder["extra"] = random.choice(ODD)
    elif type(holder[key]) is int and way < 0.6:
        holder[key] += random.choice([-1, 1, 5, -7])
    else:
        holder[key] = deepcopy(random.choice(ODD))


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_line_is_refused_or_played_and_always_described(seed: int) -> None:
    random = Random(seed)
    begun = setup(3) if seed else {**setup(2), "positions": "table"}
    for before, action, _ in play(begun, Player(random)):
        line = damaged(action, random)
        assert GAME.describe(line)
        GAME.redact_action(before, line, Sight())
        GAME.is_irrevocable(before, line, False)
        with suppress(GameError):
            GAME.asks(before, line)
            GAME.apply(before, line)
        bare = damaged(
            {key: value for key, value in action.items() if key not in ("rolls", "counter")}, random
        )
        with suppress(GameError):
            rolled = GAME.roll(before, bare, random)
            GAME.asks(before, rolled)
            GAME.apply(before, rolled)


@pytest.mark.parametrize("seed", range(2))
def test_a_damaged_state_is_read_or_refused(seed: int) -> None:
    random = Random(seed)
    for n, (state, _, _) in enumerate(play(setup(2), Player(random))):
        if n % 12:
            continue
        whole = json.loads(json.dumps(state_json(state)))
        binder = whole.pop("binder")
        broken = {**damaged(whole, random), "binder": binder}
        for name in ("legal", "audit", "campaign-report"):
            with suppress(GameError):
                GAME.procedure(name).resolve({"state": broken})
        with suppress(GameError):
            GAME.procedure("view").resolve({"state": broken, "viewer": "north"})


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_setup_is_read_or_refused(seed: int) -> None:
    random = Random(seed)
    broken = damaged({**setup(2), "options": {"players": 3, "positions": "table"}}, random)
    GAME.setup_seats(broken)
    with suppress(GameError):
        GAME.open(GAME.shuffle(broken, random))
