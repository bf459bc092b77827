"""An owner's binder as a file: JSON, or a spreadsheet; and the spreadsheet to write one's own into."""

from functools import cache

from companion.engine.wire import Json, loads
from companion.engine.workbook import is_workbook
from companion.games.parabellum.state.binder.from_sheets import binder_from_workbook
from companion.games.parabellum.state.binder.reading import starter_file
from companion.games.parabellum.state.binder.to_sheets import binder_to_workbook

TEMPLATE_NAME = "parabellum-binder.xlsx"


def read_owner_file(data: bytes) -> Json:
    """The JSON of an owner's file; `InvalidInput` at the cell, or the place, of what is wrong."""
    return binder_from_workbook(data) if is_workbook(data) else loads(data)


@cache
def template() -> bytes:
    """The starter campaign as a spreadsheet."""
    return binder_to_workbook(starter_file())
