"""Spreadsheets of owners: read as plain rows whatever hostile file was sent, written, and taken as tables.

A spreadsheet is a zip of XML. Before anything in it is parsed its members are counted, measured and their
names looked at; XML with entities is refused by defusedxml, which openpyxl uses where it is installed. A
sheet is a table of objects, or of keys with their values, and for every place in them there is its cell.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import BadZipFile, LargeZipFile, ZipFile, ZipInfo

from companion.engine.errors import GameError, InvalidInput
from companion.engine.form import put
from companion.engine.wire import say

YES_NO = {"yes": True, "no": False, "true": True, "false": False, "x": True}


def text(value: object) -> object:
    """Text; a number that stands where text is wanted is the text of it (scenario 1)."""
    return str(value) if type(value) is int else value


def number(value: object) -> object:
    """A whole number, also where the sheet holds it as text; anything else as it is, to be refused."""
    digits = value.replace("−", "-") if isinstance(value, str) else ""
    return int(digits) if re.fullmatch(r"[+-]?\d{1,15}", digits, re.ASCII) else value


def yes(value: object) -> object:
    """Yes or no; anything else as it is, to be refused."""
    return YES_NO.get(value.lower(), value) if isinstance(value, str) else value


def words(value: object) -> list[str]:
    return re.split(r"[\s,;]+", str(value).strip(" ,;"))


def numbers(value: object) -> list[object]:
    return [number(word) for word in words(value)]


PARSE: Mapping[str, Callable[[object], object]] = {
    "text": text,
    "number": number,
    "yes": yes,
    "words": words,
    "numbers": numbers,
}
TELL: Mapping[str, Callable[[Any], object]] = {
    "text": lambda value: value,
    "number": lambda value: value,
    "yes": lambda value: "yes" if value else "no",
    "words": " ".join,
    "numbers": lambda value: " ".join(map(str, value)),
}


type Rows = tuple[tuple[object, ...], ...]
"""The cells of a sheet, row by row from the first, each row as far as it is written; None is a blank one."""

MOST_BYTES, MOST_UNPACKED = 2_000_000, 8_000_000
MOST_MEMBERS, MOST_SHEETS, MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 200, 30, 2_000, 60, 4_000
FARTHEST_ROW = 20_000
"""Rows that are merely blank are walked so far."""
ENCRYPTED = 0x1
WANTED = "A spreadsheet in the .xlsx format is wanted, such as the template"


class Written(NamedTuple):
    """A sheet to write: name, rows, widths of columns, and colours of cells by (row, column)."""

    name: str
    rows: Sequence[Sequence[object]]
    widths: Sequence[float] = ()
    colours: Mapping[tuple[int, int], str] = {}


def is_workbook(data: bytes) -> bool:
    """Whether these bytes claim to be a spreadsheet."""
    return data[:2] == b"PK"


def read_workbook(data: bytes) -> Mapping[str, Rows]:
    """The sheets by their names; `InvalidInput` where the file is none, or could harm."""
    _check_members(data)
    from openpyxl import load_workbook  # costs a quarter of a second: only where somebody brings a sheet

    try:
        book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets = {sheet.title: _rows(sheet) for sheet in book.worksheets[:MOST_SHEETS]}
    except InvalidInput:
        raise
    # A file bent on purpose fails anywhere within the parser, with whatever the parser happens to raise.
    except Exception as error:
        raise InvalidInput("", f"{WANTED}; this one is damaged.") from error
    if sheets:
        return sheets
    raise InvalidInput("", f"{WANTED}; this one has no sheets.")


def _check_members(data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise InvalidInput("", f"{WANTED}, of at most {MOST_BYTES // 1_000_000} MB.")
    try:
        members = ZipFile(BytesIO(data)).infolist()
    except (BadZipFile, LargeZipFile, ValueError, OSError, NotImplementedError) as error:
        raise InvalidInput("", f"{WANTED}; this is none.") from error
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
        raise InvalidInput("", f"This file unpacks to more than any binder needs. {WANTED}.")
    if any(_is_strange(member) for member in members):
        raise InvalidInput("", f"{WANTED}; this one is locked or has members of strange names.")


def _is_strange(member: ZipInfo) -> bool:
    name = member.filename
    return bool(member.flag_bits & ENCRYPTED) or name.startswith("/") or ".." in name or "\\" in name


def _rows(sheet: Any) -> Rows:
    """The rows as far as anything is written; what lies beyond all sizes is refused, never dropped."""
    # What a file says of its own extent may be wrong; the cells themselves tell.
    sheet.reset_dimensions()
    rows: list[tuple[object, ...]] = []
    for n, row in enumerate(sheet.iter_rows(min_row=1, values_only=True), 1):
        cells = [_cell(value, sheet.title, n) for value in row] if row else []
        while cells and cells[-1] is None:
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            raise InvalidInput(
                "", f"Sheet “{sheet.title}” of this spreadsheet has over {MOST_COLUMNS} columns."
            )
        if n > MOST_ROWS and (cells or n > FARTHEST_ROW):
            raise InvalidInput("", f"Sheet “{sheet.title}” of this spreadsheet has over {MOST_ROWS} rows.")
        rows.append(tuple(cells))
    while rows and not rows[-1]:
        rows.pop()
    return tuple(rows)


def _cell(value: object, sheet: str, row: int) -> object:
    """A cell as JSON: trimmed text, a whole number where it is one; a date as it would be written."""
    if isinstance(value, str):
        if len(value) > LONGEST_CELL:
            raise InvalidInput(
                "", f"Sheet “{sheet}”, row {row}: a cell holds at most {LONGEST_CELL} letters."
            )
        return value.strip() or None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return str(value) if isinstance(value, date | datetime | time | timedelta) else value


def write_workbook(sheets: Sequence[Written], *, as_text: bool = False) -> bytes:
    """A spreadsheet of these sheets, the first row of each standing still as its heading.

    With `as_text` its cells are text also for who writes into them: no date, no number is made of any.
    """
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for written in sheets:
        sheet = book.create_sheet(written.name)
        _write(sheet, written)
        for cells in sheet.iter_rows() if as_text else ():
            for cell in cells:
                cell.number_format = "@"
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _write(sheet: Any, written: Written) -> None:
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.utils import get_column_letter

    for row in written.rows:
        sheet.append(list(row))
    for n, width in enumerate(written.widths, 1):
        sheet.column_dimensions[get_column_letter(n)].width = width
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for cells in sheet.iter_rows():
        for cell in cells:
            cell.alignment = Alignment(vertical="top", wrap_text=True)
            # What begins like a formula is text all the same: nothing is ever calculated here.
            cell.data_type = "s" if isinstance(cell.value, str) else cell.data_type
    for (down, across), colour in written.colours.items():
        sheet.cell(down, across).fill = PatternFill("solid", fgColor=colour)
    sheet.freeze_panes = "A2"


type Parse = Mapping[str, Callable[[object], object]]
type Wrong = dict[Cell, str]
"""What is wrong with a sheet itself, by its cells; whoever reads on notes it there."""


class Column(NamedTuple):
    """One column: heading, place in the row's object, how its cells are written, and what it means."""

    heading: str
    key: str
    kind: str
    help: str


class Cell(NamedTuple):
    """A cell: its sheet, its row and its column, both counted from 1, and the column's heading."""

    sheet: str
    row: int
    column: int
    heading: str

    def __str__(self) -> str:
        """As a table finds it: `Catalogue, row 5, column F (cost)`."""
        if not self.column:
            return f"{self.sheet}, row {self.row}" + (f" ({self.heading})" if self.heading else "")
        named = f" ({self.heading})" if self.heading else ""
        return f"{self.sheet}, row {self.row}, column {_letter(self.column)}{named}"


def _letter(column: int) -> str:
    before, last = divmod(column - 1, 26)
    return (_letter(before) if before else "") + chr(ord("A") + last)


def cell_of(path: str, cells: Mapping[str, Cell]) -> Cell | None:
    """The cell of a place, or of the nearest place around it."""
    while path:
        if path in cells:
            return cells[path]
        path = path.rpartition(".")[0]
    return None


def check_there(sheets: Mapping[str, Rows], wanted: Sequence[str]) -> None:
    """`InvalidInput` names every sheet that is missing."""
    there = {name.strip().lower() for name in sheets}
    if missing := [each for each in wanted if each.lower() not in there]:
        names = ", ".join(f"“{each}”" for each in missing)
        which = f"The sheet {names} is" if len(missing) == 1 else f"The sheets {names} are"
        raise InvalidInput("", f"{which} missing; there is {', '.join(sheets) or 'none'}.")


class Row(NamedTuple):
    """A row of a sheet: its number, its object, and the cell of each of its places."""

    number: int
    value: dict[str, object]
    cells: Mapping[str, Cell]


def read_table(
    sheet: str, rows: Rows, columns: tuple[Column, ...], wrong: Wrong, parse: Parse = PARSE
) -> Iterator[Row]:
    """The rows under a sheet's headings; blank ones are none, and no column whose heading is `wrong`."""
    at = _headings(sheet, rows[0] if rows else (), columns, wrong)
    for number, cells in enumerate(rows[1:], 2):
        value: dict[str, object] = {}
        places: dict[str, Cell] = {}
        for column in columns:
            n = at.get(column.heading)
            given = cells[n] if n is not None and n < len(cells) else None
            places[column.key] = Cell(sheet, number, 0 if n is None else n + 1, column.heading)
            if given is not None:
                put(value, column.key, parse[column.kind](given))
        if value:
            yield Row(number, value, places)


def _headings(
    sheet: str, row: tuple[object, ...], columns: tuple[Column, ...], wrong: Wrong
) -> Mapping[str, int]:
    headings = [column.heading for column in columns]
    columns_at: dict[str, int] = {}
    for n, heading in enumerate(row):
        name = str(heading).strip().lower().replace("_", " ")
        if heading is None:
            continue
        if name not in headings or name in columns_at:
            why = "stands there twice" if name in columns_at else "is no heading"
            wrong[Cell(sheet, 1, n + 1, "")] = f"“{heading}” {why}; the headings are {', '.join(headings)}."
        else:
            columns_at[name] = n
    return columns_at


def read_keys(sheet: str, rows: Rows, kinds: Mapping[str, str], wrong: Wrong, parse: Parse = PARSE) -> Row:
    """A sheet that says a key and its value on each row, as one object; what is not said has its next row."""
    value: dict[str, object] = {}
    cells: dict[str, Cell] = {}
    for number, row in enumerate(rows, 1):
        key, given = (*row, None, None)[:2]
        if key is None or (number == 1 and key == "key"):
            continue
        here = Cell(sheet, number, 1, "key")
        if not isinstance(key, str) or key not in kinds:
            wrong[here] = f"The keys are {', '.join(kinds)}; {say(key)} was given."
            continue
        if key in cells:
            wrong[here] = f"“{key}” stands further up already."
            continue
        cells[key] = Cell(sheet, number, 2, key)
        if given is not None:
            put(value, key, parse[kinds[key]](given))
    missing = Cell(sheet, len(rows) + 1, 1, "key")
    return Row(0, value, {key: cells.get(key, missing) for key in kinds})


def all_wrong(wrong: Wrong, problems: Sequence[GameError], cells: Mapping[str, Cell]) -> list[GameError]:
    """What is wrong with the sheets themselves, and then with what they say; of one cell the first alone.

    Where a heading is wrong, that its column says nothing is no fault of each row.
    """
    told: list[GameError] = [InvalidInput("", f"{cell}: {words}") for cell, words in wrong.items()]
    beheaded = {cell.sheet for cell in wrong if cell.row == 1 and not cell.heading}
    for each in problems:
        cell = cell_of(each.path, cells)
        if not cell or not (cell in wrong or (not cell.column and cell.sheet in beheaded)):
            told.append(each)
    return told
