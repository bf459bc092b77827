"""The sheet of maps: a cell a square, a map below the other; its id stands in its first row (C2)."""

from companion.engine.errors import InvalidInput
from companion.engine.reading import say
from companion.engine.wire import Json
from companion.engine.workbook import Rows
from companion.engine.workbook.table import Cell
from companion.games.parabellum.data import MOST_COLUMNS, SEATS, STANDARD_TERRAIN
from companion.games.parabellum.state.binder.columns import MAPS_HEADINGS
from companion.games.parabellum.state.binder.found import Found

FIRST = len(MAPS_HEADINGS)
"""Before the squares stand the map's id and its name."""


def read_maps(found: Found, sheet: str, rows: Rows) -> None:
    """Every map; a blank square among others is open ground, a blank row ends the map."""
    maps: dict[str, Json] = found.binder.setdefault("maps", {})
    signs = _signs(found.binder.get("terrain", {}))
    current: dict[str, Json] | None = None
    for number, row in enumerate(rows[1:], 2):
        if all(value is None for value in row):
            current = None
            continue
        name = row[0]
        if name is not None and (current is None or str(name) not in maps or maps[str(name)] is not current):
            current = _begun(found, Cell(sheet, number, 1, "map"), row)
        if current is None:
            raise InvalidInput(
                "", f"{Cell(sheet, number, 1, 'map')}: the first row of a map has its id here."
            )
        at = f"maps.{list(maps)[-1]}.rows.{len(current['rows'])}"
        found.cells[at] = Cell(sheet, number, 0, "squares")
        current["rows"].append(_row(Cell(sheet, number, 0, ""), row[FIRST:], signs))
    for each in maps.values():
        widest = max(len(row) for row in each["rows"])
        each["rows"] = [row.ljust(widest, ".") for row in each["rows"]]


def _begun(found: Found, cell: Cell, row: tuple[Json, ...]) -> dict[str, Json]:
    maps, name = found.binder["maps"], str(row[0])
    if name in maps or "." in name:
        raise InvalidInput("", f"{cell}: “{name}” is above already; every map has an id of its own.")
    maps[name] = {"rows": []}
    if len(row) > 1 and row[1] is not None:
        maps[name]["name"] = str(row[1])
    found.cells[f"maps.{name}"] = cell
    found.cells[f"maps.{name}.name"] = cell._replace(column=2, heading="name")
    begun: dict[str, Json] = maps[name]
    return begun


def _signs(terrain: Json) -> dict[str, str]:
    """What a square may hold: a terrain's sign or its id, or the number of a seat."""
    signs = {name: glyph for name, (glyph, *_) in STANDARD_TERRAIN.items()}
    changed = terrain if isinstance(terrain, dict) else {}
    signs |= {name: each["glyph"] for name, each in changed.items() if isinstance(each.get("glyph"), str)}
    return signs | {glyph: glyph for glyph in signs.values()} | {str(seat): str(seat) for seat in SEATS}


def _row(cell: Cell, squares: tuple[Json, ...], signs: dict[str, str]) -> str:
    while squares and squares[-1] is None:
        squares = squares[:-1]
    if len(squares) > MOST_COLUMNS:
        raise InvalidInput("", f"{cell}: a map has at most {MOST_COLUMNS} columns; this has {len(squares)}.")
    return "".join(
        _square(cell._replace(column=FIRST + n + 1), value, signs) for n, value in enumerate(squares)
    )


def _square(cell: Cell, value: Json, signs: dict[str, str]) -> str:
    if value is None:
        return "."
    found = signs.get(str(value)) or signs.get(str(value).lower())
    if found:
        return found
    wanted = "a square holds a terrain's sign or name, or the number of a seat"
    raise InvalidInput("", f"{cell}: {wanted}: {' '.join(signs)}; {say(value)} was given.")
