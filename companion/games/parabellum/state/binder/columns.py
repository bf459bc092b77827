"""The spreadsheet form of a binder: which sheets there are, and what each column of them says.

`columns.json` holds them. A column's key is the dotted place in the row's object, its heading where nothing
else is said; its kind says how a cell is written.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine.workbook.table import Column

FILE: Mapping[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))


def _column(said: Any) -> Column:
    """A column as the file says it, or by its name one that stands on several sheets."""
    known = FILE["everywhere"][said] if isinstance(said, str) else said
    return Column(**{"key": known["heading"].replace(" ", "_"), **known})


BRIEF: Mapping[str, str] = FILE["brief"]
"""The rows of the sheet Brief: what the campaign as a whole says, a key and a value each."""
SHEETS: Mapping[str, tuple[Column, ...]] = {
    sheet: tuple(map(_column, columns)) for sheet, columns in FILE["sheets"].items()
}
OPTIONAL = ("Terrain",)
MAPS_HEADINGS = ("map", "name")
