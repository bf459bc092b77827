"""A record's annotations, compiled by pydantic into one reader and one writer; its faults; its JSON schema.

JSON has lists for tuples and objects for records, so containers are taken as they come. Scalars are not: a
truth value is no number, “3” is no 3. A list's length is looked at before what is in it. Faults are told in
order: unknown keys first, then key by key, depth first, each with what would be right.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import make_dataclass
from functools import cache, partial
from typing import Any, Literal, get_type_hints

from pydantic import GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails, PydanticCustomError, SchemaSerializer, SchemaValidator, core_schema

from companion.engine.errors import THING, GameError
from companion.engine.wire import Json, items, keyed, say, text

WANTED = {
    "bool_type": "true or false",
    "dataclass_type": "an object",
    "dict_type": "an object",
    "float_type": "a number",
    "frozen_set_type": "a list",
    "int_type": "a whole number",
    "mapping_type": "an object",
    "string_too_short": "a text that is not empty",
    "string_type": "a text",
    "tuple_type": "a list",
}


def fault_words(error: ErrorDetails) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "fault":
        return str(context["message"])
    if kind.startswith("missing"):
        return f"Still to say: {THING}."
    wanted = WANTED.get(kind, "something else")
    if kind == "wanted":
        wanted = context["wanted"]
    if kind == "string_too_long":
        wanted = f"a text of {context['max_length']} characters at most"
    if kind == "literal_error":
        wanted = f"one of {context['expected'].replace("'", '').replace(' or ', ', ')}"
    return f"{THING}: {wanted} is wanted; {say(error['input'])} was given."


type Path = tuple[str | int, ...]

KEY = "[key]"
LAST = "last"
"""Marks a field that stands last among the keys of its record, wherever it is read, by its rank there."""
MISSING_FIRST = "missing first"
"""Whether every record's missing keys come before what is wrong in another, among the names of a reading."""


def fault(message: str, *at: str | int) -> PydanticCustomError:
    """A fault that a check of ours found, `at` a place within what it checked."""
    whole = message.encode("utf-8", "backslashreplace").decode()
    return PydanticCustomError("fault", "{message}", {"message": whole, "at": at})


def refusing[**P, T](check: Callable[P, T]) -> Callable[P, T]:
    """A check whose refusal is one fault among the others, its path within what it checked."""

    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return check(*args, **kwargs)
        except GameError as error:
            raise fault(error.unnamed, *(error.path.split(".") if error.path else ())) from error

    return checked


def first(error: ValidationError, missing_first: bool | Literal["everywhere"] = False) -> tuple[Path, str]:
    """The fault that counts first: its place, and what would be right there.

    With `missing_first`, a key of the record itself that is missing counts before what is wrong in another,
    or one of every record in it.
    """
    faults = [(_place(each), each) for each in error.errors(include_url=False)]
    depth, deepest = 1, {False: 0, True: 1, "everywhere": 99}[missing_first]
    while True:
        early = [each for each in faults if _is_in_key(each, depth)]
        missing = [each for each in faults if depth <= deepest and _is_missing(each, depth)]
        if early or missing or len(faults[0][0]) <= depth:
            place, counts = (early or missing or faults)[0]
            return place, fault_words(counts)
        faults = [each for each in faults if each[0][:depth] == faults[0][0][:depth]]
        depth += 1


def every(error: ValidationError) -> Iterator[tuple[Path, str]]:
    """The first fault of each place, and what would be right there."""
    places: set[Path] = set()
    for each in error.errors(include_url=False):
        place = _place(each)
        if place not in places:
            places.add(place)
            yield place, fault_words(each)


def _place(error: ErrorDetails) -> Path:
    """Where a fault is; pydantic marks one that is in a key itself."""
    place = tuple(part for part in error["loc"] if part != KEY)
    return (*place, *error.get("ctx", {}).get("at", ()))


def _is_in_key(fault_at: tuple[Path, ErrorDetails], depth: int) -> bool:
    """Whether it is in a key itself: looked at before what the keys hold."""
    place, error = fault_at
    return len(place) == depth and error["loc"][-1:] == (KEY,)


def _is_missing(fault_at: tuple[Path, ErrorDetails], depth: int) -> bool:
    place, error = fault_at
    return len(place) == depth and error["type"].startswith("missing")


type Node = dict[str, Any]
"""A part of a schema as pydantic keeps it: its type, and what that type takes."""

SCALARS = {"bool": "bool", "float": "float", "int": "int", "str": "string"}
LISTS = ("frozenset", "list", "tuple")
NOT_SCHEMAS = ("cls", "default", "metadata", "serialization")


@cache
def reader(kind: Any) -> SchemaValidator:
    """What reads JSON as a record of that kind."""
    return SchemaValidator(_changed(TypeAdapter(kind).core_schema, _as_json))


@cache
def writer(kind: Any) -> SchemaSerializer:
    return SchemaSerializer(_changed(TypeAdapter(kind).core_schema, _by_key))


def _changed(node: Any, change: Callable[[Node], Node]) -> Any:
    """The same schema, each part of it changed, what lies deepest first."""
    if isinstance(node, list | tuple):
        return type(node)(_changed(each, change) for each in node)
    if not isinstance(node, dict):
        return node
    return change({k: each if k in NOT_SCHEMAS else _changed(each, change) for k, each in node.items()})


def _by_key(made: Node) -> Node:
    """Named tuples are written as objects."""
    if made.get("type") == "named-tuple":
        made["serialization"] = core_schema.plain_serializer_function_ser_schema(_object_of)
    return made


def _object_of(record: Any) -> dict[str, object]:
    kind: Any = type(record)
    keys = _aliases(kind)
    return {keys.get(name, name): _with_keys(value) for name, value in record._asdict().items()}


@cache
def _aliases(kind: object) -> dict[str, str]:
    """The keys in JSON that are not the fields' names."""
    hints = get_type_hints(kind, include_extras=True).items()
    fields = ((name, each) for name, hint in hints for each in getattr(hint, "__metadata__", ()))
    return {name: each.alias for name, each in fields if isinstance(each, FieldInfo) and each.alias}


def _with_keys(value: object) -> object:
    """Named tuples in lists within a named tuple are objects too."""
    if not isinstance(value, tuple | list):
        return value
    return _object_of(value) if hasattr(value, "_asdict") else [_with_keys(each) for each in value]


def _as_json(made: Node) -> Node:
    """Strict where JSON is."""
    kind = made.get("type")
    if kind in SCALARS:
        strict = {**made, "strict": True}
        return _checked(_whole, strict, "function-after") if kind == "str" else strict
    choices = [_bare(each) for each in made["choices"]] if kind == "union" else []
    if choices and all(each["type"] in (*SCALARS, "literal") for each in choices):
        return _either(made, choices)
    if kind == "dataclass":
        return _checked(partial(_known_keys, keys=_fields(made["schema"])), made)
    if kind == "named-tuple":
        return _checked(partial(_object, keys=_keys(made["fields"])), made)
    return _list(made) if kind in LISTS else made


def _bare(made: Node) -> Node:
    """A text's schema without our own look at it."""
    is_ours = made["type"] == "function-after" and made["function"]["function"] is _whole
    return made["schema"] if is_ours else made


def _either(made: Node, choices: list[Node]) -> Node:
    """A choice of scalars and names, whose fault is its own and names no branch."""
    names = [str(name) for each in choices for name in each.get("expected", ())]
    kinds = [WANTED[f"{SCALARS[each['type']]}_type"] for each in choices if "expected" not in each]
    wanted = {"wanted": " or ".join((*kinds, *(["one of " + ", ".join(names)] if names else [])))}
    words = {"type": "wanted", "message": "{wanted}", "context": wanted}
    return {**made, **{f"custom_error_{part}": each for part, each in words.items()}}


def _fields(made: Node) -> dict[str, None]:
    """A record's own keys; those that JSON does not say are none."""
    for field in made["fields"]:
        field["init"] = not field.get("serialization_exclude")
    return _keys([field for field in made["fields"] if field["init"]])


def _keys(fields: list[Node]) -> dict[str, None]:
    listed = sorted(fields, key=_rank)
    return dict.fromkeys(str(field.get("validation_alias", field["name"])) for field in listed)


def _rank(field: Node) -> int:
    schema = field["schema"]
    rank: int = (schema["schema"] if schema["type"] == "default" else schema).get("metadata", {}).get(LAST, 0)
    return rank


def _list(made: Node) -> Node:
    fixed = (
        len(made["items_schema"]) if made["type"] == "tuple" and "variadic_item_index" not in made else None
    )
    least, most = made.pop("min_length", fixed or 0), made.pop("max_length", fixed)
    return _checked(partial(_items, least=least, most=most), made)


def _checked(check: object, made: Node, when: str = "function-before") -> Node:
    """A schema with a check before its own, or after; what refers to the schema refers to both."""
    ref = {"ref": made.pop("ref")} if "ref" in made else {}
    return {"type": when, "function": {"type": "no-info", "function": check}, "schema": made, **ref}


def _whole(value: str) -> str:
    """A text that a database keeps: no NUL, no half characters. Most are plain."""
    return value if value.isascii() and "\0" not in value else _text(value)


@refusing
def _text(value: str) -> str:
    return text(value, "", 0)


@refusing
def _items(value: object, *, least: int, most: int | None) -> list[object]:
    return items(value, "", least, most)


def _known_keys(value: object, *, keys: dict[str, None]) -> object:
    """Unknown keys are told before anything else of a record."""
    fits = type(value) is not dict or value.keys() <= keys.keys()
    return value if fits else _object(value, keys=keys)


@refusing
def _object(value: object, *, keys: dict[str, None]) -> dict[str, object]:
    return keyed(value, keys)


REFERENCE = "#/$defs/"


class _Described(GenerateJsonSchema):
    """Named tuples are objects, what JSON does not say is left out, what is read by hand may be anything."""

    def handle_invalid_for_json_schema(self, schema: object, error_info: str) -> Node:
        return {}

    def field_is_present(self, field: Any) -> bool:
        return not field.get("serialization_exclude")

    def named_tuple_schema(self, schema: core_schema.NamedTupleSchema) -> Node:
        fields: Node = {
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
    schema = TypeAdapter(kind).json_schema(schema_generator=_Described)
    whole: Mapping[str, Json] = _inlined(schema, schema.pop("$defs", {}), ())
    return whole


def _inlined(node: object, parts: Mapping[str, object], within: tuple[str, ...]) -> Json:
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


def public[T: type](*names: str) -> Callable[[T], T]:
    """What programs read of a record: these of its fields and properties, in this order; the rest stays here.

    One may be read `"number as line"`. Such a record is answered and described, and never read.

    >>> from dataclasses import dataclass
    >>> @public("title", "amount as sum")
    ... @dataclass
    ... class Bill:
    ...     title: str
    ...     lines: tuple[int, ...]
    ...     @property
    ...     def amount(self) -> int:
    ...         return sum(self.lines)
    >>> writer(Bill).to_python(Bill("Fuel", (2, 3)), mode="json")
    {'title': 'Fuel', 'sum': 5}
    """
    called = {name: alias or name for name, _, alias in (each.partition(" as ") for each in names)}

    def mark(kind: T) -> T:
        @cache
        def answer() -> Any:
            hints = get_type_hints(kind, include_extras=True)
            kinds = [hints.get(name) or get_type_hints(getattr(kind, name).fget)["return"] for name in called]
            fields = list(zip(called.values(), kinds, strict=True))
            return make_dataclass(kind.__name__, fields, frozen=True, namespace={"__doc__": kind.__doc__})

        def written(record: object) -> Json:
            parts = answer()(*(getattr(record, name) for name in called))
            return writer(answer()).to_python(parts, mode="json", by_alias=True)

        def schema(_: object, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
            plain = core_schema.plain_serializer_function_ser_schema(written)
            inner = handler.generate_schema(answer())
            return core_schema.no_info_before_validator_function(written, inner, serialization=plain)

        kind.__get_pydantic_core_schema__ = schema  # type: ignore[attr-defined]  # pydantic looks for it
        return kind

    return mark
