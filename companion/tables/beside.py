"""What stands beside the journal, read once; and writing, one at a time."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from cachetools import TTLCache
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import Q
from django.utils import timezone

from companion.tables.models import Request, Seat, Table, Token

type Chair = tuple[str, int]


ONE = Lock()
CONNECTIONS: dict[str, sqlite3.Connection] = {}


@contextmanager
def writing() -> Iterator[None]:
    """One transaction, and on SQLite the only one of this process."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with ONE, transaction.atomic():
        yield


@contextmanager
def writing_at(table: Table) -> Iterator[Table]:
    """The same with the table as it now is, held against every other writer; `Table.DoesNotExist` if gone."""
    with writing():
        yield Table.objects.select_for_update().get(pk=table.pk)


def keep_open(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Hold one more connection to each SQLite file that this process opens."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and name not in CONNECTIONS and ":memory:" not in name:
        CONNECTIONS[name] = kept = sqlite3.connect(name, check_same_thread=False, isolation_level=None)
        kept.execute("SELECT count(*) FROM sqlite_master").fetchone()


connection_created.connect(keep_open, dispatch_uid="keep_open")


SIGN = timedelta(seconds=8)
"""How often who is here gives a sign of life; what is remembered is read again as often."""
ALIVE = timedelta(seconds=20)
SLIP = timedelta(milliseconds=1)
TABLES_KEPT = 64
ASKED = ("undo", "redo", "amend", "deed", "branch", "question")
"""Requests that lapse with the next line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Seats in order, seats' tokens with their chairs, open requests and news; `version` is when it was read.

    `used` are the seats of which a device has been here. `programs` is that nobody sits at a screen: each
    secret was given to a program.
    `alive` are the tokens that had lately given a sign; `hosted` the seats that the host plays for as well.
    `keys` are those of all requests ever made, `questions` the versions at which one was asked.
    """

    version: int
    seats: tuple[Seat, ...]
    held: tuple[Chair, ...]
    used: frozenset[str]
    programs: bool
    alive: frozenset[int]
    hosted: frozenset[str]
    open: tuple[Request, ...]
    news: tuple[Request, ...]
    keys: frozenset[str]
    questions: frozenset[int]


_kept: TTLCache[tuple[int, str, int], Beside] = TTLCache(TABLES_KEPT, SIGN.total_seconds())
_lock = Lock()


def beside(table: Table) -> Beside:
    """What stands beside the journal of a table as its row shows it."""
    at = (table.pk, table.code, table.stir)
    with _lock:
        company = _kept.get(at)
    if company is not None and (company.version == table.version or not company.open):
        return company
    company = _read_beside(table)
    if not connection.in_atomic_block:
        with _lock:
            _kept[at] = company
    return company


def lately(span: timedelta) -> tuple[datetime, datetime]:
    """From so long ago to hardly later than now: a sign from beyond was made before a clock was set back."""
    now = timezone.now()
    return now - span + SLIP, now + SIGN


def _read_beside(table: Table) -> Beside:
    secrets = list(Token.objects.filter(table=table, revoked_at=None))
    tokens = [row for row in secrets if row.seat_id]
    requests = Request.objects.filter(table=table)
    lasting = requests.filter(Q(status="open") | Q(kind="news"))
    keys = list(requests.values_list("key", "kind", "version"))
    seats = tuple(Seat.objects.filter(table=table))
    chairs = {seat.pk: seat.chair for seat in seats}
    rows = list(lasting) if keys else []
    since, until = lately(ALIVE)
    return Beside(
        version=table.version, seats=seats,
        held=tuple((chairs[row.seat_id], row.pk) for row in tokens if row.role == "seat" and row.seat_id),
        used=frozenset(chairs[row.seat_id or 0] for row in tokens if row.role == "seat" and row.heard_at),
        programs=bool(secrets) and not any(row.label or row.screen for row in secrets),
        alive=frozenset(row.pk for row in tokens if row.heard_at and since <= row.heard_at <= until),
        hosted=frozenset(chairs[row.seat_id] for row in tokens if row.role == "host" and row.seat_id),
        open=tuple(row for row in rows if row.status == "open"),
        news=tuple(row for row in rows if row.kind == "news"),
        keys=frozenset(key for key, _, _ in keys),
        questions=frozenset(version for _, kind, version in keys if kind == "question"),
    )  # fmt: skip
