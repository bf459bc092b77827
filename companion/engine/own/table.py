"""The table of a kind's cards as a spreadsheet has it: pasted, brought in, taken out; cell by cell the same.

In a comma-separated file a cell that a spreadsheet would calculate is led by an apostrophe, which reading it
takes off again; in an XLSX file every cell is text. Line breaks, commas and leading zeros stay as they are.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO

from companion.engine.errors import InvalidInput
from companion.engine.own import LONGEST, MOST_ROWS, Column, Kind, Row
from companion.engine.wire import Json
from companion.engine.workbook import Rows, Written, is_workbook, read_workbook, write_workbook

SIGNS = tuple("=+-@\t'")
"""With these begins what a spreadsheet may take for a formula, or for a sign of its own."""
PLAIN = re.compile(r"[+-]?\d+")
NOT_SHOWN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
MOST_BYTES = 2_000_000
BROAD, NARROW = 40, 16


def plain(cell: str) -> str:
    """A cell as it is kept: no blanks around it, one line break, what cannot be shown made visible."""
    return NOT_SHOWN.sub("\N{REPLACEMENT CHARACTER}", cell.replace("\r\n", "\n").replace("\r", "\n")).strip()


def csv_of(kind: Kind, rows: Sequence[Row]) -> bytes:
    """The table as a comma-separated file that spreadsheets open in the right alphabet."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow([column.title for column in kind.all_columns])
    writer.writerows([_guarded(row.get(column.key, "")) for column in kind.all_columns] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _guarded(cell: str) -> str:
    return f"'{cell}" if cell.startswith(SIGNS) and not PLAIN.fullmatch(cell) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(SIGNS) else cell


def sheet_of(kind: Kind, rows: Sequence[Row]) -> Written:
    """The table as a sheet of a workbook."""
    columns = kind.all_columns
    cells = [[row.get(column.key) or None for column in columns] for row in rows]
    widths = [BROAD if column.kind in ("prose", "record", "records") else NARROW for column in columns]
    return Written(kind.title, [[column.title for column in columns], *cells], widths)


def xlsx_of(tables: Sequence[tuple[Kind, Sequence[Row]]]) -> bytes:
    """A workbook with a sheet for each kind."""
    return write_workbook([sheet_of(kind, rows) for kind, rows in tables], as_text=True)


def brought(kind: Kind, data: bytes) -> list[dict[str, str]]:
    """The rows of a file that somebody brings; `InvalidInput` names the row and the column that cannot be."""
    if is_workbook(data):
        return _rows(kind, _sheet(kind, read_workbook(data)))
    if len(data) > MOST_BYTES:
        raise InvalidInput("", f"A table of at most {MOST_BYTES // 1_000_000} MB is wanted.")
    return pasted(kind, _decoded(data))


def _sheet(kind: Kind, sheets: dict[str, Rows] | object) -> list[list[str]]:
    assert isinstance(sheets, dict)
    named = {name.strip().casefold(): rows for name, rows in sheets.items()}
    rows = named.get(kind.title.casefold()) or next(iter(sheets.values()))
    return [["" if cell is None else _spelt(cell) for cell in row] for row in rows]


def _spelt(cell: Json) -> str:
    return ("yes" if cell else "no") if isinstance(cell, bool) else str(cell)


def _decoded(data: bytes) -> str:
    """Text as spreadsheets write it: UTF-8, UTF-16 with its mark, else the Western one of Windows."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def pasted(kind: Kind, text: str) -> list[dict[str, str]]:
    """The rows of a text: cells apart by tabs as a spreadsheet copies them, by commas or by semicolons."""
    text = text.lstrip("\ufeff").strip("\r\n")
    head = text.split("\n", 1)[0]
    apart = max(
        "\t;,",
        key=lambda sign: (len(_known(kind, next(csv.reader([head], delimiter=sign), []))), head.count(sign)),
    )
    csv.field_size_limit(MOST_BYTES)
    try:
        cells = [
            [_unguarded(cell) for cell in row]
            for row in csv.reader(StringIO(text, newline=""), delimiter=apart)
        ]
    except csv.Error as error:
        raise InvalidInput("", f"This is no table with cells apart by tabs or commas: {error}.") from error
    return _rows(kind, cells)


def _known(kind: Kind, cells: Sequence[str]) -> list[Column]:
    by_name = {name.casefold(): column for column in kind.all_columns for name in (column.key, column.title)}
    return [by_name[plain(cell).casefold()] for cell in cells if plain(cell).casefold() in by_name]


def _rows(kind: Kind, cells: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    """The rows under their headings; without headings the columns stand in the order of the table."""
    lines = [[plain(cell) for cell in line] for line in cells]
    columns: Sequence[Column] = kind.all_columns
    if lines and _known(kind, lines[0]):
        columns, lines = _headed(kind, lines[0]), lines[1:]
    found = list(_filled(columns, lines))
    if len(found) > MOST_ROWS:
        raise InvalidInput(
            "", f"A set holds at most {MOST_ROWS} of a kind; this table has {len(found)} rows."
        )
    return found


def _headed(kind: Kind, heads: Sequence[str]) -> Sequence[Column]:
    while heads and not heads[-1]:
        heads = heads[:-1]
    columns = [next(iter(_known(kind, [head])), None) for head in heads]
    for n, (head, column) in enumerate(zip(heads, columns, strict=True), 1):
        if column is None or column in columns[: n - 1]:
            why = "stands there twice" if column else "is no heading"
            there = ", ".join(each.title for each in kind.all_columns)
            raise InvalidInput("", f"Row 1, column {n}: “{head}” {why}; the headings are {there}.")
    return [column for column in columns if column]


def _filled(columns: Sequence[Column], lines: Sequence[Sequence[str]]) -> Iterator[dict[str, str]]:
    for n, line in enumerate(lines, 2):
        for m, cell in enumerate(line):
            if cell and m >= len(columns):
                raise InvalidInput(
                    "", f"Row {n}, column {m + 1}: “{cell[:40]}” stands beyond the last heading."
                )
            if len(cell) > LONGEST:
                raise InvalidInput("", f"Row {n}, column {m + 1}: a cell holds at most {LONGEST} letters.")
        row = {column.key: cell for column, cell in zip(columns, line, strict=False) if cell}
        if row:
            yield row
