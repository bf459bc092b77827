"""What is wrong with a record, in order: unknown keys first, then key by key, depth first."""

from collections.abc import Callable
from typing import Literal

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from companion.engine.errors import GameError
from companion.engine.shape.words import said

__all__ = ["MISSING_FIRST", "Path", "fault", "first", "refusing"]

type Path = tuple[str | int, ...]

KEY = "[key]"
MISSING_FIRST = "missing first"
"""Whether every record's missing keys come before what is wrong in another, among the names of a reading."""


def fault(message: str, *at: str | int) -> PydanticCustomError:
    """A fault that a check of ours found, `at` a place within what it checked."""
    whole = message.encode("utf-8", "backslashreplace").decode()
    return PydanticCustomError("fault", "{message}", {"message": whole, "at": at})


def refusing[**P, T](check: Callable[P, T]) -> Callable[P, T]:
    """A check whose refusal is one fault among the others, its path within what it checked."""

    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return check(*args, **kwargs)
        except GameError as error:
            raise fault(error.unnamed, *(error.path.split(".") if error.path else ())) from error

    return checked


def first(error: ValidationError, missing_first: bool | Literal["everywhere"] = False) -> tuple[Path, str]:
    """The fault that counts first: its place, and what would be right there.

    With `missing_first`, a key of the record itself that is missing counts before what is wrong in another,
    or one of every record in it.
    """
    faults = [(_place(each), each) for each in error.errors(include_url=False)]
    depth, deepest = 1, {False: 0, True: 1, "everywhere": 99}[missing_first]
    while True:
        early = [each for each in faults if _is_in_key(each, depth)]
        missing = [each for each in faults if depth <= deepest and _is_missing(each, depth)]
        if early or missing:
            return _told((early or missing)[0])
        if len(faults[0][0]) <= depth:
            return _told(faults[0])
        faults = [each for each in faults if each[0][:depth] == faults[0][0][:depth]]
        depth += 1


def _place(error: ErrorDetails) -> Path:
    """Where a fault is; pydantic marks one that is in a key itself."""
    place = tuple(part for part in error["loc"] if part != KEY)
    return (*place, *error.get("ctx", {}).get("at", ()))


def _is_in_key(found: tuple[Path, ErrorDetails], depth: int) -> bool:
    """Whether it is in a key itself: looked at before what the keys hold."""
    place, error = found
    return len(place) == depth and error["loc"][-1:] == (KEY,)


def _is_missing(found: tuple[Path, ErrorDetails], depth: int) -> bool:
    place, error = found
    return len(place) == depth and error["type"].startswith("missing")


def _told(found: tuple[Path, ErrorDetails]) -> tuple[Path, str]:
    place, error = found
    return place, said(error)
