"""A binder as a spreadsheet, written and read again: each fault is named by its cell; see `columns.json`."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache

from companion.engine import workbook
from companion.engine.errors import GameError, InvalidInput, join, together
from companion.engine.form import LEFT_OUT, look, put
from companion.engine.wire import Json, loads, say
from companion.engine.workbook import (
    Cell,
    Column,
    Row,
    Rows,
    Written,
    cell_of,
    is_workbook,
    read_keys,
    read_table,
    read_workbook,
    write_workbook,
)
from companion.games.parabellum.data import MOST_COLUMNS, RESOURCES, SEATS, STANDARD_TERRAIN, lexicon
from companion.games.parabellum.state.notation import read_scenario_id
from companion.games.parabellum.state.reading import faults, starter_file

FILE = lexicon("state/columns.json")


def _read_column(entry: str | Mapping[str, str]) -> Column:
    """A column as the file says it, or by its name one that stands on several sheets."""
    column: Json = FILE["everywhere"][entry] if isinstance(entry, str) else entry
    return Column(**{"key": column["heading"].replace(" ", "_"), **column})


BRIEF: Mapping[str, str] = FILE["brief"]
"""The rows of the sheet Brief: what the campaign as a whole says, a key and a value each."""
SHEETS: Mapping[str, tuple[Column, ...]] = {
    sheet: tuple(map(_read_column, columns)) for sheet, columns in FILE["sheets"].items()
}
MAY_BE_MISSING = ("Terrain",)
MAPS_HEADINGS = ("map", "name")


EVERYBODY = "everybody"
"""Who may enter ground that asks for no tag."""


def _parts(value: object) -> list[list[str]]:
    return [part.split() for part in re.split(r"[,;\n]", str(value)) if part.strip()]


def _triples(value: object) -> Json:
    """`marsh cost 3, marsh access infantry`: each part a key, what of it, and what that is."""
    goods: dict[str, dict[str, Json]] = {}
    for name, *rest in _parts(value):
        what, *words = rest or [""]
        tags = None if words == [EVERYBODY] else words
        goods.setdefault(name, {})[what] = tags if what == "access" else workbook.number(" ".join(words))
    return goods


PARSE: Mapping[str, Callable[[Json], Json]] = {
    **workbook.PARSE,
    "lines": lambda value: [line.strip() for line in str(value).splitlines() if line.strip()],
    "pairs": lambda value: {part[0]: workbook.number(" ".join(part[1:])) for part in _parts(value)},
    "triples": _triples,
}


def _told_inside(value: object) -> object:
    if value is None:
        return EVERYBODY
    return " ".join(value) if isinstance(value, list) else value


def _told_triples(value: Mapping[str, Mapping[str, object]]) -> str:
    return ", ".join(
        f"{name} {key} {_told_inside(inside)}"
        for name, changes in value.items()
        for key, inside in changes.items()
    )


TELL: Mapping[str, Callable[[Json], Json]] = {
    **workbook.TELL,
    "lines": "\n".join,
    "pairs": lambda value: ", ".join(f"{key} {inside}" for key, inside in value.items()),
    "triples": _told_triples,
}


@dataclass(slots=True)
class Workbook:
    """The binder's JSON as it grows, the cell behind each dotted place, what is wrong with the sheets
    themselves, and what is hardly meant so."""

    binder: dict[str, Json] = field(default_factory=dict)
    cells: dict[str, Cell] = field(default_factory=dict)
    wrong: workbook.Wrong = field(default_factory=dict)
    doubts: list[InvalidInput] = field(default_factory=list)

    def tell(self, cell: Cell, message: str) -> None:
        """Note what is wrong with a cell, for whoever looks at it."""
        self.wrong.setdefault(cell, in_cell(cell, message).removeprefix(f"{cell}: "))

    def put(self, path: str, row: Row) -> None:
        """A row's object at its place."""
        put(self.binder, path, row.value)
        self.cells[path] = row.cells["id"]
        self.cells |= {join(path, key): cell for key, cell in row.cells.items()}


SHOWN = ("words", "numbers", "lines", "pairs", "triples")
"""Cells that hold several things: an example says more than a rule."""

MISSING = re.compile(r"Still to say: .*\.")


def in_cell(cell: Cell, message: str) -> str:
    """The message for whoever looks at that cell; of JSON's words none is left."""
    columns = SHEETS.get(cell.sheet, ())
    column = next((each for each in columns if each.heading == cell.heading), None)
    if MISSING.fullmatch(message) and cell.heading != "key":
        heading = f" {column.help}" if column else ""
        return f"{cell}: This is blank.{heading}"
    message = message.replace("nothing was given", "it is blank")
    if column and column.kind == "yes":
        message = message.replace("true or false", "yes or no")
    if column and column.kind in SHOWN:
        message = f"{message} {column.help}"
    return f"{cell}: {message}"


FIRST = len(MAPS_HEADINGS)
"""Before the squares stand the map's id and its name."""


def read_maps(book: Workbook, sheet: str, rows: Rows) -> None:
    """Every map; a blank square among others is open ground, a blank row ends the map."""
    maps: dict[str, Json] = book.binder.setdefault("maps", {})
    signs = _signs(book.binder.get("terrain", {}))
    current: dict[str, Json] | None = None
    for number, row in enumerate(rows[1:], 2):
        if all(value is None for value in row):
            current = None
            continue
        name = row[0]
        if name is not None and (current is None or str(name) not in maps or maps[str(name)] is not current):
            current = _begun(book, Cell(sheet, number, 1, "map"), row)
        if current is None:
            book.wrong.setdefault(Cell(sheet, number, 1, "map"), "the first row of a map has its id here.")
            continue
        at = f"maps.{list(maps)[-1]}.rows.{len(current['rows'])}"
        book.cells[at] = Cell(sheet, number, 0, "squares")
        current["rows"].append(_row(book, Cell(sheet, number, 0, ""), row[FIRST:], signs))
    for each in maps.values():
        widest = max((len(row) for row in each["rows"]), default=0)
        each["rows"] = [row.ljust(widest, ".") for row in each["rows"]]


def _begun(book: Workbook, cell: Cell, row: tuple[object, ...]) -> dict[str, Json] | None:
    maps, name = book.binder["maps"], str(row[0])
    if name in maps or "." in name:
        book.wrong[cell] = f"“{name}” is above already; every map has an id of its own."
        return None
    maps[name] = {"rows": []}
    if len(row) > 1 and row[1] is not None:
        maps[name]["name"] = str(row[1])
    book.cells[f"maps.{name}"] = cell
    book.cells[f"maps.{name}.name"] = cell._replace(column=2, heading="name")
    begun: dict[str, Json] = maps[name]
    return begun


def _signs(terrain: object) -> dict[str, str]:
    """What a square may hold: a terrain's sign or its id, or the number of a seat."""
    signs = {name: glyph for name, (glyph, *_) in STANDARD_TERRAIN.items()}
    changed = terrain if isinstance(terrain, dict) else {}
    signs |= {name: each["glyph"] for name, each in changed.items() if isinstance(each.get("glyph"), str)}
    return signs | {glyph: glyph for glyph in signs.values()} | {str(seat): str(seat) for seat in SEATS}


def _row(book: Workbook, cell: Cell, squares: tuple[object, ...], signs: dict[str, str]) -> str:
    while squares and squares[-1] is None:
        squares = squares[:-1]
    if len(squares) > MOST_COLUMNS:
        book.wrong[cell] = f"a map has at most {MOST_COLUMNS} columns; this has {len(squares)}."
    return "".join(
        _square(book, cell._replace(column=FIRST + n + 1), value, signs)
        for n, value in enumerate(squares[:MOST_COLUMNS])
    )


def _square(book: Workbook, cell: Cell, value: object, signs: dict[str, str]) -> str:
    if value is None:
        return "."
    sign = signs.get(str(value)) or signs.get(str(value).lower())
    if sign:
        return sign
    wanted = "a square holds a terrain's sign or name, or the number of a seat"
    book.wrong[cell] = f"{wanted}: {' '.join(signs)}; {say(value)} was given."
    return "."


NEAR = 0.85
"""How alike two words are that may be one: of eight letters one is another."""


def binder_from_workbook(data: bytes) -> Json:
    """The binder that a spreadsheet holds; `InvalidInput` names the cell, and what would be right there."""
    return binder_from_sheets(read_workbook(data))


def binder_from_sheets(sheets: Mapping[str, Rows]) -> Json:
    book = from_sheets(sheets)

    def say(fault: GameError) -> str:
        cell = cell_of(fault.path, book.cells)
        return in_cell(cell, fault.message) if cell else fault.message

    if problems := workbook.all_wrong(book.wrong, [*faults(book.binder), *book.doubts], book.cells):
        raise together(problems, say)
    return book.binder


def from_sheets(sheets: Mapping[str, Rows]) -> Workbook:
    """The binder's JSON out of its sheets, not yet checked as a binder."""
    named = {name.strip().lower(): (name, rows) for name, rows in sheets.items()}
    workbook.check_there(sheets, [each for each in ("Brief", "Maps", *SHEETS) if each not in MAY_BE_MISSING])
    book = Workbook()
    _read_brief(book, *named["brief"])
    for title, columns in SHEETS.items():
        if title.lower() in named:
            name, rows = named[title.lower()]
            _FILL[title](book, list(read_table(name, rows, columns, book.wrong, PARSE)))
    read_maps(book, *named["maps"])
    return book


def _read_brief(book: Workbook, sheet: str, rows: Rows) -> None:
    keys = read_keys(sheet, rows, BRIEF, book.wrong, PARSE)
    book.binder |= keys.value
    book.cells |= keys.cells


def _key(
    book: Workbook, row: Row, key: str, taken: Mapping[str, object], *, again: bool = False
) -> str | None:
    """A row's own name, taken out of its object; none, and said, where it is blank or stands twice."""
    name = row.value.pop(key, None)
    if type(name) is str and name and "." not in name and (again or name not in taken):
        return name
    wrong = f"“{name}” stands there twice" if name in taken else f"{say(name)} was given"
    book.tell(row.cells[key], f"An id of its own is wanted here; {wrong}.")
    return None


def _objects(place: str, book: Workbook, rows: list[Row]) -> None:
    book.binder.setdefault(place, {})
    for row in rows:
        if name := _key(book, row, "id", book.binder[place]):
            book.put(f"{place}.{name}", row)


def _companies(book: Workbook, rows: list[Row]) -> None:
    _objects("companies", book, rows)


def _read_prices(book: Workbook, rows: list[Row]) -> None:
    resources = book.binder.setdefault("resources", {})
    for row in rows:
        name, supply = _key(book, row, "resource", resources, again=True), row.value.pop("supply", None)
        if not name:
            continue
        if name not in resources:
            resources[name] = {"supply": supply, "bands": []}
            book.cells[f"resources.{name}"] = row.cells["resource"]
            book.cells[f"resources.{name}.supply"] = row.cells["supply"]
        bands = resources[name]["bands"]
        at = f"resources.{name}.bands.{len(bands)}"
        bands.append(row.value)
        book.cells |= {f"{at}.{key}": row.cells[key] for key in ("above", "price")}
    below = Cell("Prices", rows[-1].number + 1 if rows else 2, 1, "resource")
    book.cells |= {f"resources.{name}": below for name in RESOURCES if name not in resources}


def _read_catalogue(book: Workbook, rows: list[Row]) -> None:
    classes: dict[str, Json] = book.binder.setdefault("classes", {})
    for row in rows:
        named, footprint = row.value.get("class"), row.value.pop("footprint", None)
        if type(named) is str and named not in classes:
            classes[named] = {} if footprint is None else {"footprint": footprint}
            book.cells[f"classes.{named}"] = row.cells["class"]
            book.cells[f"classes.{named}.footprint"] = row.cells["footprint"]
        elif type(named) is str and footprint not in (None, classes[named].get("footprint")):
            wrong = f"{named} has the footprint {classes[named].get('footprint')} further up"
            book.wrong[row.cells["footprint"]] = f"{wrong}; all types of a class have one."
    book.doubts += _near_misses([str(row.value.get("class")) for row in rows])
    _objects("units", book, rows)


def _near_misses(classes: list[str]) -> Iterator[InvalidInput]:
    """A class of one type alone that is all but spelt like another: a slip of the pen makes a new one."""
    for name in dict.fromkeys(classes):
        others = [each for each in dict.fromkeys(classes) if classes.count(each) > 1 and each != name]
        near = get_close_matches(name, others, 1, NEAR) if classes.count(name) == 1 else []
        if near:
            words = f"{name}: {near[0]}? One type alone has this class; spell it alike, or quite otherwise."
            yield InvalidInput(f"classes.{name}", words)


def _terrain(book: Workbook, rows: list[Row]) -> None:
    for row in rows:
        if "cost" in row.value:
            row.value["cost"] = PARSE["number"](row.value["cost"])
        if row.value.get("id") not in STANDARD_TERRAIN:
            row.value.setdefault("access", None)
    _objects("terrain", book, rows)


def _scenarios(book: Workbook, rows: list[Row]) -> None:
    for row in rows:
        row.value.update(next=[], objectives=[])
        try:
            read_scenario_id(row.value.get("id"), "")
        except InvalidInput as error:
            book.tell(row.cells["id"], error.message)
    _objects("scenarios", book, rows)


def _inside(book: Workbook, row: Row, key: str) -> tuple[str, dict[str, Json]] | None:
    name, scenarios = row.value.pop(key, None), book.binder["scenarios"]
    if type(name) is str and name in scenarios:
        return name, scenarios[name]
    wanted = f"A scenario is wanted: {', '.join(scenarios)}; {say(name)} was given."
    book.tell(row.cells[key], wanted)
    return None


def _read_objectives(book: Workbook, rows: list[Row]) -> None:
    for row in rows:
        if not (inside := _inside(book, row, "scenario")):
            continue
        name, scenario = inside
        at = f"scenarios.{name}.objectives.{len(scenario['objectives'])}"
        scenario["objectives"].append(row.value)
        book.cells |= {f"{at}.{key}": cell for key, cell in row.cells.items()}
        book.cells[at] = row.cells["scenario"]


def _read_tree(book: Workbook, rows: list[Row]) -> None:
    for row in rows:
        if not (inside := _inside(book, row, "from")):
            continue
        name, scenario = inside
        book.cells[f"scenarios.{name}.next.{len(scenario['next'])}"] = row.cells["to"]
        scenario["next"].append(row.value.get("to"))


_FILL = {
    "Companies": _companies,
    "Prices": _read_prices,
    "Catalogue": _read_catalogue,
    "Terrain": _terrain,
    "Scenarios": _scenarios,
    "Objectives": _read_objectives,
    "Tree": _read_tree,
}


NARROW, BROAD, WIDE = 4, 14, 48
TINTS = {
    "^": "D8CFC4",
    "#": "C9C9C9",
    "*": "F2E2B3",
    ",": "E4DCCB",
    "%": "CFE0C3",
    "~": "C6DCD6",
    "=": "BDD7EE",
    **dict.fromkeys("1234", "F6C9B8"),
}
"""Colours of squares on the sheet of maps, by sign; other ground is white."""


def binder_to_workbook(binder: Json) -> bytes:
    """The spreadsheet of a binder's JSON; reading it again gives the same campaign."""
    rows = [(key, TELL[kind](binder[key])) for key, kind in BRIEF.items() if key in binder]
    brief_sheet = Written("Brief", [("key", "value"), *rows], (BROAD, 2 * WIDE))
    return write_workbook([_words(), brief_sheet, *_tables(binder), _maps(binder["maps"])])


def _words() -> Written:
    rows: list[tuple[Json, ...]] = [
        ("sheet", "column", "what it says"),
        ("Brief", "key, value", "The campaign as a whole. Circumstances: one a line."),
        *((sheet, column.heading, column.help) for sheet, columns in SHEETS.items() for column in columns),
        ("Maps", "map, name", "On the first row of each map; its other rows leave both blank."),
        ("Maps", "a to t", "A cell a square: a terrain's sign or name, or a seat's number to deploy on."),
    ]
    return Written("Read me", rows, (BROAD, BROAD + 6, 2 * WIDE))


def _tables(binder: Json) -> Iterator[Written]:
    for sheet, columns in SHEETS.items():
        rows = [[_cell(column, value) for column in columns] for value in _ROWS[sheet](binder)]
        widths = [WIDE if column.kind == "lines" or column.key == "overview" else BROAD for column in columns]
        yield Written(sheet, [[column.heading for column in columns], *rows], widths)


def _cell(column: Column, value: Json) -> Json:
    cell = look(value, column.key)
    return None if cell is LEFT_OUT or cell in (None, [], {}) else TELL[column.kind](cell)


def _named(objects: Mapping[str, Json]) -> list[Json]:
    return [{"id": name, **each} for name, each in objects.items()]


def _price_rows(binder: Json) -> list[Json]:
    return [
        {"resource": name, **({} if n else {"supply": each["supply"]}), **band}
        for name, each in binder["resources"].items()
        for n, band in enumerate(each["bands"])
    ]


def _catalogue_rows(binder: Json) -> list[Json]:
    return [each | binder["classes"][each["class"]] for each in _named(binder["units"])]


def _objective_rows(binder: Json) -> list[Json]:
    return [
        {"scenario": name, **each}
        for name, scenario in binder["scenarios"].items()
        for each in scenario["objectives"]
    ]


def _tree_rows(binder: Json) -> list[Json]:
    return [
        {"from": name, "to": other}
        for name, scenario in binder["scenarios"].items()
        for other in scenario["next"]
    ]


_ROWS = {
    "Companies": lambda binder: _named(binder["companies"]),
    "Prices": _price_rows,
    "Catalogue": _catalogue_rows,
    "Terrain": lambda binder: _named(binder.get("terrain", {})),
    "Scenarios": lambda binder: _named(binder["scenarios"]),
    "Objectives": _objective_rows,
    "Tree": _tree_rows,
}


def _maps(maps: Mapping[str, Json]) -> Written:
    rows: list[list[Json]] = [[*MAPS_HEADINGS, *(chr(ord("a") + n) for n in range(MOST_COLUMNS))]]
    colours: dict[tuple[int, int], str] = {}
    for name, each in maps.items():
        for n, squares in enumerate(each["rows"]):
            head = [None, None] if n else [name, each["name"]]
            rows.append([*head, *(int(sign) if sign.isdigit() else sign for sign in squares)])
            tinted = {(len(rows), 3 + m): TINTS[sign] for m, sign in enumerate(squares) if sign in TINTS}
            colours |= tinted
        rows.append([])
    return Written("Maps", rows, (BROAD + 6, BROAD + 6, *[NARROW] * MOST_COLUMNS), colours)


TEMPLATE_NAME = "parabellum-binder.xlsx"


def read_owner_file(data: bytes) -> Json:
    """The JSON of an owner's file; `InvalidInput` at the cell, or the place, of what is wrong."""
    return binder_from_workbook(data) if is_workbook(data) else loads(data)


@cache
def template() -> bytes:
    return binder_to_workbook(starter_file())
