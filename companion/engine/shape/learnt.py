"""What a reading learns on its way, and what hangs on it: names that must be known, parts that must fit."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import AfterValidator, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from companion.engine.reading import name, say
from companion.engine.shape.faults import fault, refusing
from companion.engine.wire import Json

__all__ = ["KNOWN", "Known", "Learns", "Names", "Then", "known"]

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

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """A text, and the look into the names."""
        return core_schema.with_info_plain_validator_function(self._check)

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """A text, and of which kind."""
        return {"type": "string", KNOWN: self.kind}

    def _check(self, value: Any, info: ValidationInfo) -> Any:
        names = known(info, self.kind)
        if not self.words:
            return refusing(name)(value, "", names)
        if type(value) is str and value in names:
            return value
        raise fault(self.words.format(given=say(value), names=", ".join(names)))


def Learns(by: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]]) -> AfterValidator:
    """What is read here, with what was learnt before it, tells more for what comes after."""

    def learn(value: Any, info: ValidationInfo) -> Any:
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

    def made(value: Any, info: ValidationInfo) -> Any:
        names = info.context or {}
        return refused(value, names) if names.keys() >= set(needs) else value

    return AfterValidator(made)
