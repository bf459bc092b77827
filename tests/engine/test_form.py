"""Forms as data: from a file of words to fields, from what a form sends to the question's JSON, and back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.desk import Procedure, Resolution
from companion.engine.errors import InvalidInput
from companion.engine.form import (
    LEFT_OUT,
    Area,
    Checks,
    Choice,
    Field,
    Lines,
    Number,
    Pick,
    Place,
    Several,
    Text,
    ask,
    words,
)
from companion.engine.form.board import Dice, Grid, Pool, Track, Words
from companion.engine.form.rows import Group, Keyed, Rows, Written, labels
from companion.engine.summary import Summary
from companion.engine.wire import Json

LINE = Words(line="line", heap="wire", line_label="Line", heap_label="Wire", low_end="West", high_end="East")


def spaces(question: Any) -> dict[str, range]:
    reach = question.get("reach", 1) if isinstance(question, dict) else 1
    return (
        dict.fromkeys(("north", "middle", "south"), range(-reach, reach + 1))
        if isinstance(reach, int)
        else spaces({})
    )


FRONT = {"north": "North", "middle": "Middle", "south": "South"}
COLOURS = (Pick("red", "Red"), Pick(None, "Neither"), Pick(7, "Seven"))
START = {name: {"line": 0} for name in FRONT}
FIELDS: tuple[Field, ...] = (
    Choice(key="colour", label="Colour", picks=COLOURS, default="red"),
    Choice(
        key="options.late",
        label="Late",
        picks=(Pick(True, "Yes"), Pick(False, "No")),
        default=False,
        quiet=True,
    ),
    Number(key="points.red", label="Red", low=0, high=9, default=2),
    Number(key="points.blue", label="Blue", low=0, high=9, default=3),
    Group(label="More", form="folded", fields=(Text(key="name", label="Name"), Area(key="map", label="Map"))),
    Checks(key="cards", label="Cards", picks=(Pick("a", "A"), Pick("b", "B")), default=[]),
    Dice(key="rolls", label="Dice", dice={"one": "One", "two": "Two"}),
    Rows(
        key="moves",
        label="Moves",
        fields=(Text(key="who", label="Who"), Number(key="far", label="Far", low=0, high=9, default=1)),
        lead="who",
        default=[],
    ),
    Grid(key="front", label="Front", rows=FRONT, words=LINE, spaces=spaces, default=START),
    Track(key="", label="Here", words=LINE, spaces=spaces, row="north", default={"line": 0}),
)


def sheet(fields: tuple[Field, ...]) -> Procedure:
    """A procedure that is only looked at as a form."""
    return Procedure(
        name="test",
        title="Test",
        summary="",
        resolve=lambda question: Resolution(question, ()),
        fields=fields,
        told=lambda question, result: Summary("", ()),
    )


SHEET = sheet(FIELDS)


def send(**values: str | list[str]) -> dict[str, Any]:
    """What the fields make of these names and values; `__` in a name stands for a dot."""
    data = {
        name.replace("__", "."): value if isinstance(value, list) else [value]
        for name, value in values.items()
    }
    return ask(FIELDS, data)


def test_a_choice_is_the_value_behind_the_words() -> None:
    assert send(colour="red")["colour"] == "red"
    assert send(colour="null")["colour"] is None
    assert send(colour="7")["colour"] == 7
    assert "colour" not in send(colour="")


def test_what_is_no_choice_is_left_for_the_rules_to_refuse() -> None:
    assert send(colour="green")["colour"] == "green"


def test_a_house_rule_at_its_usual_value_is_left_out() -> None:
    assert "options" not in send(options__late="false")
    assert send(options__late="true")["options"] == {"late": True}


@pytest.mark.parametrize(
    ("text", "number"), [("4", 4), ("-2", -2), ("−2", -2), ("+3", 3), (" 5 ", 5), ("2.5", "2.5"), ("٣", "٣")]
)
def test_a_number_is_read_as_people_write_it(text: str, number: Any) -> None:
    assert send(points__red=text)["points"] == {"red": number}


def test_a_number_left_blank_is_left_out() -> None:
    assert "points" not in send(points__red="", points__blue="")


def test_dice_are_all_left_to_the_app_or_given() -> None:
    assert "rolls" not in send(rolls__one="", rolls__two="")
    assert send(rolls__one="3", rolls__two="")["rolls"] == {"one": 3}


def test_blank_rows_are_no_rows_and_the_others_close_up() -> None:
    rows = send(
        moves__0__who="", moves__0__far="1", moves__2__who="Ada", moves__2__far="4", moves__10__who="Jo"
    )
    assert rows["moves"] == [{"who": "Ada", "far": 4}, {"who": "Jo"}]


def test_a_track_keeps_the_line_and_the_counts_that_are_not_nothing() -> None:
    track = send(**{"front.north.line": "1", "front.north.wire.-1": "2", "front.north.wire.0": "0"})["front"]
    assert track["north"] == {"line": 1, "wire": {"-1": 2}}


def test_a_track_without_a_key_stands_at_the_top() -> None:
    assert send(line="-1", **{"wire.1": "3"})["line"] == -1
    assert send(**{"wire.1": "3"})["wire"] == {"1": 3}


def test_a_grid_may_keep_only_the_neighbourhood() -> None:
    grid = Grid(key="front", label="", rows=FRONT, words=LINE, spaces=spaces, near="target", default=START)
    data = {f"front.{name}.line": ["0"] for name in FRONT}
    assert set(grid.read({**data, "target": ["north"]}, "front")) == {"north", "middle"}
    assert set(grid.read({**data, "target": ["middle"]}, "front")) == set(FRONT)
    assert set(grid.read({**data, "target": ["elsewhere"]}, "front")) == set(FRONT)


def test_a_grid_may_keep_only_what_is_named_or_has_changed() -> None:
    grid = Grid(key="front", label="", rows=FRONT, words=LINE, spaces=spaces, named="dig.*.at", default=START)
    data = {
        "front.north.line": ["0"],
        "front.middle.line": ["1"],
        "front.south.line": ["0"],
        "dig.3.at": ["south"],
    }
    assert set(grid.read(data, "front")) == {"middle", "south"}


def test_text_that_is_no_json_is_kept_and_told() -> None:
    question = send(map="{oops")
    assert question["map"] == "{oops"
    refusal = SHEET.misread(question)
    assert refusal is not None
    assert refusal.path == "map"
    assert SHEET.misread(send(map='{"a": 1}')) is None


def test_a_new_form_begins_with_the_first_values() -> None:
    assert SHEET.start() == {
        "colour": "red",
        "points": {"red": 2, "blue": 3},
        "cards": [],
        "moves": [],
        "front": START,
        "line": 0,
    }


def test_a_blank_row_begins_with_its_fields_first_values() -> None:
    rows = SHEET.show(SHEET.start())[7].parts["rows"]
    assert [field.value for field in rows[0]["fields"]] == ["", "1"]


def test_the_board_that_a_question_brings_decides_the_spaces() -> None:
    shown = SHEET.show({"reach": 2})[8].parts["rows"][0][1].parts["cells"]
    assert [cell["value"] for cell in shown] == ["-2", "-1", "0", "1", "2"]


def test_a_space_that_is_none_is_shown_all_the_same() -> None:
    _, north = SHEET.show({"front": {"north": {"line": 5, "wire": {"x": 1}}}})[8].parts["rows"][0]
    shown = north.parts["cells"]
    assert [cell["value"] for cell in shown] == ["-1", "0", "1", "5", "x"]
    assert next(cell for cell in shown if cell["value"] == "5")["here"]


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("colour", 0),
        ("points.blue", 3),
        ("name", 4),
        ("cards.1", 5),
        ("rolls.two", 6),
        ("moves.0.far", 7),
        ("front.south.line", 8),
        ("line", 9),
    ],
)
def test_a_refusal_stands_beside_the_field_that_it_concerns_and_no_other(path: str, found: int) -> None:
    question = {**SHEET.start(), "moves": [{"who": "Ada"}]}
    shown = SHEET.show(question, InvalidInput(path, "Wrong!"))
    assert [n for n, field in enumerate(shown) if "Wrong!" in json.dumps(field, default=str)] == [found]


def test_a_group_opens_where_something_in_it_is_said_or_wrong() -> None:
    assert not SHEET.show({})[4].parts["open"]
    assert SHEET.show({"name": "x"})[4].parts["open"]
    assert SHEET.show({}, InvalidInput("map", "no"))[4].parts["open"]


def test_a_path_within_another_name_is_not_within_it() -> None:
    assert Place({}, "battlefield", InvalidInput("battlefields.x", "no")).complaint == ""
    assert Place({}, "battlefields", InvalidInput("battlefields.x", "no")).complaint == "no"


VALUE = st.text(max_size=5) | st.sampled_from(["0", "1", "-1", "red", "true", "north", "[1]", "{}"])
NAME = st.sampled_from(
    [
        *(
            "colour",
            "options.late",
            "points.red",
            "name",
            "map",
            "cards",
            "rolls.one",
            "line",
            "wire.1",
            "wire.x",
        ),
        *(
            "moves.0.who",
            "moves.1.who",
            "moves.1.far",
            "front.north.line",
            "front.south.wire.0",
            "front.x.line",
        ),
    ]
)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
KEY = st.sampled_from(
    ["colour", "options", "points", "name", "map", "cards", "rolls", "moves", "front", "line", "wire"]
)


@given(st.dictionaries(NAME, st.lists(VALUE, max_size=2)))
def test_whatever_is_sent_is_a_question_that_the_form_can_show(data: dict[str, list[str]]) -> None:
    question = ask(FIELDS, data)
    assert json.loads(json.dumps(question)) == question
    SHEET.show(question)
    SHEET.misread(question)


@given(st.dictionaries(KEY, JSON) | JSON, st.none() | KEY)
def test_whatever_is_asked_can_be_shown(question: Any, path: str | None) -> None:
    SHEET.misread(question)
    shown = SHEET.show(question, InvalidInput(path, "no") if path else None)
    assert len(shown) == len(FIELDS)


def test_left_out_is_not_null() -> None:
    assert Place({"a": None}, "a").value is None
    assert Place({}, "a").value is LEFT_OUT


def test_a_place_is_called_by_the_labels_of_the_form_with_its_heading() -> None:
    sides = (
        Number(key="allied", label="Allied", low=0, high=10),
        Number(key="german", label="German", low=0, high=10),
    )
    called = labels((Group(key="propaganda", label="Propaganda", fields=sides),))
    assert called["propaganda.german"] == "“Propaganda, German”"


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


def pair(line: str) -> Json:
    name, amount = words(line)
    return {"name": name, "amount": amount}


def told(value: Json) -> str:
    return f"{value['name']} {value['amount']}"


LIST_FIELDS = (
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
LIST_SHEET = sheet(LIST_FIELDS)


def send_list(**values: str) -> dict[str, Any]:
    return ask(LIST_FIELDS, {name.replace("__", "."): [value] for name, value in values.items()})


def shown(question: Json, refusal: InvalidInput | None = None) -> dict[str, Any]:
    return {widget.name: widget for widget in LIST_SHEET.show(question, refusal)}


def test_a_list_on_a_line_keeps_words_and_makes_numbers() -> None:
    assert send_list(path="b1, b2 ;3 −4")["path"] == ["b1", "b2", 3, -4]
    assert send_list(path="")["path"] == []
    assert "tags" not in send_list(tags="  ")
    assert shown({"path": ["b1", 3]})["path"].value == "b1 3"


def test_each_line_is_an_entry_and_none_is_left_out() -> None:
    assert send_list(lines="ada 3\n\n bo 7 ")["lines"] == [
        {"name": "ada", "amount": 3},
        {"name": "bo", "amount": 7},
    ]
    assert "lines" not in send_list(lines=" \n ")
    assert send_list(none="")["none"] == []


def test_a_line_that_cannot_be_parsed_stays_as_it_is_for_the_rules_to_refuse() -> None:
    question = send_list(lines="ada 3\nnobody")
    assert question["lines"][1] == "nobody"
    assert shown(question)["lines"].value == "ada 3\nnobody"


def test_dice_are_counted_by_their_faces() -> None:
    assert send_list(rolls__attack__6="2", rolls__attack__1="1")["rolls"] == {"attack": [6, 6, 1]}
    assert "rolls" not in send_list(rolls__attack__6="", rolls__attack__5="0")
    pool = shown({"rolls": {"attack": [6, 6, 1]}})["rolls.attack"].parts
    assert [(face["face"], face["count"]) for face in pool["faces"] if face["count"]] == [(6, 2), (1, 1)]
    assert (pool["count"], len(pool["faces"])) == (3, 8)


def test_a_face_that_no_such_die_has_is_shown_too() -> None:
    pool = shown({"rolls": {"attack": [12]}})["rolls.attack"]
    assert pool.parts["faces"][0]["face"] == 12


@pytest.mark.parametrize("count", ["many", "21", "-1", "9999999999"])
def test_what_is_no_count_of_dice_is_left_for_the_rules_to_refuse(count: str) -> None:
    assert send_list(rolls__attack__6=count)["rolls"]["attack"] == [count]


def test_rows_are_an_object_by_their_first_field() -> None:
    question = send_list(dice__0__who="ada", dice__0__die="8", dice__1__who="bo", dice__1__die="6")
    assert question["dice"] == {"ada": 8, "bo": 6}
    caches = send_list(caches__0__square="c3", caches__0__fuel="2", caches__3__square="d4")
    assert caches["caches"] == {"c3": {"fuel": 2}, "d4": {}}
    assert "dice" not in send_list(dice__0__who="", dice__0__die="6")


def test_a_key_that_stands_there_twice_is_not_lost() -> None:
    question = send_list(dice__0__who="ada", dice__0__die="8", dice__1__who="ada", dice__1__die="6")
    assert question["dice"] == {"ada": 8, "ada again": 6}


def test_an_object_is_shown_a_row_an_entry_with_a_refusal_beside_its_row() -> None:
    refusal = InvalidInput("caches.d4.fuel", "Too much.")
    rows = shown({"caches": {"c3": {"fuel": 2}, "d4": {"fuel": 99}}}, refusal)["caches"].parts["rows"]
    assert [row["fields"][0].value for row in rows] == ["c3", "d4", ""]
    assert [row["fields"][1].error for row in rows] == ["", "Too much.", ""]
    refusal = InvalidInput("dice.bo", "No such die.")
    alone = shown({"dice": {"ada": 6, "bo": 7}}, refusal)["dice"].parts
    assert alone["rows"][1]["fields"][1].error == "No such die."


def test_a_refusal_of_the_object_as_a_whole_stands_below_its_rows() -> None:
    assert shown({"dice": {"ada": 6}}, InvalidInput("dice", "Two play."))["dice"].error == "Two play."
    assert shown({"dice": {"ada": 6}}, InvalidInput("dice.cy", "Missing."))["dice"].error == "Missing."


def test_a_new_form_begins_with_the_first_object() -> None:
    assert LIST_SHEET.start()["dice"] == {"ada": 6}


LIST_NAME = st.sampled_from(
    ["path", "tags", "lines", "rolls.attack.6", "rolls.attack.1", "dice.0.who", "dice.1.who", "dice.1.die"]
)
LIST_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
LIST_KEY = st.sampled_from(["path", "tags", "lines", "none", "rolls", "dice", "caches"])


@given(st.dictionaries(LIST_NAME, st.lists(st.text(max_size=8), max_size=2)))
def test_whatever_is_sent_is_a_question_that_can_be_shown_and_sent_again(data: dict[str, list[str]]) -> None:
    question = ask(LIST_FIELDS, data)
    assert json.loads(json.dumps(question)) == question
    LIST_SHEET.show(question)
    assert LIST_SHEET.misread(question) is None


@given(st.dictionaries(LIST_KEY, LIST_JSON) | LIST_JSON, st.none() | LIST_KEY)
def test_whatever_is_asked_of_lists_can_be_shown(question: Any, path: str | None) -> None:
    assert len(LIST_SHEET.show(question, InvalidInput(path, "no") if path else None)) == len(LIST_FIELDS)
