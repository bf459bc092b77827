"""Fields that hold fields, down to rows and slots; fields as a file says them, as house rules, as a schema.

In a file a field is an object, its kind and key first, then what the kind takes: `{"number": "credits",
"label": "Credits at hand", "high": 9999, "default": 400}` is a `Number` from 0. Where a value is `"$name"`,
code says what stands for it; in a list of fields, that may be several fields. A field that is `"worked"`
begins with what the sheet's worked example says in its place.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form import (
    LEFT_OUT,
    WHOLE,
    Area,
    Checks,
    Choice,
    Control,
    Data,
    Field,
    Lines,
    Number,
    Pick,
    Picks,
    Place,
    Prose,
    Schema,
    Sentences,
    Several,
    Single,
    Text,
    ask,
    first,
    known_of,
    look,
    named,
    number,
    picks,
    put,
    written,
)
from companion.engine.form.board import Dice, Painted, Pool
from companion.engine.option import Option, help_of
from companion.engine.wire import Json
from companion.engine.wording import Values

MOST_ROWS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Fields that belong together, under a heading: `beside` each other, `below`, or `folded` away.

    With `quiet` it is left out of the question where none of them says anything.
    """

    label: str
    fields: tuple[Field, ...]
    help: str = ""
    form: Literal["beside", "below", "folded"] = "beside"
    key: str = ""
    quiet: bool = False

    def read(self, data: Data, path: str) -> object:
        record = ask(self.fields, data, path)
        return record if record or not self.quiet else LEFT_OUT

    def show(self, place: Place) -> Control:
        fields = [field.show(place.at(field.key)) for field in self.fields]
        wrong = any(field.error for field in fields)
        is_filled = any(place.at(field.key).value is not LEFT_OUT for field in self.fields if field.key)
        parts = {"form": self.form, "fields": fields, "open": wrong or is_filled}
        about = Control(name=place.path, frame="group", label=self.label, help=self.help, parts=parts)
        return replace(about, error="see within") if wrong else about

    def misread(self, place: Place) -> InvalidInput | None:
        return misread(self.fields, place)

    def schema(self) -> Schema:
        return described(self.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows(Single):
    """A list of objects, a row each. A row without its `lead` value is blank, and no part of the list.

    A blank row begins with its fields' first values; so the lead has none.
    """

    fields: tuple[Field, ...]
    lead: str
    blank: int = 1
    most: int = MOST_ROWS

    def read(self, data: Data, path: str) -> list[dict[str, Json]]:
        number = re.compile(re.escape(path) + r"\.(\d{1,3})\.", re.ASCII)
        numbers = sorted({int(match[1]) for name in data if (match := number.match(name))})
        rows = [ask(self.fields, data, join(path, n)) for n in numbers[:MOST_ROWS]]
        return [row for row in rows if self.lead in row]

    def show(self, place: Place) -> Control:
        given = len(place.items)
        shown = max(min(given + self.blank, self.most), given)
        rows = [self._row(place.at(n), n >= given) for n in range(min(shown, MOST_ROWS))]
        inside = any(field.error for row in rows for field in row["fields"])
        error = "" if inside else place.complaint
        return self.drawn(place, "rows", error=error, parts={"rows": rows, "more": shown < self.most})

    def _row(self, place: Place, blank: bool) -> Values:
        at = place.filled(start(self.fields)) if blank else place
        fields = [field.show(at.at(field.key)) for field in self.fields]
        return {"fields": fields, "blank": blank, "number": int(place.path.rsplit(".", 1)[-1]) + 1}

    def misread(self, place: Place) -> InvalidInput | None:
        count = len(place.items)
        refusals = (misread(self.fields, place.at(n)) for n in range(count))
        return next((refusal for refusal in refusals if refusal), None)

    def schema(self) -> Schema:
        row = described(self.fields)
        return {"type": "array", "items": {**row, "required": [*row["required"], self.lead]}}


def misread(fields: tuple[Field, ...], place: Place) -> InvalidInput | None:
    refusals = (field.misread(place.at(field.key)) for field in fields)
    return next((refusal for refusal in refusals if refusal), None)


def start(fields: tuple[Field, ...]) -> dict[str, Json]:
    """The first values of all fields, but those that are left out while they are the usual ones."""
    question: dict[str, Json] = {}
    for field in fields:
        put(question, field.key, _first_value(field))
    return question


def _first_value(field: Field) -> object:
    if isinstance(field, Group):
        return start(field.fields) or (LEFT_OUT if field.quiet else {})
    if isinstance(field, Area) and field.sample:
        return field.sample()
    return LEFT_OUT if getattr(field, "quiet", False) else getattr(field, "default", LEFT_OUT)


type Object = dict[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyed:
    """An object, `rows.lead` the key of each entry; with `value`, an entry is that field's value alone."""

    rows: Rows
    value: str = ""

    @property
    def key(self) -> str:
        return self.rows.key

    @property
    def default(self) -> Json:
        return self.rows.default

    def read(self, data: Data, path: str) -> object:
        """The object, left out where it is empty; a key that stands there twice is marked, to be refused."""
        record: Object = {}
        for row in self.rows.read(data, path):
            key = str(row.pop(self.rows.lead))
            while key in record:
                key += " again"
            record[key] = row.get(self.value, LEFT_OUT) if self.value else row
        return {key: value for key, value in record.items() if value is not LEFT_OUT} or LEFT_OUT

    def show(self, place: Place) -> Control:
        return self.rows.show(self._listed(place))

    def misread(self, place: Place) -> InvalidInput | None:
        return self.rows.misread(self._listed(place))

    def schema(self) -> Schema:
        row = described(self.rows.fields)
        del row["properties"][self.rows.lead]
        entry = row["properties"][self.value] if self.value else row
        return {"type": "object", "additionalProperties": entry}

    def _listed(self, place: Place) -> Place:
        """The same place with the object as a list, and the refusal where its row is."""
        entries = place.value if isinstance(place.value, Mapping) else {}
        listed = [self._row(key, value) for key, value in entries.items()]
        question = deepcopy(place.question) if isinstance(place.question, dict) else {}
        put(question, place.path, listed)
        return replace(place, question=question, refusal=self._moved(place, list(entries)))

    def _row(self, key: str, value: object) -> Object:
        inside = {self.value: value} if self.value else value if isinstance(value, Mapping) else {}
        return {self.rows.lead: key, **inside}

    def _moved(self, place: Place, keys: list[str]) -> GameError | None:
        """The refusal, where it is within one entry, at that entry's row."""
        refusal, start = place.refusal, f"{place.path}."
        if refusal is None or not refusal.path.startswith(start):
            return refusal
        key, _, inside = refusal.path.removeprefix(start).partition(".")
        if key not in keys:
            return type(refusal)(place.path, refusal.unnamed)
        row = join(place.path, keys.index(key), inside or self.value or self.rows.lead)
        return type(refusal)(row, refusal.unnamed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots(Single):
    """A list of so many values, each chosen in a list of its own; `words` says what each is."""

    picks: Picks
    words: tuple[str, ...]

    def read(self, data: Data, path: str) -> object:
        values = known_of(self.picks)
        cells = [first(data, join(path, n)) for n in range(len(self.words))]
        return [values.get(text, text) for text in cells if text] or LEFT_OUT

    def show(self, place: Place) -> Control:
        slots = [self._slot(place.at(n), word) for n, word in enumerate(self.words)]
        return self.drawn(place, "slots", parts={"slots": slots})

    def _slot(self, place: Place, word: str) -> Control:
        chosen = written(place.value)
        offered = picks(self.picks, place.question)
        strange = chosen and chosen not in {written(pick.value) for pick in offered}
        shown = (*offered, Pick(chosen, chosen)) if strange else offered
        return Control(
            name=place.path, id=named(place.path), label=word, kind="select", options=shown, value=chosen,
            blank="—",
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit(Number):
    """A whole number, or blank for no limit at all."""

    def read(self, data: Data, path: str) -> object:
        """The number, None where it was blanked; nothing where it is the usual one and need not be said."""
        if path not in data:
            return LEFT_OUT
        value = number(first(data, path))
        return self.unless_usual(None if value is LEFT_OUT else value)

    def or_usual(self, place: Place) -> object:
        value = Number.or_usual(self, place)
        return "" if value is None else value

    def schema(self) -> Schema:
        return {"anyOf": [{**WHOLE, "minimum": self.low, "maximum": self.high}, {"type": "null"}]}


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


def described(fields: tuple[Field, ...]) -> dict[str, Json]:
    """The object that these fields ask for; a key is required where a new form begins with a value for it."""
    whole: dict[str, Json] = {"type": "object", "properties": {}, "required": []}
    for field in fields:
        _put(whole, field.key, field.schema(), _is_needed(field))
    return whole


def _put(whole: dict[str, Json], path: str, schema: Schema, needed: bool) -> None:
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


def _keyed(*, value: str = "", **rows: Any) -> Keyed:
    return Keyed(rows=Rows(**rows), value=value)


PLAIN = (Area, Checks, Choice, Group, Lines, Painted, Pool, Prose, Rows, Sentences, Several, Slots, Text)
KINDS: Mapping[str, Callable[..., Field]] = {
    **{kind.__name__.lower(): kind for kind in PLAIN},
    "keyed": _keyed,
    "limit": partial(Limit, low=0),
    "number": partial(Number, low=0),
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
