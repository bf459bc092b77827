"""Whole campaigns at random and played by the app: every law holds, and damaged lines crash nothing."""

import json
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.engine.campaign.design import Setup
from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Sight
from companion.games.parabellum.actions import TYPES
from companion.games.parabellum.campaign import playing
from companion.games.parabellum.campaign.playing import (
    Player,
    Steady,
    journal,
    objectives,
    play,
    players,
    trial,
)
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import telling
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.rules.setting_up import OWN
from companion.games.parabellum.state import State, state_json
from companion.games.parabellum.state.binder.reading import starter_file
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


STARTER = starter_file()
ASKED = Setup(players=2, seed=4)


def test_the_same_seed_gives_the_same_play_and_its_journal_replays_to_the_same_end() -> None:
    told = trial(STARTER, ASKED)
    assert told == trial(STARTER, ASKED)
    assert told != trial(STARTER, ASKED._replace(seed=5))
    state = GAME.procedure("replay").resolve(journal(STARTER, ASKED)).result["state"]
    assert state["phase"] == "over"
    assert [each["scenario"] for each in state["history"]] == [each.scenario for each in told.fought]
    assert len(journal(STARTER, ASKED)["actions"]) == told.lines
    assert not told.broken


def test_every_company_of_a_binder_can_be_played() -> None:
    assert players(STARTER) == (2, 3, 4)
    told = trial(STARTER, Setup(players=4, seed=1))
    assert len(told.fought[0].sides) == 4
    assert objectives(STARTER).keys() == STARTER["scenarios"].keys()


def test_a_steady_player_neither_gives_up_nor_declares_what_the_map_shows() -> None:
    setup = GAME.shuffle({"options": {"players": 2}}, Random(1))
    for before, action, _ in play(setup, Steady(Random(1), by_hand=0)):
        assert action["type"] not in ("abstain", "adjust", "extract")
        if action["type"] == "objective":
            assert before.objective(action["objective"]).kind == "manual"


@pytest.mark.parametrize(
    ("error", "crash"), [(IllegalAction("unit", "It cannot."), False), (KeyError("u1"), True)]
)
def test_what_breaks_a_play_is_told_with_its_line_and_the_deed(
    error: Exception, crash: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = playing.apply_at_table

    def applied(state: State, action: Any) -> Any:
        if action["type"] == "muster":
            raise error
        return real(state, action)

    monkeypatch.setattr(playing, "apply_at_table", applied)
    broken = trial(STARTER, ASKED).broken
    assert broken
    assert (broken.scenario, broken.crash) == ("1", crash)
    assert broken.deed
    lines = journal(STARTER, ASKED)["actions"]
    assert len(lines) == broken.line
    assert lines[-1]["type"] == "muster"


def test_a_campaign_without_an_end_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing.play, "__defaults__", (20,))
    broken = trial(STARTER, ASKED).broken
    assert broken
    assert (broken.line, broken.deed) == (20, "")


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
