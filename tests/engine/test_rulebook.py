"""What every game tells of its rules: each thing in two sentences, and a first round, step by step."""

import re
from typing import Any

import pytest

from companion import shelf
from companion.engine.desk import Example, examples
from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.rulebook import Entry, Lesson, Rulebook, Ruling, lesson_at, lessons, rulebook
from tests.promised import demo

TOLD = [slug for slug in shelf.slugs() if rulebook(shelf.game(slug).folder)]
FORMS = {
    "parabellum": r"[A-Z]\d",
    "proelii": r"\d(\.\d)*",
    "scope": r"[a-z_]+(_3_4)?",
    "scarper": r"\d(\.\d)*( [A-F])?",
    "verraeter": r"\d+|contents|end|score|setup\.[a-z]+",
}
"""How each rulebook's numbers are written."""


def book(slug: str) -> Rulebook:
    return rulebook(shelf.game(slug).folder)


@pytest.mark.parametrize("slug", TOLD)
def test_every_entry_has_a_number_in_the_rulebooks_form_and_names_a_ruling_that_there_is(slug: str) -> None:
    for key, entry in book(slug).entries.items():
        assert all(re.fullmatch(FORMS[slug], rule) for rule in (entry.rule, *entry.also) if rule), key
        assert not entry.ruling or entry.ruling in book(slug).rulings, key
        assert re.fullmatch(r"(?!r\d)[a-z][a-z0-9_-]*", key), key


@pytest.mark.parametrize("slug", TOLD)
def test_an_entry_is_two_sentences_at_most_and_fills_in_all_it_names(slug: str) -> None:
    for key, entry in book(slug).entries.items():
        told = entry.told()
        assert told.endswith("."), key
        assert "{" not in told, key
        assert 1 <= len(re.findall(r"[.?!](?= |$)", told)) <= 2, key
        assert len(told) < 330, key


@pytest.mark.parametrize("slug", TOLD)
def test_rulings_are_numbered_without_a_gap_and_each_says_what_counts(slug: str) -> None:
    rulings = book(slug).rulings
    assert list(rulings) == [f"R{n}" for n in range(1, len(rulings) + 1)]
    for number, ruling in rulings.items():
        assert ruling.number == number
        assert ruling.title, number
        assert ruling.words.endswith("."), number


@pytest.mark.parametrize("slug", TOLD)
def test_every_option_rests_on_a_ruling_that_says_what_may_be_chosen(slug: str) -> None:
    ruled = {option.ruling for option in shelf.game(slug).options if re.fullmatch(r"R\d+", option.ruling)}
    assert not {number for number in ruled if not book(slug).rulings[number].option}


def test_a_rule_is_told_by_its_entry_else_by_the_nearest_above_else_by_the_chapters_first() -> None:
    told = Entry(title="A", words="A.", rule="6.2", also=("6.2.2",), ruling="R1", key="a")
    other = Entry(title="B", words="B.", rule="4.3 E", key="b")
    own = Entry(title="C", words="C.", key="adjust")
    found = Rulebook({"a": told, "b": other, "adjust": own}, {"R1": Ruling(title="T", words="W.")})
    asked = ("6.2", "6.2.2.5", "6.2.1", "6", "4.3", "4.3 E", "4.4", "RULING R1", "R1", "R2", "adjust", "")
    assert [found.key(rule) for rule in asked] == [
        "a", "a", "a", "a", "b", "b", "", "r1", "r1", "", "adjust", "",
    ]  # fmt: skip


@pytest.mark.parametrize("slug", TOLD)
def test_every_rule_that_a_worked_example_cites_is_told(slug: str) -> None:
    cited = {rule for case in examples(shelf.game(slug).folder) for rule in rules_of(slug, case)}
    assert len(cited) > 12
    assert not {rule for rule in cited if not book(slug).key(rule)}


def rules_of(slug: str, case: Example) -> set[str]:
    try:
        found = shelf.game(slug).procedures[case.procedure].resolve(case.input)
        return {step.rule for step in found.steps}
    except GameError:
        return set()


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
