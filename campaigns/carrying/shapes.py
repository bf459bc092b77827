"""What the JSON in a row looks like: a field that holds anything else would break the page that shows it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import JSONField

from companion.engine.shape import read
from companion.engine.wire import Json


class Written(NamedTuple):
    """One line of a result that was written down by hand."""

    player: str
    points: int | None
    rank: int
    seat: str = ""


class Kept(NamedTuple):
    """One step of a line: its text, its sentence and its values, which of these are seats."""

    rule: str
    text: str
    template: str = ""
    values: Mapping[str, str | int | bool] = {}
    seats: Mapping[str, str] = {}
    once: str = ""


type Came = tuple[str, int, int | None, str]
"""How one came off: seat, rank, points, words."""
type Carrying = tuple[str, int, int | None, str, int | None]
"""The same with what it takes on to the next night."""


class Settled(NamedTuple):
    """What a table's journal gave of each."""

    version: int
    rows: list[Carrying | Came] | None


class Played(NamedTuple):
    """What was played between two places of the journal."""

    first: tuple[int, int]
    last: tuple[int, int]
    told: list[str]


SHAPES: Mapping[str, Any] = {
    "tables.entry.action": dict[str, Json] | None,
    "tables.entry.dropped": list[int] | None,
    "tables.entry.steps": list[Kept],
    "tables.snapshot.blocks": dict[str, list[str]],
    "tables.table.laid_out": dict[str, Json] | None,
    "tables.table.ready": list[str],
    "tables.request.answers": dict[str, Json],
    "tables.request.body": dict[str, Json],
    "campaigns.evening.came": list[str],
    "campaigns.evening.result": list[Written] | None,
    "campaigns.evening.handed": dict[str, str] | None,
    "campaigns.evening.chapters": Played | None,
    "campaigns.evening.settled": Settled | None,
}


def check_shape(field: "JSONField[Any, Any]", value: Json, place: str) -> None:
    """`InvalidInput` at the place inside the value that is not as it must be."""
    shape = SHAPES.get(f"{field.model._meta.label_lower}.{field.name}")
    if shape is not None:
        read(shape, value, place)
