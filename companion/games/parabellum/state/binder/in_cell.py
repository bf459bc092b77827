"""A fault of a binder in a spreadsheet's words: its cell, what is wrong, how that cell is written."""

import re

from companion.engine.workbook.table import Cell, Column
from companion.games.parabellum.state.binder.columns import SHEETS

SHOWN = ("words", "numbers", "lines", "pairs", "triples")
"""Cells that hold several things: an example says more than a rule."""

MISSING = re.compile(r"Still to say: .*\.")


def in_cell(cell: Cell, message: str) -> str:
    """The message for whoever looks at that cell; of JSON's words none is left."""
    column = _column(cell)
    if MISSING.fullmatch(message) and cell.heading != "key":
        told = f" {column.help}" if column else ""
        return f"{cell}: This is blank.{told}"
    message = message.replace("nothing was given", "it is blank")
    if column and column.kind == "yes":
        message = message.replace("true or false", "yes or no")
    if column and column.kind in SHOWN:
        message = f"{message} {column.help}"
    return f"{cell}: {message}"


def _column(cell: Cell) -> Column | None:
    columns = SHEETS.get(cell.sheet, ())
    return next((each for each in columns if each.heading == cell.heading), None)
