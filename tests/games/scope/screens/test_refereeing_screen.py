"""The screen of a table with its own cards: whole games are told on it, and it makes no card up."""

from random import Random
from typing import Any

import pytest
from django.http import QueryDict

from companion.engine.game import Scene, Sight
from companion.engine.stage import Choices, Deed, Field, Fields, Stage
from companion.games.scope.game import GAME
from companion.games.scope.screens import view
from companion.games.scope.state import State
from companion.tables.forms import action_of
from tests.games.scope.player import Player, play
from tests.games.scope.setups import table
from tests.games.scope.test_refereeing import SETUP, told
from tests.staged import pieces_of

BOTH = Sight(frozenset(), frozenset({"german", "soviet"}), frozenset({"german", "soviet"}))


def look(state: State, sight: Sight, **draft: str) -> Stage:
    stage = view(Scene(state, sight, "table", draft, (state,))).stage
    assert stage
    return stage


def fields(stage: Stage) -> dict[str, Field]:
    return {field.name: field for piece in pieces_of(stage.ask, Fields) for field in piece.fields}


def tapped(state: State, sight: Sight, said: dict[str, Any]) -> Any:
    """The action that the screen's form sends where somebody chooses what was done."""
    stage = look(state, sight, do=said["type"])
    assert isinstance(stage.ask.main, Deed)
    form = QueryDict(mutable=True)
    form["action"] = stage.ask.main.action
    for name, field in fields(stage).items():
        form[name] = value_of(name, said)
        assert form[name] in dict(field.options), (name, form[name])
    return action_of(form)


def value_of(name: str, said: dict[str, Any]) -> str:
    key, _, n = name.removeprefix("a.").partition(".")
    found = said.get(key)
    if n:
        return str(found[int(n)]) if found and int(n) < len(found) else ""
    return str(found or "")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_on_the_table_can_be_told_on_the_screen(seed: int) -> None:
    random = Random(seed)
    chosen = table(random)
    state = GAME.open(GAME.shuffle({**chosen, "laying": "table"}, random)).state
    sight = Sight(frozenset(), frozenset(state.slots), frozenset(state.slots))
    for before, action, _ in list(play(GAME.shuffle(chosen, random), Player(random, 0), 4000))[:60]:
        said = told(before, action)
        assert tapped(state, sight, said) == said
        state = GAME.apply(state, said).state


def test_no_screen_shows_a_card_that_lies_on_the_table() -> None:
    state = GAME.open(SETUP).state
    for sight in (BOTH, Sight(frozenset({"german"}), frozenset({"german"}), frozenset({"german"}))):
        stage = look(state, sight)
        assert stage.board
        assert stage.board.values["own"] is None
        assert {cell["face"] for cell in stage.board.values["city"]["cells"]} == {None}
        assert stage.cover is None


def test_a_cell_that_is_tapped_is_the_one_that_is_told() -> None:
    assert fields(look(GAME.open(SETUP).state, BOTH, do="search", at="b5"))["a.cell"].value == "b5"


def test_at_the_end_only_what_was_seen_is_open() -> None:
    state = GAME.open(SETUP).state
    for action in (
        {"type": "search", "seat": "german", "cell": "a4", "turned": ["empty"]},
        {"type": "resign", "seat": "german"},
    ):
        state = GAME.apply(state, action).state
    stage = look(state, BOTH)
    assert stage.board
    cells = {cell["at"]: cell["face"] for cell in stage.board.values["city"]["cells"]}
    assert [at for at, face in cells.items() if face] == ["a4"]
    assert not pieces_of(stage.ask, Choices)
