"""A record's annotations, compiled by pydantic into one reader and one writer.

JSON has lists for tuples and objects for records, so containers are taken as they come. Scalars are not: a
truth value is no number, “3” is no 3. A list's length is looked at before what is in it.
"""

from functools import cache, partial
from typing import Any, get_type_hints

from pydantic import TypeAdapter
from pydantic.fields import FieldInfo
from pydantic_core import SchemaSerializer, SchemaValidator, core_schema

from companion.engine.reading import Reading, items, text
from companion.engine.shape.faults import refusing
from companion.engine.shape.words import WANTED

SCALARS = {"bool": "bool", "float": "float", "int": "int", "str": "string"}
LISTS = ("frozenset", "list", "tuple")
NOT_SCHEMAS = ("cls", "default", "metadata", "serialization")


@cache
def reader(kind: Any) -> SchemaValidator:
    """What reads JSON as a record of that kind."""
    return SchemaValidator(_as_json(TypeAdapter(kind).core_schema))


@cache
def writer(kind: Any) -> SchemaSerializer:
    """What writes such a record as JSON."""
    return SchemaSerializer(_by_key(TypeAdapter(kind).core_schema))


def _by_key(node: Any) -> Any:
    """The same schema, its named tuples written as objects."""
    if isinstance(node, list | tuple):
        return type(node)(_by_key(each) for each in node)
    if not isinstance(node, dict):
        return node
    made = {key: each if key in NOT_SCHEMAS else _by_key(each) for key, each in node.items()}
    if made.get("type") == "named-tuple":
        made["serialization"] = core_schema.plain_serializer_function_ser_schema(_object_of)
    return made


def _object_of(record: Any) -> dict[str, Any]:
    kind: Any = type(record)
    keys = _aliases(kind)
    return {keys.get(name, name): _with_keys(value) for name, value in record._asdict().items()}


@cache
def _aliases(kind: Any) -> dict[str, str]:
    """The keys in JSON that are not the fields' names."""
    hints = get_type_hints(kind, include_extras=True).items()
    fields = ((name, each) for name, hint in hints for each in getattr(hint, "__metadata__", ()))
    return {name: each.alias for name, each in fields if isinstance(each, FieldInfo) and each.alias}


def _with_keys(value: Any) -> Any:
    """Named tuples in lists within a named tuple are objects too."""
    if not isinstance(value, tuple | list):
        return value
    return _object_of(value) if hasattr(value, "_asdict") else [_with_keys(each) for each in value]


def _as_json(node: Any) -> Any:
    """The same schema, strict where JSON is."""
    if isinstance(node, list | tuple):
        return type(node)(_as_json(each) for each in node)
    if not isinstance(node, dict):
        return node
    made = {key: each if key in NOT_SCHEMAS else _as_json(each) for key, each in node.items()}
    kind = made.get("type")
    if kind in SCALARS:
        return _after(_whole, {**made, "strict": True}) if kind == "str" else {**made, "strict": True}
    if kind == "union" and all(each["type"] in (*SCALARS, "literal") for each in node["choices"]):
        return _either(made, node["choices"])
    if kind == "dataclass":
        return _before(partial(_known_keys, keys=_fields(made["schema"])), made)
    if kind == "named-tuple":
        return _before(partial(_object, keys=_keys(made["fields"])), made)
    return _list(made) if kind in LISTS else made


def _either(made: dict[str, Any], choices: list[dict[str, Any]]) -> dict[str, Any]:
    """A choice of scalars and names, whose fault is its own and names no branch."""
    names = [str(name) for each in choices for name in each.get("expected", ())]
    kinds = [WANTED[f"{SCALARS[each['type']]}_type"] for each in choices if "expected" not in each]
    wanted = {"wanted": " or ".join((*kinds, *(["one of " + ", ".join(names)] if names else [])))}
    return {
        **made,
        "custom_error_type": "wanted",
        "custom_error_message": "{wanted}",
        "custom_error_context": wanted,
    }


def _fields(made: dict[str, Any]) -> dict[str, None]:
    """A record's own keys; those that JSON does not say are none."""
    for field in made["fields"]:
        field["init"] = not field.get("serialization_exclude")
    return _keys([field for field in made["fields"] if field["init"]])


def _keys(fields: list[dict[str, Any]]) -> dict[str, None]:
    return dict.fromkeys(field.get("validation_alias", field["name"]) for field in fields)


def _list(made: dict[str, Any]) -> dict[str, Any]:
    fixed = (
        len(made["items_schema"]) if made["type"] == "tuple" and "variadic_item_index" not in made else None
    )
    least, most = made.pop("min_length", fixed or 0), made.pop("max_length", fixed)
    return _before(partial(_items, least=least, most=most), made)


def _before(check: Any, made: dict[str, Any]) -> dict[str, Any]:
    """A check that comes before the schema's own."""
    return _checked("function-before", check, made)


def _after(check: Any, made: dict[str, Any]) -> dict[str, Any]:
    return _checked("function-after", check, made)


def _checked(when: str, check: Any, made: dict[str, Any]) -> dict[str, Any]:
    """A schema with a check; what refers to the schema refers to both."""
    ref = {"ref": made.pop("ref")} if "ref" in made else {}
    return {"type": when, "function": {"type": "no-info", "function": check}, "schema": made, **ref}


@refusing
def _whole(value: str) -> str:
    """A text that a database keeps: no NUL, no half characters."""
    return text(value, "", 0)


@refusing
def _items(value: Any, *, least: int, most: int | None) -> Any:
    return items(value, "", least, most)


@refusing
def _known_keys(value: Any, *, keys: dict[str, None]) -> Any:
    """Unknown keys are told before anything else of a record."""
    known = type(value) is not dict or value.keys() <= keys.keys()
    return value if known else Reading(value, keys).value


@refusing
def _object(value: Any, *, keys: dict[str, None]) -> Any:
    return Reading(value, keys).value
