"""Fields of many values: lists on a line, lines of dice, handfuls of dice, objects as rows."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import InvalidInput
from companion.engine.form import Keyed, Lines, Number, Pool, Rows, Several, Sheet, Text, ask
from companion.engine.form.field import words
from companion.engine.told import Told
from companion.engine.wire import Json


def pair(line: str) -> Json:
    name, amount = words(line)
    return {"name": name, "amount": amount}


def told(value: Json) -> str:
    return f"{value['name']} {value['amount']}"


FIELDS = (
    Several(key="path", label="Path"),
    Several(key="tags", label="Tags", quiet=True),
    Lines(key="lines", label="Lines", parse=pair, tell=told),
    Lines(key="none", label="None", parse=pair, tell=told, empty=[]),
    Pool(key="rolls.attack", label="Attack", sides=lambda question: 8),
    Keyed(
        rows=Rows(
            key="dice",
            label="Dice",
            lead="who",
            fields=(Text(key="who", label="Who"), Number(key="die", label="Die", low=4, high=20, default=6)),
            default={"ada": 6},
        ),
        value="die",
    ),
    Keyed(
        rows=Rows(
            key="caches",
            label="Caches",
            lead="square",
            fields=(Text(key="square", label="Square"), Number(key="fuel", label="Fuel", low=0, high=9)),
        )
    ),
)
SHEET = Sheet(group="Test", button="Go", fields=FIELDS, told=lambda question, result: Told())


def send(**values: str) -> dict[str, Any]:
    return ask(FIELDS, {name.replace("__", "."): [value] for name, value in values.items()})


def shown(question: Json, refusal: InvalidInput | None = None) -> dict[str, Any]:
    return {widget["name"]: widget for widget in SHEET.show(question, refusal)}


def test_a_list_on_a_line_keeps_words_and_makes_numbers() -> None:
    assert send(path="b1, b2 ;3 −4")["path"] == ["b1", "b2", 3, -4]
    assert send(path="")["path"] == []
    assert "tags" not in send(tags="  ")
    assert shown({"path": ["b1", 3]})["path"]["value"] == "b1 3"


def test_each_line_is_an_entry_and_none_is_left_out() -> None:
    assert send(lines="ada 3\n\n bo 7 ")["lines"] == [
        {"name": "ada", "amount": 3},
        {"name": "bo", "amount": 7},
    ]
    assert "lines" not in send(lines=" \n ")
    assert send(none="")["none"] == []


def test_a_line_that_cannot_be_parsed_stays_as_it_is_for_the_rules_to_refuse() -> None:
    question = send(lines="ada 3\nnobody")
    assert question["lines"][1] == "nobody"
    assert shown(question)["lines"]["value"] == "ada 3\nnobody"


def test_dice_are_counted_by_their_faces() -> None:
    assert send(rolls__attack__6="2", rolls__attack__1="1")["rolls"] == {"attack": [6, 6, 1]}
    assert "rolls" not in send(rolls__attack__6="", rolls__attack__5="0")
    pool = shown({"rolls": {"attack": [6, 6, 1]}})["rolls.attack"]
    assert [(face["face"], face["count"]) for face in pool["faces"] if face["count"]] == [(6, 2), (1, 1)]
    assert (pool["count"], len(pool["faces"])) == (3, 8)


def test_a_face_that_no_such_die_has_is_shown_too() -> None:
    pool = shown({"rolls": {"attack": [12]}})["rolls.attack"]
    assert pool["faces"][0]["face"] == 12


@pytest.mark.parametrize("count", ["many", "21", "-1", "9999999999"])
def test_what_is_no_count_of_dice_is_left_for_the_rules_to_refuse(count: str) -> None:
    assert send(rolls__attack__6=count)["rolls"]["attack"] == [count]


def test_rows_are_an_object_by_their_first_field() -> None:
    question = send(dice__0__who="ada", dice__0__die="8", dice__1__who="bo", dice__1__die="6")
    assert question["dice"] == {"ada": 8, "bo": 6}
    caches = send(caches__0__square="c3", caches__0__fuel="2", caches__3__square="d4")
    assert caches["caches"] == {"c3": {"fuel": 2}, "d4": {}}
    assert "dice" not in send(dice__0__who="", dice__0__die="6")


def test_a_key_that_stands_there_twice_is_not_lost() -> None:
    question = send(dice__0__who="ada", dice__0__die="8", dice__1__who="ada", dice__1__die="6")
    assert question["dice"] == {"ada": 8, "ada again": 6}


def test_an_object_is_shown_a_row_an_entry_with_a_refusal_beside_its_row() -> None:
    refusal = InvalidInput("caches.d4.fuel", "Too much.")
    rows = shown({"caches": {"c3": {"fuel": 2}, "d4": {"fuel": 99}}}, refusal)["caches"]["rows"]
    assert [row["fields"][0]["value"] for row in rows] == ["c3", "d4", ""]
    assert [row["fields"][1]["error"] for row in rows] == ["", "Too much.", ""]
    alone = shown({"dice": {"ada": 6, "bo": 7}}, InvalidInput("dice.bo", "No such die."))["dice"]["rows"]
    assert alone[1]["fields"][1]["error"] == "No such die."


def test_a_refusal_of_the_object_as_a_whole_stands_below_its_rows() -> None:
    assert shown({"dice": {"ada": 6}}, InvalidInput("dice", "Two play."))["dice"]["error"] == "Two play."
    assert shown({"dice": {"ada": 6}}, InvalidInput("dice.cy", "Missing."))["dice"]["error"] == "Missing."


def test_a_new_form_begins_with_the_first_object() -> None:
    assert SHEET.start()["dice"] == {"ada": 6}


NAME = st.sampled_from(
    ["path", "tags", "lines", "rolls.attack.6", "rolls.attack.1", "dice.0.who", "dice.1.who", "dice.1.die"]
)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
KEY = st.sampled_from(["path", "tags", "lines", "none", "rolls", "dice", "caches"])


@given(st.dictionaries(NAME, st.lists(st.text(max_size=8), max_size=2)))
def test_whatever_is_sent_is_a_question_that_can_be_shown_and_sent_again(data: dict[str, list[str]]) -> None:
    question = ask(FIELDS, data)
    assert json.loads(json.dumps(question)) == question
    SHEET.show(question)
    assert SHEET.misread(question) is None


@given(st.dictionaries(KEY, JSON) | JSON, st.none() | KEY)
def test_whatever_is_asked_can_be_shown(question: Any, path: str | None) -> None:
    assert len(SHEET.show(question, InvalidInput(path, "no") if path else None)) == len(FIELDS)
