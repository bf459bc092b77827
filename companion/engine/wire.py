"""JSON as it comes in: parsed whole, or refused whole. What it says is read by `companion.engine.shape`."""

import json
from math import isfinite
from typing import Any

from pydantic_core import to_json

from companion.engine.errors import InvalidInput

__all__ = ["Json", "dumps", "loads"]

type Json = Any
"""Anything that `json.loads` gives."""


def dumps(value: Json) -> str:
    """The JSON text of a value, packed, in the order of its keys."""
    return to_json(value).decode()


def loads(text: str | bytes) -> Json:
    """Parse JSON text; whatever is wrong with it is one `InvalidInput` with an empty path."""
    try:
        value = json.loads(text, parse_constant=_no_number, parse_float=_finite)
        # Half a surrogate pair is JSON by its grammar, but no text that a page or a database can hold.
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InvalidInput("", "There is half a character in this text; write whole ones.") from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput("", f"This is not JSON: {error}. One JSON object is wanted.") from error
    return value


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _finite(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise ValueError(f"{digits[:20]} is too large a number")
    return value
