"""What a campaign's lines come to: read line by line once, kept, and read on by what is new.

It is thrown away without loss: what is kept in the house's folder bears the house's own mark, and is of this
edition of the code. It is read on only from a line that stands, and that is the one which was read.
"""

import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from threading import Lock, RLock
from typing import Any, Protocol, cast

from cachetools import LRUCache
from django.conf import settings
from django.utils.crypto import salted_hmac

from companion.engine.journal import Place
from companion.strongbox import write_whole
from companion.tables.models import Entry, Table
from companion.tables.position import Position

SHELF = settings.HOME / "read"
APART = 64
"""Lines between two marks: to one of the last two all is read anew from, where lines are taken back."""
REMEMBERED, KEPT = 16, 64
"""Campaigns at hand, and in the folder."""

type Line = tuple[int, str, str]
"""A line as it was written: its number, its tap's key, and when. No two are alike."""


class Read(Protocol):
    """What lines come to, read one after another."""

    def read(self, passage: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class Ask[T: Read, W]:
    """What is counted under a name from the first line on, and what is told of it once it is read."""

    name: str
    make: Callable[[], T]
    told: Callable[[T], W]


class Followed:
    """Nothing but that the rules follow the lines."""

    def read(self, passage: object) -> None:
        """It could be played."""


@dataclass(slots=True)
class Mark:
    """How far something was read: after so many lines, the last of them, and what they come to."""

    count: int
    last: Place | None
    value: Any
    first: Place | None = None

    def stands(self, places: Sequence[Place]) -> bool:
        return not self.count or (self.count <= len(places) and places[self.count - 1] == self.last)


type Marks = dict[str, Mark]


@dataclass
class Reader:
    """What was read of one table: `now` is as it stands, `before` are two marks behind, the newer first."""

    table: int
    file: Path | None = None
    now: Marks = field(default_factory=dict)
    before: list[tuple[int, bytes]] = field(default_factory=list)
    line: Line | None = None
    """The newest line that was read: all before it are the same while it is."""
    is_kept: bool = True
    lock: RLock = field(default_factory=RLock)

    def read_on(
        self,
        position: Position,
        told: Callable[[Place, object, object], object],
        asks: Sequence[Ask[Any, Any]],
    ) -> list[Any]:
        """What is told of all of these, read to the last line that stands; `BrokenJournal`."""
        with self.lock:
            self._check()
            places, names = position.standing.places, {"": Followed} | {ask.name: ask.make for ask in asks}
            marks = {
                name: self._standing(name, places) or Mark(0, None, make()) for name, make in names.items()
            }
            self.is_kept &= marks.keys() <= self.now.keys()
            if any(mark.count < len(places) for mark in marks.values()):
                self.now = {name: mark for name, mark in self.now.items() if name not in marks}
                _read(position, told, list(marks.values()))
            self.now |= marks
            if self.line is None or position.version > self.line[0]:
                self.line = _line(self.table, position.version)
            self._step(len(places))
            return [ask.told(marks[ask.name].value) for ask in asks]

    def once[T](self, name: str, places: Sequence[Place], make: Callable[[], T], *, lasts: bool) -> T:
        """What is made of the lines between the first and the last of these places, while they stand.

        What does not last is kept in the folder when something else is.
        """
        with self.lock:
            mark = self.now.get(name)
            if mark is None or (mark.first, mark.last) != (places[0], places[-1]):
                mark = self.now[name] = Mark(0, places[-1], make(), places[0])
                self.is_kept &= not lasts
            return cast("T", mark.value)

    def keep(self) -> None:
        """What was read for the first time is in the house's folder, too; where there is room."""
        with self.lock, suppress(OSError):
            if self.file and not self.is_kept:
                _write(self.file, pickle.dumps((self.line, self.now, self.before)))
                self.is_kept = True

    def _standing(self, name: str, places: Sequence[Place]) -> Mark | None:
        """What was read of lines that all stand: as it is now, or at one of the marks."""
        if name in self.now and self.now[name].stands(places):
            return self.now[name]
        thawed = (pickle.loads(words).get(name) for _, words in self.before)
        return next((mark for mark in thawed if mark is not None and mark.stands(places)), None)

    def _check(self) -> None:
        """Where the journal is another one, as after the house went back to a copy, nothing was read."""
        if self.line is not None and self.line != _line(self.table, self.line[0]):
            self.now, self.before, self.line = {}, [], None

    def _step(self, read: int) -> None:
        """A mark every so many lines, of which the last two stay."""
        last = self.before[0][0] if self.before else -APART
        if not last <= read < last + APART:
            self.before = [(read, pickle.dumps(self.now)), *self.before[:1]]
            self.is_kept = False


def _read(position: Position, told: Callable[[Place, object, object], object], marks: Sequence[Mark]) -> None:
    """Read each of them on to the last line, in one go from where the first of them stands."""
    places, first = position.standing.places, min(mark.count for mark in marks)
    for at, each in enumerate(position.walk(first), first):
        passage = told(*each)
        for mark in marks:
            if mark.count <= at:
                mark.value.read(passage)
    for mark in marks:
        mark.count, mark.last = len(places), places[-1]


def _line(table: int, number: int) -> Line | None:
    row = Entry.objects.filter(table=table, number=number).values_list("number", "key", "at").first()
    return row and (row[0], row[1], row[2].isoformat())


_readers: LRUCache[tuple[int, str, str], Reader] = LRUCache(REMEMBERED)
_lock = Lock()


def reader_of(table: Table, position: Position) -> Reader:
    """What was read of that table, by these rules."""
    name = table.pk, table.code, position.game.edition
    with _lock:
        if name not in _readers:
            _readers[name] = _opened(Reader(table.pk, SHELF / "-".join(map(str, name))))
        return _readers[name]


def forget() -> None:
    """As after a restart."""
    with _lock:
        _readers.clear()


def _opened(reader: Reader) -> Reader:
    """With what is kept in the house's folder, if the house put it there and wrote it by this code."""
    with suppress(OSError, ValueError):
        assert reader.file is not None
        mark, words = reader.file.read_bytes().split(b"\n", 1)
        if compare_digest(mark, _marked(words)):
            reader.line, reader.now, reader.before = pickle.loads(words)
    return reader


def _write(file: Path, words: bytes) -> None:
    SHELF.mkdir(parents=True, exist_ok=True)
    write_whole(file, _marked(words) + b"\n" + words)
    oldest = sorted(SHELF.iterdir(), key=lambda each: each.stat().st_mtime)
    for each in oldest[:-KEPT]:
        each.unlink(missing_ok=True)


def _marked(words: bytes) -> bytes:
    return salted_hmac("campaigns.reading" + _code(), words, algorithm="sha256").hexdigest().encode()


@cache
def _code() -> str:
    """The code whose values these are."""
    files = sorted(Path(__file__).parents[1].glob("c*/**/*.py"))
    return sha256(repr([(str(each), each.stat().st_mtime_ns) for each in files]).encode()).hexdigest()
