"""What an annotation can say of a value beyond its type, once, beside the field that it is about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from annotated_types import Len
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    ValidatorFunctionWrapHandler,
)
from pydantic_core import CoreSchema, ValidationError, core_schema

from companion.engine.shape.faults import fault, first
from companion.engine.thing import THING
from companion.engine.wire import Json

__all__ = [
    "AtLeast",
    "Between",
    "Distinct",
    "DistinctBy",
    "Given",
    "InFull",
    "Matching",
    "Named",
    "OneOf",
    "Only",
    "Sized",
    "Sorted",
    "Unsaid",
    "Unusual",
]

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

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The number, and its words."""
        inside = core_schema.int_schema(ge=self.low, le=self.high)
        return _wanted(inside, f"a whole number from {self.low} to {self.high}")


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A whole number without a bound of the rules, up to `LARGEST`: `Annotated[int, AtLeast(0)]`."""

    low: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The number, and its words."""
        inside = core_schema.int_schema(ge=self.low, le=LARGEST)
        return _wanted(inside, f"a whole number, {self.low} or more,")


@dataclass(frozen=True, slots=True)
class Matching:
    """A text of a form: `Annotated[str, Matching("[a-z]+", "a small letter or more")]`."""

    pattern: str
    words: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The text, and its words."""
        return _wanted(core_schema.str_schema(pattern=rf"\A(?:{self.pattern})\z"), self.words)

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """The text, its ends written as every language has them."""
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}


def _given(value: Any) -> Any:
    if value is None:
        raise fault(f"{THING} may be left out, but not empty.")
    return value


Given = BeforeValidator(_given)
"""A field that may be left out but, where it is said, is something."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few texts or numbers: `Annotated[str, OneOf(BATTLEFIELDS)]`."""

    names: tuple[str, ...] | tuple[int, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The texts or numbers themselves."""
        return core_schema.literal_schema(list(self.names))


@dataclass(frozen=True, slots=True)
class Distinct:
    """No entry twice; the second is at fault. `words` may hold {given}."""

    words: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The look at the entries around their own reading."""
        return core_schema.no_info_wrap_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """The list, its entries unlike each other."""
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


def _none_twice(entries: Sequence[Any], words: str, *at: str) -> Sequence[Any]:
    for n, each in enumerate(entries):
        if each in entries[:n]:
            raise fault(words.format(given=each), n, *at)
    return entries


@dataclass(frozen=True, slots=True)
class InFull:
    """A record all of whose keys must be there, whatever its fields' defaults, but for the unusual ones."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The record's own schema without its defaults."""
        return _with_fields(
            handler.resolve_ref_schema(handler(source)),
            lambda field: (
                field
                if "serialization_exclude_if" in field
                else {**field, "schema": _without_default(field["schema"])}
            ),
        )


class Only:
    """A record of which only these keys may be said: `Annotated[Options, Only("metric")]`."""

    def __init__(self, *keys: str) -> None:
        self.keys = keys

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The record's own schema, its other fields as those that JSON does not say."""
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
