"""What a binder's spreadsheet is read into: objects, and for every place in them its cell."""

from dataclasses import dataclass, field

from companion.engine.errors import InvalidInput, join
from companion.engine.form.place import put
from companion.engine.wire import Json
from companion.engine.workbook.table import Cell, Row


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
