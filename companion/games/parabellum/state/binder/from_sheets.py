"""A binder out of a spreadsheet: the same JSON as its file, each fault named by its cell."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from companion.engine.errors import InvalidInput
from companion.engine.reading import say
from companion.engine.wire import Json
from companion.engine.workbook import Rows, read_workbook
from companion.engine.workbook.table import Cell, Row, cell_of, read_keys, read_table
from companion.games.parabellum.data import RESOURCES, STANDARD_TERRAIN
from companion.games.parabellum.state.binder.cells import PARSE
from companion.games.parabellum.state.binder.columns import BRIEF, OPTIONAL, SHEETS
from companion.games.parabellum.state.binder.faults import check
from companion.games.parabellum.state.binder.found import Found
from companion.games.parabellum.state.binder.in_cell import in_cell
from companion.games.parabellum.state.binder.map_sheet import read_maps
from companion.games.parabellum.state.naming import read_scenario_id

NEAR = 0.85
"""How alike two words are that may be one: of eight letters one is another."""


def binder_from_workbook(data: bytes) -> Json:
    """The binder that a spreadsheet holds; `InvalidInput` names the cell, and what would be right there."""
    return binder_from_sheets(read_workbook(data))


def binder_from_sheets(sheets: Mapping[str, Rows]) -> Json:
    """The binder that these sheets hold, checked as one."""
    found = from_sheets(sheets)

    def say(fault: InvalidInput) -> str:
        cell = cell_of(fault.path, found.cells)
        return in_cell(cell, fault.message) if cell else fault.message

    check(found.binder, "", say, found.doubts)
    return found.binder


def from_sheets(sheets: Mapping[str, Rows]) -> Found:
    """The binder's JSON out of its sheets, not yet checked as a binder."""
    named = {name.strip().lower(): (name, rows) for name, rows in sheets.items()}
    for wanted in ("Brief", "Maps", *SHEETS):
        if wanted.lower() not in named and wanted not in OPTIONAL:
            there = ", ".join(sheets) or "none"
            raise InvalidInput("", f"The sheet “{wanted}” is missing; there is {there}.")
    found = Found()
    _brief(found, *named["brief"])
    for title, columns in SHEETS.items():
        if title.lower() in named:
            name, rows = named[title.lower()]
            _FILL[title](found, list(read_table(name, rows, columns, PARSE)))
    read_maps(found, *named["maps"])
    return found


def _brief(found: Found, sheet: str, rows: Rows) -> None:
    told = read_keys(sheet, rows, BRIEF, PARSE)
    found.binder |= told.value
    found.cells |= told.cells


def _key(row: Row, key: str, taken: Mapping[str, object], *, again: bool = False) -> str:
    """A row's own name, taken out of its object; refused where it is blank, or stands twice."""
    name = row.value.pop(key, None)
    if type(name) is str and name and "." not in name and (again or name not in taken):
        return name
    wrong = f"“{name}” stands there twice" if name in taken else f"{say(name)} was given"
    raise InvalidInput("", in_cell(row.cells[key], f"An id of its own is wanted here; {wrong}."))


def _objects(place: str, found: Found, rows: list[Row]) -> None:
    """Rows that are objects by their ids."""
    found.binder.setdefault(place, {})
    for row in rows:
        found.put(f"{place}.{_key(row, 'id', found.binder[place])}", row)


def _companies(found: Found, rows: list[Row]) -> None:
    _objects("companies", found, rows)


def _prices(found: Found, rows: list[Row]) -> None:
    resources = found.binder.setdefault("resources", {})
    for row in rows:
        name = _key(row, "resource", resources, again=True)
        supply = row.value.pop("supply", None)
        if name not in resources:
            resources[name] = {"supply": supply, "bands": []}
            found.cells[f"resources.{name}"] = row.cells["resource"]
            found.cells[f"resources.{name}.supply"] = row.cells["supply"]
        bands = resources[name]["bands"]
        at = f"resources.{name}.bands.{len(bands)}"
        bands.append(row.value)
        found.cells |= {f"{at}.{key}": row.cells[key] for key in ("above", "price")}
    below = Cell("Prices", rows[-1].number + 1 if rows else 2, 1, "resource")
    found.cells |= {f"resources.{name}": below for name in RESOURCES if name not in resources}


def _catalogue(found: Found, rows: list[Row]) -> None:
    classes: dict[str, Json] = found.binder.setdefault("classes", {})
    for row in rows:
        named, footprint = row.value.get("class"), row.value.pop("footprint", None)
        if type(named) is str and named not in classes:
            classes[named] = {} if footprint is None else {"footprint": footprint}
            found.cells[f"classes.{named}"] = row.cells["class"]
            found.cells[f"classes.{named}.footprint"] = row.cells["footprint"]
        elif type(named) is str and footprint not in (None, classes[named].get("footprint")):
            wrong = f"{named} has the footprint {classes[named].get('footprint')} further up"
            raise InvalidInput("", f"{row.cells['footprint']}: {wrong}; all types of a class have one.")
    found.doubts += _near_misses([str(row.value.get("class")) for row in rows])
    _objects("units", found, rows)


def _near_misses(classes: list[str]) -> Iterator[InvalidInput]:
    """A class of one type alone that is all but spelt like another: a slip of the pen makes a new one."""
    for name in dict.fromkeys(classes):
        others = [each for each in dict.fromkeys(classes) if classes.count(each) > 1 and each != name]
        near = get_close_matches(name, others, 1, NEAR) if classes.count(name) == 1 else []
        if near:
            words = f"{name}: {near[0]}? One type alone has this class; spell it alike, or quite otherwise."
            yield InvalidInput(f"classes.{name}", words)


def _terrain(found: Found, rows: list[Row]) -> None:
    for row in rows:
        if "cost" in row.value:
            row.value["cost"] = PARSE["number"](row.value["cost"])
        if row.value.get("id") not in STANDARD_TERRAIN:
            row.value.setdefault("access", None)
    _objects("terrain", found, rows)


def _scenarios(found: Found, rows: list[Row]) -> None:
    for row in rows:
        row.value.update(next=[], objectives=[])
        try:
            read_scenario_id(row.value.get("id"), "")
        except InvalidInput as error:
            raise InvalidInput("", in_cell(row.cells["id"], error.message)) from error
    _objects("scenarios", found, rows)


def _inside(found: Found, row: Row, key: str) -> tuple[str, dict[str, Json]]:
    """The scenario that a row speaks of."""
    name, scenarios = row.value.pop(key, None), found.binder["scenarios"]
    if type(name) is str and name in scenarios:
        return name, scenarios[name]
    wanted = f"A scenario is wanted: {', '.join(scenarios)}; {say(name)} was given."
    raise InvalidInput("", in_cell(row.cells[key], wanted))


def _objectives(found: Found, rows: list[Row]) -> None:
    for row in rows:
        name, scenario = _inside(found, row, "scenario")
        at = f"scenarios.{name}.objectives.{len(scenario['objectives'])}"
        scenario["objectives"].append(row.value)
        found.cells |= {f"{at}.{key}": cell for key, cell in row.cells.items()}
        found.cells[at] = row.cells["scenario"]


def _tree(found: Found, rows: list[Row]) -> None:
    for row in rows:
        name, scenario = _inside(found, row, "from")
        found.cells[f"scenarios.{name}.next.{len(scenario['next'])}"] = row.cells["to"]
        scenario["next"].append(row.value.get("to"))


_FILL = {
    "Companies": _companies,
    "Prices": _prices,
    "Catalogue": _catalogue,
    "Terrain": _terrain,
    "Scenarios": _scenarios,
    "Objectives": _objectives,
    "Tree": _tree,
}
