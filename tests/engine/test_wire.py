"""What is no JSON is refused whole, before anything in it is read."""

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.wire import loads


@pytest.mark.parametrize("text", ["", "{", "NaN", '{"a": Infinity}', "[" * 100_000, b"\xff"])
def test_what_is_no_json_is_refused_whole(text: str | bytes) -> None:
    with pytest.raises(InvalidInput) as refused:
        loads(text)
    assert refused.value.path == ""
