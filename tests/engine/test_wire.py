"""What is no JSON is refused whole, before anything in it is read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import InvalidInput
from companion.engine.wire import dumps, loads

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
