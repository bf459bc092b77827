"""What cells mean: a row as a record, a record in one line, and the table as a spreadsheet has it.

    kind: build, count: 3, battlefields: [ypres, arras]

Words need no quotes; whole numbers are numbers; `true`, `false` and `null` are JSON's. Lists stand in square
brackets, records within records in braces, and any text may stand in JSON's quotes. In a comma-separated file
a cell that a spreadsheet would calculate is led by an apostrophe, which reading it takes off again; in an
XLSX file every cell is text. Line breaks, commas and leading zeros stay as they are.
"""

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from typing import NamedTuple
from unicodedata import normalize

from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form.field import LEFT_OUT, look, put
from companion.engine.own import LONGEST, MOST_ROWS, Column, Kind, Meaning, Row
from companion.engine.wire import Json
from companion.engine.workbook import Rows, Written, is_workbook, number, read_workbook, write_workbook, yes

TOKEN = re.compile(r'\s*(?:([\[\]{},:])|("(?:[^"\\\x00-\x1f]|\\.)*")|([^\[\]{},:"\s][^\[\]{},:"\n]*)|(\S))')
WHOLE = re.compile(r"-?(0|[1-9]\d{0,14})")
NAMED: dict[str, Json] = {"true": True, "false": False, "null": None}
DEEPEST = 100
HOW = "Write it as “kind: build, side: own, count: 3”, lists in [ ] and records in { }"


def told(record: dict[str, Json]) -> str:
    """A record in one line; reading it gives the same record.

    >>> told({"kind": "build", "count": 3, "battlefields": ["ypres"], "if": {"p": "run"}})
    'kind: build, count: 3, battlefields: [ypres], if: {p: run}'
    """
    return ", ".join(f"{_word(key)}: {_told(value)}" for key, value in record.items())


def _told(value: Json) -> str:
    if isinstance(value, dict):
        return f"{{{told(value)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_told, value))}]"
    return _word(value) if isinstance(value, str) else json.dumps(value)


def _word(text: str) -> str:
    """A word as it is, where it would be read as this very text."""
    met = TOKEN.fullmatch(text)
    plain = met and met[3] == text == text.strip() and _meant(text) == text and text.isprintable()
    return text if plain else json.dumps(text, ensure_ascii=False)


def _meant(word: str) -> Json:
    return int(word) if WHOLE.fullmatch(word) else NAMED.get(word, word)


def read(line: str) -> dict[str, Json]:
    """The record in a line; `InvalidInput` names what stands in the way."""
    reader = _Reader(line)
    record = reader.pairs("")
    if reader.next:
        raise reader.wrong()
    return record


class _Reader:
    """One line on its way; `next` is the token that comes, `("", "")` and the like at the end."""

    def __init__(self, line: str) -> None:
        self.tokens = [met.groups("") for met in TOKEN.finditer(line)]
        self.at, self.deep = 0, 0

    @property
    def next(self) -> str:
        return "".join(self.tokens[self.at]) if self.at < len(self.tokens) else ""

    def wrong(self) -> InvalidInput:
        met = f"“{self.next}” stands where it cannot" if self.next else "it ends too early"
        return InvalidInput("", f"{HOW}: {met}.")

    def take(self, sign: str) -> bool:
        met = self.at < len(self.tokens) and self.tokens[self.at][0] == sign
        self.at += met
        return met

    def word(self) -> Json:
        if self.at >= len(self.tokens) or not (self.tokens[self.at][1] or self.tokens[self.at][2]):
            raise self.wrong()
        _, quoted, bare, _ = self.tokens[self.at]
        try:
            found: Json = json.loads(quoted) if quoted else _meant(bare.strip())
        except ValueError:
            raise self.wrong() from None
        self.at += 1
        return found

    def pairs(self, end: str) -> dict[str, Json]:
        found: dict[str, Json] = {}
        while self.next != end or not found:
            if end and self.take(end):
                return found
            key = self.word()
            if not self.take(":"):
                raise self.wrong()
            name = key if isinstance(key, str) else json.dumps(key)
            if name in found:
                raise InvalidInput(name, f"“{name}” stands there twice.")
            found[name] = self.value()
            if not self.take(","):
                break
        if end and not self.take(end):
            raise self.wrong()
        return found

    def items(self) -> list[Json]:
        found: list[Json] = []
        while not self.take("]"):
            found.append(self.value())
            if not self.take(",") and self.next != "]":
                raise self.wrong()
        return found

    def value(self) -> Json:
        self.deep += 1
        if self.deep > DEEPEST:
            raise InvalidInput("", f"Records may lie at most {DEEPEST} deep in one another.")
        found = self.pairs("}") if self.take("{") else self.items() if self.take("[") else self.word()
        self.deep -= 1
        return found


NAME = re.compile(r"[^a-z0-9]+")
LONGEST_ID = 31


class Fault(NamedTuple):
    """What is wrong with one card: the column of the cell, and what would be right."""

    column: str
    message: str


class Meant(NamedTuple):
    """The record of a row as far as it can be read, and the cells that cannot."""

    record: dict[str, Json]
    faults: tuple[Fault, ...]


def _records(cell: str) -> Json:
    return [_one(line, f"{n}") for n, line in enumerate(each for each in cell.split("\n") if each.strip())]


def _one(line: str, at: str = "") -> Json:
    try:
        return read(line)
    except InvalidInput as error:
        raise InvalidInput(join(at, error.path), error.unnamed) from error


READ: Mapping[Meaning, Callable[[str], Json]] = {
    "text": lambda cell: cell,
    "prose": lambda cell: cell,
    "one": lambda cell: cell,
    "number": number,
    "yes": yes,
    "words": lambda cell: [word for word in re.split(r"[\s,;]+", cell) if word],
    "record": _one,
    "records": _records,
}
TELL: Mapping[Meaning, Callable[[Json], str]] = {
    "text": str,
    "prose": str,
    "one": str,
    "number": str,
    "yes": lambda value: "yes" if value else "no",
    "words": lambda value: ", ".join(map(str, value)),
    "record": told,
    "records": lambda value: "\n".join(map(told, value)),
}


def meant(kind: Kind, row: Row) -> Meant:
    """What a row says."""
    record: dict[str, Json] = {}
    faults: list[Fault] = []
    for column in kind.columns:
        cell = row.get(column.key, "")
        try:
            if cell:
                put(record, column.key, READ[column.kind](cell))
        except InvalidInput as error:
            faults.append(Fault(column.key, error.message))
    return Meant(record, tuple(faults))


def row_of(kind: Kind, record: Json) -> dict[str, str]:
    """The cells of a record; reading them gives the same record."""
    found = ((column, look(record, column.key)) for column in kind.columns)
    return {c.key: TELL[c.kind](value) for c, value in found if value not in (LEFT_OUT, None, [], "")}


def faults_of(kind: Kind, rows: Sequence[Row]) -> Iterator[tuple[int, Fault]]:
    """What stands in the way of each card, row by row."""
    read_rows = [meant(kind, row) for row in rows]
    ids = [str(each.record.get(kind.id, "")) for each in read_rows]
    for n, (record, wrong) in enumerate(read_rows):
        yield from ((n, each) for each in wrong)
        if ids[n] in ids[:n]:
            yield (
                n,
                Fault(kind.id, f"“{ids[n]}” stands in row {ids.index(ids[n]) + 1} already; choose another."),
            )
        elif not wrong:
            yield from ((n, fault_at(kind, error)) for error in kind.faults(record, ids))


def fault_at(kind: Kind, error: GameError) -> Fault:
    """A refusal at the cell in which it stands; what names no cell stands at the card's name.

    A reader names the cell first, `effects.0.side`; the press names it last, `cards.the-note.text`.
    """
    words, keys = error.path.split("."), {column.key for column in kind.columns}
    heads = (".".join(words[:last]) for last in range(len(words), 0, -1))
    tails = (".".join(words[first:]) for first in range(1, len(words)))
    return Fault(next((path for path in (*heads, *tails) if path in keys), kind.name), error.message)


def named(kind: Kind, rows: Sequence[Row]) -> list[dict[str, str]]:
    """The rows, each with a short name of its own, if that is not one of a few: after its title."""
    if next(column for column in kind.columns if column.key == kind.id).choices:
        return [dict(row) for row in rows]
    taken = {row[kind.id] for row in rows if row.get(kind.id)}
    found = []
    for row in rows:
        new = dict(row)
        if not new.get(kind.id):
            new[kind.id] = _free(new.get(kind.name, "") or kind.one, kind.joint, taken)
            taken.add(new[kind.id])
        found.append(new)
    return found


def _free(title: str, joint: str, taken: set[str]) -> str:
    """A short name of a title's letters that no other card has.

    >>> _free("Zeppelins over Liège", "-", {"zeppelins-over-liege"})
    'zeppelins-over-liege-2'
    """
    letters = normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    plain = NAME.sub(joint, letters).strip(joint)
    stem = plain[:LONGEST_ID].strip(joint) or "card"
    stem = stem if stem[0].isalpha() else f"c{joint}{stem}"[:LONGEST_ID]
    name, n = stem, 1
    while name in taken:
        n += 1
        name = f"{stem[: LONGEST_ID - 4]}{joint}{n}"
    return name


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
