"""A record's annotations read it and write it: what is right is said once, beside the field.

A record is a frozen dataclass or a NamedTuple. pydantic reads it in compiled code
and finds every fault; this room tells which of them counts first, and says it in our words.

>>> from dataclasses import dataclass
>>> from typing import Annotated
>>> @dataclass(frozen=True)
... class Charge:
...     side: Annotated[str, Known("sides")]
...     points: Annotated[int, Between(1, 6)] = 2
>>> read(Charge, {"side": "allied"}, names={"sides": ("allied", "german")})
Charge(side='allied', points=2)
>>> write(Charge("german", 3))
{'side': 'german', 'points': 3}
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, overload

from annotated_types import Len
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic import ValidationError as PydanticValidationError
from pydantic_core import CoreSchema, ValidationError, core_schema

from companion.engine.errors import THING, InvalidInput, join
from companion.engine.shape.compiled import (
    LAST,
    MISSING_FIRST,
    describe,
    every,
    fault,
    first,
    public,
    reader,
    refusing,
    writer,
)
from companion.engine.wire import Json, integer, keyed, name, part, say

__all__ = ["but", "describe", "public"]


LARGEST = 10**15
"""Beyond it a browser's numbers are no longer exact."""

Unsaid = Field(exclude=True)
"""A field that JSON does not hold: it is for display alone."""

Unusual = Field(exclude_if=lambda value: not value)
"""A field that may be left out, and is where it is nothing, no or none."""
Sorted = PlainSerializer(sorted)
"""A set, written in order."""


def Sized(least: int, most: int | None = None) -> Len:
    """How many entries or characters: `Annotated[tuple[int, ...], Sized(2, 2)]`."""
    return Len(least, most)


def Named(name: str) -> Any:
    """The key in JSON where Python cannot spell it: `Annotated[int, Named("from")]`."""
    return Field(alias=name)


def _wanted(inside: CoreSchema, wanted: str) -> CoreSchema:
    """The same schema; whatever it refuses, this is what would be right."""
    context = {"wanted": wanted}
    return core_schema.custom_error_schema(
        inside, "wanted", custom_error_message="{wanted}", custom_error_context=context
    )


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number's range, both ends included: `Annotated[int, Between(1, 6)]`."""

    low: int
    high: int
    words: str = "a whole number from {low} to {high}"

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        inside = core_schema.int_schema(ge=self.low, le=self.high)
        return _wanted(inside, self.words.format(low=self.low, high=self.high))


def AtLeast(low: int) -> Between:
    """A whole number without a bound of the rules, up to `LARGEST`: `Annotated[int, AtLeast(0)]`."""
    return Between(low, LARGEST, "a whole number, {low} or more,")


def Span(ends: Callable[[Mapping[str, Any]], tuple[int, int]], *needs: str) -> Any:
    """A whole number's range that what was learnt before it says.

    Where what should have told one of the `needs` is at fault itself, that counts first.
    """

    def check(value: object, info: ValidationInfo) -> object:
        names = info.context or {}
        return refusing(integer)(value, "", *ends(names)) if names.keys() >= set(needs) else value

    return PlainValidator(check)


@dataclass(frozen=True, slots=True)
class Matching:
    """A text of a form: `Annotated[str, Matching("[a-z]+", "a small letter or more")]`."""

    pattern: str
    words: str

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return _wanted(core_schema.str_schema(pattern=rf"\A(?:{self.pattern})\z"), self.words)

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}


def _given(value: object) -> object:
    if value is None:
        raise fault(f"{THING} may be left out, but not empty.")
    return value


Given = BeforeValidator(_given)
"""A field that may be left out but, where it is said, is something."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few texts or numbers: `Annotated[str, OneOf(BATTLEFIELDS)]`."""

    names: tuple[str, ...] | tuple[int, ...]

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(list(self.names))


@dataclass(frozen=True, slots=True)
class Distinct:
    """No entry twice; the second is at fault. `words` may hold {given}."""

    words: str

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return {**handler(whole), "uniqueItems": True}

    def _check(self, value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        try:
            return _none_twice(handler(value), self.words)
        except ValidationError as error:
            place, _ = first(error)
            _none_twice(value[: place[0]] if place else (), self.words)
            raise


def DistinctBy(key: str, words: str) -> AfterValidator:
    """No two records of the same `key`, once all are read; the second's is at fault."""
    return AfterValidator(
        lambda value: _none_twice([getattr(each, key) for each in value], words, key) and value
    )


def _none_twice(entries: Sequence[object], words: str, *at: str) -> Sequence[object]:
    for n, each in enumerate(entries):
        if each in entries[:n]:
            raise fault(words.format(given=each), n, *at)
    return entries


@dataclass(frozen=True, slots=True)
class InFull:
    """A record all of whose keys must be there, whatever its fields' defaults, but for the unusual ones."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return _with_fields(
            handler.resolve_ref_schema(handler(source)),
            lambda field: (
                field
                if "serialization_exclude_if" in field
                else {**field, "schema": _without_default(field["schema"])}
            ),
        )


@dataclass(frozen=True, slots=True)
class Last:
    """A field that stands last among the keys of its record, and is read where its class has it."""

    rank: int

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        made: Any = handler(source)
        return {**made, "metadata": {**made.get("metadata", {}), LAST: self.rank}}


class Only:
    """A record of which only these keys may be said: `Annotated[Options, Only("metric")]`."""

    def __init__(self, *keys: str) -> None:
        self.keys = keys

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return _with_fields(
            handler.resolve_ref_schema(handler(source)),
            lambda field: field if field["name"] in self.keys else {**field, "serialization_exclude": True},
        )


def _with_fields(whole: Any, change: Callable[[Any], Any]) -> CoreSchema:
    """A record's schema with each field changed, and no longer what others refer to."""
    args = whole if "fields" in whole and whole["type"] == "named-tuple" else whole["schema"]
    changed = {**args, "fields": [change(field) for field in args["fields"]]}
    made: Any = changed if args is whole else {**whole, "schema": changed}
    made.pop("ref", None)
    schema: CoreSchema = made
    return schema


def _without_default(schema: Any) -> Any:
    return schema["schema"] if schema["type"] == "default" else schema


KNOWN = "x-known"
"""In a schema: the kind of names that a text is one of."""


def known(info: ValidationInfo, kind: str) -> Collection[str]:
    """The names of a kind; none where what should have told them is at fault itself, and counts first."""
    names: Collection[str] = (info.context or {}).get(kind, ())
    return names


@dataclass(frozen=True, slots=True)
class Known:
    """A name that must be among those of `kind`; `words` of one's own may hold {given} and {names}."""

    kind: str
    words: str = ""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_plain_validator_function(self._check)

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return {"type": "string", KNOWN: self.kind}

    def _check(self, value: object, info: ValidationInfo) -> object:
        names = known(info, self.kind)
        if type(value) is str and value in names:
            return value
        if not self.words:
            return refusing(name)(value, "", names)
        raise fault(self.words.format(given=say(value), names=", ".join(names)))


def Learns(by: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]]) -> AfterValidator:
    """What is read here, with what was learnt before it, tells more for what comes after."""

    def learn(value: object, info: ValidationInfo) -> object:
        if info.context is not None:
            info.context.update(by(value, info.context))
        return value

    return AfterValidator(learn)


def Names(kind: str, by: Callable[[Any], Collection[str]]) -> AfterValidator:
    """What is read here are the names of `kind`, for every `Known` after it."""
    return Learns(lambda value, _: {kind: by(value)})


def Then(make: Callable[[Any, Mapping[str, Any]], Any], *needs: str) -> AfterValidator:
    """What `make` makes of what was read, with what was learnt before it; it may refuse.

    Where what should have told one of the `needs` is at fault itself, that counts first.
    """
    refused = refusing(make)

    def made(value: object, info: ValidationInfo) -> object:
        names = info.context or {}
        return refused(value, names) if names.keys() >= set(needs) else value

    return AfterValidator(made)


@dataclass(frozen=True, slots=True, eq=False)
class ByHand:
    """A part that `read` takes out of JSON and `write` puts back.

    `read(value, path)` raises `InvalidInput`; with `knowing`, it is given what `Names` learnt by that name
    in the place of the path. `says` is what describes it, a record or the like; without, it may be anything.
    """

    read: Callable[[Json, Any], Any]
    write: Callable[[Any], Json] | None = None
    knowing: str = ""
    says: object = Any

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(self.write) if self.write else None
        return core_schema.with_info_plain_validator_function(self._read, serialization=written)

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return dict(describe(self.says))

    def _read(self, value: object, info: ValidationInfo) -> object:
        if self.knowing and self.knowing not in (info.context or {}):
            return value  # What should have told it is at fault itself, and counts first.
        return refusing(self.read)(value, known(info, self.knowing) if self.knowing else "")


def _as_one(value: object, handler: ValidatorFunctionWrapHandler) -> object:
    try:
        return handler(value)
    except ValidationError as error:
        place, message = first(error)
        inside = ".".join(map(str, place))
        raise fault(f"At “{inside}”: {message}" if inside else message) from error


AsOne = WrapValidator(_as_one)
"""Whatever is wrong inside, the whole of it is at fault."""


@dataclass(frozen=True, slots=True, eq=False)
class By:
    """One of several records, told apart by `key` before anything else in it is looked at.

    `records` are kinds by the key's value, or further choices: `Annotated[Change, By("target", {…})]`. With
    `kept` the key is one of the record's own as well.
    """

    key: str
    records: Mapping[str, object]
    kept: bool = False

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        key = {"type": "string", "enum": list(self.records)}
        return {"type": "object", "properties": {self.key: key}, "required": [self.key]}

    def read(self, value: object, info: ValidationInfo) -> object:
        return self._chosen(value, value, info)

    def _chosen(self, value: object, rest: Json, info: ValidationInfo) -> object:
        kind = self.records[_kind(value, self.key, self.records)]
        rest = {key: each for key, each in rest.items() if self.kept or key != self.key}
        return kind._chosen(value, rest, info) if isinstance(kind, By) else _inside(kind, rest, info)


@refusing
def _kind(value: object, key: str, names: Collection[str]) -> str:
    """The name at `key` of an object that is otherwise unread."""
    value_at: Json = part(keyed(value, value if type(value) is dict else ()), key)
    if type(value_at) is str and value_at in names:
        return value_at
    listed = ", ".join(names)
    raise InvalidInput(key, f"{THING}: one of {listed} is wanted; {say(value_at)} was given.")


@dataclass(frozen=True, slots=True, eq=False)
class Every:
    """An object with a value for each of `names`, and no other key; of a string, the names known by it.

    With `some`, keys may be left out. The values come in the order of the names.
    """

    names: Collection[str] | Collection[int]
    some: bool = False

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        kind = get_args(source)[-1]

        def check(value: object, _: object, info: ValidationInfo) -> object:
            names = known(info, self.names) if isinstance(self.names, str) else self.names
            keys = {str(name): name for name in names}
            given = refusing(keyed)(value, keys)
            wanted = [key for key in keys if not self.some or key in given]
            return {keys[key]: _inside(kind, refusing(part)(given, key), info, key) for key in wanted}

        return core_schema.with_info_wrap_validator_function(check, handler(source))

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        schema = handler.resolve_ref_schema(handler(whole))
        if isinstance(self.names, str):
            return {**schema, "propertyNames": {"type": "string", KNOWN: self.names}}
        keys = [str(name) for name in self.names]
        own = {"type": "object", "properties": dict.fromkeys(keys, schema["additionalProperties"])}
        return {**own, "required": [] if self.some else keys}


def _inside(kind: object, value: object, info: ValidationInfo, *at: str) -> object:
    """A value within another, its first fault as one of the whole's."""
    missing_first = bool(info.context and info.context.get(MISSING_FIRST))
    try:
        return reader(kind).validate_python(value, context=info.context)
    except ValidationError as error:
        place, message = first(error, "everywhere" if missing_first else False)
        raise fault(message, *at, *place) from error


type Context = Mapping[str, object] | None
type First = bool | Literal["everywhere"]


@overload
def read[T](
    kind: type[T], value: object, path: str = "", *, names: Context = None, missing_first: First = False
) -> T: ...
@overload
def read(
    kind: object, value: object, path: str = "", *, names: Context = None, missing_first: First = False
) -> Any: ...
def read(
    kind: object, value: object, path: str = "", *, names: Context = None, missing_first: First = False
) -> Any:
    """`value` as a record of `kind`, or `InvalidInput` at the fault that counts first.

    `names` are for `Known` and its like; with `missing_first` the record's own missing keys are told before
    what is wrong in another, or those of every record in it.
    """
    context = {**(names or {}), MISSING_FIRST: missing_first == "everywhere"}
    try:
        return reader(kind).validate_python(value, context=context)
    except PydanticValidationError as error:
        place, message = first(error, missing_first)
        raise InvalidInput(join(path, *place), message) from error


def faults(kind: object, value: object) -> Iterator[InvalidInput]:
    """All that keeps `value` from being a record of `kind`, place by place; nothing where it is one."""
    try:
        reader(kind).validate_python(value, context={MISSING_FIRST: False})
    except PydanticValidationError as error:
        yield from (InvalidInput(join("", *place), message) for place, message in every(error))


def write(record: object) -> Json:
    """A record as JSON, its keys in the order of its fields."""
    kind: Any = type(record)
    return writer(kind).to_python(record, mode="json", by_alias=True)
