"""Lines as they are written, and what the fold needs of them."""

from collections.abc import Mapping
from typing import Any, cast

from companion.engine.journal import Kind, Line, Repair
from companion.engine.wire import Json
from companion.tables.models import Entry

type Repairs = Mapping[int, Repair]
"""By the number of the line."""
COLUMNS = ("number", "kind", "to", "dropped", "struck", "repairs")


def as_line(row: Entry) -> Line:
    """What the fold needs of an entry."""
    return line_of(*(getattr(row, column) for column in COLUMNS))


def line_of(*columns: Any) -> Line:
    """The same of its `COLUMNS`."""
    number, kind, to, dropped, struck, repairs = columns
    repaired = frozenset(each["line"] for each in repairs or ())
    return Line(number, cast("Kind", kind), to, frozenset(dropped or ()), struck, repaired)


def kept_repairs(repairs: Repairs) -> Json:
    """As an amendment keeps them."""
    kept = [{"line": n, **each._asdict(), "first": list(each.first)} for n, each in repairs.items()]
    return kept or None


def read_repairs(kept: Json) -> Repairs:
    """What `kept_repairs` wrote."""
    return {each["line"]: Repair(each["how"], each["action"], tuple(each["first"])) for each in kept or ()}
