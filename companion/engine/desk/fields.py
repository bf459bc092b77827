"""The fields of a question, made of its record's schema: kinds, bounds, choices, what may be left out.

What a schema cannot say, the words of a sheet do: labels, their order, headings, first values.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from companion.engine.desk.words import Kinds, Part, Said, Schema, Words
from companion.engine.errors import join
from companion.engine.form.area import Area
from companion.engine.form.choice import Checks, Choice, Pick, Picks
from companion.engine.form.field import Field, Number, Text
from companion.engine.form.house_rule import Limit
from companion.engine.form.keyed import Keyed
from companion.engine.form.place import LEFT_OUT, look, written
from companion.engine.form.rows import MOST_ROWS, Group, Rows
from companion.engine.form.several import Several
from companion.engine.shape.learnt import KNOWN
from companion.engine.wire import Json


def fields_of(schema: Schema, words: Words, first: Json, kinds: Kinds, path: str = "") -> tuple[Field, ...]:
    """A field for each of the words, those under a heading or within another apart."""

    def made(key: str) -> Field:
        said = words[key]
        if said.has:
            form = said.form if said.form in ("below", "folded") else "beside"
            return Group(label=said.label, help=said.help, form=form, fields=tuple(map(made, said.has)))
        inside = {
            other.removeprefix(f"{key}."): words[other] for other in words if other.startswith(f"{key}.")
        }
        found, optional = _found(schema, key)
        begun = said.begin if said.blank or said.begin is not LEFT_OUT else look(first, key)
        return _field(Part(key, said, found, optional, begun, inside, join(path, key)), kinds)

    taken = {key for said in words.values() for key in said.has}
    return tuple(made(key) for key in words if key not in taken and not _within(key, words))


def _within(key: str, words: Words) -> bool:
    """Whether it is part of another; one of the game's own kinds has no parts."""
    others = (each for each in words if key.startswith(f"{each}."))
    return any(not words[each].has and not words[each].kind for each in others)


def _found(schema: Schema, key: str) -> tuple[Schema, bool]:
    """The schema at a dotted path, and whether it may be left out."""
    optional = False
    for part in key.split("."):
        optional = optional or part not in schema.get("required", ())
        schema = schema.get("properties", {}).get(part, {})
    return schema, optional


def _field(part: Part, kinds: Kinds) -> Field:
    if part.said.kind:
        form = {"form": part.said.form} if part.said.form else {}
        first = {} if part.first is LEFT_OUT else {"default": part.first}
        return kinds.own[part.said.kind](**part.told, **form, **first)
    schema = part.schema
    if any(isinstance(each, dict) and each.get("type") == "null" for each in schema.get("anyOf", ())):
        return _nullable(part, kinds)
    if values := _values(part):
        return _choice(part, _picks(part, values, kinds))
    if schema.get(KNOWN) in kinds.picks:
        return _choice(part, kinds.picks[schema[KNOWN]])
    return SHAPES.get(schema.get("type", ""), _area)(part, kinds)


def _nullable(part: Part, kinds: Kinds) -> Field:
    """A value or none: a pick among the others where there is a word for it, else a blank."""
    usual = {"default": part.schema["default"]} if "default" in part.schema else {}
    plain = part._replace(schema={**part.schema["anyOf"][0], **usual})
    if values := _values(plain):
        return _choice(plain, _picks(plain, [None, *values], kinds))
    return _bounded(Limit, plain) if plain.schema.get("type") == "integer" else _field(plain, kinds)


def _values(part: Part) -> list[Json]:
    """All values that there are, where these can be counted."""
    schema = part.schema
    if schema.get("type") == "boolean":
        return [False, True]
    if "anyOf" in schema:
        return [value for each in schema["anyOf"] for value in _values(part._replace(schema=each))]
    if "const" in schema or "enum" in schema:
        return [schema["const"]] if "const" in schema else list(schema["enum"])
    if schema.get("type") == "integer" and part.said.form:
        return list(range(schema["minimum"], schema["maximum"] + 1))
    return []


def _picks(part: Part, values: list[Json], kinds: Kinds) -> tuple[Pick, ...]:
    """The values with their words: those that the sheet names first, in its order."""
    order = {text: n for n, text in enumerate(part.said.names)}
    values = sorted(values, key=lambda value: order.get(written(value), len(order)))
    return tuple(Pick(value, _called(value, part.said.names, kinds)) for value in values)


def _called(value: Json, names: Mapping[str, str], kinds: Kinds) -> str:
    text = written(value)
    return names.get(text) or kinds.names.get(text) or PLAIN.get(text) or text.replace("_", " ").capitalize()


PLAIN = {"null": "None", "false": "No", "true": "Yes"}


def _choice(part: Part, picks: Picks) -> Choice:
    first = part.default
    if first is LEFT_OUT and isinstance(picks, tuple) and not part.said.blank:
        first = picks[0].value
    form: Literal["list", "row"] = "list" if part.said.form == "list" else "row"
    return Choice(**part.told, picks=picks, default=first, quiet=part.quiet, form=form)


def _number(part: Part, kinds: Kinds) -> Field:
    return _bounded(Number, part)


def _bounded(kind: type[Number], part: Part) -> Field:
    low, high = part.schema["minimum"], part.schema["maximum"]
    high = high if part.said.high is None else part.said.high
    return kind(**part.told, low=low, high=high, default=part.default, quiet=part.quiet)


def _text(part: Part, kinds: Kinds) -> Field:
    return Text(**part.told, default=part.first)


def _area(part: Part, kinds: Kinds) -> Field:
    return Area(**part.told, rows=part.said.rows, default=part.first)


def _list(part: Part, kinds: Kinds) -> Field:
    schema = part.schema
    entry = part._replace(schema=schema.get("items") or next(iter(schema.get("prefixItems", ())), {}))
    if part.inside:
        fields = _row(entry.schema, part, kinds)
        most = schema.get("maxItems", MOST_ROWS)
        return Rows(**part.told, fields=fields, lead=fields[0].key, default=part.first, most=most)
    if schema.get("uniqueItems") and (values := _values(entry)):
        return Checks(**part.told, picks=_picks(part, values, kinds), default=part.first)
    if entry.schema.get("type") not in ("integer", "string"):
        return _area(part, kinds)
    return Several(**part.told, default=part.first, quiet=part.quiet)


def _row(schema: Schema, part: Part, kinds: Kinds) -> tuple[Field, ...]:
    """The fields of a row; the first of them is blank in a blank row."""
    lead = next(iter(part.inside))
    words = {**part.inside, lead: replace(part.inside[lead], blank=True)}
    return fields_of(schema, words, LEFT_OUT, kinds, part.path)


def _every(schema: Schema, kinds: Kinds) -> Words:
    """All fields of a record, called by their own names."""
    return {key: Said(label=_called(key, {}, kinds)) for key in schema["properties"]}


def _object(part: Part, kinds: Kinds) -> Field:
    """A record under its heading; an object of many alike as rows, each with its key."""
    entry, keys = part.schema.get("additionalProperties"), tuple(part.inside)
    if not keys and part.said.form and "properties" in part.schema:
        return _object(part._replace(inside=_every(part.schema, kinds)), kinds)
    if not keys:
        return _area(part, kinds)
    if not isinstance(entry, dict):
        form = part.said.form if part.said.form in ("below", "folded") else "beside"
        fields = fields_of(part.schema, part.inside, part.first, kinds, part.path)
        return Group(**part.told, form=form, fields=fields, quiet=part.optional)
    value = "" if "properties" in entry else keys[1]
    entries = {value: entry} if value else entry["properties"]
    named = {keys[0]: part.schema.get("propertyNames", {"type": "string"}), **entries}
    required = [keys[0], *([value] if value else entry.get("required", ()))]
    fields = _row({"properties": named, "required": required}, part, kinds)
    return Keyed(
        rows=Rows(
            **part.told, fields=fields, lead=keys[0], default=part.first, most=part.said.high or MOST_ROWS
        ),
        value=value,
    )


SHAPES: Mapping[str, Callable[[Part, Kinds], Field]] = {
    "integer": _number,
    "string": _text,
    "array": _list,
    "object": _object,
}
