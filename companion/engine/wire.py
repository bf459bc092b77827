"""JSON as it comes in: parsed whole or refused whole; and the checks of which `shape`, the reader, is made.

By hand is read what hangs on a table: dice, as many as there are people; a space of this board.
"""

import json
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from math import isfinite
from typing import Any

from pydantic_core import to_json

from companion.engine.errors import THING, InvalidInput, join

type Json = Any
"""Anything that `json.loads` gives."""


def dumps(value: object) -> str:
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


def say(value: object) -> str:
    """A given value, short enough for a message."""
    if value is None:
        return "nothing"
    try:
        given = json.dumps(value, ensure_ascii=False, default=str)
    except (RecursionError, ValueError):
        return "something nested too deep"
    return given if len(given) <= 60 else given[:57] + "…"


def integer(value: object, path: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`; a boolean is none."""
    if type(value) is int and low <= value <= high:
        return value
    raise InvalidInput(
        path, f"{THING}: a whole number from {low} to {high} is wanted; {say(value)} was given."
    )


def name[T: str](value: object, path: str, names: Collection[T]) -> T:
    """One of a few identifiers."""
    if type(value) is str and value in names:
        one: T = value  # type: ignore[assignment]  # it is one of the names, and they are of T
        return one
    wanted = f"one of {', '.join(names)} is wanted" if names else "there is none to choose from yet"
    raise InvalidInput(path, f"{THING}: {wanted}; {say(value)} was given.{_perhaps(value, names)}")


def _perhaps(value: object, names: Collection[str]) -> str:
    """The one of the names that a text comes near to."""
    close = get_close_matches(value[:60].lower(), names, 1, 0.75) if type(value) is str else []
    return f" Perhaps {close[0]}?" if close else ""


def text(value: object, path: str, least: int = 1) -> str:
    """A text of at least `least` characters; half characters and NUL, which no database keeps, are none."""
    if type(value) is str and len(value) >= least and is_whole(value):
        return value
    wanted = "a text that is not empty" if least else "a text"
    raise InvalidInput(path, f"{THING}: {wanted} is wanted; {say(value)} was given.")


def is_whole(given: str) -> bool:
    """Whether a text can be written down: no lone surrogates, no NUL."""
    if "\0" in given:
        return False
    return given.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in given)


def boolean(value: object, path: str) -> bool:
    """Yes or no; a number is neither."""
    if type(value) is bool:
        return value
    raise InvalidInput(path, f"{THING}: true or false is wanted; {say(value)} was given.")


def items(value: object, path: str, least: int = 0, most: int | None = None) -> list[Json]:
    """A list of `least` to `most` entries."""
    if type(value) is list and len(value) >= least and (most is None or len(value) <= most):
        return value
    size = f"{least} or more" if most is None else str(least) if least == most else f"{least} to {most}"
    if type(value) is list:
        given = "1 was given" if len(value) == 1 else f"{len(value) or 'none'} were given"
        raise InvalidInput(path, f"{THING}: {size} {'is' if size == '1' else 'are'} wanted; {given}.")
    raise InvalidInput(path, f"{THING}: a list of {size} is wanted; {say(value)} was given.")


def keyed(value: object, keys: Collection[str], path: str = "") -> dict[str, Json]:
    """An object that has no other keys: of those the first in string order is refused."""
    if type(value) is not dict:
        raise InvalidInput(path, f"{THING}: an object is wanted; {say(value)} was given.")
    unknown = min((str(key) for key in value if key not in keys), default=None)
    if unknown is not None:
        allowed = f"only {', '.join(keys)}" if keys else "nothing has"
        raise InvalidInput(join(path, unknown), f"“{unknown}” has no place here; {allowed}.")
    return value


def part(value: Mapping[str, Json], key: str, path: str = "") -> Json:
    """The value of a key that must be there."""
    if key in value:
        return value[key]
    raise InvalidInput(join(path, key), f"Still to say: {THING}.")


def parts(value: object, path: str, *keys: str, some: tuple[str, ...] = ()) -> dict[str, Json]:
    """An object that has these keys, all of them, perhaps `some` others; what they hold as it came.

    >>> parts({"side": "german"}, "", "side", "points")
    Traceback (most recent call last):
    ...
    companion.engine.errors.InvalidInput: points: Still to say: points.
    """
    whole = keyed(value, (*keys, *some), path)
    for key in keys:
        part(whole, key, path)
    return whole
