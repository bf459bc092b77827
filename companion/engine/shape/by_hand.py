"""Parts that a reader of its own takes: files that owners bring, and what hangs on what was read before."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import (
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import CoreSchema, ValidationError, core_schema

from companion.engine.shape.described import describe
from companion.engine.shape.faults import fault, first, refusing
from companion.engine.shape.learnt import known
from companion.engine.wire import Json

__all__ = ["AsOne", "ByHand"]


@dataclass(frozen=True, slots=True, eq=False)
class ByHand:
    """A part that `read` takes out of JSON and `write` puts back.

    `read(value, path)` raises `InvalidInput`; with `knowing`, it is given what `Names` learnt by that name
    in the place of the path. `says` is what describes it, a record or the like; without, it may be anything.
    """

    read: Callable[[Json, Any], Any]
    write: Callable[[Any], Json] | None = None
    knowing: str = ""
    says: Any = Any

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Both ways, as functions."""
        written = core_schema.plain_serializer_function_ser_schema(self.write) if self.write else None
        return core_schema.with_info_plain_validator_function(self._read, serialization=written)

    def __get_pydantic_json_schema__(self, whole: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """What it says."""
        return dict(describe(self.says))

    def _read(self, value: Json, info: ValidationInfo) -> Any:
        if self.knowing and self.knowing not in (info.context or {}):
            return value  # What should have told it is at fault itself, and counts first.
        return refusing(self.read)(value, known(info, self.knowing) if self.knowing else "")


def _as_one(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    try:
        return handler(value)
    except ValidationError as error:
        place, message = first(error)
        inside = ".".join(map(str, place))
        raise fault(f"At “{inside}”: {message}" if inside else message) from error


AsOne = WrapValidator(_as_one)
"""Whatever is wrong inside, the whole of it is at fault."""
