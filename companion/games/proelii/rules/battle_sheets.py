"""A battle of one's own as a spreadsheet: what it says as a whole, and a sheet for each army."""

from collections.abc import Mapping
from functools import cache

from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.form.place import put
from companion.engine.wire import Json, loads
from companion.engine.workbook import Rows, Written, is_workbook, read_workbook, write_workbook
from companion.engine.workbook import cells as kinds
from companion.engine.workbook.table import Cell, Column, cell_of, read_keys, read_table
from companion.games.proelii.data import RANKS, SIDE_NAMES, SIDES, UNITS
from companion.games.proelii.rules.own_battle import battle_of, sample

NONE = "none"
TEMPLATE_NAME = "proelii-battle.xlsx"
WHOLE = {
    "id": ("text", "A short name: small letters, figures and _."),
    "title": ("text", "What it is called."),
    "columns": ("number", "7 to 10."),
    "red_lines": ("numbers", "Behind which rows they lie, as 2 4; none."),
    "blocked": ("words", "Squares that nobody enters, as c3 d4; none."),
    "max_rounds": ("number", "Rounds; 0 sets no limit."),
    "pieces": ("text", "tokens or cubes."),
    **{
        f"{side} {key}": said
        for side in SIDES
        for key, said in (
            ("name", ("text", "What the army is called.")),
            ("prestige", ("number", "0 to 999.")),
            ("command", ("text", "none, bad, average, better or brilliant.")),
        )
    },
}
UNIT = (
    Column("id", "id", "text", "A short name of its own in both armies, as w01."),
    Column("name", "name", "text", "What it is called."),
    Column("type", "type", "text", f"{', '.join(UNITS)}."),
    Column("experience", "experience", "text", f"{', '.join(RANKS)}."),
    Column("at", "at", "text", "A square of the own first row, entry or distant."),
    Column("energy", "energy", "number", "0 to 100 by 25; blank: as the rules have it."),
    Column("ambush", "ambush", "yes", "yes for who comes out behind the enemy from distant."),
)
PARSE = {
    **kinds.PARSE,
    "words": lambda value: [] if value == NONE else kinds.words(value),
    "numbers": lambda value: [] if value == NONE else kinds.numbers(value),
}


def read_file(data: bytes) -> Json:
    """A battle's JSON from a file or a spreadsheet; of a spreadsheet each fault is named by its cell."""
    return _from_sheets(read_workbook(data)) if is_workbook(data) else loads(data)


def _from_sheets(sheets: Mapping[str, Rows]) -> Json:
    named = {name.strip().lower(): (name, rows) for name, rows in sheets.items()}
    missing = next((each for each in ("Battle", *SIDE_NAMES.values()) if each.lower() not in named), None)
    if missing:
        raise InvalidInput("", f"The sheet “{missing}” is missing; there is {', '.join(sheets)}.")
    whole = read_keys(*named["battle"], {key: kind for key, (kind, _) in WHOLE.items()}, PARSE)
    battle: dict[str, Json] = {}
    cells = {key.replace(" ", "."): cell for key, cell in whole.cells.items()}
    for key, value in whole.value.items():
        put(battle, key.replace(" ", "."), value)
    for side in SIDES:
        rows = list(read_table(*named[side], UNIT, PARSE))
        put(battle, f"{side}.units", [row.value for row in rows])
        cells[f"{side}.units"] = Cell(named[side][0], 1, 0, "")
        for n, row in enumerate(rows):
            places = {f"{side}.units.{n}.{key}": cell for key, cell in row.cells.items()}
            cells |= {f"{side}.units.{n}": row.cells["id"], **places}
    _check(battle, cells)
    return battle


def _check(battle: Json, cells: Mapping[str, Cell]) -> None:
    try:
        battle_of(battle)
    except GameError as error:
        cell = cell_of(error.path, cells)
        if cell is None:
            raise
        kind = IllegalAction if isinstance(error, IllegalAction) else InvalidInput
        raise kind("", f"{cell}: {_told_at(cell, error.message)}") from error


def _told_at(cell: Cell, message: str) -> str:
    """What is wrong there; of a blank cell what it is to hold."""
    if not message.startswith("Still to say"):
        return message
    columns = {column.heading: column.help for column in UNIT}
    return f"This is blank. {WHOLE[cell.heading][1] if cell.sheet == 'Battle' else columns[cell.heading]}"


@cache
def template() -> bytes:
    """One of the project's own battles as a spreadsheet, to write one's own after."""
    battle = sample()
    help_ = [
        ("sheet", "column", "what it says"),
        *(("Battle", key, words) for key, (_, words) in WHOLE.items()),
    ]
    help_ += [("White, Black", column.heading, column.help) for column in UNIT]
    flat = {**battle, **{f"{side} {key}": value for side in SIDES for key, value in battle[side].items()}}
    whole = [(key, _told(kind, flat.get(key))) for key, (kind, _) in WHOLE.items()]
    armies = [
        Written(
            SIDE_NAMES[side],
            [[each.heading for each in UNIT], *_units(battle[side]["units"])],
            (9, 24, 18, 12),
        )
        for side in SIDES
    ]
    return write_workbook(
        [
            Written("Battle", [("key", "value"), *whole], (18, 40)),
            *armies,
            Written("Read me", help_, (14, 18, 80)),
        ]
    )


def _units(units: Json) -> list[list[Json]]:
    return [[_told(column.kind, unit.get(column.key)) for column in UNIT] for unit in units]


def _told(kind: str, value: Json) -> Json:
    if value == []:
        return NONE
    return None if value is None else kinds.TELL[kind](value)
