"""Cards of one's own: what a game lets people make, as data; made in one form, and in one table.

A row is text in cells, exactly as somebody wrote it, so that nothing is lost on the way in or out and nothing
by an error. What a cell means is read when a card is drawn, checked or taken to a table. What is otherwise
between two tables is said in words, and which cards must be printed again.
"""

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, Literal, NamedTuple
from unicodedata import normalize

from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form import LEFT_OUT, look, put
from companion.engine.option import spelt
from companion.engine.shape import public
from companion.engine.wire import Json
from companion.engine.wording import isolated
from companion.engine.workbook import Written, number, write_workbook, yes

type Row = Mapping[str, str]
"""The cells of one card by the keys of their columns; an empty cell is left out."""
type Meaning = Literal["text", "prose", "number", "yes", "one", "words", "record", "records"]

type Faults = Callable[[Json, Sequence[str]], Iterator[GameError]]

PICTURE, BACK = "picture", "back"
"""The columns that every kind has besides its own: names of pictures that lie with the set."""
MOST_ROWS, LONGEST = 1_000, 4_000
"""Cards of one kind in a set, and letters in a cell."""


class Part(NamedTuple):
    """What may stand in a record under `key`: one of the `choices`, or `many` of them; records of a
    `shape` of their own; the short name of a card `of` a kind; else a number or a word. It belongs to records
    of these `kinds`, as their first part says them; to all where it names none."""

    key: str
    title: str
    choices: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    many: bool = False
    shape: str = ""
    of: str = ""


@public("key", "title", "help", "kind", "choices", "samples")
@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of the table and one field of the form.

    `key` is its place in the record, dotted. `one` of the `choices` is picked, several of them as `words`; a
    `record` and `records` (one a line) are written `kind: build, count: 3`, and `samples` shows some; its
    `parts` are picked, records within it after their `shapes`. Words `of` a kind are the short names of its
    cards. Where it is `open`, any word may stand in it, and those that other cards have are offered.
    """

    key: str
    title: str
    help: str = ""
    kind: Meaning = "text"
    choices: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    shapes: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    of: str = ""
    open: bool = False


PICTURES = (
    Column(key=PICTURE, title="picture", help="The name of a picture of this set, for the front."),
    Column(key=BACK, title="back", help="The name of a picture of this set, for the whole back."),
)


class Sides(NamedTuple):
    """A card as the press draws it: its front, and its back if it has one."""

    front: Any
    back: Any | None = None


class Wanted(NamedTuple):
    """A card to draw: its kind, its record, the file that it stands in, and the choices of its print."""

    kind: str
    record: Json
    file: object
    choices: Any


@public("key", "title", "printable", "all_columns as columns")
@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of cards. `id` and `name` are the columns that tell them apart, and by which people call them;
    the `joint` stands between the words of an id, and after it, on a sheet, the names of its `pieces`.
    Without `backs` its back is no matter of choice.

    `printable` prints all of them; `window` is where a card's own picture is printed, `size` the card, both
    in millimetres across and down. `faults(record, ids)` says what is wrong with a record in a set of these
    ids, its path beginning within the record.
    """

    key: str
    title: str
    one: str
    help: str
    columns: tuple[Column, ...]
    printable: str
    faults: Faults
    window: tuple[float, float]
    size: tuple[float, float]
    id: str = "id"
    name: str = "title"
    joint: str = "-"
    pieces: tuple[str, ...] = ("",)
    backs: bool = True

    def called(self, name: str) -> tuple[str, ...]:
        """What the sheets call the pieces of the card of that id."""
        return tuple(f"{name} {piece}".strip() for piece in self.pieces)

    @property
    def all_columns(self) -> tuple[Column, ...]:
        return (*self.columns, *PICTURES[: 1 + self.backs])


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """What of a game can be made by hand.

    The cards of a set become the owner's file `file`, which a table and the print shop take: `whole(base,
    title, records)` builds it from records by kind, on one of the `bases` (the project's own starter sets, by
    name with their titles). `starter(base)` gives a base's own records. With `alone` the file holds one card,
    and each is taken to a table by itself. `sides` draws one card.
    """

    file: str
    kinds: tuple[Kind, ...]
    bases: Mapping[str, str]
    starter: Callable[[str], Mapping[str, Sequence[Json]]]
    whole: Callable[[str, str, Mapping[str, Sequence[Json]]], Json]
    sides: Callable[[Wanted], Sides]
    alone: bool = False
    print_with: Mapping[str, Json] = field(default_factory=dict)

    def kind(self, key: str) -> Kind:
        """The kind of that key; `KeyError` where there is none."""
        return {each.key: each for each in self.kinds}[key]


def read_once[T](read: Callable[[Json], T]) -> Callable[[Json], T]:
    """Reads the file of a set once for all its cards, which are drawn out of the same object one by one."""
    held: tuple[Json, T] | None = None

    def once(file: Json) -> T:
        nonlocal held
        kept = held
        if kept is None or kept[0] is not file:
            kept = held = (file, read(file))
        return kept[1]

    return once


def kinds_in(file: Path, faults: Mapping[str, Faults]) -> tuple[Kind, ...]:
    """A game's kinds as a file says them, by key; `faults` checks the records of each."""
    kinds: dict[str, Any] = json.loads(file.read_text("utf-8"))
    shared = kinds.pop("shared", {})
    shapes = {key: tuple(map(_part, parts)) for key, parts in kinds.pop("shapes", {}).items()}
    return tuple(
        _kind(shared, shapes, {**kind, "key": key, "faults": faults[key]}) for key, kind in kinds.items()
    )


def _kind(shared: Mapping[str, Any], shapes: Mapping[str, tuple[Part, ...]], kind: dict[str, Any]) -> Kind:
    columns = (_column(shapes, {**shared.get(each.get("like"), {}), **each}) for each in kind["columns"])
    sizes: dict[str, Any] = {each: tuple(kind[each]) for each in ("window", "size", "pieces") if each in kind}
    return Kind(**{**kind, **sizes, "columns": tuple(columns)})


def _column(shapes: Mapping[str, tuple[Part, ...]], column: dict[str, Any]) -> Column:
    """A column as the file says it: its parts, or those of a shape and which kinds there are besides."""
    lists: dict[str, Any] = {each: tuple(column.get(each, ())) for each in ("choices", "samples")}
    lists["parts"] = tuple(map(_part, column.get("parts", ())))
    if shape := column.pop("shape", ""):
        first, *more = shapes[shape]
        lists["parts"] = (first._replace(choices=(*column.pop("besides", ()), *first.choices)), *more)
    column.pop("like", "")
    return Column(**{"title": column["key"], **column, **lists, "shapes": shapes})


def _part(part: dict[str, Any]) -> Part:
    lists = {each: tuple(part.get(each, ())) for each in ("choices", "kinds")}
    return Part(**{"title": part["key"], **part, **lists})


SHORT = 40


def changed(kind: Kind, before: Sequence[Row], after: Sequence[Row]) -> list[str]:
    """The short names of the cards that are new, or look otherwise than they did."""
    old = {row.get(kind.id, ""): row for row in before}
    return [row.get(kind.id, "") for row in after if old.get(row.get(kind.id, "")) != row]


def differences(kind: Kind, before: Sequence[Row], after: Sequence[Row]) -> Iterator[str]:
    """Each card that is new, gone or changed, its cells as they were and are; and another order."""
    old = {row.get(kind.id, ""): row for row in before}
    new = {row.get(kind.id, ""): row for row in after}
    yield from (f"{called(kind, row)}: new" for key, row in new.items() if key not in old)
    yield from (f"{called(kind, row)}: taken away" for key, row in old.items() if key not in new)
    for key, row in new.items():
        if key in old and old[key] != row:
            yield f"{called(kind, row)}: {', '.join(cells_changed(kind, old[key], row))}"
    if [key for key in old if key in new] != [key for key in new if key in old]:
        yield f"{kind.title}: another order"


def called(kind: Kind, row: Row) -> str:
    """What a card is called in words."""
    return f"“{_brief(row.get(kind.name) or row.get(kind.id, ''))}”"


def cells_changed(kind: Kind, before: Row, after: Row, *, new: bool = False) -> Iterator[str]:
    """Each cell that is otherwise, as it was and is; of a `new` card what stands in it."""
    for column in kind.all_columns:
        old, now = before.get(column.key, ""), after.get(column.key, "")
        if old != now:
            yield f"{column.title} {'' if new else f'{_brief(old) or "–"} → '}{_brief(now) or '–'}"


def _brief(cell: str) -> str:
    line = " ".join(cell.split())
    return isolated(line if len(line) <= SHORT else f"{line[: SHORT - 1]}…")


TOKEN = re.compile(r'\s*(?:([\[\]{},:])|("(?:[^"\\\x00-\x1f]|\\.)*")|([^\[\]{},:"\s][^\[\]{},:"\n]*)|(\S))')
WHOLE = re.compile(r"-?(0|[1-9]\d{0,14})")
NAMED: dict[str, object] = {"true": True, "false": False, "null": None}
DEEPEST = 100
HOW = "Write it as “kind: build, side: own, count: 3”, lists in [ ] and records in { }"


def in_one_line(record: dict[str, object]) -> str:
    """A record in one line; reading it gives the same record.

    >>> in_one_line({"kind": "build", "count": 3, "battlefields": ["ypres"], "if": {"p": "run"}})
    'kind: build, count: 3, battlefields: [ypres], if: {p: run}'
    """
    return ", ".join(f"{_word(key)}: {_words(value)}" for key, value in record.items())


def _words(value: object) -> str:
    if isinstance(value, dict):
        return f"{{{in_one_line(value)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_words, value))}]"
    return _word(value) if isinstance(value, str) else json.dumps(value)


def _word(text: str) -> str:
    """A word as it is, where it would be read as this very text."""
    met = TOKEN.fullmatch(text)
    plain = met and met[3] == text == text.strip() and meant_by(text) == text and text.isprintable()
    return text if plain else json.dumps(text, ensure_ascii=False)


def meant_by(word: str) -> object:
    """A word as a record holds it: a number, yes, no or nothing where it is one."""
    return int(word) if WHOLE.fullmatch(word) else NAMED.get(word, word)


def read(line: str) -> dict[str, object]:
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

    def word(self) -> object:
        if self.at >= len(self.tokens) or not (self.tokens[self.at][1] or self.tokens[self.at][2]):
            raise self.wrong()
        _, quoted, bare, _ = self.tokens[self.at]
        try:
            value: object = json.loads(quoted) if quoted else meant_by(bare.strip())
        except ValueError:
            raise self.wrong() from None
        self.at += 1
        return value

    def pairs(self, end: str) -> dict[str, object]:
        record: dict[str, object] = {}
        while self.next != end or not record:
            if end and self.take(end):
                return record
            key = self.word()
            if not self.take(":"):
                raise self.wrong()
            name = key if isinstance(key, str) else json.dumps(key)
            if name in record:
                raise InvalidInput(name, f"“{name}” stands there twice.")
            record[name] = self.value()
            if not self.take(","):
                break
        if end and not self.take(end):
            raise self.wrong()
        return record

    def items(self) -> list[object]:
        values: list[object] = []
        while not self.take("]"):
            values.append(self.value())
            if not self.take(",") and self.next != "]":
                raise self.wrong()
        return values

    def value(self) -> object:
        self.deep += 1
        if self.deep > DEEPEST:
            raise InvalidInput("", f"Records may lie at most {DEEPEST} deep in one another.")
        value = self.pairs("}") if self.take("{") else self.items() if self.take("[") else self.word()
        self.deep -= 1
        return value


NAME = re.compile(r"[^a-z0-9]+")
LONGEST_ID = 31


class Fault(NamedTuple):
    """What is wrong with one card: the column of the cell, and what would be right."""

    column: str
    message: str

    @property
    def words(self) -> str:
        """What would be right, after the name of its cell where it does not begin with it."""
        named = self.message.casefold().startswith(self.column.casefold())
        return self.message if named else f"{self.column}: {self.message}"


class Meant(NamedTuple):
    """The record of a row as far as it can be read, and the cells that cannot."""

    record: dict[str, Json]
    faults: tuple[Fault, ...]


def spoken(word: str) -> str:
    """A machine's word as people say it."""
    return word.replace("_", " ")


def picked(column: Column, cell: str) -> str:
    """A cell that says a column's own words but for capitals, blanks and hyphens, in those words.

    >>> kinds = Column(key="type", title="type", kind="words", choices=("bow_cavalry", "chariots"))
    >>> picked(kinds, "Bow cavalry; chariots"), picked(kinds, "Camels")
    ('bow_cavalry, chariots', 'Camels')
    """
    known = {_plainly(each): each for each in column.choices}
    words = re.split(r"[,;]", cell) if column.kind == "words" else [cell]
    if column.kind not in ("one", "words") or any(_plainly(each) not in known for each in words):
        return cell
    return ", ".join(known[_plainly(each)] for each in words)


def _plainly(word: str) -> str:
    return re.sub(r"[\s_-]+", " ", word).strip().casefold()


def words_in(cell: str) -> list[str]:
    """The words of a cell, apart by commas or blanks."""
    return [word for word in re.split(r"[\s,;]+", cell) if word]


def _records(cell: str) -> list[dict[str, object]]:
    return [_one(line, f"{n}") for n, line in enumerate(each for each in cell.split("\n") if each.strip())]


def _one(line: str, at: str = "") -> dict[str, object]:
    try:
        return read(line)
    except InvalidInput as error:
        raise InvalidInput(join(at, error.path), error.unnamed) from error


READ: Mapping[Meaning, Callable[[str], object]] = {
    "text": lambda cell: cell,
    "prose": lambda cell: cell,
    "one": lambda cell: cell,
    "number": number,
    "yes": yes,
    "words": words_in,
    "record": _one,
    "records": _records,
}
TELL: Mapping[Meaning, Callable[[Json], str]] = {
    "text": str,
    "prose": str,
    "one": str,
    "number": str,
    "yes": spelt,
    "words": lambda value: ", ".join(map(str, value)),
    "record": in_one_line,
    "records": lambda value: "\n".join(map(in_one_line, value)),
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
                _check_picked(column, cell)
        except InvalidInput as error:
            faults.append(Fault(column.key, error.message))
    return Meant(record, tuple(faults))


def _check_picked(column: Column, cell: str) -> None:
    if column.kind == "one" and column.choices and not column.open and cell not in column.choices:
        wanted = ", ".join(map(spoken, column.choices))
        raise InvalidInput("", f"One of {wanted} is wanted; “{cell}” was given.")


def row_of(kind: Kind, record: object) -> dict[str, str]:
    """The cells of a record; reading them gives the same record."""
    cells = ((column, look(record, column.key)) for column in kind.columns)
    return {c.key: TELL[c.kind](value) for c, value in cells if value not in (LEFT_OUT, None, [], "")}


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
    rows_named = []
    for row in rows:
        new = dict(row)
        if not new.get(kind.id):
            new[kind.id] = _free(new.get(kind.name, "") or kind.one, kind.joint, taken)
            taken.add(new[kind.id])
        rows_named.append(new)
    return rows_named


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


def unguarded(cell: str) -> str:
    """A cell as it was before it went to a spreadsheet."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(SIGNS) else cell


def sheet_of(kind: Kind, rows: Sequence[Row]) -> Written:
    columns = kind.all_columns
    cells = [[row.get(column.key) or None for column in columns] for row in rows]
    widths = [BROAD if column.kind in ("prose", "record", "records") else NARROW for column in columns]
    return Written(kind.title, [[column.title for column in columns], *cells], widths)


def xlsx_of(tables: Sequence[tuple[Kind, Sequence[Row]]]) -> bytes:
    """A workbook with a sheet for each kind."""
    return write_workbook([sheet_of(kind, rows) for kind, rows in tables], as_text=True)
