"""No commit of a test waits for the disk: its house may be killed, but its power is never cut."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


def hurry(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Leave the writing of a new connection to the system."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")


connection_created.connect(hurry)
