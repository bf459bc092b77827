"""The setup binder: the starter reads, every fault is named at its place, as JSON and as a spreadsheet."""

import copy
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import InvalidInput
from companion.engine.workbook import Rows, read_workbook
from companion.games.parabellum.game import GAME, check_binder
from companion.games.parabellum.procedures import reckoning
from companion.games.parabellum.state import (
    MOST,
    binder_from_sheets,
    binder_from_workbook,
    binder_to_workbook,
    faults,
    read_binder,
    read_owner_file,
    starter_binder,
    starter_file,
    template,
)
from companion.games.parabellum.state import SHEETS as COLUMNS
from tests.games.parabellum.yard import YARD

HERE = Path(__file__).parent
DRILL: dict[str, Any] = json.loads((HERE / "drill.json").read_text("utf-8"))


def changed(path: str, value: Any) -> dict[str, Any]:
    """The drill's binder with one place changed; `...` takes the place away."""
    binder = copy.deepcopy(DRILL)
    *way, last = path.split(".")
    inside: Any = binder
    for part in way:
        inside = inside[int(part) if isinstance(inside, list) else part]
    key = int(last) if isinstance(inside, list) else last
    if value is ...:
        del inside[key]
    else:
        inside[key] = value
    return binder


def test_the_starter_is_the_specifications_campaign() -> None:
    binder = starter_binder()
    assert (binder.name, len(binder.units), len(binder.scenarios)) == ("The Tessaly Concession", 22, 11)
    assert binder.given == "starter"
    assert binder.footprint("main_battle_tank") == "large"
    assert binder.map_of("1").deployment(1) == ("a5", "a6", "a7", "a8")


def test_a_booklet_changes_prices_and_terrain_for_itself_alone() -> None:
    binder = starter_binder()
    assert [band.price for band in binder.bands("2c", "fuel")] == [15]
    assert [band.price for band in binder.bands("1", "fuel")] == [10]
    assert binder.terrains("2a")["marsh"].cost == 3
    assert binder.terrains("1")["marsh"].cost == 2


def test_defaults_are_filled_in() -> None:
    binder = read_binder(DRILL)
    squad, first = binder.units["squad"], binder.scenarios["1"]
    assert (squad.role, squad.cards, squad.entrench, squad.artillery) == ("combat", None, 1, None)
    assert (first.rounds, first.chooser, first.salvage_percent) == (None, "victor", 0)
    objective = first.objectives[0]
    assert (objective.seats, objective.count, objective.turns) == ((1, 2, 3, 4), 1, 1)
    assert (objective.bonus.credits, objective.penalty, objective.exclusive) == (0, 0, False)


@pytest.mark.parametrize("given", [None, "stater", [], 3])
def test_what_is_no_binder_is_refused_as_a_whole(given: Any) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_binder(given)
    assert refusal.value.path == "binder"


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside, max_size=3),
    max_leaves=6,
)
JSON_FAULTS = [line.split("\t") for line in (HERE / "faults_json.tsv").read_text("utf-8").splitlines()]
"""A place of a small binder, what is put there (`...` takes it away), the place named, what is right."""
FAULT_PLACES = sorted({path for path, value, *_ in JSON_FAULTS if value != "..."})


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FAULT_PLACES), junk)
def test_nonsense_in_any_place_is_refused_or_read_and_never_crashes(path: str, value: Any) -> None:
    binder = changed(path, value)
    with suppress(InvalidInput):
        assert reckoning.resolve_binder_check({"binder": binder}).result["scenarios"]


def test_the_starter_file_is_the_one_that_is_shipped() -> None:
    assert read_binder(starter_file()) == starter_binder()


def test_as_many_can_play_as_every_map_has_seats_for() -> None:
    assert reckoning.resolve_binder_check({"binder": DRILL}).result["players"] == 2
    lonely = changed("maps.yard.rows", ["1.3"])
    assert reckoning.resolve_binder_check({"binder": lonely}).result["players"] == 1


BLANK = read_workbook(template())
WITH_LAVA = {**BLANK, "Terrain": (BLANK["Terrain"][0], ("lava", "L", 3, 0, 0, None))}
SHEET_FAULTS = [line.split("\t") for line in (HERE / "faults_sheets.tsv").read_text("utf-8").splitlines()]
"""A sheet, a cell of the template, what is put there, the cell named, what would be right."""
JSON_WORDS = ("null was", "true or false")


def with_lava_and(sheet: str, cell: str, value: Any) -> Mapping[str, Rows]:
    """The template's sheets with one cell changed."""
    met = re.fullmatch(r"([A-Z]+)(\d+)", cell)
    assert met
    column = 0
    for letter in met[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    rows, row = [list(each) for each in WITH_LAVA[sheet]], int(met[2])
    rows += [[] for _ in range(row - len(rows))]
    rows[row - 1] += [None] * (column - len(rows[row - 1]))
    rows[row - 1][column - 1] = value
    return {**WITH_LAVA, sheet: tuple(map(tuple, rows))}


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
        binder_from_sheets(with_lava_and(sheet, cell, json.loads(value)))
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


def broken() -> Any:
    binder = deepcopy(YARD)
    binder["units"]["squad"] |= {"class": "fot", "cost": -4, "attack_die": 7}
    binder["units"]["tank"]["speed"] = "fast"
    binder["companies"]["east"]["livery"] = ["grean", "white"]
    binder["scenarios"]["2a"] |= {"chooser": "winner", "map": "pont"}
    binder["scenarios"]["2a"]["objectives"][0]["squares"] = ["z9"]
    return binder


EVERY_PLACE = {
    "units.squad.class",
    "units.squad.cost",
    "units.squad.attack_die",
    "units.tank.speed",
    "companies.east.livery.0",
    "scenarios.2a.chooser",
    "scenarios.2a.map",
}


def test_every_fault_of_every_entry_is_found_once() -> None:
    found = [fault.path for fault in faults(broken())]
    assert set(found) >= EVERY_PLACE
    assert len(found) == len(set(found))
    assert any(place.startswith("scenarios.2a.objectives.0") for place in found)


def test_what_is_wrong_with_the_whole_is_told_with_the_entries() -> None:
    binder = broken() | {"budget": "much", "name": ""}
    assert {fault.path for fault in faults(binder)} >= {"budget", "name", *EVERY_PLACE}
    without = [fault.path for fault in faults({key: broken()[key] for key in broken() if key != "classes"})]
    assert "units.squad.class" not in without
    assert "companies.east.livery.0" in without


def test_what_is_right_is_not_called_wrong() -> None:
    assert faults(YARD) == ()
    allowed = (*EVERY_PLACE, "scenarios.2a.objectives.0")
    assert all(fault.path.startswith(allowed) for fault in faults(broken()))


def test_a_file_is_refused_with_all_that_is_wrong_with_it() -> None:
    with pytest.raises(InvalidInput) as refused:
        check_binder(broken())
    assert refused.value.path == faults(broken())[0].path
    for place in EVERY_PLACE - {refused.value.path}:
        assert f"{place}: " in refused.value.message


def test_the_procedure_tells_all_too_at_the_place_of_the_first() -> None:
    with pytest.raises(InvalidInput) as refused:
        GAME.procedure("binder-check").resolve({"binder": broken()})
    assert refused.value.path == f"binder.{faults(broken())[0].path}"
    assert "(3) " in refused.value.message


def test_a_near_miss_is_asked_for() -> None:
    binder = deepcopy(YARD)
    binder["units"]["squad"]["class"] = "foots"
    with pytest.raises(InvalidInput, match=r"Perhaps foot\?"):
        check_binder(binder)


def test_a_spreadsheet_is_told_every_cell() -> None:
    rows = [list(row) for row in WITH_LAVA["Catalogue"]]
    heads = [str(each) for each in rows[0]]
    rows[1][heads.index("class")] = "infantri"
    rows[1][heads.index("cost")] = "dear"
    rows[3][heads.index("troop")] = -2
    with pytest.raises(InvalidInput) as refused:
        binder_from_sheets({**WITH_LAVA, "Catalogue": tuple(map(tuple, rows))})
    told = refused.value.message
    assert "Catalogue, row 2, column" in told
    assert "(2) Catalogue, row" in told
    assert "infantri: infantry?" in told
    assert "Catalogue, row 4, column" in told


def test_what_is_wrong_with_the_sheets_themselves_is_told_all_at_once_too() -> None:
    sheets = written("Maps", "D3", "lava")
    for sheet, cell, value in (
        ("Maps", "F5", "glue"),
        ("Catalogue", "F2", "lots"),
        ("Catalogue", "E1", "rolle"),
        ("Catalogue", "A4", None),
        ("Tree", "A2", "9z"),
        ("Brief", "A2", "colour"),
        ("Companies", "B2", None),
    ):
        sheets = written(sheet, cell, value, sheets)
    with pytest.raises(InvalidInput) as refused:
        binder_from_sheets(sheets)
    cells = re.findall(r"(\w+, row \d+, column \w+)", str(refused.value))
    assert cells == [
        "Brief, row 2, column A",
        "Catalogue, row 1, column E",
        "Catalogue, row 4, column A",
        "Tree, row 2, column A",
        "Maps, row 3, column D",
        "Maps, row 5, column F",
        "Brief, row 9, column A",
        "Companies, row 2, column B",
        "Catalogue, row 2, column F",
    ]


def test_all_sheets_that_are_missing_are_named() -> None:
    with pytest.raises(InvalidInput, match="The sheets “Maps”, “Prices” are missing"):
        binder_from_sheets({key: rows for key, rows in SHEETS.items() if key not in ("Maps", "Prices")})


def test_a_class_that_is_one_letter_off_is_asked_for_and_another_word_is_not() -> None:
    rows = [list(row) for row in WITH_LAVA["Catalogue"]]
    place = [str(each) for each in rows[0]].index("class")
    for word, refused in (("infantri", True), ("raiders", False)):
        rows[1][place] = word
        sheets = {**WITH_LAVA, "Catalogue": tuple(map(tuple, rows))}
        if not refused:
            assert binder_from_sheets(sheets)
            continue
        with pytest.raises(InvalidInput, match=r"row 2, column .* \(class\): infantri: infantry\?"):
            binder_from_sheets(sheets)


def test_a_file_that_is_wrong_throughout_is_told_so_many_and_how_many_more() -> None:
    binder = deepcopy(YARD)
    binder["units"] = {f"kind_{n}": {**YARD["units"]["squad"], "cost": -1} for n in range(MOST + 7)}
    with pytest.raises(InvalidInput) as refused:
        check_binder(binder)
    assert "more" in refused.value.message
    assert len(refused.value.message) < 6000


TEMPLATE_FILE = template()
SHEETS = read_workbook(TEMPLATE_FILE)


def written(
    sheet: str, cell: str, value: Any, sheets: Mapping[str, Rows] | None = None
) -> Mapping[str, Rows]:
    """The template's sheets, or these, with one cell changed."""
    sheets = sheets or SHEETS
    column, row = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
    rows = [list(each) for each in sheets[sheet]]
    rows += [[] for _ in range(row + 1 - len(rows))]
    rows[row] += [None] * (column + 1 - len(rows[row]))
    rows[row][column] = value
    return {**sheets, sheet: tuple(map(tuple, rows))}


def test_the_template_is_the_starter_campaign() -> None:
    assert read_binder(read_owner_file(TEMPLATE_FILE)) == starter_binder()


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


CELL_FAULTS = [line.split("\t") for line in (HERE / "faults_cells.tsv").read_text("utf-8").splitlines()]
"""A sheet, a cell of the starter's, what is put there, the cell named."""


@pytest.mark.parametrize(("sheet", "cell", "value", "named"), CELL_FAULTS)
def test_a_fault_is_named_by_its_cell(sheet: str, cell: str, value: str, named: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        binder_from_sheets(written(sheet, cell, json.loads(value)))
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
