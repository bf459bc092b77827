"""What changes in a house's database, as its follower gets it: by row, in whole steps from commit to commit.

Triggers note which rows a transaction touches, in the same transaction; what is sent is how those rows stand
at one commit. Applied in one transaction, the follower stands where the first stood then, whatever it missed.
"""

import base64
import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

LOG, HOUSE = "beside_line", "beside_house"
MADE = f"""
CREATE TABLE {LOG} (seq INTEGER PRIMARY KEY AUTOINCREMENT, place TEXT NOT NULL, number INTEGER NOT NULL);
CREATE TABLE {HOUSE} (name TEXT NOT NULL, at INTEGER NOT NULL);
"""
TRIGGERS = (("INSERT", "new"), ("UPDATE", "new"), ("DELETE", "old"))
SOME = 500
"""Rows that are asked for at once."""

type Value = str | int | float | bytes | None


class Step(NamedTuple):
    """The follower is at `at` once it has applied `packed`."""

    at: int
    packed: bytes


class OtherHouse(Exception):
    """The two databases are not one and its follower any more: all of it is fetched anew."""


def opened(file: Path) -> sqlite3.Connection:
    """A connection of its own, which begins and ends its transactions itself."""
    line = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=10)
    line.execute("PRAGMA synchronous=FULL")
    return line


def note_from_now_on(line: sqlite3.Connection) -> str:
    """Begin to note what changes, under a new name of the house; the name."""
    name = token_hex(8)
    line.execute("BEGIN IMMEDIATE")
    try:
        note_no_more(line)
        for table in (LOG, HOUSE):
            line.execute(f"DROP TABLE IF EXISTS {table}")
        for statement in filter(str.strip, MADE.split(";")):
            line.execute(statement)
        line.execute(f"INSERT INTO {HOUSE} VALUES (?, 0)", (name,))
        for statement in _triggers(line).values():
            line.execute(statement)
        line.execute("COMMIT")
    except BaseException:
        line.execute("ROLLBACK")
        raise
    return name


def is_noted(line: sqlite3.Connection) -> bool:
    """Whether every table's changes are noted: a migration makes some tables anew, without a word."""
    rows = line.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'beside\\_%' ESCAPE '\\'"
    )
    return bool(name_of(line)) and {row[0] for row in rows} == set(_triggers(line))


def note_no_more(line: sqlite3.Connection) -> None:
    """A follower notes nothing itself; it keeps where it is."""
    for (name,) in line.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        if name.startswith("beside_"):
            line.execute(f'DROP TRIGGER "{name}"')


def _triggers(line: sqlite3.Connection) -> dict[str, str]:
    made = {}
    rows = line.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    tables = [name for (name,) in rows if not name.startswith(("sqlite_", "beside_"))]
    for table in tables:
        for what, row in TRIGGERS:
            name = f"beside_{what.lower()}_{table}"
            does = f"INSERT INTO {LOG} (place, number) VALUES ('{table}', {row}.rowid);"
            made[name] = f'CREATE TRIGGER "{name}" AFTER {what} ON "{table}" BEGIN {does} END'
    return made


def name_of(line: sqlite3.Connection) -> str:
    """The name of the house whose changes are noted, or followed, here; "" where none are."""
    try:
        row = line.execute(f"SELECT name FROM {HOUSE}").fetchone()
    except sqlite3.OperationalError:
        return ""
    return str(row[0]) if row else ""


def at_of(line: sqlite3.Connection) -> int:
    """Up to which change a follower stands."""
    return int(line.execute(f"SELECT at FROM {HOUSE}").fetchone()[0])


LAST = f"SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{LOG}'), 0)"
"""The number of the last change, also where what is done with was thrown away."""


def step(line: sqlite3.Connection, name: str, after: int) -> Step | None:
    """What brings a follower on from there, if anything has changed."""
    line.execute("BEGIN")
    try:
        last = int(line.execute(LAST).fetchone()[0])
        if name_of(line) != name or after > last:
            raise OtherHouse
        if after == last:
            return None
        touched: dict[str, set[int]] = {}
        for place, number in line.execute(
            f"SELECT DISTINCT place, number FROM {LOG} WHERE seq > ?", (after,)
        ):
            touched.setdefault(place, set()).add(number)
        changes = {place: _rows(line, place, sorted(numbers)) for place, numbers in touched.items()}
    finally:
        line.execute("COMMIT")
    return Step(last, zlib.compress(json.dumps({"at": last, "changes": changes}, default=_value).encode(), 1))


def _rows(line: sqlite3.Connection, table: str, numbers: list[int]) -> dict[str, object]:
    found: list[tuple[Value, ...]] = []
    for begin in range(0, len(numbers), SOME):
        some = numbers[begin : begin + SOME]
        places = ",".join("?" * len(some))
        found += line.execute(f'SELECT rowid, * FROM "{table}" WHERE rowid IN ({places})', some)
    columns = [row[1] for row in line.execute(f'PRAGMA table_info("{table}")')]
    return {"numbers": numbers, "columns": columns, "rows": found}


def _value(value: object) -> object:
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    raise TypeError(f"A row holds no {type(value).__name__}.")


def apply(line: sqlite3.Connection, packed: bytes) -> int:
    """Bring this follower on by one step, on its disk; where it stands then."""
    received = json.loads(zlib.decompress(packed))
    line.execute("BEGIN IMMEDIATE")
    try:
        changes = received["changes"].items()
        for table, rows in changes:  # All go before any comes: what one row has left another may have by now.
            line.executemany(
                f'DELETE FROM "{table}" WHERE rowid = ?', [[number] for number in rows["numbers"]]
            )
        for table, rows in changes:
            line.executemany(*_written(line, table, rows["columns"], rows["rows"]))
        line.execute(f"UPDATE {HOUSE} SET at = ?", (received["at"],))
        line.execute("COMMIT")
    except BaseException:
        line.execute("ROLLBACK")
        raise
    return int(received["at"])


def _written(
    line: sqlite3.Connection, table: str, columns: list[str], rows: Iterable[list[object]]
) -> tuple[str, Iterator[list[object]]]:
    # A column that is the row's number itself is written once.
    own = {
        row[1]
        for row in line.execute(f'PRAGMA table_info("{table}")')
        if row[5] and row[2].upper() == "INTEGER"
    }
    names = columns if own else ["rowid", *columns]
    listed = ", ".join(f'"{name}"' for name in names)
    words = f'INSERT INTO "{table}" ({listed}) VALUES ({", ".join("?" * len(names))})'
    return words, ([_read(value) for value in (row[1:] if own else row)] for row in rows)


def _read(value: object) -> object:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value


def copy_whole(file: Path, to: Path) -> None:
    """All of it as it stands at one moment; row by row it would number some rows anew."""
    with closing(sqlite3.connect(file)) as one, closing(sqlite3.connect(to)) as other:
        one.backup(other)


def receive(file: Path) -> None:
    """Make a copy that has come from the first house this follower's own."""
    with closing(opened(file)) as line:
        line.execute("PRAGMA journal_mode=WAL")
        line.execute("BEGIN IMMEDIATE")
        note_no_more(line)
        line.execute(f"UPDATE {HOUSE} SET at = ({LAST})")
        line.execute(f"DELETE FROM {LOG}")
        line.execute("COMMIT")
