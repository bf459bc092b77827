"""A tap form's fields become the action, or a refusal with its place."""

import pytest
from django.http import QueryDict

from companion.engine.errors import InvalidInput
from companion.tables.forms import action_of, seen_of


def action(**fields: str | list[str]) -> object:
    form = QueryDict(mutable=True)
    for name, value in fields.items():
        form.setlist(name, value if isinstance(value, list) else [value])
    return action_of(form)


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"action": '{"type": "x"}'}, {"type": "x"}),
        ({"action": '{"type": "x"}', "a.n": "4", "a.m": "-3", "a.z": ""}, {"type": "x", "n": 4, "m": -3}),
        ({"a.rolls.d6": "6"}, {"rolls": {"d6": 6}}),
        ({"a.keep[]": ["b", "", "a"]}, {"keep": ["b", "a"]}),
        (
            {"a.changes.0.path": "morale", "a.changes.0.value": "7"},
            {"changes": [{"path": "morale", "value": 7}]},
        ),
        (
            {"action": '{"choices": [null, {"k": 1}]}', "a.choices.1.d6": "2"},
            {"choices": [None, {"k": 1, "d6": 2}]},
        ),
        ({"a.choices.1.d6": "2"}, {"choices": [None, {"d6": 2}]}),
        ({"a.verdicts.m": "true", "a.verdicts.n": "false"}, {"verdicts": {"m": True, "n": False}}),
        ({"a.reason:text": "12"}, {"reason": "12"}),
        ({"a.code": "007", "a.big": "99999999999"}, {"code": "007", "big": "99999999999"}),
        ({"other": "1"}, {}),
        ({"needs": ["a.r.x", "a.r.y"], "a.r.x": "1", "a.r.y": "6", "dice": "these"}, {"r": {"x": 1, "y": 6}}),
        ({"needs": ["a.r.x", "a.r.y"], "a.r.x": "1", "dice": "app"}, {}),
    ],
)
def test_fields_become_the_action(fields: dict[str, str | list[str]], wanted: object) -> None:
    assert action(**fields) == wanted


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"action": "{"}, ""),
        ({"action": '{"a": 1}', "a.a.b": "2"}, "a"),
        ({"action": '{"a": []}', "a.a.b": "2"}, "a"),
        ({"action": '{"a": []}', "a.a.5000": "2"}, "a"),
        ({"action": "7", "a.b": "2"}, ""),
        ({"needs": ["a.r.x", "a.r.y"], "dice": "these"}, "r.x"),
        ({"needs": ["a.r.x", "a.r.y"], "a.r.x": "1", "a.r.y": "", "dice": "these"}, "r.y"),
        ({"needs": "a.r.x"}, "r.x"),
    ],
)
def test_fields_that_fit_nowhere_are_refused(fields: dict[str, str], path: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        action(**fields)
    assert refused.value.path == path


def test_what_was_seen_is_a_number_or_refused_later() -> None:
    assert seen_of(QueryDict("seen=12")) == 12
    assert seen_of(QueryDict("seen=x")) == "x"
    assert seen_of(QueryDict("")) == ""
