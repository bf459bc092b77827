"""What can be wrong with what a table says: it cannot be read, or the rules forbid it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar, Self

from companion.engine.thing import named, spelt_out


class GameError(Exception):
    """A refusal. `path` is the place in the input, dotted; `message` says what would be right.

    `unnamed` is the message as it was written: the place may stand in it, still without its name.
    """

    code: ClassVar[str] = "game_error"

    def __init__(self, path: str, message: str) -> None:
        super().__init__(path, message)
        self.path = _writable(path)
        self.unnamed = _writable(message)

    @property
    def message(self) -> str:
        """What is wrong and what would be right, the place named as well as can be."""
        return named(self.unnamed, self.path)

    def called(self, things: Mapping[str, str]) -> Self:
        """The same refusal, its place called what it is called at the table."""
        return type(self)(self.path, spelt_out(named(self.unnamed, self.path, things)))

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message

    def as_json(self) -> dict[str, dict[str, str]]:
        """The error object that every interface answers with."""
        return {"error": {"code": self.code, "path": self.path, "message": self.message}}


def _writable(given: str) -> str:
    """A text without half characters, which no screen and no log can show."""
    return given if given.isascii() else given.encode("utf-8", "backslashreplace").decode("utf-8")


class InvalidInput(GameError):
    """It cannot be read: not JSON, a missing or unknown key, a wrong type, a value out of its range."""

    code = "invalid_input"


class IllegalAction(GameError):
    """It can be read, and the rules forbid it in this state."""

    code = "illegal_action"


class Withheld(IllegalAction):
    """A deed barred for a reason that hangs on what its seat alone may know, even where it is at `type`."""


def join(*parts: str | int) -> str:
    """A dotted path of its parts; empty parts vanish.

    >>> join("", "battlefields", "ypres", 0)
    'battlefields.ypres.0'
    """
    return ".".join(str(part) for part in parts if part != "")


@contextmanager
def under(*parts: str | int) -> Iterator[None]:
    """Put `parts` before the path of any refusal from within."""
    try:
        yield
    except GameError as error:
        raise type(error)(join(*parts, error.path), error.unnamed) from error


@contextmanager
def calling(things: Mapping[str, str]) -> Iterator[None]:
    """Call the place of any refusal from within what `things` calls it."""
    try:
        yield
    except GameError as error:
        raise error.called(things) from error
