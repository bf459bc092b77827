"""Fields as others write them: a file of words, a JSON schema, house rules; and what a form calls its places.

In a file a field is an object, its kind and key first, then what the kind takes: `{"number": "credits",
"label": "Credits at hand", "high": 9999, "default": 400}` is a `Number` from 0. Where a value is `"$name"`,
code says what stands for it; in a list of fields, that may be several fields. A field that is `"worked"`
begins with what the sheet's worked example says in its place.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial, singledispatch
from typing import Any

from companion.engine.errors import GameError, join
from companion.engine.form.board import Dice, Grid, Painted, Pool, Track
from companion.engine.form.field import (
    LEFT_OUT,
    Area,
    Checks,
    Choice,
    Data,
    Field,
    Lines,
    Number,
    Pick,
    Picks,
    Place,
    Prose,
    Sentences,
    Several,
    Text,
    Widget,
    first,
    look,
    number,
    written,
)
from companion.engine.form.rows import Group, Keyed, Rows, Slots
from companion.engine.option import Option, help_of
from companion.engine.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit(Number):
    """A whole number, or blank for no limit at all."""

    def read(self, data: Data, path: str) -> Json:
        """The number, None where it was blanked; nothing where it is the usual one and need not be said."""
        if path not in data:
            return LEFT_OUT
        value = number(first(data, path))
        value = None if value is LEFT_OUT else value
        return LEFT_OUT if self.quiet and value == self.default else value

    def show(self, place: Place) -> Widget:
        """The number, blank where there is none."""
        value = self.default if self.quiet and place.value is LEFT_OUT else place.value
        shown = "" if value is None else written(value)
        return self.drawn(place, "number", value=shown, low=self.low, high=self.high)


def house_rule(option: Option) -> Field:
    """The field of one house rule."""
    key, help = f"options.{option.key}", help_of(option)
    if option.choices:
        picks = tuple(Pick(value, words) for value, words in option.choices)
        return Choice(key=key, label=option.title, help=help, picks=picks, default=option.default, quiet=True)
    kind = Limit if option.may_be_none else Number
    low, high = option.low or 0, option.high or 99
    default = option.default
    return kind(key=key, label=option.title, help=help, low=low, high=high, default=default, quiet=True)


def house_rules(
    options: Sequence[Option], keys: Sequence[str], own: Sequence[Field] = (), files: str = "own files"
) -> Group:
    """The house rules that matter to a question, and the group's own files for it, folded away."""
    rules = {option.key: option for option in options}
    titles = (["house rules"] if keys else []) + ([files] if own else [])
    fields = (*(house_rule(rules[key]) for key in keys), *own)
    return Group(label=" and ".join(titles).capitalize(), form="folded", fields=fields)


type Schema = dict[str, Any]

WHOLE: Mapping[str, Json] = {"type": "integer"}


def described(fields: tuple[Field, ...]) -> Schema:
    """The object that these fields ask for; a key is required where a new form begins with a value for it."""
    whole: Schema = {"type": "object", "properties": {}, "required": []}
    for field in fields:
        _put(whole, field.key, schema_of(field), _is_needed(field))
    return whole


def _put(whole: Schema, path: str, schema: Schema, needed: bool) -> None:
    """A field's schema at its dotted path; at the empty path its keys join those there."""
    if not path:
        whole["properties"] |= schema.get("properties", {})
        whole["required"] += schema.get("required", [])
        return
    key, _, inside = path.partition(".")
    if needed and key not in whole["required"]:
        whole["required"].append(key)
    if not inside:
        whole["properties"][key] = schema
        return
    part = whole["properties"].setdefault(key, {"type": "object", "properties": {}, "required": []})
    _put(part, inside, schema, needed)


def _is_needed(field: Field) -> bool:
    if isinstance(field, Group):
        return not field.quiet and any(map(_is_needed, field.fields))
    if isinstance(field, Several):
        return False  # Rules may take an empty list for said.
    if isinstance(field, Area) and field.sample:
        return True
    if getattr(field, "quiet", False) or getattr(field, "optional", False):
        return False
    return getattr(field, "default", LEFT_OUT) is not LEFT_OUT


@singledispatch
def schema_of(field: Field) -> Schema:
    """What one field takes: anything, unless more is said of its kind."""
    return {}


@schema_of.register
def _(field: Number) -> Schema:
    whole = {**WHOLE, "minimum": field.low, "maximum": field.high}
    return {"anyOf": [whole, {"enum": list(field.words)}]} if field.words else whole


@schema_of.register
def _(field: Limit) -> Schema:
    return {"anyOf": [{**WHOLE, "minimum": field.low, "maximum": field.high}, {"type": "null"}]}


@schema_of.register
def _(field: Text) -> Schema:
    return {"type": "string"}


@schema_of.register
def _(field: Choice) -> Schema:
    return _one_of(field.picks)


@schema_of.register
def _(field: Checks) -> Schema:
    return {"type": "array", "items": _one_of(field.picks)}


def _one_of(picks: Picks) -> Schema:
    """The values to choose from; where the question brings them, their names may be any."""
    if not isinstance(picks, tuple):
        return {"type": "string"}
    values = [pick.value for pick in picks]
    return {"type": "boolean"} if set(map(type, values)) == {bool} else {"enum": values}


@schema_of.register
def _(field: Several) -> Schema:
    return {"type": "array", "items": {"type": ["string", "integer"]}}


@schema_of.register
def _(field: Lines) -> Schema:
    return {"type": "array", "items": {}}


@schema_of.register
def _(field: Dice) -> Schema:
    face = {**WHOLE, "minimum": 1, "maximum": field.faces}
    return {"type": "object", "properties": dict.fromkeys(field.dice, face), "required": list(field.dice)}


@schema_of.register
def _(field: Group) -> Schema:
    return described(field.fields)


@schema_of.register
def _(field: Rows) -> Schema:
    row = described(field.fields)
    return {"type": "array", "items": {**row, "required": [*row["required"], field.lead]}}


@schema_of.register
def _(field: Keyed) -> Schema:
    row = described(field.rows.fields)
    del row["properties"][field.rows.lead]
    entry = row["properties"][field.value] if field.value else row
    return {"type": "object", "additionalProperties": entry}


@schema_of.register
def _(field: Track) -> Schema:
    words = field.words
    heap = {words.heap: {"type": "object", "additionalProperties": WHOLE}} if words.heap else {}
    return {"type": "object", "properties": {words.line: WHOLE, **heap}, "required": [words.line]}


@schema_of.register
def _(field: Grid) -> Schema:
    track = schema_of(Track(key="", label="", words=field.words, spaces=field.spaces))
    return {"type": "object", "properties": dict.fromkeys(field.rows, track)}


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

    def fields(self, listed: Sequence[object], path: str = "") -> tuple[Field, ...]:
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

    def named(self, value: object) -> Any:
        """A value, or what stands for it where it is a name."""
        return self.names[value[1:]] if isinstance(value, str) and value.startswith("$") else value

    def _value(self, name: str, value: Json, path: str) -> Any:
        value = self.named(value)
        if name == "fields":
            return self.fields(value, path)
        if name == "picks" and isinstance(value, list):
            return tuple(Pick(*each) for each in value)
        return tuple(value) if name == "words" else value


def labels(fields: Sequence[Field], above: str = "", heading: str = "") -> Mapping[str, str]:
    """The label of every field, those within others under their heading; `#` stands for any row."""
    names: dict[str, str] = {}
    for field in fields:
        path, label = join(above, field.key), getattr(field, "label", "")
        words = f"{heading}, {label}" if heading and label else heading or label
        if field.key and words:
            names[path] = f"“{words}”"
        if isinstance(field, Dice):
            names |= {join(path, die): f"“{one}”" for die, one in field.dice.items()}
        inside = join(path, "#") if isinstance(field, Rows) else path
        names |= labels(getattr(field, "fields", ()), inside, label)
    return names


def areas(fields: Sequence[Field], above: str = "") -> list[str]:
    """The paths of the areas: who writes a file needs its own names for what is wrong in it."""
    paths = [join(above, field.key) for field in fields if isinstance(field, Area)]
    return paths + [
        path for field in fields for path in areas(getattr(field, "fields", ()), join(above, field.key))
    ]


def in_file(fields: Sequence[Field], refusal: GameError) -> bool:
    """Whether a refusal is about a file or something inside it, and not about a field."""
    return any(not area or f"{refusal.path}.".startswith(f"{area}.") for area in areas(fields))


def called(fields: Sequence[Field], refusal: GameError) -> GameError:
    """A refusal, its place called what the form calls it."""
    return refusal if in_file(fields, refusal) else refusal.called(labels(fields))
