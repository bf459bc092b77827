"""Refusals carry the place in the input, and gather it on their way out."""

import json

import pytest

from companion.engine.errors import IllegalAction, InvalidInput, join, under


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
