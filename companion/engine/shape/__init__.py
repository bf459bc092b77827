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

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from pydantic import ValidationError

from companion.engine.errors import InvalidInput, join
from companion.engine.shape.annotations import (
    LARGEST,
    AsOne,
    AtLeast,
    Between,
    By,
    ByHand,
    Distinct,
    DistinctBy,
    Every,
    Given,
    InFull,
    Known,
    Learns,
    Matching,
    Named,
    Names,
    OneOf,
    Only,
    Sized,
    Sorted,
    Then,
    Unsaid,
    Unusual,
)
from companion.engine.shape.compiled import MISSING_FIRST, describe, first, reader, writer
from companion.engine.wire import Json

__all__ = [
    "LARGEST",
    "AsOne",
    "AtLeast",
    "Between",
    "By",
    "ByHand",
    "Distinct",
    "DistinctBy",
    "Every",
    "Given",
    "InFull",
    "Known",
    "Learns",
    "Matching",
    "Named",
    "Names",
    "OneOf",
    "Only",
    "Sized",
    "Sorted",
    "Then",
    "Unsaid",
    "Unusual",
    "but",
    "describe",
]


if TYPE_CHECKING:
    from dataclasses import replace as but
else:

    def but(record: Any, **changes: Any) -> Any:
        """`dataclasses.replace`, ten times as quick: for records without slots, and nothing is checked anew.

        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Turn:
        ...     side: str
        ...     left: int
        >>> but(Turn("german", 3), left=2)
        Turn(side='german', left=2)
        """
        changed = object.__new__(type(record))
        object.__setattr__(changed, "__dict__", {**record.__dict__, **changes})
        return changed


def read(
    kind: Any,
    value: Json,
    path: str = "",
    *,
    names: Mapping[str, Any] | None = None,
    missing_first: bool | Literal["everywhere"] = False,
) -> Any:
    """`value` as a record of `kind`, or `InvalidInput` at the fault that counts first.

    `names` are for `Known` and its like; with `missing_first` the record's own missing keys are told before
    what is wrong in another, or those of every record in it.
    """
    context = {**(names or {}), MISSING_FIRST: missing_first == "everywhere"}
    try:
        return reader(kind).validate_python(value, context=context)
    except ValidationError as error:
        place, message = first(error, missing_first)
        raise InvalidInput(join(path, *place), message) from error


def write(record: Any) -> Json:
    """A record as JSON, its keys in the order of its fields."""
    kind: Any = type(record)
    return writer(kind).to_python(record, mode="json", by_alias=True)
