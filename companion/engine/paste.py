"""Cells that somebody brings for a table of own cards, before any of them is a card.

In which alphabet a file is written and what stands between its cells is told by the bytes; what a column
means by its heading, or by what can stand under it. What cannot be told is asked, and then each row is new,
another than the card of its short name, the same, or not understood.
"""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Literal, NamedTuple
from unicodedata import category

from companion.engine.errors import InvalidInput
from companion.engine.form import LEFT_OUT, look
from companion.engine.option import spelt
from companion.engine.own import (
    LONGEST,
    MOST_ROWS,
    READ,
    TELL,
    Column,
    Fault,
    Kind,
    Row,
    cells_changed,
    faults_of,
    named,
    picked,
    plain,
    unguarded,
)
from companion.engine.wire import Json, loads
from companion.engine.workbook import is_workbook, read_workbook

MOST_BYTES = 2_000_000
ALPHABETS: Mapping[str, str] = {
    "utf-8-sig": "Unicode (UTF-8)",
    "utf-16": "Unicode of old spreadsheets (UTF-16)",
    "utf-16-le": "UTF-16 without its mark",
    "cp1252": "Western Europe (Windows)",
    "cp1250": "Central Europe (Windows)",
    "cp1251": "Cyrillic (Windows)",
    "mac-roman": "Western Europe (old Mac)",
}
"""In which a table may be written, those first that show by themselves whether they are it."""
UNICODE = "utf-8-sig"
SHOWS_ITSELF = ("", UNICODE, "utf-16")
APART: Mapping[str, str] = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "strokes"}
NO_TEXT = ("Cn", "Co", "Cs")

type Lines = list[list[str]]


class Cells(NamedTuple):
    """A file as rows of cells: in which alphabet it was read, of those in which it makes text, and what stood
    between the cells; both blank where it says so itself, as a workbook does."""

    lines: Lines
    alphabet: str = ""
    alphabets: tuple[str, ...] = ()
    apart: str = ""

    @property
    def asks(self) -> bool:
        """Whether only eyes can tell that its letters are right."""
        return self.alphabet not in SHOWS_ITSELF


def cells(kind: Kind, data: bytes, alphabet: str = "", apart: str = "") -> Cells:
    """The cells of a workbook, of JSON or of text; `InvalidInput` where the file is none of them.

    Without an `alphabet` it is the one in which most headings are known, and likewise what stands `apart`.
    """
    if is_workbook(data):
        sheets = read_workbook(data)
        by_name = {name.strip().casefold(): rows for name, rows in sheets.items()}
        rows = by_name.get(kind.title.casefold()) or next(iter(sheets.values()))
        of_workbook = _shown([["" if cell is None else spelt(cell) for cell in row] for row in rows])
        return Cells(of_workbook)
    if len(data) > MOST_BYTES:
        raise InvalidInput("", f"A table of at most {MOST_BYTES // 1_000_000} MB is wanted.")
    unicode = _text(data, UNICODE)
    likely = ALPHABETS if unicode is None else {}
    texts = {UNICODE: unicode} if unicode is not None else {}
    texts |= {each: text for each in likely if (text := _text(data, each)) is not None}
    if not texts:
        raise InvalidInput("", "This is no table: neither a workbook (XLSX) nor text that can be read.")
    tried = [alphabet] if alphabet in texts else list(texts)
    tables = [_table(kind, texts[each], apart) for each in tried]
    best = max(range(len(tables)), key=lambda n: _headings(kind, tables[n].lines))
    return tables[best]._replace(alphabet=tried[best], alphabets=tuple(texts))


def _text(data: bytes, alphabet: str) -> str | None:
    """The text in that alphabet; none where these bytes are none in it."""
    if alphabet == "utf-16" and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return None
    if alphabet == "utf-16-le" and b"\x00" not in data[1:2]:
        return None
    try:
        text = data.decode(alphabet).lstrip("\ufeff")
    except UnicodeDecodeError:
        return None
    # What decodes without a fault is often no text all the same: two letters read as one of another land.
    strange = alphabet != UNICODE and any(category(sign) in NO_TEXT for sign in text)
    return None if strange or "\x00" in text else text


def _table(kind: Kind, text: str, apart: str) -> Cells:
    text = text.strip("\r\n")
    if text.lstrip()[:1] in ("{", "["):
        try:
            return Cells(_of_json(kind, loads(text)))
        except InvalidInput:
            pass  # a text that merely begins so
    tables = [Cells(_split(text, sign), apart=sign) for sign in ([apart] if apart in APART else APART)]
    return max(tables, key=lambda each: (_headings(kind, each.lines), _evenly(each.lines)))


def _split(text: str, apart: str) -> Lines:
    csv.field_size_limit(MOST_BYTES)
    try:
        rows = [
            [unguarded(cell) for cell in row]
            for row in csv.reader(StringIO(text, newline=""), delimiter=apart)
        ]
    except csv.Error as error:
        raise InvalidInput("", f"This is no table with cells apart by {APART[apart]}: {error}.") from error
    return _shown(rows)


def _shown(rows: Sequence[Sequence[str]]) -> Lines:
    return [[plain(cell) for cell in row] for row in rows]


def _evenly(lines: Lines) -> int:
    """Into how many cells most lines fall."""
    widths = [len(line) for line in lines if any(line)]
    return max(set(widths), key=widths.count, default=0)


def _of_json(kind: Kind, value: Json) -> Lines:
    """The records of a kind in JSON: of all lists in it the one that knows most of the columns."""
    records = max(_lists(value), key=lambda each: _known_keys(kind, each), default=[])
    if not records or not _known_keys(kind, records):
        raise InvalidInput("", "There are no cards in this JSON.")
    own = {column.key: column for column in kind.all_columns}
    heads = list(dict.fromkeys(key for each in records for key in each))
    keys = [key for key in own if any(_at(each, key) is not LEFT_OUT for each in records)]
    odd = [key for key in heads if key not in own and not any(each.startswith(f"{key}.") for each in keys)]
    rows = [
        [_cell(own[key], _at(each, key)) for key in keys] + [_raw(each.get(key, LEFT_OUT)) for key in odd]
        for each in records
    ]
    return _shown([[*(own[key].title for key in keys), *odd], *rows])


def _lists(value: Json) -> Iterator[list[dict[str, Json]]]:
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _lists(each)


def _known_keys(kind: Kind, records: Sequence[Mapping[str, Json]]) -> int:
    return sum(any(_at(each, column.key) is not LEFT_OUT for each in records) for column in kind.all_columns)


def _at(record: Mapping[str, Json], key: str) -> Json:
    return record[key] if key in record else look(record, key)


def _cell(column: Column, value: Json) -> str:
    if value is LEFT_OUT or value is None or isinstance(value, str):
        return value if isinstance(value, str) else ""
    try:
        return TELL[column.kind](value)
    except (AttributeError, TypeError):
        return _raw(value)


def _raw(value: Json) -> str:
    return (
        ""
        if value is LEFT_OUT
        else value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False)
    )


def _by_name(kind: Kind) -> dict[str, Column]:
    return {name.casefold(): each for each in kind.all_columns for name in (each.key, each.title)}


def _headings(kind: Kind, lines: Lines) -> int:
    """How many columns the first line names."""
    heads = _by_name(kind)
    return len({heads[cell.casefold()].key for cell in lines[0] if cell.casefold() in heads}) if lines else 0


class Headed(NamedTuple):
    """What each column of cells means, by keys; blank where nobody knows. `headed` where its first line says
    it and is no card itself; `told` where it says so, or the cells leave no doubt."""

    keys: tuple[str, ...]
    headed: bool
    told: bool


def headed(kind: Kind, lines: Lines) -> Headed:
    """What the columns mean: by their headings; without any, in the table's own order where all cells fit."""
    width = max(map(len, lines), default=0)
    if _headings(kind, lines):
        columns, keys = _by_name(kind), list[str]()
        for cell in lines[0]:
            column = columns.get(cell.casefold())
            keys.append(column.key if column and column.key not in keys else "")
        return Headed((*keys, *[""] * (width - len(keys))), headed=True, told=True)
    own = [column.key for column in kind.all_columns[:width]]
    if width <= len(kind.all_columns) and _fit(kind.all_columns, lines):
        return Headed(tuple(own), headed=False, told=True)
    # A table of somebody else's has headings of its own in its first row, where it has several.
    return Headed(("",) * width, headed=len(lines) > 1, told=False)


def _fit(columns: Sequence[Column], lines: Lines) -> bool:
    """Whether numbers, choices and the like stand where they should, and somewhere at all."""
    pairs = [(column, cell) for line in lines for column, cell in zip(columns, line, strict=False) if cell]
    strict = [(column, cell) for column, cell in pairs if column.kind in ("number", "yes", "one")]
    return bool(strict) and all(_may_stand(column, cell) for column, cell in strict)


def _may_stand(column: Column, cell: str) -> bool:
    value = READ[column.kind](picked(column, cell))
    return column.open or (value in column.choices if column.choices else not isinstance(value, str))


type What = Literal["unclear", "new", "changed", "same"]


class Coming(NamedTuple):
    """A row that is brought: its number in what was brought, its cells, what its card is called, and what
    would become of it; `words` say what is otherwise, or why it is not understood."""

    number: int
    row: dict[str, str]
    name: str
    what: What
    words: str


@dataclass(frozen=True, slots=True)
class Bringing:
    """What would become of a table of cards: the rows that come, and the cards that would go."""

    kind: Kind
    coming: tuple[Coming, ...]
    gone: tuple[str, ...]

    def count(self, what: What) -> int:
        return sum(each.what == what for each in self.coming)

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to ask about."""
        return not self.gone and all(each.what == "same" for each in self.coming)


def filled(kind: Kind, lines: Lines, means: Headed) -> list[tuple[int, dict[str, str]]]:
    """The rows under their columns, each with its number from 1; rows of blank cells are none."""
    first, columns = 1 if means.headed else 0, {column.key: column for column in kind.all_columns}
    rows = []
    for n, line in enumerate(lines[first:], first + 1):
        cells_ = zip(means.keys, line, strict=False)
        row = {key: picked(columns[key], cell) for key, cell in cells_ if key and cell}
        if row:
            rows.append((n, row))
    if len(rows) > MOST_ROWS:
        raise InvalidInput("", f"A set holds at most {MOST_ROWS} of a kind; this table has {len(rows)} rows.")
    return rows


def bringing(
    kind: Kind, own: Sequence[Row], rows: Sequence[tuple[int, dict[str, str]]], *, all_: bool
) -> Bringing:
    """What these rows would do to the cards that are there; with `all_` the others give way."""
    there = {row.get(kind.id, ""): row for row in own}
    kept = [] if all_ else list(own)
    table = named(kind, [*kept, *(row for _, row in rows)])[len(kept) :]
    beside = {each.get(kind.id, "") for each in table}
    whole = [*[row for row in kept if row.get(kind.id, "") not in beside], *table]
    wrong: dict[int, list[Fault]] = {}
    for n, fault in faults_of(kind, whole):
        wrong.setdefault(n - len(whole) + len(table), []).append(fault)
    coming = [
        _coming(kind, n, row, there.get(row.get(kind.id, "")), wrong.get(m, []))
        for m, (n, row) in enumerate(rows)
    ]
    brought = {row.get(kind.id, "") for row in table} if all_ else there.keys()
    gone = [row.get(kind.name) or key for key, row in there.items() if key not in brought]
    return Bringing(kind, tuple(coming), tuple(gone))


def _coming(kind: Kind, n: int, row: dict[str, str], old: Row | None, wrong: Sequence[Fault]) -> Coming:
    titles = {column.key: column.title for column in kind.all_columns}
    name = row.get(kind.name) or row.get(kind.id, "")
    long = [key for key, cell in row.items() if len(cell) > LONGEST]
    wrong = [*wrong, *(Fault(key, f"a cell holds at most {LONGEST} letters.") for key in long)]
    if old == row:
        return Coming(n, row, name, "same", "")
    if wrong:
        faults = dict.fromkeys(Fault(titles.get(at, at), words).words for at, words in wrong)
        return Coming(n, row, name, "unclear", " ".join(faults))
    before = old if old is not None else {kind.name: name}
    changes = ", ".join(cells_changed(kind, before, row, new=old is None))
    return Coming(n, row, name, "changed" if old is not None else "new", changes)


def brought(kind: Kind, data: bytes) -> list[dict[str, str]]:
    """The rows of a file for who cannot be asked; `InvalidInput` names the cell that nobody understands."""
    lines = cells(kind, data).lines
    means = headed(kind, lines)
    _check_told(kind, lines, means)
    rows = [row for _, row in filled(kind, lines, means)]
    for n, row in filled(kind, lines, means):
        if any(len(cell) > LONGEST for cell in row.values()):
            raise InvalidInput("", f"Row {n}: a cell holds at most {LONGEST} letters.")
    return rows


def pasted(kind: Kind, text: str) -> list[dict[str, str]]:
    """The rows of a text, likewise."""
    return brought(kind, text.encode("utf-8", "replace"))


def _check_told(kind: Kind, lines: Lines, means: Headed) -> None:
    there = ", ".join(each.title for each in kind.all_columns)
    if not means.told and any(map(any, lines)):
        raise InvalidInput("", f"Row 1: no heading is known here; the headings are {there}.")
    for n, line in enumerate(lines, 1):
        for m, cell in enumerate(line):
            if cell and not means.keys[m]:
                twice = n == 1 and means.headed and cell.casefold() in _by_name(kind)
                why = "stands there twice" if twice else "is no heading" if n == 1 else "has no heading"
                raise InvalidInput(
                    "", f"Row {n}, column {m + 1}: “{cell[:40]}” {why}; the headings are {there}."
                )
