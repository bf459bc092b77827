"""What a row of cells means: a record, and where each refusal of it stands among the cells."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple
from unicodedata import normalize

from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form.place import LEFT_OUT, look, put
from companion.engine.own import Kind, Meaning, Row
from companion.engine.own.notation import read, told
from companion.engine.wire import Json
from companion.engine.workbook.cells import number, yes

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
