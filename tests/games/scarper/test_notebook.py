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
        state, cards = trail[n], trail[n].box.cards
        for viewer in SIDES:
            years = notebook(state, trail[: n + 1], viewer).years
            left = {card.id for year in years if year.year <= state.year for card in year.left}
            assert set(state.hands[OTHER[viewer]].cards or ()) <= left
            for year in years:
                mine = sum(cards[each].year == year.year for each in state.hands[viewer].cards or ())
                assert year.seen + mine + len(year.left) == year.total
            undealt = sum(map(len, (state.decks or {}).values()))
            assert sum(len(year.left) for year in years) - undealt == state.hands[OTHER[viewer]].count


def test_a_card_says_who_turned_it_over_and_what_for() -> None:
    trail = war(3)
    seen = notebook(trail[-1], trail, "german").seen
    in_play = (there.card for there in trail[-1].in_play)
    assert {each.card.id for each in seen} == {*trail[-1].played, *in_play}
    assert {each.how for each in seen} <= {"event", "commands", "discarded"}
    assert all(each.by in SIDES for each in seen)
    for before, after in pairwise(trail):
        if after.turn and after.turn.card and before.turn and not before.turn.card:
            each = next(each for each in seen if each.card.id == after.turn.card)
            assert (each.by, each.how) == (after.turn.side, after.turn.mode)


def test_without_what_led_here_cards_are_seen_but_not_by_whom() -> None:
    state = war(3)[-1]
    assert {(each.how, each.by) for each in notebook(state, [state], "allied").seen} == {("open", None)}


def test_with_cards_on_the_table_all_that_nobody_has_seen_are_left() -> None:
    trail = war(4, cards="table")
    years = notebook(trail[-1], trail, "allied").years
    assert all(year.seen + len(year.left) == year.total for year in years)


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
