"""A desk whose sheets stand in a file, and dice that a question leaves to the app."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.form import Number
from companion.engine.game import Outcome, Resolution, Step
from companion.engine.procedure import Answer, Procedure, on_desk, rolling
from companion.engine.told import told

WORDS = {"title": "A charge", "summary": "Dice.", "group": "Attack", "button": "Charge"}
POINTS = {"number": "points", "label": "Points", "high": 6, "default": 2}
ANSWER = Answer(lambda question: Resolution(question, ()), lambda question, result: told("Done"))


def desk(
    folder: Path, sheets: object, *names: str, ready: tuple[Procedure, ...] = ()
) -> tuple[Procedure, ...]:
    file = folder / "desk.json"
    file.write_text(json.dumps(sheets))
    few: dict[str, Any] = {"few": lambda **said: Number(low=1, high=3, **said)}
    return on_desk(file, dict.fromkeys(names, ANSWER), ready=ready, names=few)


def test_a_game_adds_kinds_of_field_of_its_own_and_rows_hold_them(tmp_path: Path) -> None:
    few = {"few": "count", "label": "How many"}
    rows = {"rows": "pushes", "label": "Pushes", "lead": "count", "fields": [few]}
    (push,) = desk(tmp_path, {"push": {**WORDS, "fields": [rows]}}, "push")
    assert push.fields[0].fields[0].high == 3  # type: ignore[attr-defined]  # a row of one number


def test_the_file_says_where_a_procedure_stands_that_brings_its_own_words(tmp_path: Path) -> None:
    (charge,) = desk(tmp_path, {"charge": {**WORDS, "fields": [POINTS]}}, "charge")
    sheets = {"push": {**WORDS, "fields": [POINTS]}, "charge": {}}
    assert [each.name for each in desk(tmp_path, sheets, "push", ready=(charge,))] == ["push", "charge"]


def test_a_desk_whose_file_names_other_procedures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"desk\.json"):
        desk(tmp_path, {"charge": {**WORDS, "fields": []}}, "push")


def test_dice_are_rolled_only_where_a_question_leaves_them_out() -> None:
    complete = rolling(lambda random: {"d6": random.randint(4, 4)})
    assert complete({"points": 2}, Random(1)) == ({"points": 2, "rolls": {"d6": 4}}, {"d6": 4})
    assert complete({"rolls": {"d6": 1}}, Random(1)) == ({"rolls": {"d6": 1}}, None)
    assert complete(["rolls"], Random(1)) == (["rolls"], None)


def test_an_outcome_is_told_after_the_steps_that_led_to_it() -> None:
    before, later = Step("1", "Before."), Step("2", "Later.")
    assert Outcome("state", (later,)).after(before) == Outcome("state", (before, later))
