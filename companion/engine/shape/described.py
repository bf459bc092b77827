"""A record's annotations as a JSON schema: the description of an interface, and what a form is made of."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from companion.engine.wire import Json

REFERENCE = "#/$defs/"


class _Described(GenerateJsonSchema):
    """Named tuples are objects, what JSON does not say is left out, what is read by hand may be anything."""

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> dict[str, Any]:
        """Anything."""
        return {}

    def field_is_present(self, field: Any) -> bool:
        """Whether JSON says it."""
        return not field.get("serialization_exclude")

    def named_tuple_schema(self, schema: core_schema.NamedTupleSchema) -> dict[str, Any]:
        """An object with its fields."""
        fields: dict[str, Any] = {
            str(each.get("validation_alias", each["name"])): each["schema"] for each in schema["fields"]
        }
        return {
            "type": "object",
            "properties": {key: self.generate_inner(each) for key, each in fields.items()},
            "required": [key for key, each in fields.items() if each["type"] != "default"],
        }


@cache
def describe(kind: Any) -> Mapping[str, Json]:
    """The JSON schema of a record, whole in itself: no part of it stands elsewhere."""
    found = TypeAdapter(kind).json_schema(schema_generator=_Described)
    whole: Mapping[str, Json] = _inlined(found, found.pop("$defs", {}), ())
    return whole


def _inlined(node: Json, parts: Mapping[str, Json], within: tuple[str, ...]) -> Json:
    """The node with what it refers to in its place; a part within itself may be anything."""
    if isinstance(node, list):
        return [_inlined(each, parts, within) for each in node]
    if not isinstance(node, dict):
        return node
    made = {
        key: each if key in ("default", "enum", "const", "required") else _inlined(each, parts, within)
        for key, each in node.items()
        if not (key in ("title", "$ref") and isinstance(each, str))
    }
    _bounded(made)
    named = node.get("$ref", "").removeprefix(REFERENCE) if isinstance(node.get("$ref"), str) else ""
    if not named or named in within:
        return made
    return {**_inlined(parts[named], parts, (*within, named)), **made}


def _bounded(made: dict[str, Json]) -> None:
    """A list's length called a list's, and of a record's first value only what the record may say."""
    if made.get("type") == "array":
        made |= {f"{end}Items": made.pop(f"{end}Length") for end in ("min", "max") if f"{end}Length" in made}
    if "properties" in made and isinstance(made.get("default"), dict):
        made["default"] = {key: each for key, each in made["default"].items() if key in made["properties"]}
