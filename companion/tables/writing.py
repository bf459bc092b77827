"""One writer at a time: what every change to a table is made in.

SQLite before 3.51.3 can corrupt its file when two connections checkpoint at the same instant. One lock for
the process, IMMEDIATE transactions and one connection that is never closed (so that no other is ever the
last, whose close checkpoints) keep writers apart. PostgreSQL locks the table's row instead.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from companion.tables.models import Table

ONE = Lock()
KEPT: dict[str, sqlite3.Connection] = {}


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
    if connection.vendor == "sqlite" and name not in KEPT and ":memory:" not in name:
        KEPT[name] = kept = sqlite3.connect(name, check_same_thread=False, isolation_level=None)
        kept.execute("SELECT count(*) FROM sqlite_master").fetchone()


connection_created.connect(keep_open, dispatch_uid="keep_open")
