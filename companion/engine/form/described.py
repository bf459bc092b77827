"""The fields of a form as a JSON schema: what a question takes that no record reads whole."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from companion.engine.form.area import Area
from companion.engine.form.choice import Checks, Choice, Picks
from companion.engine.form.dice import Dice
from companion.engine.form.field import Field, Number, Text
from companion.engine.form.house_rule import Limit
from companion.engine.form.keyed import Keyed
from companion.engine.form.place import LEFT_OUT
from companion.engine.form.rows import Group, Rows
from companion.engine.form.several import Lines, Several
from companion.engine.form.track import Grid, Track
from companion.engine.wire import Json

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
