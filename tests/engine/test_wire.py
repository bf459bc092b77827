"""What comes in is refused whole or read key by key, and a refusal carries its place on the way out."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction, InvalidInput, join, under
from companion.engine.wire import Reading, boolean, dumps, integer, items, loads, name, say, text

plain = st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(plain, lambda inner: st.lists(inner) | st.dictionaries(st.text('aé"\n'), inner))


@pytest.mark.parametrize("text", ["", "{", "NaN", '{"a": Infinity}', "[" * 100_000, b"\xff"])
def test_what_is_no_json_is_refused_whole(text: str | bytes) -> None:
    with pytest.raises(InvalidInput) as refused:
        loads(text)
    assert refused.value.path == ""


@given(values)
def test_a_value_is_written_packed_and_in_order(value: object) -> None:
    assert dumps(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def test_unknown_keys_come_first_in_string_order() -> None:
    with pytest.raises(InvalidInput) as refused:
        Reading({"side": 3, "z": 1, "b": 2}, ("side",), "actions.2")
    assert refused.value.path == "actions.2.b"
    assert "side" in refused.value.message


@given(anything)
def test_only_an_object_is_read(value: object) -> None:
    if isinstance(value, dict):
        assert Reading(value, value).value is value
        return
    with pytest.raises(InvalidInput) as refused:
        Reading(value, (), "here")
    assert refused.value.path == "here"


@given(anything)
def test_a_wrong_value_is_refused_and_never_crashes(value: object) -> None:
    for read in (
        lambda: integer(value, "at", 1, 6),
        lambda: name(value, "at", ("allied", "german")),
        lambda: text(value, "at"),
        lambda: boolean(value, "at"),
        lambda: items(value, "at", 1),
    ):
        path, message = fault(read)
        assert path in ("", "at")
        message.encode()


def fault(read: Callable[[], object]) -> tuple[str, str]:
    """The place and the words of a refusal; empty where there is none."""
    try:
        read()
    except InvalidInput as refused:
        return refused.path, refused.message
    return "", ""


def test_a_truth_value_is_no_number_and_a_number_no_text() -> None:
    for value in (True, 1.0, "1", None):
        with pytest.raises(InvalidInput):
            integer(value, "", 0, 5)
    with pytest.raises(InvalidInput):
        text(5, "")


@pytest.mark.parametrize("bad", ["", "a\0", "\ud800"])
def test_a_text_is_one_that_every_database_keeps(bad: str) -> None:
    with pytest.raises(InvalidInput):
        text(bad, "reason")


def test_a_missing_key_is_named() -> None:
    with pytest.raises(InvalidInput, match="Still to say: points") as refused:
        Reading({}, ("points",), "pushes.0").integer("points", 1, 6)
    assert refused.value.path == "pushes.0.points"


def test_given_values_are_cut_short_in_messages() -> None:
    assert len(say("x" * 500)) <= 60
    assert say(["a", 1]) == '["a", 1]'


def test_what_holds_itself_is_said_to_be_too_deep() -> None:
    ring: list[object] = []
    ring.append(ring)
    assert say(ring) == "something nested too deep"


def test_a_path_grows_from_the_outside_and_the_kind_stays() -> None:
    with pytest.raises(IllegalAction) as refused, under("actions", 3), under(""):
        raise IllegalAction("side", "It is the other side's turn.")
    assert refused.value.as_json() == {
        "error": {
            "code": "illegal_action",
            "path": "actions.3.side",
            "message": "It is the other side's turn.",
        }
    }


def test_a_refusal_of_the_whole_has_an_empty_path() -> None:
    with pytest.raises(InvalidInput) as refused, under("setup"):
        raise InvalidInput("", "This must be an object.")
    assert refused.value.path == "setup"
    assert str(InvalidInput("", "No JSON.")) == "No JSON."


def test_positions_are_part_of_a_path() -> None:
    assert join("a", 0, "", "b") == "a.0.b"


def test_a_refusal_can_always_be_written_down() -> None:
    refused = InvalidInput("odd.\ud800", "There is no key “\ud800” here.")
    assert json.dumps(refused.as_json(), ensure_ascii=False).encode()
