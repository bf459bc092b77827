"""What a binder's spreadsheet is read into: objects, and for every place in them its cell."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.errors import InvalidInput, join
from companion.engine.form.place import put
from companion.engine.wire import Json
from companion.engine.workbook import Rows
from companion.games.parabellum.state.binder.cells import PARSE
from companion.games.parabellum.state.binder.columns import Column


class Cell(NamedTuple):
    """A cell: its sheet, its row and its column, both counted from 1, and the column's heading."""

    sheet: str
    row: int
    column: int
    heading: str

    def __str__(self) -> str:
        """As a table finds it: `Catalogue, row 5, column F (cost)`."""
        if not self.column:
            return f"{self.sheet}, row {self.row}" + (f" ({self.heading})" if self.heading else "")
        named = f" ({self.heading})" if self.heading else ""
        return f"{self.sheet}, row {self.row}, column {_letter(self.column)}{named}"


def _letter(column: int) -> str:
    before, last = divmod(column - 1, 26)
    return (_letter(before) if before else "") + chr(ord("A") + last)


class Row(NamedTuple):
    """A row of a sheet: its number, its object, and the cell of each of its places."""

    number: int
    value: dict[str, Json]
    cells: Mapping[str, Cell]


@dataclass(slots=True)
class Found:
    """The binder's JSON as it grows, the cell behind each dotted place, and what is hardly meant so."""

    binder: dict[str, Json] = field(default_factory=dict)
    cells: dict[str, Cell] = field(default_factory=dict)
    doubts: list[InvalidInput] = field(default_factory=list)

    def put(self, path: str, row: Row) -> None:
        """A row's object at its place."""
        put(self.binder, path, row.value)
        self.cells[path] = row.cells["id"]
        self.cells |= {join(path, key): cell for key, cell in row.cells.items()}


def read_table(sheet: str, rows: Rows, columns: tuple[Column, ...]) -> Iterator[Row]:
    """The rows under a sheet's headings; blank ones are none."""
    at = _headings(sheet, rows[0] if rows else (), columns)
    for number, cells in enumerate(rows[1:], 2):
        value: dict[str, Json] = {}
        places: dict[str, Cell] = {}
        for column in columns:
            n = at.get(column.heading)
            given = cells[n] if n is not None and n < len(cells) else None
            places[column.key] = Cell(sheet, number, 0 if n is None else n + 1, column.heading)
            if given is not None:
                put(value, column.key, PARSE[column.kind](given))
        if value:
            yield Row(number, value, places)


def _headings(sheet: str, row: tuple[Json, ...], columns: tuple[Column, ...]) -> Mapping[str, int]:
    known = [column.heading for column in columns]
    found: dict[str, int] = {}
    for n, heading in enumerate(row):
        name = str(heading).strip().lower().replace("_", " ")
        if heading is None:
            continue
        if name not in known or name in found:
            why = "stands there twice" if name in found else "is no heading"
            wanted = f"“{heading}” {why}; the headings are {', '.join(known)}."
            raise InvalidInput("", f"{Cell(sheet, 1, n + 1, '')}: {wanted}")
        found[name] = n
    return found
