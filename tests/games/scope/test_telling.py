"""A battle with cards of one's own, told by taps on the city: whole games, with no list to choose from."""

import json
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest

from companion.engine.scene import Scene, Sight
from companion.engine.stage import Choices, Deed, Fields, Rows, Stage, Ticks
from companion.games.scope.data import SIDES
from companion.games.scope.game import GAME
from companion.games.scope.screens import view
from companion.games.scope.state import State
from tests.games.scope.player import Player, play, table
from tests.games.scope.test_turn import told
from tests.staged import pieces_of

TAPS = 12

LEFT_OUT = "-"


def stage_of(state: State, draft: dict[str, str], *before: State) -> Stage:
    seats = frozenset(state.slots)
    shown = view(Scene(state, Sight(seats, seats, seats), draft=draft, trail=(*before, state))).stage
    assert shown
    return shown


def tapped(stage: Stage) -> list[dict[str, str]]:
    """All that may be tapped next: houses, crossings, cards; each the half-made choice to which it leads."""
    assert stage.board
    values = stage.board.values
    found = [cell["href"] for cell in values["city"]["cells"]]
    found += [each["disc"].href for each in (values["own"] or {"discs": ()})["discs"]]
    found += [each.href for piece in pieces_of(stage.ask, Choices) for each in piece.choices]
    return [dict(parse_qsl(href.lstrip("?"))) for href in found if href]


def parts(said: dict[str, Any]) -> dict[str, str]:
    """What is tapped for each part of a deed."""
    wanted: dict[str, str] = {"do": said["type"]}
    for key, value in said.items():
        name = "t" if key == "turned" else key
        several = {f"{name}{n}": each for n, each in enumerate(value)} if isinstance(value, list) else None
        wanted |= several if several is not None else {name: value}
    return wanted


def told_by_taps(state: State, said: dict[str, Any]) -> Any:
    """The deed that the main button does, each part of it tapped where the screen offers it."""
    wanted, draft = parts(said), {"do": said["type"]}
    for _ in range(TAPS):
        stage = stage_of(state, draft)
        assert not pieces_of(stage.ask, Fields), "there is no list to choose from"
        if isinstance(stage.ask.main, Deed):
            return json.loads(stage.ask.main.action)
        ways = [way for way in tapped(stage) if way.get("do") == draft["do"] and {*draft} < {*way}]
        draft = next(
            way for way in ways if all(wanted.get(key, LEFT_OUT) == value for key, value in way.items())
        )
    raise AssertionError(f"{TAPS} taps, and it is not told: {said}")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_on_the_table_is_told_by_taps_on_the_city(seed: int) -> None:
    random = Random(seed)
    chosen = table(random)
    state = GAME.open(GAME.shuffle({**chosen, "laying": "table"}, random)).state
    for before, action, _ in list(play(GAME.shuffle(chosen, random), Player(random, 0), 4000))[:60]:
        said = told(before, action)
        assert told_by_taps(state, said) == said
        state = GAME.apply(state, said).state


def test_a_house_that_is_tapped_first_is_searched() -> None:
    state = GAME.open(GAME.shuffle({"laying": "table"}, Random(1))).state
    assert {"do": "search", "cell": "b5"} in tapped(stage_of(state, {}))


def test_what_belongs_on_the_table_is_ticked_off_and_then_counted_off() -> None:
    state = GAME.open(GAME.shuffle({"laying": "table"}, Random(1))).state
    laid = {each.value for each in pieces_of(stage_of(state, {}).ask, Ticks)[0].ticks}
    assert laid == {f"{side}-{card}" for side in SIDES for card in state.counts if state.counts[card]}
    action = {"type": "search", "seat": state.slot, "cell": "b4", "turned": ["decoy"]}
    after = stage_of(GAME.apply(state, action).state, {}, state)
    left = next(each for each in pieces_of(after.ask, Rows) if "seen" in str(each.label))
    decoys, of = next(row for row in left.rows if row.cells[0] == "Decoy"), state.counts["decoy"]
    assert [str(cell) for cell in decoys.cells[1:]] == [f"{of} of {of}", f"{of - 1} of {of}"]
