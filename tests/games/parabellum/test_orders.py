"""A turn is quick: orders set one after another are done by one tap, phases with nothing to do are passed."""

import json
from typing import Any
from urllib.parse import parse_qsl

from companion.engine.game import Scene, Sight
from companion.engine.stage import Deed, Note, Question
from companion.games.parabellum.game import GAME
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import State
from tests.games.parabellum.pictured import ME, pictured
from tests.staged import pieces_of

MOST_TAPS = 15


def shown(state: State, link: str = "") -> Any:
    sight = Sight(frozenset({ME}), frozenset({ME}))
    return view(Scene(state, sight, "table", dict(parse_qsl(link[1:])), (state,)))


def deed(question: Question) -> Deed:
    assert isinstance(question.main, Deed)
    return question.main


def after(state: State, action: str) -> State:
    done = json.loads(action)
    for each in done if isinstance(done, list) else [done]:
        state = GAME.apply(state, each).state
    return state


def moving() -> State:
    return pictured().changed(phase="movement")


def ordered(state: State) -> tuple[str, int]:
    """Tap every unit that can move, then the first square it may go to: the link, and the taps."""
    link, taps = "", 0
    for unit in state.of(ME, "map"):
        edges = shown(state, link).stage.hand.edges
        there = next(edge.href for edge in edges if f"unit={unit}" in edge.href)
        spots = shown(state, there)["board"]["taps"]
        if spots:
            link, taps = spots[0]["href"], taps + 2
    return link, taps


def test_all_moves_of_a_turn_are_one_tap_a_line_each() -> None:
    state = moving()
    link, taps = ordered(state)
    button = deed(shown(state, link)["panel"])
    actions = json.loads(button.action)
    moved = {each["unit"] for each in actions}
    assert len(actions) == len(moved) == taps // 2 > 3
    now = after(state, button.action)
    assert all(now.units[unit].square != state.units[unit].square for unit in moved)
    assert {each["id"] for each in shown(state, link)["board"]["ghosts"]} == moved


def test_a_middle_turn_with_six_units_takes_few_taps() -> None:
    state = moving()
    assert len(list(state.of(ME, "map"))) == 6
    link, taps = ordered(state)
    moved = after(state, deed(shown(state, link)["panel"]).action)
    (over,) = shown(moved)["panel"].lesser
    assert after(moved, over.action).active != ME
    assert taps + 2 <= MOST_TAPS


def test_an_order_that_no_longer_goes_shuts_the_button_with_the_rules_refusal() -> None:
    button = deed(shown(moving(), "?o=u8.p1.c")["panel"])
    assert button.shut


def test_a_square_out_of_reach_says_why() -> None:
    notes = [note for note in pieces_of(shown(moving(), "?unit=u8&to=p12")["panel"], Note) if note.warns]
    assert notes


def test_phases_in_which_nobody_can_do_anything_end_with_the_one_before() -> None:
    state = moving().changed(phase="movement")
    button = deed(shown(state)["panel"])
    ends = json.loads(button.action)
    assert isinstance(ends, list), "nobody waits to be deployed"
    assert after(state, button.action).phase == "special"
    assert "nothing to do in Deploy" in str(button.small)
