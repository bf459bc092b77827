"""What an annotation can say of a value beyond its type, once, beside the field that it is about."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from annotated_types import Len
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import CoreSchema, ValidationError, core_schema

from companion.engine.reading import say
from companion.engine.shape.faults import fault, first
from companion.engine.thing import THING

__all__ = [
    "Between",
    "Distinct",
    "DistinctBy",
    "Given",
    "InFull",
    "Known",
    "Matching",
    "Named",
    "Names",
    "OneOf",
    "Only",
    "Sized",
    "Unsaid",
]

Unsaid = Field(exclude=True)
"""A field that JSON does not hold: it is for display alone."""


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
class Matching:
    """A text of a form: `Annotated[str, Matching("[a-z]+", "a small letter or more")]`."""

    pattern: str
    words: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The text, and its words."""
        return _wanted(core_schema.str_schema(pattern=rf"\A(?:{self.pattern})\z"), self.words)


def _given(value: Any) -> Any:
    if value is None:
        raise fault(f"{THING} may be left out, but not empty.")
    return value


Given = BeforeValidator(_given)
"""A field that may be left out but, where it is said, is something."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few texts: `Annotated[str, OneOf(BATTLEFIELDS)]`."""

    names: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The texts themselves."""
        return core_schema.literal_schema(list(self.names))


def known(info: ValidationInfo, kind: str) -> Collection[str]:
    """The names of a kind; none where what should have told them is at fault itself, and counts first."""
    names: Collection[str] = (info.context or {}).get(kind, ())
    return names


@dataclass(frozen=True, slots=True)
class Known:
    """A name that must be among those of `kind`; `words` may hold {given} and {names}."""

    kind: str
    words: str = THING + ": one of {names} is wanted; {given} was given."

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """A text, and the look into the names."""
        return core_schema.with_info_plain_validator_function(self._check)

    def _check(self, value: Any, info: ValidationInfo) -> Any:
        names = known(info, self.kind)
        if type(value) is str and value in names:
            return value
        raise fault(self.words.format(given=say(value), names=", ".join(names)))


def Names(kind: str, by: Callable[[Any], Collection[str]]) -> AfterValidator:
    """What is read here are the names of `kind`, for every `Known` after it."""

    def learn(value: Any, info: ValidationInfo) -> Any:
        if info.context is not None:
            info.context[kind] = by(value)
        return value

    return AfterValidator(learn)


def Distinct(words: str) -> WrapValidator:
    """No entry twice; the second is at fault. `words` may hold {given}."""

    def check(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        try:
            return _none_twice(handler(value), words)
        except ValidationError as error:
            place, _ = first(error)
            _none_twice(value[: place[0]] if place else (), words)
            raise

    return WrapValidator(check)


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
    """A record all of whose keys must be there, whatever its fields' defaults."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The record's own schema without its defaults."""
        return _with_fields(
            handler.resolve_ref_schema(handler(source)),
            lambda field: {**field, "schema": _without_default(field["schema"])},
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
    args = whole["schema"]
    made: Any = {**whole, "schema": {**args, "fields": [change(field) for field in args["fields"]]}}
    made.pop("ref", None)
    return made  # type: ignore[no-any-return]


def _without_default(schema: Any) -> Any:
    return schema["schema"] if schema["type"] == "default" else schema
