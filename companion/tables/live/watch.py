"""The bell's second and third way: what other workers write is heard, and what was not heard is read.

One thread reads the versions of the tables that are listened to, once a second; on PostgreSQL another one
listens to `NOTIFY`, and when its connection breaks it comes back and the reading covers the gap. Both run
while somebody listens, and end when nobody does.
"""

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread

import psycopg
from django.db import DatabaseError, connection

from companion.tables.bell import CHANNEL
from companion.tables.bell.hub import HUB, Ring
from companion.tables.models import Table, Token
from companion.tables.presence import Presence
from companion.tables.seating.host_place import settle_all

EVERY = 1.0
log = logging.getLogger(__name__)
_running: set[str] = set()
_lock = Lock()


def wake() -> None:
    """See to it that the threads run."""
    _start("read", _read_on)
    if connection.vendor == "postgresql":
        _start("listen", _listen_on)


def _start(name: str, work: Callable[[], None]) -> None:
    with _lock:
        if name not in _running:
            _running.add(name)
            Thread(target=work, name=f"bell-{name}", daemon=True).start()


def _may_end(name: str) -> bool:
    """True, and another thread may start, when nobody listens any more."""
    with _lock:
        if HUB.listeners():
            return False
        _running.discard(name)
        return True


def _read_on() -> None:
    presence = Presence()
    while not _may_end("read"):
        try:
            # Whose stream ends is not let in again by what was remembered: the table is stirred before.
            presence.tick()
            reread()
            settle_all()
        except (DatabaseError, Table.DoesNotExist) as error:
            log.warning("The bell could not read the tables' versions, and tries again: %s", error)
        finally:
            connection.close()
        time.sleep(EVERY)


def reread() -> None:
    """Ring every listened table at its version in the database, and end what has no right to listen."""
    listeners = HUB.listeners()
    tables = {listener.table for listener in listeners}
    tokens = {token for listener in listeners for token in listener.tokens}
    found = Table.objects.filter(pk__in=tables).values_list("pk", "version", "stir")
    for news in map(Ring._make, found):
        tables.discard(news.table)
        HUB.ring(news)
    standing = Token.objects.filter(pk__in=tokens, revoked_at=None).values_list("pk", flat=True)
    HUB.end(tokens=tokens - set(standing), tables=tables)


def _listen_on() -> None:
    while not _may_end("listen"):
        try:
            _listen()
        except psycopg.Error as error:
            log.warning("The bell lost its line to PostgreSQL, and dials again: %s", error)
            time.sleep(EVERY)


def _listen() -> None:
    parameters = connection.get_connection_params()
    for own in ("cursor_factory", "context", "pool", "server_side_binding"):
        parameters.pop(own, None)
    with psycopg.connect(**parameters, autocommit=True) as line:
        line.execute(f"LISTEN {CHANNEL}")
        while HUB.listeners():
            for notice in line.notifies(timeout=EVERY):
                HUB.ring(Ring._make(map(int, notice.payload.split())))
