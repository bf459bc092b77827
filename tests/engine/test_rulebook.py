"""What every game tells of its rules: all of its things, each with a number and two sentences of its own."""

import re

import pytest

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.examples import Example, examples
from companion.engine.rulebook import Entry, Rulebook, Ruling, rulebook

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
