"""The end of a scenario and of the campaign: the ranking, what it paid oneself, what comes next."""

from typing import Any

from companion.engine.game import Scene, Sight
from companion.engine.stage import Question
from companion.games.parabellum.game import GAME
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import State
from tests.games.parabellum.drawn import table, unit
from tests.staged import actions_of, rows

N, S = "north", "south"


def asked(state: State, *seats: str, room: str = "hand") -> Question:
    own = frozenset(seats)
    found: Any = view(Scene(state, Sight(own, own), room, {}, (state,)))["panel"]
    return found


def withdrawn() -> State:
    """North has left the first scenario; South is the last in it."""
    state = table("movement", unit(N, "squad", "a1"), unit(S, "squad", "f1"))
    return GAME.apply(state, {"type": "withdraw", "player": N}).state


def test_the_first_of_the_ranking_chooses_and_the_others_wait() -> None:
    state = withdrawn()
    first, *others = state.choosers
    chosen = {each["scenario"] for each in actions_of(asked(state, first)) if each["type"] == "choose"}
    assert chosen == set(state.booklet.next)
    for seat in others:
        assert not any(each["type"] == "choose" for each in actions_of(asked(state, seat)))


def test_what_the_end_paid_is_for_that_company_alone() -> None:
    state = withdrawn()
    mine = {str(cell) for row in rows(asked(state, S)) for cell in row.cells}
    shown = {str(cell) for row in rows(asked(state, room="tv")) for cell in row.cells}
    assert "In all" in mine
    assert "In all" not in shown
    assert actions_of(asked(state, room="tv")) == []


def test_the_end_of_the_campaign_names_who_won_and_each_scenario_s_first() -> None:
    state = withdrawn()
    over = GAME.apply(state, {"type": "abstain", "player": N}).state
    question = asked(over, S)
    assert str(question.title).endswith(" wins")
    assert len(rows(question)) == len(over.history[-1].ranking) + len(over.history)
