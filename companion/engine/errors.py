"""What can be wrong with what a table says: it cannot be read, or the rules forbid it; its place in words.

A message holds `THING` where the name of its place belongs. Who knows the table names it: a game by the words
for the parts of its actions. What nobody names is spelt out from the path.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Self

THING = "\ue000"
"""Stands in a message for its place; no text holds it by chance."""
SAID = {
    "true or false": "yes or no",
    "an object is wanted": "all its parts are wanted",
    "an id: a letter a-z, then up to 31 of a-z, 0-9 and _": "one that there is",
    "a unit's id: u and its number,": "a unit by its number,",
}
"""What only those need to be told who write files, and what is said at the table instead."""
IDENTIFIER = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")


def things_of(folder: Path) -> Mapping[str, str]:
    """What a game calls the parts of its actions, as its file says."""
    things: Mapping[str, str] = json.loads((folder / "things.json").read_text("utf-8"))
    return things


def worded(identifier: object) -> str:
    """An identifier as people read it.

    >>> worded("build_trenches")
    'build trenches'
    """
    return str(identifier).replace("_", " ").strip()


def thing(path: str, things: Mapping[str, str] | None = None) -> str:
    """The words for a place; `#` in a known path is any number, the longest known end of it counts.

    >>> thing("placements.1.space", {"placements.#.space": "the space of the trenches"})
    'the space of the trenches (number 2)'
    >>> thing("rolls.attacker"), thing("")
    ('attacker (rolls)', 'this')
    """
    parts = path.split(".") if path else []
    numbers = [int(part) + 1 for part in parts if part.isdecimal()]
    counted = f" (number {numbers[-1]})" if numbers else ""
    pattern = ["#" if part.isdecimal() else part for part in parts]
    for start in range(len(parts)):
        words = _words(pattern[start:], things or {})
        if words:
            return words + counted
    named = [worded(part) for part in pattern if part != "#"]
    if not named:
        return f"entry{counted}" if counted else "this"
    above = f" ({', '.join(named[:-1])})" if named[:-1] else ""
    return f"{named[-1]}{above}{counted}"


def _words(pattern: list[str], things: Mapping[str, str]) -> str:
    """The words for the end of a path; `*` is whoever is named there, and goes where the words have `{}`."""
    of_somebody = things.get(".".join([*pattern[:-1], "*"]), "")
    return things.get(".".join(pattern)) or of_somebody.format(worded(pattern[-1]).title())


def named(message: str, path: str, things: Mapping[str, str] | None = None) -> str:
    """A message with its place named, a capital first."""
    if THING not in message:
        return message
    words = message.replace(THING, thing(path, things))
    return words[:1].upper() + words[1:]


def spelt_out(message: str) -> str:
    """A message without identifiers, for the table: a file's writer needs them, a player does not.

    >>> spelt_out("One of build_bridge, entrench is wanted; true or false.")
    'One of build bridge, entrench is wanted; yes or no.'
    """
    words = IDENTIFIER.sub(lambda hit: worded(hit[0]), message)
    for code, plain in SAID.items():
        words = words.replace(code, plain)
    return words[:1].upper() + words[1:]


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

    def as_json(self) -> dict[str, object]:
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


MOST_TOLD = 20
"""Faults that are told one by one."""


def together[E: GameError](problems: Sequence[E], say: Callable[[E], str] = str) -> E:
    """The first of these refusals, whose message tells the others too, each as `say` puts it."""
    first, *others = problems
    lines = [f"({n}) {say(each)}" for n, each in enumerate(others[: MOST_TOLD - 1], 2)]
    if len(others) >= MOST_TOLD:
        lines.append(f"… and {len(others) + 1 - MOST_TOLD} more")
    also = f" Also wrong: {' '.join(lines)}" if lines else ""
    words = first.unnamed if say is str else say(first)
    return type(first)(first.path, f"{words}{also}")
