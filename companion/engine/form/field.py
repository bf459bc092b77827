"""What a field of a form is, and the plain ones: a whole number, a short text."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from companion.engine.errors import InvalidInput, join
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first, put, written
from companion.engine.wire import Json

WHOLE = re.compile(r"[+-]?\d{1,15}", re.ASCII)


class Field(Protocol):
    """One question of a form. `key` is its dotted path; empty, its values join what is there."""

    @property
    def key(self) -> str:
        """Its dotted path within what it is part of."""

    def read(self, data: Data, path: str) -> Json:
        """The value at `path`, as the form sent it; LEFT_OUT for none. It never refuses: the rules do."""

    def show(self, place: Place) -> Widget:
        """What a template needs to draw it."""

    def misread(self, place: Place) -> InvalidInput | None:
        """The refusal of text that only this field could have read; None where all is well."""


def ask(fields: tuple[Field, ...], data: Data, path: str = "") -> dict[str, Json]:
    """The question that a filled form puts; the part of it at `path`."""
    question: dict[str, Json] = {}
    for field in fields:
        put(question, field.key, field.read(data, join(path, field.key)))
    return question


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """What every field of one value has: key, label, a word of help, what a new form begins with."""

    key: str
    label: str
    help: str = ""
    default: Json = LEFT_OUT

    def drawn(self, place: Place, kind: str, **more: Json) -> Widget:
        """The widget: who it is, what is wrong with it, and `more`."""
        told = {"kind": kind, "name": place.path, "id": named(place.path), "label": self.label}
        return {**told, "help": self.help, "error": place.complaint, **more}

    def misread(self, place: Place) -> InvalidInput | None:
        """Nothing: the rules can say what is wrong with one value."""
        return None


def named(path: str) -> str:
    """An element's id for a path: no dot, which CSS would read as a class.

    >>> named("battlefields.ypres.trenches.-1")
    'f-battlefields-ypres-trenches--1'
    """
    return "f-" + re.sub(r"[^A-Za-z0-9-]", "-", path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Single):
    """A whole number from `low` to `high`.

    With `quiet` the default is left out of the question; with `optional` it may be missing from it. `words`
    are texts that may stand there instead; `unit` is what it counts.
    """

    low: int
    high: int
    quiet: bool = False
    optional: bool = False
    words: Collection[str] = ()
    unit: str = ""

    def read(self, data: Data, path: str) -> Json:
        """The number; other text is passed on, for the rules to refuse."""
        value = number(first(data, path))
        return LEFT_OUT if self.quiet and value == self.default else value

    def show(self, place: Place) -> Widget:
        """The number, with its limits."""
        value = self.default if self.quiet and place.value is LEFT_OUT else place.value
        return self.drawn(place, "number", value=written(value), low=self.low, high=self.high)


def number(text: str) -> Json:
    """A whole number as people write it; LEFT_OUT for nothing, else the text as it came.

    >>> number("−2"), number("+3"), number(""), number("two")
    (-2, 3, LEFT_OUT, 'two')
    """
    text = text.replace("−", "-")
    if not text:
        return LEFT_OUT
    return int(text) if WHOLE.fullmatch(text) else text


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Single):
    """A short text."""

    def read(self, data: Data, path: str) -> Json:
        """The text, or nothing."""
        return first(data, path) or LEFT_OUT

    def show(self, place: Place) -> Widget:
        """The text as it stands."""
        return self.drawn(place, "text", value=written(place.value))
