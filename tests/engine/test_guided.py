"""A guided first round follows the table that plays it: step by step, and whoever acts on his own."""

from typing import Any

import pytest

from companion import shelf
from companion.engine.game import Game
from companion.engine.rulebook import Lesson, lesson_at, lessons, rulebook
from tests.promised import demo

PLAYED = [slug for slug in shelf.slugs() if shelf.game(slug).at_table]
BOTH = Lesson(do="Both.", why="So.", tap=("a",), done=({"type": "a"},), each="side")
WEIGH = Lesson(do="Weigh.", why="So.", tap=("b",), chosen=("at",))
ROLL = Lesson(do="Roll.", why="So.", tap=("dice",), done=({"type": "b"}, {"type": "c", "side": "red"}))
ROUND = (BOTH, WEIGH, ROLL)


def at(*deeds: str, chosen: tuple[str, ...] = ()) -> int:
    actions = [dict(zip(("type", "side"), deed.split(), strict=False)) for deed in deeds]
    return lesson_at(ROUND, actions, seats=2, chosen=chosen)


def test_what_each_seat_does_is_done_when_every_seat_has_done_it() -> None:
    assert [at(), at("a red"), at("a red", "a red"), at("a red", "x red", "a blue")] == [0, 0, 0, 1]


def test_a_half_made_choice_passes_its_step_on_that_screen_alone() -> None:
    assert at("a red", "a blue", chosen=("at", "seat")) == 2
    assert at("a red", "a blue", chosen=("seat",)) == 1
    assert at("a red", chosen=("at",)) == 0


def test_whoever_acts_on_his_own_is_followed_to_the_end() -> None:
    assert at("b red") == 3
    assert at("a red", "a blue", "c red") == 3
    assert at("a red", "a blue", "c blue") == 1


def test_what_is_done_in_its_turn_passes_nothing_before_it() -> None:
    last = Lesson(do="Buy.", why="So.", tap=("a",), done=({"type": "a"},), in_turn=True)
    steps = (Lesson(do="Move.", why="So.", tap=("b",), done=({"type": "b"},)), last)
    assert [lesson_at(steps, [{"type": kind} for kind in kinds]) for kinds in ("a", "b", "aba")] == [0, 1, 2]


def test_parabellums_shop_is_taught_to_its_end() -> None:
    steps, actions = lessons(game_of("parabellum").folder), game_of("parabellum").demo()[1]  # type: ignore[misc]
    first = next(n for n, action in enumerate(actions) if action["type"] == "muster")
    assert steps[lesson_at(steps, actions[:first])].do == "Buy people, fuel and ammunition for them."


def game_of(slug: str) -> Game[Any]:
    return shelf.game(slug)


@pytest.mark.parametrize("slug", PLAYED)
def test_every_game_teaches_some_seven_steps_and_the_recorded_game_goes_through_them(slug: str) -> None:
    game, steps = game_of(slug), lessons(game_of(slug).folder)
    assert 6 <= len(steps) <= 8
    setup, actions = demo(slug)
    seats = len(game.setup_seats(setup))
    places = [lesson_at(steps, actions[:n], seats) for n in range(len(actions) + 1)]
    assert places[0] == 0
    assert places == sorted(places)
    assert places[-1] == len(steps)


@pytest.mark.parametrize("slug", PLAYED)
def test_a_step_is_said_in_two_sentences_and_its_rule_can_be_looked_up(slug: str) -> None:
    entries = rulebook(game_of(slug).folder).entries
    for step in lessons(game_of(slug).folder):
        assert step.do.endswith("."), step.do
        assert step.why.endswith("."), step.do
        assert ". " not in step.do + step.why, step.do
        assert step.tap, step.do
        assert step.entry in entries, step.do
        assert step.done or step.chosen, step.do
