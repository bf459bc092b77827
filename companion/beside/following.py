"""The house that follows: it has every line on its disk, and takes over where the first is gone."""

import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from time import monotonic

from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from companion import serving
from companion.beside import lines
from companion.beside.calling import FAULTS, Line, state_of
from companion.beside.leading import LEAD, database, turn
from companion.beside.papers import Papers
from companion.beside.role import Role, become, role
from companion.strongbox import write_whole
from companion.tables.bell import HUB, Other, Ring
from companion.tables.models import ELSEWHERE, Table, check_writes_here

GONE = float(os.environ.get("COMPANION_BESIDE_PATIENCE", "8"))
"""Seconds without a word of the first until the second takes over: 7 where it is dead, 12 where it hangs."""
PATIENCE, PAUSE = 2.5, 0.2
"""Seconds that an answer may take, and between two tries. Who pauses for longer has slept itself."""
STEP = Event()
"""Set while this house has what the first told it last; another time it takes nothing over."""
LONG = 60.0
"""Seconds that the whole house may take to come."""
LAID = "%Y-%m-%d-%H%M%S-%f"
"""By when a database was laid aside it is called."""


log = logging.getLogger(__name__)


class Refused(Exception):
    """The first house will have no follower, or not this one: in its words."""


def join(url: str, code: str, port: int, *, safe: bool) -> Role:
    """Become the follower of the house there, whose keeper's code this is. `Refused`."""
    if database().exists() and _has_tables() and not role():
        raise Refused(
            "This house has tables of its own, which it would forget. Set COMPANION_HOME to an empty folder."
        )
    known = role()
    line = Line(url, known.secret if known and known.other == url and not code else "", LONG)
    try:
        host = "" if serving.listens_everywhere() else serving.listens()
        asked = {"code": code, "host": host, "port": port, "edition": edition(), "safe": safe}
        answer = line.ask("join", asked)
        if answer.status != 200:
            raise Refused(_words(answer.body, url))
        received = answer.read()
        new = Role("follows", url, str(received["secret"]), int(received["term"]), safe)
        return _fetched(Line(url, new.secret, LONG), new)
    except FAULTS as error:
        raise Refused(f"The house at {url} does not answer.") from error
    finally:
        line.close()


def _words(body: bytes, url: str) -> str:
    text = body.decode(errors="replace")
    return (
        text if len(text) < 300 and "<" not in text else f"At {url} there is no house that takes a follower."
    )


def _fetched(line: Line, new: Role) -> Role:
    """All of the first house: its database, its key, who keeps it. What was here before is laid aside."""
    half = database().with_suffix(".coming")
    with half.open("wb") as to:
        if line.ask("whole", to=to).status != 200:
            raise Refused("The first house could not be copied; try again.")
    keys = line.ask("keys").read()
    line.close()
    lines.receive(half)
    lay_aside()
    half.replace(database())
    write_whole(Path(settings.HOME) / "secret", str(keys["secret"]).encode())
    if keys["keepers"]:
        write_whole(Path(settings.HOME) / "keepers.json", str(keys["keepers"]).encode())
    return become(new)


def lay_aside() -> None:
    """What this house had until now goes into its folder `apart`."""
    if not database().exists():
        return
    apart = Path(settings.HOME) / "apart"
    apart.mkdir(exist_ok=True)
    with closing(sqlite3.connect(database())) as line:
        line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        line.execute("PRAGMA journal_mode=DELETE")
    database().replace(apart / f"{datetime.now(UTC):{LAID}}.sqlite3")
    for end in ("-wal", "-shm"):
        database().with_name(database().name + end).unlink(missing_ok=True)


def _has_tables() -> bool:
    with closing(sqlite3.connect(database())) as line, suppress(sqlite3.Error):
        return bool(line.execute("SELECT 1 FROM tables_table LIMIT 1").fetchone())
    return False


def edition() -> str:
    """What this house is made of, without what a return to a copy adds."""
    return settings.EDITION.partition("-")[0]


class Follower:
    """The thread that follows. `taken` is called once this house leads."""

    def __init__(self, now: Role, taken: Callable[[], None]) -> None:
        self.role, self.taken = now, taken
        self.stopping, self.papers = Event(), Papers(now.other, now.secret)
        self.silent_since = self.tried = 0.0

    def start(self) -> "Follower":
        ELSEWHERE.set()
        Other.url = self.role.other
        connection_created.connect(_guard, dispatch_uid="beside")
        connection.close()
        Thread(target=self._follow, name="beside", daemon=True).start()
        self.papers.start()
        return self

    def stop(self) -> None:
        self.stopping.set()
        self.papers.stop()

    def _follow(self) -> None:
        with closing(lines.opened(database())) as file:
            name, at = lines.name_of(file), lines.at_of(file)
            line = Line(self.role.other, self.role.secret, PATIENCE)
            while not self.stopping.is_set():
                at = self._brought_on(file, line, name, at)

    def _brought_on(self, file: sqlite3.Connection, line: Line, name: str, at: int) -> int:
        """One question, and what it brought on the disk: the next one says so. Where this house stands."""
        try:
            answer = line.ask(f"lines?name={name}&after={at}&edition={edition()}")
            if answer.status == 200:
                at = lines.apply(file, answer.body)
                ring()
            self._heard(answer.status, answer.body)
        except sqlite3.Error:  # Its disk is full: the first goes on alone meanwhile.
            STEP.clear()
            log.exception("What the first house sends cannot be written here.")
            self.stopping.wait(1)
        except FAULTS:
            if self._is_gone():
                self.stopping.set()
                self._take_over()
            self.stopping.wait(PAUSE)
        return at

    def _heard(self, status: int, body: bytes) -> None:
        """In step it is where the first says so; where its lines are not to be had it takes nothing over."""
        self.silent_since = 0.0
        if status in (200, 204):
            STEP.set()
            return
        was = STEP.is_set()
        STEP.clear()
        if status == 409 and not body:
            self.stopping.set()
            turn()
            return
        if was:
            print(_words(body, self.role.other), flush=True)
        self.stopping.wait(1)

    def _is_gone(self) -> bool:
        """Whether the first has not answered for long enough for this house to take over; asked once more."""
        now = monotonic()
        if not self.silent_since or now - self.tried > PATIENCE + 2:  # This house itself has slept.
            self.silent_since = now
        self.tried = now
        if not STEP.is_set() or now - self.silent_since < GONE - 1:
            return False
        return state_of(self.role.other, self.role.secret, 1) is None

    def _take_over(self) -> None:
        gone = datetime.now(UTC).isoformat(timespec="seconds")
        LEAD.begin(become(replace(self.role, does="leads", term=self.role.term + 1, lost=gone)), "")
        STEP.clear()
        ELSEWHERE.clear()
        print(f"The house at {self.role.other} is gone: this one carries on.", flush=True)
        self.taken()
        self.papers.carry_on()


def _guard(connection: BaseDatabaseWrapper, **_: object) -> None:
    if connection.alias == "default" and check_writes_here not in connection.execute_wrappers:
        connection.execute_wrappers.append(check_writes_here)


def ring() -> None:
    """Tell the screens of this house what has come."""
    tables = {listener.table for listener in HUB.listeners()}
    if not tables:
        return
    try:
        for news in map(Ring._make, Table.objects.filter(pk__in=tables).values_list("pk", "version", "stir")):
            HUB.ring(news)
    finally:
        connection.close()
