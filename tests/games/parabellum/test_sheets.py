"""A binder as a spreadsheet: the same campaign comes back, and a fault is named by its cell."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import InvalidInput
from companion.engine.workbook import Rows, read_workbook
from companion.games.parabellum.state.binder import read_binder, starter_binder
from companion.games.parabellum.state.binder.from_sheets import binder_from_sheets, binder_from_workbook
from companion.games.parabellum.state.binder.owner_file import read_owner_file, template
from companion.games.parabellum.state.binder.to_sheets import binder_to_workbook
from tests.games.parabellum.test_binder import DRILL, changed

TEMPLATE = template()
SHEETS = read_workbook(TEMPLATE)


def written(sheet: str, cell: str, value: Any) -> Mapping[str, Rows]:
    """The template's sheets with one cell changed."""
    column, row = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
    rows = [list(each) for each in SHEETS[sheet]]
    rows += [[] for _ in range(row + 1 - len(rows))]
    rows[row] += [None] * (column + 1 - len(rows[row]))
    rows[row][column] = value
    return {**SHEETS, sheet: tuple(map(tuple, rows))}


def test_the_template_is_the_starter_campaign() -> None:
    assert read_binder(read_owner_file(TEMPLATE)) == starter_binder()


RICH = changed(
    "terrain",
    {"marsh": {"cost": "all"}, "lava": {"glyph": "L", "cost": 3, "defense": -1, "attack": 0, "access": None}},
)
RICH["circumstances"] = ["First.", "Second."]
RICH["maps"]["yard"]["rows"] = ["1.L2", "~==."]
RICH["units"]["gun"] = {
    **RICH["units"]["squad"],
    **{"attack_die": None, "artillery": {"die": 8, "min": 2, "max": 5, "shots": 3}},
    **{"terrain_cost": {"lava": "all", "marsh": 2}, "tags": ["infantry"], "cards": 3},
}
RICH["scenarios"]["1"] |= {"features": {"b2": "mine"}, "terrain": {"lava": {"cost": 1}}, "banned": ["gun"]}
RICH["scenarios"]["1"]["prices"] = {"fuel": 7}
RICH["scenarios"]["1"]["objectives"][0] |= {"seats": [1, 3], "exclusive": True, "bonus": {"credits": 5}}


@pytest.mark.parametrize("binder", [DRILL, RICH], ids=["drill", "with everything"])
def test_any_binder_comes_back_as_it_was(binder: dict[str, Any]) -> None:
    assert read_binder(binder_from_workbook(binder_to_workbook(binder))) == read_binder(binder)


FAULTS = [
    ("Brief", "B6", "much", "Brief, row 6, column B (budget)"),
    ("Brief", "A2", "name", "Brief, row 3, column A (key)"),
    ("Brief", "A2", None, "Brief, row 9, column A (key)"),
    ("Brief", "A3", "title", "Brief, row 3, column A (key)"),
    ("Companies", "C3", "blue pink", "Companies, row 3, column C (livery)"),
    ("Prices", "C3", 300, "Prices, row 3, column C (above)"),
    ("Prices", "A2", "people", "Prices, row 2"),
    ("Catalogue", "F5", -5, "Catalogue, row 5, column F (cost)"),
    ("Catalogue", "F5", None, "Catalogue, row 5, column F (cost)"),
    ("Catalogue", "A5", "militia 2", "Catalogue, row 5"),
    ("Catalogue", "A5", "contract_militia", "Catalogue, row 5, column A (id)"),
    ("Catalogue", "A5", None, "Catalogue, row 5, column A (id)"),
    ("Catalogue", "D5", "large", "Catalogue, row 5, column D (footprint)"),
    ("Catalogue", "O5", "d6", "Catalogue, row 5, column O (attack die)"),
    ("Catalogue", "R8", None, "Catalogue, row 8, column R (artillery min)"),
    ("Catalogue", "Z9", "lava 2", "Catalogue, row 9, column Z (terrain cost)"),
    ("Catalogue", "F1", "price", "Catalogue, row 1, column F"),
    ("Scenarios", "C2", "moon", "Scenarios, row 2, column C (map)"),
    ("Scenarios", "O8", "f4 moat", "Scenarios, row 8, column O (features)"),
    ("Objectives", "A4", "9z", "Objectives, row 4, column A (scenario)"),
    ("Objectives", "F2", "zz", "Objectives, row 2, column F (squares)"),
    ("Objectives", "F2", None, "Objectives, row 2, column F (squares)"),
    ("Objectives", "I2", "perhaps", "Objectives, row 2, column I (exclusive)"),
    ("Tree", "B2", "1", "Tree, row 2, column B (to)"),
    ("Tree", "A2", None, "Tree, row 2, column A (from)"),
    ("Maps", "E2", "?", "Maps, row 2, column E"),
    ("Maps", "C3", "moat", "Maps, row 3, column C"),
    ("Maps", "B2", None, "Maps, row 2, column B (name)"),
    ("Maps", "A2", None, "Maps, row 2, column A (map)"),
    ("Maps", "A15", "halden_crossing", "Maps, row 15, column A (map)"),
]


@pytest.mark.parametrize(("sheet", "cell", "value", "named"), FAULTS)
def test_a_fault_is_named_by_its_cell(sheet: str, cell: str, value: Any, named: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        binder_from_sheets(written(sheet, cell, value))
    assert refusal.value.message.startswith(named)


JUNK = [
    None,
    True,
    -1,
    2.5,
    10**18,
    "a",
    "1",
    "zz 3",
    "all all",
    "a.b",
    "é",
    "f4",
    "=",
    "marsh cost",
    " , ; ",
]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(sorted(SHEETS)), st.integers(1, 40), st.integers(0, 20), st.sampled_from(JUNK))
def test_nonsense_in_any_cell_is_read_or_named_by_a_cell(
    sheet: str, row: int, column: int, value: Any
) -> None:
    try:
        binder_from_sheets(written(sheet, f"{chr(ord('A') + column)}{row}", value))
    except InvalidInput as refusal:
        named = refusal.message
    else:
        named = "Read, row 1"
    assert ", row " in named


@pytest.mark.parametrize("sheet", ["Catalogue", "Scenarios", "Maps", "Tree"])
def test_a_missing_sheet_is_named(sheet: str) -> None:
    with pytest.raises(InvalidInput, match=f"“{sheet}” is missing"):
        binder_from_sheets({name: rows for name, rows in SHEETS.items() if name != sheet})


def test_squares_may_be_written_as_words_and_left_blank() -> None:
    by_word = read_binder(binder_from_sheets(written("Maps", "C3", "Forest")))
    assert by_word.maps["halden_crossing"].terrain("a2") == "forest"
    blank = read_binder(binder_from_sheets(written("Maps", "C3", None)))
    assert blank.maps["halden_crossing"].terrain("a2") == "open"


def test_a_map_may_say_its_id_on_every_row() -> None:
    again = read_binder(binder_from_sheets(written("Maps", "A3", "halden_crossing")))
    assert again.maps == starter_binder().maps


def test_columns_may_stand_in_any_order_and_be_left_out() -> None:
    turned = tuple(tuple(reversed(row)) for row in SHEETS["Companies"])
    without = tuple((*row[:8], *row[9:]) for row in SHEETS["Objectives"])
    found = read_binder(binder_from_sheets({**SHEETS, "Companies": turned, "Objectives": without}))
    assert found.companies == starter_binder().companies
    assert not found.scenarios["1"].objectives[0].exclusive


def test_a_json_file_is_read_as_ever() -> None:
    assert read_owner_file(b'{"id": "drill"}') == {"id": "drill"}
    with pytest.raises(InvalidInput):
        read_owner_file(b"{")
