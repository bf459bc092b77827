"""JSON to frozen dataclasses and back, with the dotted path of what is wrong.

A record is a frozen dataclass whose annotations say the shape; a field with a default may be left out.
Reading is strict: a boolean is no integer, a string no number, an unknown key is refused. The order of
checks is fixed: within an object unknown keys first (in string order), then the fields as declared.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from math import isfinite
from typing import Any

from annotated_types import Interval, Len
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from companion.engine.errors import InvalidInput, join
from companion.engine.thing import THING

__all__ = ["Between", "Json", "Named", "Sized", "Tagged", "dump", "loads", "read", "schema"]

type Json = Any
"""Anything that `json.loads` gives."""

UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")


def Between(low: int, high: int) -> Interval:
    """An integer's range, both ends included: `Annotated[int, Between(1, 6)]`."""
    return Interval(ge=low, le=high)


def Sized(least: int, most: int | None = None) -> Len:
    """How many entries or characters: `Annotated[str, Sized(1)]`."""
    return Len(least, most)


def Named(name: str, **more: Any) -> Any:
    """The key in JSON where Python cannot spell it: `Annotated[Condition | None, Named("if")]`."""
    return Field(alias=name, **more)


def Tagged(key: str) -> Any:
    """A choice between records told apart by one key: `Annotated[Morale | Build, Tagged("kind")]`."""
    return Field(discriminator=key)


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


def read[T](kind: type[T], value: Json, path: str = "") -> T:
    """Read `value` as a record of `kind`, or raise `InvalidInput` at the first fault."""
    shape: Any = kind
    try:
        # Said again here: a named type that is used twice in a record forgets the record's strictness.
        record: T = _adapter(shape).validate_json(_text(value), strict=True)
    except ValidationError as error:
        place, message = _first(error.errors(include_url=False), value)
        raise InvalidInput(join(path, place), message) from error
    return record


def dump(value: object) -> Json:
    """The JSON of a record."""
    kind: Any = type(value)
    return _adapter(kind).dump_python(value, mode="json", by_alias=True)


def schema(kind: type[Any]) -> Json:
    """The JSON Schema of a record, for the description of an interface."""
    shape: Any = kind
    return _adapter(shape).json_schema()


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    config = ConfigDict(extra="forbid", strict=True)
    if is_dataclass(kind):
        setattr(kind, "__pydantic_config__", config)  # noqa: B010 (any class)
        return TypeAdapter(kind)
    return TypeAdapter(kind, config=config)


def _text(value: Json) -> str:
    try:
        return json.dumps(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput("", f"This is not JSON: {error}.") from error


def _first(errors: Sequence[ErrorDetails], value: Json) -> tuple[str, str]:
    """The fault that counts first, as (path, message)."""
    faults = [(_place(error, value), error) for error in errors]
    depth = 0
    while True:
        here = [f for f in faults if len(f[0]) == depth + 1 and f[1]["type"] in UNKNOWN]
        if here:
            place, error = min(here, key=lambda f: str(f[0][depth]))
            break
        place, error = faults[0]
        if len(place) <= depth + 1:
            break
        faults = [f for f in faults if f[0][: depth + 1] == place[: depth + 1]]
        depth += 1
    return join(*place), _message(error, place)


def _place(error: ErrorDetails, value: Json) -> tuple[str | int, ...]:
    """The fault's place in the input, without the names of union branches that the parser puts in."""
    place: list[str | int] = []
    for part in error["loc"]:
        inside = isinstance(value, list) and isinstance(part, int) and part < len(value)
        if inside or (isinstance(value, Mapping) and part in value):
            value = value[part]
        elif error["type"] != "missing" or part != error["loc"][-1]:
            continue
        place.append(part)
    if error["type"].startswith("union_tag"):
        place.append(error["ctx"]["discriminator"].strip("'"))
    return tuple(place)


def _message(error: ErrorDetails, place: tuple[str | int, ...]) -> str:
    last = place[-1] if place else "input"
    if error["type"] == "missing":
        return f"Still to say: {THING}."
    if error["type"] in UNKNOWN:
        return f"“{last}” has no place here."
    given = json.dumps(error["input"], ensure_ascii=False, default=str)
    given = given if len(given) <= 60 else given[:57] + "…"
    return f"{error['msg'].replace('Input should', f'{THING} should')}; {given} was given."
