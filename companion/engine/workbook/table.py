"""A sheet as a table of objects, or of keys with their values: for every place in them its cell."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.form.place import put
from companion.engine.reading import say
from companion.engine.wire import Json
from companion.engine.workbook import Rows
from companion.engine.workbook.cells import PARSE

type Parse = Mapping[str, Callable[[Json], Json]]


class Column(NamedTuple):
    """One column: heading, place in the row's object, how its cells are written, and what it means."""

    heading: str
    key: str
    kind: str
    help: str


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


def cell_of(path: str, cells: Mapping[str, Cell]) -> Cell | None:
    """The cell of a place, or of the nearest place around it."""
    while path:
        if path in cells:
            return cells[path]
        path = path.rpartition(".")[0]
    return None


class Row(NamedTuple):
    """A row of a sheet: its number, its object, and the cell of each of its places."""

    number: int
    value: dict[str, Json]
    cells: Mapping[str, Cell]


def read_table(sheet: str, rows: Rows, columns: tuple[Column, ...], parse: Parse = PARSE) -> Iterator[Row]:
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
                put(value, column.key, parse[column.kind](given))
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


def read_keys(sheet: str, rows: Rows, kinds: Mapping[str, str], parse: Parse = PARSE) -> Row:
    """A sheet that says a key and its value on each row, as one object; what is not said has its next row."""
    value: dict[str, Json] = {}
    cells: dict[str, Cell] = {}
    for number, row in enumerate(rows, 1):
        key, given = (*row, None, None)[:2]
        if key is None or (number == 1 and key == "key"):
            continue
        if key not in kinds:
            wanted = f"The keys are {', '.join(kinds)}; {say(key)} was given."
            raise InvalidInput("", f"{Cell(sheet, number, 1, 'key')}: {wanted}")
        if key in cells:
            raise InvalidInput("", f"{Cell(sheet, number, 1, 'key')}: “{key}” stands further up already.")
        cells[key] = Cell(sheet, number, 2, key)
        if given is not None:
            put(value, key, parse[kinds[key]](given))
    missing = Cell(sheet, len(rows) + 1, 1, "key")
    return Row(0, value, {key: cells.get(key, missing) for key in kinds})
