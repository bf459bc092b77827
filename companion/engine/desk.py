"""The desk: procedures of the rules assistant, what each asks, who resolves it, and the sheet of its fields.

The fields come out of a question's record, their words out of a file, first values out of worked examples.
What a record's schema cannot say, the words of a sheet do: labels, their order, headings, first values.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_type_hints

from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form import (
    LEFT_OUT,
    Area,
    Checks,
    Choice,
    Control,
    Field,
    Number,
    Pick,
    Picks,
    Place,
    Schema,
    Several,
    Text,
    look,
    written,
)
from companion.engine.form.rows import (
    MOST_ROWS,
    Group,
    Keyed,
    Limit,
    Rows,
    Written,
    house_rule,
    house_rules,
    misread,
    start,
)
from companion.engine.option import Option
from companion.engine.shape import KNOWN, describe
from companion.engine.step import Step
from companion.engine.summary import Summary, Voice, scripts
from companion.engine.wire import Json, loads

type Kind = Callable[..., Field]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What a sheet says of one field, or of a heading over those that it `has`.

    `begin` is its first value (else that of the example with which the sheet begins), `names` are the words
    for its values. With `form` a number is picked from all that there are, and a record shows every field.
    `rows` is an area's height, `high` a bound of the rules below the record's. With `blank` it begins empty,
    as a row's first field does. `kind` is one of the game's own.
    """

    label: str
    help: str = ""
    begin: object = LEFT_OUT
    names: Mapping[str, str] = field(default_factory=dict)
    kind: str = ""
    form: Literal["", "row", "list", "beside", "below", "folded"] = ""
    has: tuple[str, ...] = ()
    rows: int = 8
    high: int | None = None
    blank: bool = False


type Words = Mapping[str, Wording]
"""What a sheet says of its fields, by their paths, in the order of the form."""


class Kinds(NamedTuple):
    """What a game adds: words for values, picks for each kind of names, its own kinds of fields."""

    names: Mapping[str, str]
    picks: Mapping[str, Picks]
    own: Mapping[str, Kind]


class Draft(NamedTuple):
    """One field in the making; `optional` may be left out, `first` is what a new form begins with."""

    key: str
    wording: Wording
    schema: Schema
    optional: bool
    first: object
    inside: Words
    path: str

    @property
    def about(self) -> dict[str, Any]:
        return {"key": self.key, "label": self.wording.label, "help": self.wording.help}

    @property
    def quiet(self) -> bool:
        return self.optional and self.first is LEFT_OUT

    @property
    def default(self) -> object:
        return self.schema.get("default", LEFT_OUT) if self.quiet else self.first


def fields_of(schema: Schema, words: Words, first: object, kinds: Kinds, path: str = "") -> tuple[Field, ...]:
    """A field for each of the words, those under a heading or within another apart."""

    def made(key: str) -> Field:
        wording = words[key]
        if wording.has:
            form = wording.form if wording.form in ("below", "folded") else "beside"
            fields = tuple(map(made, wording.has))
            return Group(label=wording.label, help=wording.help, form=form, fields=fields)
        inside = {
            other.removeprefix(f"{key}."): words[other] for other in words if other.startswith(f"{key}.")
        }
        schema_at, optional = _place(schema, key)
        begun = wording.begin if wording.blank or wording.begin is not LEFT_OUT else look(first, key)
        return _field(Draft(key, wording, schema_at, optional, begun, inside, join(path, key)), kinds)

    taken = {key for wording in words.values() for key in wording.has}
    return tuple(made(key) for key in words if key not in taken and not _within(key, words))


def _within(key: str, words: Words) -> bool:
    """Whether it is part of another; one of the game's own kinds has no parts."""
    others = (each for each in words if key.startswith(f"{each}."))
    return any(not words[each].has and not words[each].kind for each in others)


def _place(schema: Schema, key: str) -> tuple[Schema, bool]:
    """The schema at a dotted path, and whether it may be left out."""
    optional = False
    for part in key.split("."):
        optional = optional or part not in schema.get("required", ())
        schema = schema.get("properties", {}).get(part, {})
    return schema, optional


def _field(part: Draft, kinds: Kinds) -> Field:
    if part.wording.kind:
        form = {"form": part.wording.form} if part.wording.form else {}
        first = {} if part.first is LEFT_OUT else {"default": part.first}
        return kinds.own[part.wording.kind](**part.about, **form, **first)
    schema = part.schema
    if any(isinstance(each, dict) and each.get("type") == "null" for each in schema.get("anyOf", ())):
        return _nullable(part, kinds)
    if values := _values(part):
        return _choice(part, _picks(part, values, kinds))
    if schema.get(KNOWN) in kinds.picks:
        return _choice(part, kinds.picks[schema[KNOWN]])
    return SHAPES.get(schema.get("type", ""), _area)(part, kinds)


def _nullable(part: Draft, kinds: Kinds) -> Field:
    """A value or none: a pick among the others where there is a word for it, else a blank."""
    usual = {"default": part.schema["default"]} if "default" in part.schema else {}
    plain = part._replace(schema={**part.schema["anyOf"][0], **usual})
    if values := _values(plain):
        return _choice(plain, _picks(plain, [None, *values], kinds))
    return _bounded(Limit, plain) if plain.schema.get("type") == "integer" else _field(plain, kinds)


def _values(part: Draft) -> list[object]:
    """All values that there are, where these can be counted."""
    schema = part.schema
    if schema.get("type") == "boolean":
        return [False, True]
    if "anyOf" in schema:
        return [value for each in schema["anyOf"] for value in _values(part._replace(schema=each))]
    if "const" in schema or "enum" in schema:
        return [schema["const"]] if "const" in schema else list(schema["enum"])
    if schema.get("type") == "integer" and part.wording.form:
        return list(range(schema["minimum"], schema["maximum"] + 1))
    return []


def _picks(part: Draft, values: list[object], kinds: Kinds) -> tuple[Pick, ...]:
    """The values with their words: those that the sheet names first, in its order."""
    order = {text: n for n, text in enumerate(part.wording.names)}
    values = sorted(values, key=lambda value: order.get(written(value), len(order)))
    return tuple(Pick(value, _called(value, part.wording.names, kinds)) for value in values)


def _called(value: object, names: Mapping[str, str], kinds: Kinds) -> str:
    text = written(value)
    return names.get(text) or kinds.names.get(text) or PLAIN.get(text) or text.replace("_", " ").capitalize()


PLAIN = {"null": "None", "false": "No", "true": "Yes"}


def _choice(part: Draft, picks: Picks) -> Choice:
    first = part.default
    if first is LEFT_OUT and isinstance(picks, tuple) and not part.wording.blank:
        first = picks[0].value
    form: Literal["list", "row"] = "list" if part.wording.form == "list" else "row"
    return Choice(**part.about, picks=picks, default=first, quiet=part.quiet, form=form)


def _bounded(kind: type[Number], part: Draft) -> Field:
    low, high = part.schema["minimum"], part.schema["maximum"]
    high = high if part.wording.high is None else part.wording.high
    return kind(**part.about, low=low, high=high, default=part.default, quiet=part.quiet)


def _area(part: Draft, kinds: Kinds) -> Field:
    return Area(**part.about, rows=part.wording.rows, default=part.first)


def _list(part: Draft, kinds: Kinds) -> Field:
    schema = part.schema
    entry = part._replace(schema=schema.get("items") or next(iter(schema.get("prefixItems", ())), {}))
    if part.inside:
        fields = _row(entry.schema, part, kinds)
        most = schema.get("maxItems", MOST_ROWS)
        return Rows(**part.about, fields=fields, lead=fields[0].key, default=part.first, most=most)
    if schema.get("uniqueItems") and (values := _values(entry)):
        return Checks(**part.about, picks=_picks(part, values, kinds), default=part.first)
    if entry.schema.get("type") not in ("integer", "string"):
        return _area(part, kinds)
    return Several(**part.about, default=part.first, quiet=part.quiet)


def _row(schema: Schema, part: Draft, kinds: Kinds) -> tuple[Field, ...]:
    """The fields of a row; the first of them is blank in a blank row."""
    lead = next(iter(part.inside))
    words = {**part.inside, lead: replace(part.inside[lead], blank=True)}
    return fields_of(schema, words, LEFT_OUT, kinds, part.path)


def _object(part: Draft, kinds: Kinds) -> Field:
    """A record under its heading; an object of many alike as rows, each with its key."""
    entry, keys = part.schema.get("additionalProperties"), tuple(part.inside)
    if not keys and part.wording.form and "properties" in part.schema:
        every = {key: Wording(label=_called(key, {}, kinds)) for key in part.schema["properties"]}
        return _object(part._replace(inside=every), kinds)
    if not keys:
        return _area(part, kinds)
    if not isinstance(entry, dict):
        form = part.wording.form if part.wording.form in ("below", "folded") else "beside"
        fields = fields_of(part.schema, part.inside, part.first, kinds, part.path)
        return Group(**part.about, form=form, fields=fields, quiet=part.optional)
    value = "" if "properties" in entry else keys[1]
    entries = {value: entry} if value else entry["properties"]
    named = {keys[0]: part.schema.get("propertyNames", {"type": "string"}), **entries}
    required = [keys[0], *([value] if value else entry.get("required", ()))]
    fields = _row({"properties": named, "required": required}, part, kinds)
    return Keyed(
        rows=Rows(
            **part.about, fields=fields, lead=keys[0], default=part.first, most=part.wording.high or MOST_ROWS
        ),
        value=value,
    )


SHAPES: Mapping[str, Callable[[Draft, Kinds], Field]] = {
    "integer": lambda part, kinds: _bounded(Number, part),
    "string": lambda part, kinds: Text(**part.about, default=part.first),
    "array": _list,
    "object": _object,
}


class Example(NamedTuple):
    """A worked case: its name, its procedure, what is asked and what comes of it."""

    id: str
    procedure: str
    input: Json
    expect: Json


@cache
def examples(folder: Path) -> tuple[Example, ...]:
    """The worked examples of a game, in the order of its specification."""
    cases = folder / "examples" / "worked.jsonl"
    return tuple(Example(**loads(line)) for line in cases.read_bytes().splitlines()) if cases.exists() else ()


@cache
def words(folder: Path) -> dict[str, str]:
    """What people call those of the examples that have a name, by their id."""
    named = folder / "examples" / "words.json"
    return dict(loads(named.read_bytes())) if named.exists() else {}


def worked(folder: Path, example: str) -> Json:
    """The question of one example; `LookupError` where there is none of that name."""
    example_of = next((each for each in examples(folder) if each.id == example), None)
    if example_of is None:
        raise LookupError(f"There is no example “{example}”.")
    return deepcopy(example_of.input)


@dataclass(frozen=True, kw_only=True)
class Sheets:
    """The sheets of one game.

    * `file`: their words; of each procedure the `example` with which it begins, what it `asks` (words by
      their paths), the house `rules` and own `files` folded away below; `words` that several share.
    * `folder`: where the worked examples lie; `rules`: the game's house rules.
    * `names`: words for values; `picks`: what may be picked of each kind of names that a record knows;
      `own`: the game's own kinds of fields, which a file names with `as`.
    """

    file: Path
    folder: Path
    rules: Sequence[Option] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    picks: Mapping[str, Picks] = field(default_factory=dict)
    own: Mapping[str, Kind] = field(default_factory=dict)

    @cached_property
    def said(self) -> dict[str, Any]:
        sheets: dict[str, Any] = loads(self.file.read_bytes())
        return sheets

    def fields(self, name: str, asks: object) -> tuple[Field, ...]:
        """The fields of one sheet, whose question is read as a record."""
        sheet, schema = self.said[name], describe(asks)
        kinds = Kinds(self.names, self.picks, {"rules": self._every_rule, **self.own})
        first = worked(self.folder, sheet["example"]) if "example" in sheet else LEFT_OUT
        listed = fields_of(schema, self._words(sheet["asks"]), first, kinds)
        shared = {key: f"@{key}" for key in sheet.get("files", ())}
        files = fields_of(schema, self._words(shared), LEFT_OUT, kinds)
        rules = sheet.get("rules", ())
        if not rules and not files:
            return listed
        return (*listed, house_rules(self.rules, rules, files, self.said.get("files", "own files")))

    def _every_rule(self, label: str, form: Literal["below", "folded"], **_: object) -> Field:
        return Group(label=label, form=form, fields=tuple(map(house_rule, self.rules)))

    def _words(self, asks: Mapping[str, Any]) -> Words:
        return {key: Wording(**table) for key, table in self._like(asks)}

    def _like(self, asks: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        """The words of each field, with those that several sheets share in their places."""
        fields: dict[str, dict[str, Any]] = {}
        for key, value in asks.items():
            if isinstance(value, str):
                value = {"like": value[1:]} if value.startswith("@") else {"label": value}
            table = dict(value)
            like = table.pop("like", "")
            shared = {k: v for k, v in self.said.get("words", {}).items() if like and _is_of(k, like)}
            for other, sheet in self._like(shared):
                fields[key + other.removeprefix(like)] = sheet
            made = {"kind" if key == "as" else key: value for key, value in table.items()}
            as_python = {**made, "has": tuple(made["has"])} if "has" in made else made
            fields[key] = {**fields.get(key, {}), **as_python}
        return list(fields.items())


def _is_of(key: str, like: str) -> bool:
    return key == like or key.startswith(f"{like}.")


class Resolution[R = Json](NamedTuple):
    """A procedure's answer: exactly the specification's `result`, and the steps to it."""

    result: R
    steps: tuple[Step, ...]


type Resolve = Callable[[object], Resolution[Any]]
type Complete = Callable[[object, Random], tuple[object, object | None]]


def nothing_left(question: object, _: Random) -> tuple[object, None]:
    """The question as it is: the app has no dice and no shuffle to add."""
    return question, None


def rolling(dice: Callable[[Random], object]) -> Complete:
    """A question with the `rolls` that it left out."""
    return rolling_for(lambda _, random: dice(random))


def rolling_for(dice: Callable[[Json, Random], object]) -> Complete:
    """The same where the dice hang on the question, which is left as it is where that refuses them."""

    def rolled(question: object, random: Random) -> tuple[object, object | None]:
        if type(question) is not dict or "rolls" in question:
            return question, None
        try:
            rolls = dice(question, random)
        except GameError:
            return question, None
        return {**question, "rolls": rolls}, rolls

    return rolled


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Procedure:
    """One thing that the rules assistant resolves, alike for desk, command line, HTTP and tests.

    `asks` is the record of its whole question, `answers` the kind of its result where `resolve` does not say
    it. `complete` answers the question with the dice or shuffles that it left out, and those alone (`None`:
    none was missing). It takes any JSON and never raises: `resolve` does. With `form_alone` a program says
    all, and only the desk's form leaves something out.

    On the desk `group` is the heading under which it stands, `button` what pressing it does, `chance` the
    keys that the app fills by rolling or shuffling; `told(question, result)` is how an answer reads.
    """

    name: str
    title: str
    summary: str
    asks: object = None
    answers: object = None
    resolve: Resolve
    complete: Complete = nothing_left
    form_alone: bool = False
    group: str = "More"
    button: str = "Answer"
    fields: tuple[Field, ...] = (Area(key="", label="The question, as JSON", rows=20),)
    chance: tuple[str, ...] = ()
    told: Callable[[Json, Json], Summary]

    @property
    def again(self) -> str:
        """The button that has the app do it once more; empty where there is no chance in it."""
        return f"{'Roll' if 'rolls' in self.chance else 'Shuffle'} for us" if self.chance else ""

    @property
    def gives(self) -> object:
        """The kind of its result; None where nothing says it."""
        return self.answers or next(iter(get_args(get_type_hints(self.resolve)["return"])), None)

    def start(self) -> dict[str, Json]:
        return start(self.fields)

    def show(self, question: object, refusal: GameError | None = None) -> list[Control]:
        """Every field, filled from the question, with the refusal beside the field that it concerns."""
        place = Place(question, "", refusal)
        return [field.show(place.at(field.key)) for field in self.fields]

    def misread(self, question: object) -> InvalidInput | None:
        """The refusal of text that is not what its field takes."""
        return misread(self.fields, Place(question))


class Answer(NamedTuple):
    """What answers one question of a desk whose words stand in a file; its parts are a `Procedure`'s.

    Fields and an answer's words that the file says are not said here.
    """

    resolve: Resolve
    told: Callable[[Json, Json], Summary] | None = None
    fields: tuple[Field, ...] = ()
    chance: tuple[str, ...] = ()
    complete: Complete = nothing_left
    asks: object = None


def on_desk(
    file: Path,
    *rooms: Mapping[str, Answer],
    ready: Iterable[Procedure] = (),
    names: Mapping[str, object] | None = None,
    sheets: Sheets | None = None,
    voice: Voice = Voice(),
) -> tuple[Procedure, ...]:
    """A desk in the order of `file`, which says of each procedure its title, summary, group and button.

    Those that are `ready` bring their own; the file says where they stand. It may say the fields too, as
    `Written` reads them with these `names`; then it has lists of fields that sheets share, and names the
    worked `example` with which a sheet begins. Where an answer has a record, the
    file says in its place what is asked in which words, and `sheets` makes the fields of both. How an
    answer reads may stand in `answers.json` beside it, for the game's `voice`.
    """
    words: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8"))
    written = Written({**(names or {}), **words.pop("shared", {})})
    words = {name: sheet for name, sheet in words.items() if name not in ("words", "files")}
    answers = {name: answer._asdict() for room in rooms for name, answer in room.items()}
    finished = {each.name: each for each in ready}
    assert words.keys() == answers.keys() | finished.keys(), f"{file} names other procedures than there are"
    for name, script in scripts(file.with_name("answers.json"), voice).items():
        if name in answers:
            answers[name]["told"] = script
        else:
            finished[name] = replace(finished[name], told=script)
    for name, sheet in words.items():
        example = sheet.pop("example", "")
        reader = replace(written, example=worked(sheets.folder, example)) if sheets and example else written
        if "fields" in sheet:
            answers[name]["fields"] = reader.fields(sheet.pop("fields"))
        if sheets and "asks" in sheet and name in answers:
            answers[name]["fields"] = sheets.fields(name, answers[name]["asks"])
        words[name] = {key: value for key, value in sheet.items() if key not in ("asks", "rules", "files")}
    return tuple(finished.get(name) or Procedure(name=name, **words[name], **answers[name]) for name in words)
