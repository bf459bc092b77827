"""A side's notebook: cards seen, by whom and when, and what of each year is still out."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.shape import but
from companion.games.scarper.data import OTHER, SIDES
from companion.games.scarper.game import GAME
from companion.games.scarper.rules.secrets import Notebook, notebook
from companion.games.scarper.state import Hand, State
from tests.games.scarper.player import Player, play
from tests.games.scarper.twin_tables import in_the_first_year


@cache
def war(seed: int, cards: str = "app") -> list[State]:
    random = Random(seed)
    whole = GAME.shuffle({"options": {"cards": cards}}, random)
    return [GAME.open(whole).state, *(after for _, _, after in play(whole, Player(random)))]


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10_000))
def test_every_card_is_seen_or_mine_or_left_and_the_others_hand_is_among_those_left(seed: int) -> None:
    trail = war(seed)
    for n in range(2, len(trail), 41):
        state = trail[n]
        for viewer in SIDES:
            told = notebook(state, trail[: n + 1], viewer)
            assert set(state.hands[OTHER[viewer]].cards or ()) <= set(told.may_hold)
            for year in told.years:
                assert year.seen + year.mine + len(year.left) == year.total
                assert sum(year.left_of.values()) == len(year.left)
            dealt = sum(len(each.left) - (each.undealt or 0) for each in told.years)
            assert dealt == told.hands[OTHER[viewer]]


def test_a_card_says_who_turned_it_over_when_and_what_for() -> None:
    trail = war(3)
    told = notebook(trail[-1], trail, "german")
    assert {each.card for each in told.seen} == {
        *trail[-1].played, *(there.card for there in trail[-1].in_play)
    }  # fmt: skip
    assert {each.how for each in told.seen} <= {"event", "commands", "discarded"}
    assert all(each.by in SIDES for each in told.seen)
    for before, after in pairwise(trail):
        if after.turn and after.turn.card and before.turn and not before.turn.card:
            each = next(seen for seen in told.seen if seen.card == after.turn.card)
            assert (each.by, each.how, each.in_year) == (after.turn.side, after.turn.mode, before.year)
            assert each in told.by(after.turn.side, before.year)


def test_a_card_in_play_says_whose_it_is() -> None:
    trail = next(found for found in map(war, range(20)) if any(state.in_play for state in found))
    n = next(n for n, state in enumerate(trail) if state.in_play)
    told = notebook(trail[n], trail[: n + 1], None)
    assert {each.card: each.in_play for each in told.seen if each.in_play} == {
        there.card: there.owner for there in trail[n].in_play
    }


def test_revealed_missions_stand_under_their_year() -> None:
    trail = war(3)
    told = notebook(trail[-1], trail, "allied")
    assert told.missions["german"] == tuple(
        (record.year, record.revealed.german) for record in trail[-1].history
    )
    shown = sum(len(missions) for _, missions in told.missions["german"])
    assert told.missions_left["german"] == 10 - shown


def test_without_what_led_here_cards_are_seen_but_not_by_whom() -> None:
    state = war(3)[-1]
    assert {(each.how, each.by) for each in notebook(state, [state], "allied").seen} == {("open", None)}


def test_with_cards_on_the_table_the_app_knows_no_hand_and_no_pile() -> None:
    trail = war(4, cards="table")
    told = notebook(trail[-1], trail, "allied")
    assert {year.undealt for year in told.years} == {None}
    assert {year.mine for year in told.years} == {0}


def world(setup: Any, lines: Sequence[Any]) -> list[State]:
    trail = [GAME.open(setup).state]
    for action in lines:
        trail.append(GAME.apply(trail[-1], action).state)
    return trail


def test_two_tables_that_differ_in_a_hand_have_the_same_notebook() -> None:
    twins = in_the_first_year()
    books: list[Notebook] = []
    for one in (twins.one, twins.two):
        trail = world(one.setup, one.lines)
        books.append(notebook(trail[-1], trail, "german"))
    assert books[0] == books[1]


@pytest.mark.parametrize("viewer", [*SIDES, None])
def test_what_is_hidden_is_not_looked_at(viewer: Any) -> None:
    trail = war(5)[:40]
    masked = [_masked(state, viewer) for state in trail]
    assert notebook(masked[-1], masked, viewer) == notebook(trail[-1], trail, viewer)


def _masked(state: State, viewer: Any) -> State:
    """Other cards in the hands and piles that this side may not see."""
    decks = {year: tuple("?" for _ in pile) for year, pile in (state.decks or {}).items()}
    for side in SIDES:
        if side != viewer:
            hand = state.hands[side]
            state = but(state, hands=state.hands.put(side, Hand(hand.count, tuple("?" * hand.count))))
    return but(state, decks=decks)
