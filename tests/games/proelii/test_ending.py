"""A battle that is ended by hand: the table's menu has the ways, and each asks before it does it."""

import json
from dataclasses import replace

import pytest

from companion.engine.scene import Scene, Sight
from companion.engine.stage import Deed
from companion.games.proelii.deeds import apply
from companion.games.proelii.game import GAME
from companion.games.proelii.screens import early, view, ways_out
from companion.games.proelii.screens.accounts import capped
from companion.games.proelii.state import State
from tests.games.proelii.test_hands import SETUP, journal


def scene(state: State, acts: str, **draft: str) -> Scene[State]:
    own = frozenset(acts.split())
    return Scene(state, Sight(own, own, own), draft=draft, trail=[state])


def test_the_menu_holds_the_ways_out_for_those_who_play() -> None:
    _, state = journal()
    whole = [str(way.words) for way in ways_out(scene(state, "white"))]
    assert whole == ["Rome surrenders", "Nothing can come to blows"]
    assert not [*ways_out(scene(state, ""))]
    begun = GAME.open(SETUP).state
    assert [str(way.words) for way in ways_out(scene(begun, "black"))] == ["Carthage surrenders"]
    shown = view(scene(state, "white")).stage
    assert shown is not None
    assert len(shown.ends) == len(whole)


@pytest.mark.parametrize(
    ("draft", "kind"), [({"do": "surrender", "who": "white"}, "surrender"), ({"do": "centre"}, "stalemate")]
)
def test_a_way_out_asks_and_says_who_would_win(draft: dict[str, str], kind: str) -> None:
    _, state = journal()
    question = early(scene(state, "white", **draft))
    assert question is not None
    assert isinstance(question.main, Deed)
    action = json.loads(question.main.action)
    assert action["type"] == kind
    result = apply(state, action).state.result
    assert result is not None
    assert state.people(result.winner) in str(question.main.small)


def test_the_end_says_where_the_rounds_that_were_agreed_are_over() -> None:
    _, state = journal()
    over = apply(state, {"type": "stalemate"}).state
    agreed = replace(over.options, max_rounds=12)
    for rounds, says in ((12, True), (3, False)):
        stage = view(scene(replace(over, round=rounds, options=agreed), "white")).stage
        assert stage
        assert str(stage.ask.under).startswith("After 12 rounds, as agreed: ") == says


def test_nobody_ends_it_for_another_by_an_address() -> None:
    _, state = journal()
    assert early(scene(state, "white", do="surrender", who="black")) is None
    assert early(scene(state, "", do="centre")) is None
    assert early(scene(GAME.open(SETUP).state, "white", do="centre")) is None


def test_an_account_says_what_a_cap_kept_back() -> None:
    _, state = journal()
    name = next(n for n in state.ids if state.units[n].is_living)
    for energy, words in ((100, "100 is the most"), (50, "")):
        rested = replace(state.units[name], fought=False, inactive=False, energy=energy)
        said = capped(state.with_unit(name, rested), {"type": "close"}, name)
        assert words in said
        assert bool(said) == bool(words)
