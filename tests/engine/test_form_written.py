"""Fields out of a file of words: each kind by its name, what several sheets share, what code stands for."""

import pytest

from companion.engine.form import Choice, Group, Keyed, Number, Pick, Rows, Several
from companion.engine.form.written import Written

PEOPLE = [{"number": "strength", "label": "People", "low": 1, "high": 20, "default": 5}]
NAMES = {
    "people": PEOPLE,
    "dice": (Pick(6, "d6"),),
    "either": (Several(key="tags", label="Tags"),),
    "most": 9,
}


def test_a_field_is_its_kind_and_key_and_what_the_kind_takes() -> None:
    given = [
        {"number": "credits", "label": "Credits", "high": 999},
        {"choice": "die", "label": "Die", "picks": "$dice"},
    ]
    number, choice = Written(NAMES).fields(given)
    assert number == Number(key="credits", label="Credits", low=0, high=999)
    assert choice == Choice(key="die", label="Die", picks=(Pick(6, "d6"),))


def test_a_name_stands_for_several_fields_or_for_a_value() -> None:
    fields = Written(NAMES).fields(["$people", "$either", {"number": "n", "label": "N", "high": "$most"}])
    people = Number(key="strength", label="People", low=1, high=20, default=5)
    assert fields == (people, Several(key="tags", label="Tags"), Number(key="n", label="N", low=0, high=9))


def test_a_worked_field_begins_with_what_the_example_says_in_its_place() -> None:
    example = {"side": {"strength": 7}, "units": [{"strength": 2}]}
    given = [
        {"group": "side", "label": "Side", "fields": [
            {"number": "strength", "label": "People", "high": 20, "worked": True},
        ]},
        {"rows": "units", "label": "Units", "lead": "strength", "worked": True, "fields": ["$people"]},
    ]  # fmt: skip
    group, rows = Written(NAMES, example).fields(given)
    assert isinstance(group, Group)
    assert isinstance(rows, Rows)
    assert group.fields == (Number(key="strength", label="People", low=0, high=20, default=7),)
    assert rows.default == [{"strength": 2}]
    assert rows.default is not example["units"]


def test_a_keyed_field_is_its_rows_and_the_value_of_each() -> None:
    given = {"keyed": "dice", "label": "Dice", "lead": "who", "value": "strength", "fields": ["$people"]}
    (keyed,) = Written(NAMES).fields([given])
    assert isinstance(keyed, Keyed)
    assert (keyed.key, keyed.value, keyed.rows.lead) == ("dice", "strength", "who")


@pytest.mark.parametrize("given", ["$nobody", {"nothing": "n", "label": "N"}])
def test_an_unknown_name_or_kind_is_refused(given: object) -> None:
    with pytest.raises(LookupError):
        Written(NAMES).fields([given])
