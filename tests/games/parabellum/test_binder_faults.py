"""A binder with one fault: refused at its place, in JSON and in a spreadsheet, and told what is right."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.workbook import Rows, read_workbook
from companion.games.parabellum.state.binder import read_binder
from companion.games.parabellum.state.binder.columns import SHEETS as COLUMNS
from companion.games.parabellum.state.binder.from_sheets import binder_from_sheets
from companion.games.parabellum.state.binder.owner_file import template
from tests.games.parabellum.test_binder import changed

TEMPLATE = read_workbook(template())
SHEETS = {**TEMPLATE, "Terrain": (TEMPLATE["Terrain"][0], ("lava", "L", 3, 0, 0, None))}
HERE = Path(__file__).parent
JSON_FAULTS = [line.split("\t") for line in (HERE / "faults_json.tsv").read_text("utf-8").splitlines()]
"""A place of a small binder, what is put there (`...` takes it away), the place named, what is right."""
SHEET_FAULTS = [line.split("\t") for line in (HERE / "faults_sheets.tsv").read_text("utf-8").splitlines()]
"""A sheet, a cell of the template, what is put there, the cell named, what would be right."""
JSON_WORDS = ("null was", "true or false")


def written(sheet: str, cell: str, value: Any) -> Mapping[str, Rows]:
    """The template's sheets with one cell changed."""
    met = re.fullmatch(r"([A-Z]+)(\d+)", cell)
    assert met
    column = 0
    for letter in met[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    rows, row = [list(each) for each in SHEETS[sheet]], int(met[2])
    rows += [[] for _ in range(row - len(rows))]
    rows[row - 1] += [None] * (column - len(rows[row - 1]))
    rows[row - 1][column - 1] = value
    return {**SHEETS, sheet: tuple(map(tuple, rows))}


@pytest.mark.parametrize(("path", "value", "place", "right"), JSON_FAULTS)
def test_a_fault_in_json_is_named_by_its_path_and_told_what_is_right(
    path: str, value: str, place: str, right: str
) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_binder(changed(path, ... if value == "..." else json.loads(value)))
    assert refusal.value.path == f"binder.{place}".rstrip(".")
    assert right in refusal.value.message


@pytest.mark.parametrize(("sheet", "cell", "value", "where", "right"), SHEET_FAULTS)
def test_a_fault_in_a_spreadsheet_is_named_by_its_cell_and_told_what_is_right(
    sheet: str, cell: str, value: str, where: str, right: str
) -> None:
    with pytest.raises(InvalidInput) as refusal:
        binder_from_sheets(written(sheet, cell, json.loads(value)))
    message = refusal.value.message
    assert message.startswith(f"{where}: ")
    assert right in message
    assert re.match(r"\w+, row \d+", where)
    assert not [word for word in JSON_WORDS if word in message]


def test_every_column_of_every_sheet_has_been_wrong_once() -> None:
    """No column is read without a check that somebody has looked at."""
    wrong = {(where.split(",")[0], where.rpartition("(")[2].rstrip(")")) for *_, where, _ in SHEET_FAULTS}
    free = {"overview", "circumstances"}  # any text will do
    for sheet, columns in COLUMNS.items():
        if sheet != "Terrain":
            assert {c.heading for c in columns} - {heading for s, heading in wrong if s == sheet} <= free, (
                sheet
            )
