"""Records that a key tells apart, and objects whose keys are names: read in the specifications' order."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, ValidationError, core_schema

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, say
from companion.engine.shape.compiled import reader
from companion.engine.shape.faults import MISSING_FIRST, fault, first, refusing
from companion.engine.shape.learnt import KNOWN, known
from companion.engine.thing import THING
from companion.engine.wire import Json

__all__ = ["By", "Every"]


@dataclass(frozen=True, slots=True, eq=False)
class By:
    """One of several records, told apart by `key` before anything else in it is looked at.

    `records` are kinds by the key's value, or further choices: `Annotated[Change, By("target", {…})]`. With
    `kept` the key is one of the record's own as well.
    """

    key: str
    records: Mapping[str, Any]
    kept: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The look at the key, and the record's own reading."""
        return core_schema.with_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """An object with the key; the rest is each record's own."""
        key = {"type": "string", "enum": list(self.records)}
        return {"type": "object", "properties": {self.key: key}, "required": [self.key]}

    def read(self, value: Any, info: ValidationInfo) -> Any:
        """The record."""
        return self._chosen(value, value, info)

    def _chosen(self, value: Any, rest: Any, info: ValidationInfo) -> Any:
        kind = self.records[_known(value, self.key, self.records)]
        rest = {key: each for key, each in rest.items() if self.kept or key != self.key}
        return kind._chosen(value, rest, info) if isinstance(kind, By) else _inside(kind, rest, info)


@refusing
def _known(value: Json, key: str, names: Collection[str]) -> str:
    """The name at `key` of an object that is otherwise unread."""
    found: Json = Reading(value, value if type(value) is dict else ()).raw(key)
    if type(found) is str and found in names:
        return found
    known = ", ".join(names)
    raise InvalidInput(key, f"{THING}: one of {known} is wanted; {say(found)} was given.")


@dataclass(frozen=True, slots=True, eq=False)
class Every:
    """An object with a value for each of `names`, and no other key; of a string, the names known by it.

    With `some`, keys may be left out. The values come in the order of the names.
    """

    names: Collection[str] | Collection[int]
    some: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The look at the keys in turn, each with the mapping's own kind of value."""
        kind = get_args(source)[-1]

        def check(value: Any, _: Any, info: ValidationInfo) -> Any:
            names = known(info, self.names) if isinstance(self.names, str) else self.names
            keys = {str(name): name for name in names}
            reading = _keyed(value, keys)
            wanted = [key for key in keys if not self.some or key in reading]
            return {keys[key]: _inside(kind, refusing(reading.raw)(key), info, key) for key in wanted}

        return core_schema.with_info_wrap_validator_function(check, handler(source))

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """The object with its keys, where they are known before anything is read."""
        found = handler.resolve_ref_schema(handler(whole))
        if isinstance(self.names, str):
            return {**found, "propertyNames": {"type": "string", KNOWN: self.names}}
        keys = [str(name) for name in self.names]
        own = {"type": "object", "properties": dict.fromkeys(keys, found["additionalProperties"])}
        return {**own, "required": [] if self.some else keys}


@refusing
def _keyed(value: Json, names: Collection[str]) -> Reading:
    return Reading(value, names)


def _inside(kind: Any, value: Any, info: ValidationInfo, *at: str) -> Any:
    """A value within another, its first fault as one of the whole's."""
    missing_first = bool(info.context and info.context.get(MISSING_FIRST))
    try:
        return reader(kind).validate_python(value, context=info.context)
    except ValidationError as error:
        place, message = first(error, "everywhere" if missing_first else False)
        raise fault(message, *at, *place) from error
