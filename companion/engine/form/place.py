"""Where a field stands: its path in the question is its name in the form and the place of a refusal."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.engine.errors import GameError, join
from companion.engine.wire import Json

type Data = Mapping[str, Sequence[str]]
"""What a form sends: the values of each name."""

type Widget = Mapping[str, Json]
"""What a template needs to draw one field: finished values, and `kind`, which is the template's name."""

LEFT_OUT: Final = type("LeftOut", (), {"__repr__": lambda self: "LEFT_OUT"})()
"""No value at all: the key is not in the question. Unlike None, which is JSON's null."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place in a question: the whole of it, the path there, and the refusal, if any, that it met."""

    question: Json
    path: str = ""
    refusal: GameError | None = None

    def at(self, *key: str | int) -> "Place":
        """The place of `key` within this one."""
        return replace(self, path=join(self.path, *key))

    @property
    def value(self) -> Json:
        """What the question holds here, or LEFT_OUT."""
        return look(self.question, self.path)

    @property
    def complaint(self) -> str:
        """The refusal's message where it lies here or within; else nothing."""
        there = self.refusal.path if self.refusal else ""
        inside = there and f"{there}.".startswith(f"{self.path}.")
        return self.refusal.message if self.refusal and inside else ""

    def filled(self, value: Json) -> "Place":
        """This place with `value` in it, where the question says nothing here."""
        if self.value is not LEFT_OUT or value is LEFT_OUT:
            return self
        made: dict[str, Json] = {}
        put(made, self.path, value)
        return replace(
            self, question={**(self.question if isinstance(self.question, Mapping) else {}), **made}
        )


def look(question: Json, path: str) -> Json:
    """The value at a dotted path, or LEFT_OUT.

    >>> look({"pushes": [{"points": 3}]}, "pushes.0.points")
    3
    >>> look({"pushes": []}, "pushes.0.points")
    LEFT_OUT
    """
    value = question
    for part in path.split(".") if path else ():
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return LEFT_OUT
    return value


def put(question: dict[str, Json], path: str, value: Json) -> None:
    """Set the value at a dotted path of keys, making the objects on the way; LEFT_OUT sets nothing.

    At the empty path an object's keys join those there. What is no object on the way gives way.

    >>> question = {"economy": None}
    >>> put(question, "propaganda.allied", 3)
    >>> put(question, "economy.german", 5)
    >>> question
    {'economy': {'german': 5}, 'propaganda': {'allied': 3}}
    """
    if value is LEFT_OUT:
        return
    *way, last = path.split(".")
    for part in way:
        inside = question.get(part)
        question[part] = inside if isinstance(inside, dict) else {}
        question = question[part]
    if last:
        question[last] = value
    elif isinstance(value, Mapping):
        _merge(question, value)


def _merge(into: dict[str, Json], more: Mapping[str, Json]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value


def first(data: Data, name: str) -> str:
    """The first value that the form sent under `name`, trimmed; empty where it sent none."""
    return next(iter(data.get(name, ())), "").strip()


def written(value: Json) -> str:
    """A value as it stands in a form: text as it is, nothing for what is left out, else its JSON.

    >>> written("ypres"), written(None), written(LEFT_OUT), written(-2)
    ('ypres', 'null', '', '-2')
    """
    if value is LEFT_OUT:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
