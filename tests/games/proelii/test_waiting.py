"""Several units with one tap: those that wait, and the dice of a side."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.engine.errors import IllegalAction
from companion.engine.player import completed
from companion.engine.scene import Scene, Sight
from companion.engine.stage import Deed
from companion.engine.wording import count
from companion.games.proelii import deeds
from companion.games.proelii.data import OTHER
from companion.games.proelii.game import GAME
from companion.games.proelii.procedures.field import reachers
from companion.games.proelii.rules import course, movement
from companion.games.proelii.rules.movement import eligible
from companion.games.proelii.screens import view
from companion.games.proelii.state import State, read_state, state_json
from tests.games.proelii.player import Player, play, setup
from tests.games.proelii.test_screens import led


@cache
def moments(step: str, seeds: range) -> list[State]:
    """States of random battles at which this step is asked."""
    found = []
    for seed in seeds:
        random = Random(seed)
        found += [state for state, _, _ in play(setup(random), Player(random), 400) if state.step == step]
    return found


def done(state: State, action: Any) -> State:
    return GAME.apply(state, action).state


def by_hand(state: State, waits: set[str]) -> State:
    """The same with a tap for every unit that waits."""
    while state.step == "movement" and state.to_act and not state.open[state.to_act]:
        able = eligible(state, state.to_act)
        if not {*able} <= waits:
            break
        state = done(state, {"type": "pass", "unit": able[0]})
    return state


def wait(units: Any, until: str = "over") -> Any:
    return {"type": "wait", "units": [{"unit": name, "until": until} for name in units]}


def bare(state: State) -> Any:
    return {key: value for key, value in state_json(state).items() if key != "waits"}


def test_to_wait_is_to_pass_one_after_another() -> None:
    random = Random(7)
    states = [each for each in moments("movement", range(2)) if not each.open[each.on_move]]
    for state in random.sample(states, 60):
        army = [name for name, _ in state.army(state.on_move)]
        some = random.sample(army, random.randint(1, len(army)))
        after = done(state, wait(some))
        assert bare(after) == bare(by_hand(state, {*some}))
        assert after.step == "movement" or not after.waits
        assert read_state(state_json(after), "state") == after


def test_both_armies_wait_through_the_moves() -> None:
    state = next(each for each in moments("movement", range(1)) if not each.open[each.on_move])
    for side in (state.on_move, OTHER[state.on_move]):
        if state.step == "movement" and state.to_act == side:
            state = done(state, wait(name for name, _ in state.army(side)))
    assert state.step != "movement"
    assert "waits" not in state_json(state)


def test_who_waits_until_reached_is_asked_when_an_enemy_can_come_next_to_it() -> None:
    roused = asked = 0
    for state in moments("movement", range(2)):
        if state.open[state.on_move]:
            continue
        side, army = state.on_move, [name for name, _ in state.army(state.on_move)]
        after = done(state, wait(army, "reached"))
        able = eligible(state, side)
        near = [name for name in able if reachers(state, name)]
        if near:
            roused += 1
            assert (after.to_act, eligible(after, side)) == (side, able)
        else:
            asked += 1
            assert (after.to_act, after.tier, eligible(after, side)) != (side, state.tier, able)
    assert roused
    assert asked


def test_who_is_reached_and_waits_on_is_not_asked_the_same_for_ever() -> None:
    pressed = 0
    for state in moments("movement", range(2)):
        side, army = state.on_move, [name for name, _ in state.army(state.on_move)]
        after = state if state.open[side] else done(state, wait(army, "reached"))
        seat = frozenset([side])
        ask = view(Scene(after, Sight(seat, seat, seat), trail=(after,))).stage.ask
        if after.to_act != side or str(ask.title) != "Whose move?":
            continue
        pressed += "all the same" in str(ask.main.words)
        assert done(after, json.loads(ask.main.action)) != after
    assert pressed


def test_an_order_is_for_own_living_units_once_each_and_may_be_taken_back() -> None:
    states = [each for each in moments("movement", range(1)) if not each.open[each.on_move]]
    state = next(each for each in states if len(eligible(each, each.on_move)) > 1)
    one, *_ = eligible(state, state.on_move)
    theirs = next(name for name, _ in state.army(OTHER[state.on_move]))
    with pytest.raises(IllegalAction) as other:
        done(state, wait([one, theirs]))
    assert other.value.path == "units.1.unit"
    with pytest.raises(IllegalAction) as twice:
        done(state, wait([one, one]))
    assert twice.value.path == "units.1.unit"
    assert done(done(state, wait([one])), wait([one], "asked")) == state
    assert GAME.whose(state, wait([one])) == state.on_move


def test_a_move_that_is_held_open_is_closed_before_anybody_waits() -> None:
    state = next(each for each in moments("movement", range(1)) if each.open[each.on_move] is None)
    name = eligible(state, state.on_move)[0]
    opened = movement.opened(state, state.on_move, movement.Activation(name, 1, state.units[name].at))
    with pytest.raises(IllegalAction) as refused:
        done(opened, wait([name]))
    assert refused.value.path == "type"


def test_all_dice_of_a_side_are_the_dice_one_after_another() -> None:
    several = 0
    for state in moments("roll", range(5)):
        for side in ("white", "black"):
            names = [name for name, unit in state.army(side) if course.may_roll(state, unit)]
            if len(names) < 2:
                continue
            several += 1
            action = GAME.roll(state, {"type": "rolls", "rolls": [{"unit": n} for n in names]}, Random(1))
            after, one_by_one = done(state, action), state
            for each in action["rolls"]:
                one_by_one = done(one_by_one, {"type": "roll", **each})
            assert after == one_by_one
            assert GAME.whose(state, action) == side
            with pytest.raises(IllegalAction) as again:
                done(state, {**action, "rolls": [action["rolls"][0], action["rolls"][0]]})
            assert again.value.path == "rolls.1.unit"
    assert several


def test_nobody_rolls_the_dice_of_both_sides() -> None:
    for state in moments("roll", range(5)):
        each = [
            next((n for n, u in state.army(s) if course.may_roll(state, u)), "") for s in ("white", "black")
        ]
        if all(each):
            dice = [{"unit": name, "face": "blank"} for name in each]
            with pytest.raises(IllegalAction) as refused:
                done(state, {"type": "rolls", "rolls": dice})
            assert refused.value.path == "rolls.1.unit"
            return


def test_a_line_says_how_many_wait_and_how_long() -> None:
    state = next(each for each in moments("movement", range(1)))
    names = [name for name, _ in state.army(state.on_move)]
    assert deeds.tell(state, wait(names), None) == f"{count(len(names), 'unit')} wait to the end of the moves"
    both = {"type": "wait", "units": [*wait(names[:1])["units"], *wait(names[1:2], "reached")["units"]]}
    assert deeds.tell(state, both, None).endswith("are told when to wait")
    assert deeds.describe({"type": "rolls", "rolls": [None, {"unit": "w01"}]}) == "w01 roll"


def quiet(*more: Any) -> Any:
    """Zama until its first move, nobody having marched."""
    state = GAME.open({"scenario": "zama"}).state
    return led(state, [*[{"type": "done"}] * 6, *more], "white")


def test_a_side_may_wait_with_all_it_has_while_one_unit_is_asked() -> None:
    asked = view(quiet()).stage.ask
    assert [each.words for each in asked.lesser] == ["Wait", "All of mine wait"]
    after = done(quiet().state, json.loads(asked.lesser[1].action))
    assert after.to_act == "black"


def test_groups_are_told_to_wait_by_kind_and_by_flank() -> None:
    for by, switch in (("", "heavy_infantry.over"), ("flank", "left.reached")):
        scene = replace(quiet(), draft={"w": switch, **({"gr": by} if by else {})})
        asked = view(scene).stage.ask
        action = json.loads(asked.main.action)
        kinds = {scene.state.units[each["unit"]].type for each in action["units"]}
        assert by or kinds == {"heavy_infantry"}
        assert done(scene.state, action).waits
        assert str(len(action["units"])) in str(asked.main.words)


@pytest.mark.parametrize(("scenario", "most"), [("zama", 15), ("zama_grand", 30)])
def test_a_first_round_in_which_nobody_fights_takes_few_taps_of_each_side(scenario: str, most: int) -> None:
    """Who presses only what the screen shows him: the main button, or the one by which all of his wait."""
    state, taps, luck = GAME.open({"scenario": scenario}).state, Counter[str](), Random(1)
    while state.round < 2:
        side = state.to_act or "white"
        seat = frozenset([side])
        shown = view(Scene(state, Sight(seat, seat, seat), trail=(state,))).stage
        assert shown
        deeds = [
            each for each in (*shown.ask.lesser, shown.ask.main) if isinstance(each, Deed) and not each.shut
        ]
        deed = next((each for each in deeds if "All of mine wait" in str(each.words)), deeds[-1])
        state = done(state, completed(GAME, state, json.loads(deed.action), luck))
        taps[side] += 1
    assert max(taps.values()) <= most, taps
