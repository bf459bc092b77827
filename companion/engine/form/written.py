"""Fields as a file of words holds them: an object each, its kind and key first, then what the kind takes.

`{"number": "credits", "label": "Credits at hand", "high": 9999, "default": 400}` is a `Number` from 0.
Where a value is `"$name"`, code says what stands for it; in a list of fields, that may be several fields.
A field that is `"worked"` begins with what the sheet's worked example says in its place.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.engine.errors import join
from companion.engine.form.area import Area
from companion.engine.form.choice import Checks, Choice, Pick
from companion.engine.form.field import Field, Number, Text
from companion.engine.form.house_rule import Limit
from companion.engine.form.keyed import Keyed
from companion.engine.form.painted import Painted
from companion.engine.form.place import look
from companion.engine.form.pool import Pool
from companion.engine.form.prose import Prose, Sentences
from companion.engine.form.rows import Group, Rows
from companion.engine.form.several import Lines, Several
from companion.engine.form.slots import Slots
from companion.engine.wire import Json

__all__ = ["Written"]


def _keyed(*, value: str = "", **rows: Any) -> Keyed:
    return Keyed(rows=Rows(**rows), value=value)


KINDS: Mapping[str, Callable[..., Field]] = {
    "area": Area,
    "checks": Checks,
    "choice": Choice,
    "group": Group,
    "keyed": _keyed,
    "limit": partial(Limit, low=0),
    "lines": Lines,
    "number": partial(Number, low=0),
    "painted": Painted,
    "pool": Pool,
    "prose": Prose,
    "rows": Rows,
    "sentences": Sentences,
    "several": Several,
    "slots": Slots,
    "text": Text,
}


@dataclass(frozen=True, slots=True)
class Written:
    """What a file of fields needs besides: the `names` in it, and the worked `example` of the sheet.

    A name of fields is a tuple of them, or a list as files write it; that of a kind of one's own makes one.
    """

    names: Mapping[str, Any]
    example: Json = None

    def fields(self, listed: Sequence[Json], path: str = "") -> tuple[Field, ...]:
        """The fields of a list, at a path of the question; `LookupError` for a kind or a name unknown."""
        return tuple(each for given in listed for each in self._read(given, path))

    def _read(self, given: Json, path: str) -> tuple[Field, ...]:
        if isinstance(given, str):
            named: Any = self.names[given[1:]]
            return named if isinstance(named, tuple) else self.fields(named, path)
        (kind, key), *rest = given.items()
        at = join(path, key)
        args = {name: self._value(name, value, at) for name, value in rest}
        if args.pop("worked", False):
            args["default"] = deepcopy(look(self.example, at))
        made: Callable[..., Field] = KINDS.get(kind) or self.names[kind]
        return (made(key=key, **args),)

    def named(self, value: Json) -> Any:
        """A value, or what stands for it where it is a name."""
        return self.names[value[1:]] if isinstance(value, str) and value.startswith("$") else value

    def _value(self, name: str, value: Json, path: str) -> Any:
        value = self.named(value)
        if name == "fields":
            return self.fields(value, path)
        if name == "picks" and isinstance(value, list):
            return tuple(Pick(*each) for each in value)
        return tuple(value) if name == "words" else value
