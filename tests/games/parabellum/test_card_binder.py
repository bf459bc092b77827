"""What is left in the card binder tells what the others bought: shown only where a table chose so (R62)."""

from random import Random
from typing import Any

import pytest

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Scene, Sight
from companion.games.parabellum.campaign.ahead.forecast import outlook
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.rules.whole_game import WHOLE_GAME
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import State
from companion.games.parabellum.state.table import read_state
from tests.games.parabellum.drawn import reserve, table
from tests.games.parabellum.yard import setup
from tests.staged import ware

N, S = "north", "south"
NORTH = Sight(frozenset({N}), frozenset({N}))


def rich(theirs: int, mine: int = 0, *, open_: bool = False, phase: str = "setup") -> State:
    """North to buy with money enough; South has so many of the three tanks behind its screen."""
    state = table(phase, *[reserve(S, "tank")] * theirs, *[reserve(N, "tank")] * mine)
    return state.with_player(N, credits=5000).changed(card_binder="open" if open_ else None)


def offered(state: State) -> Any:
    entries = GAME.legal(state, NORTH)
    return next(each["units"] for each in entries if each.get("resource") == "units").get("tank")


def shelf(state: State, **draft: str) -> Any:
    return ware(view(Scene(state, NORTH, "hand", draft, (state,)))["panel"], "Tank")


@pytest.mark.parametrize("phase", ["setup", "boardroom"])
def test_what_the_others_bought_changes_nothing_that_a_sealed_binder_shows(phase: str) -> None:
    states = [rich(theirs, phase=phase) for theirs in range(4)]
    assert [offered(state) for state in states] == [3] * 4
    assert len({repr(shelf(state)) for state in states}) == 1
    assert str(shelf(states[3]).small).endswith("3 at first")
    assert all(GAME.legal(state, NORTH) == GAME.legal(states[0], NORTH) for state in states)


def test_what_one_bought_oneself_is_counted() -> None:
    assert offered(rich(0, 1)) == offered(rich(2, 1)) == 2
    assert offered(rich(0, 3)) is None
    row = shelf(rich(1, 3))
    assert (row.more, row.why) == ("", "0 of these cards are left; 1 were asked for.")


def test_an_open_binder_shows_what_is_left() -> None:
    assert [offered(rich(theirs, open_=True)) for theirs in range(4)] == [3, 2, 1, None]
    assert str(shelf(rich(2, open_=True)).small).endswith("1 left")


def test_who_asks_for_more_than_is_left_is_told_how_many_there_are() -> None:
    items = [{"unit": "tank", "quantity": 2}]
    action = {"type": "purchase", "player": N, "resource": "units", "items": items}
    with pytest.raises(IllegalAction, match="1 of these cards"):
        GAME.apply(rich(2), action)


def test_the_procedures_count_the_cards_as_the_rules_do() -> None:
    state = rich(2)
    assert WHOLE_GAME.legal({"state": GAME.state_json(state)}).result["actions"] == legal(state)
    assert next(e for e in legal(state) if e.get("resource") == "units")["units"]["tank"] == 1


def test_a_table_chooses_when_it_opens_and_its_state_says_only_what_is_not_usual() -> None:
    asked = {"options": {"players": 2, "card_binder": "open", "positions": "table"}}
    whole = GAME.shuffle(asked, Random(1))
    assert (whole["card_binder"], whole["positions"], whole["options"]) == ("open", "table", {})
    state = GAME.open(whole).state
    assert (state.binder_open, state.tracked) == (True, False)
    assert read_state(GAME.state_json(state), "state") == state
    sealed = GAME.open({**setup(), "card_binder": "sealed"}).state
    assert sealed == GAME.open(setup()).state
    assert "card_binder" not in GAME.state_json(sealed)
    usual = GAME.shuffle({"options": {"card_binder": "sealed"}}, Random(1))
    assert "card_binder" not in {*usual, *usual["options"]}
    with pytest.raises(InvalidInput) as refused:
        GAME.open({**setup(), "card_binder": "ajar"})
    assert refused.value.path == "card_binder"
    assert "card_binder" in {option.key for option in GAME.options}


def test_what_next_would_cost_counts_no_more_than_the_shop() -> None:
    told = [outlook(rich(theirs), N).forecasts[0].offers for theirs in (0, 3)]
    assert told[0] == told[1]
    assert next(row for row in told[0] if row[0] == "Tank")[1] == 3
