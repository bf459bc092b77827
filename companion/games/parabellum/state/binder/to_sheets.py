"""A binder as a spreadsheet: the starter as a template to write one's own into, or anybody's binder."""

from collections.abc import Iterator, Mapping

from companion.engine.form.place import LEFT_OUT, look
from companion.engine.wire import Json
from companion.engine.workbook import Written, write_workbook
from companion.engine.workbook.table import Column
from companion.games.parabellum.data import MOST_COLUMNS
from companion.games.parabellum.state.binder.cells import TELL
from companion.games.parabellum.state.binder.columns import BRIEF, MAPS_HEADINGS, SHEETS

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
    return write_workbook([_words(), _brief(binder), *_tables(binder), _maps(binder["maps"])])


def _words() -> Written:
    rows: list[tuple[Json, ...]] = [
        ("sheet", "column", "what it says"),
        ("Brief", "key, value", "The campaign as a whole. Circumstances: one a line."),
        *((sheet, column.heading, column.help) for sheet, columns in SHEETS.items() for column in columns),
        ("Maps", "map, name", "On the first row of each map; its other rows leave both blank."),
        ("Maps", "a to t", "A cell a square: a terrain's sign or name, or a seat's number to deploy on."),
    ]
    return Written("Read me", rows, (BROAD, BROAD + 6, 2 * WIDE))


def _brief(binder: Json) -> Written:
    rows = [(key, TELL[kind](binder[key])) for key, kind in BRIEF.items() if key in binder]
    return Written("Brief", [("key", "value"), *rows], (BROAD, 2 * WIDE))


def _tables(binder: Json) -> Iterator[Written]:
    for sheet, columns in SHEETS.items():
        rows = [[_told(column, value) for column in columns] for value in _ROWS[sheet](binder)]
        widths = [WIDE if column.kind == "lines" or column.key == "overview" else BROAD for column in columns]
        yield Written(sheet, [[column.heading for column in columns], *rows], widths)


def _told(column: Column, value: Json) -> Json:
    found = look(value, column.key)
    return None if found is LEFT_OUT or found in (None, [], {}) else TELL[column.kind](found)


def _named(objects: Mapping[str, Json]) -> list[Json]:
    return [{"id": name, **each} for name, each in objects.items()]


def _prices(binder: Json) -> list[Json]:
    return [
        {"resource": name, **({} if n else {"supply": each["supply"]}), **band}
        for name, each in binder["resources"].items()
        for n, band in enumerate(each["bands"])
    ]


def _catalogue(binder: Json) -> list[Json]:
    return [each | binder["classes"][each["class"]] for each in _named(binder["units"])]


def _objectives(binder: Json) -> list[Json]:
    return [
        {"scenario": name, **each}
        for name, scenario in binder["scenarios"].items()
        for each in scenario["objectives"]
    ]


def _tree(binder: Json) -> list[Json]:
    return [
        {"from": name, "to": other}
        for name, scenario in binder["scenarios"].items()
        for other in scenario["next"]
    ]


_ROWS = {
    "Companies": lambda binder: _named(binder["companies"]),
    "Prices": _prices,
    "Catalogue": _catalogue,
    "Terrain": lambda binder: _named(binder.get("terrain", {})),
    "Scenarios": lambda binder: _named(binder["scenarios"]),
    "Objectives": _objectives,
    "Tree": _tree,
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
