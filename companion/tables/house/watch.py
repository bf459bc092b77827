"""What keeps the house playing: one thread a server looks where it is due, and hands its thoughts out.

It begins with the first request, and all that it knows it reads from the database: after a stop the house
goes on where it was, and thinks the same thought again.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock, Thread

from django.db import close_old_connections
from django.utils import timezone

from companion.tables.house import Turn, claim, review, step, turn
from companion.tables.models import HouseSeat, Table
from companion.thinking import MINDS, Mind

log = logging.getLogger(__name__)
OFTEN, SELDOM = 0.3, 2.0
"""Seconds between two looks: while it plays at some table, and while it plays at none."""
_lock, _begun = Lock(), Event()


def wake() -> None:
    """See to it that somebody looks."""
    with _lock:
        if not _begun.is_set():
            _begun.set()
            Thread(target=Watch().look_on, name="house", daemon=True).start()


class Watch:
    """What one server knows: the tables at which nothing is due, and those that are thought about."""

    def __init__(self) -> None:
        self.minds = [Mind() for _ in range(MINDS)]
        self.pool = ThreadPoolExecutor(MINDS, "mind")
        self.busy: set[int] = set()
        self.idle: dict[int, tuple[int, int]] = {}
        self._pause = Event()

    def look_on(self) -> None:
        while True:
            plays = False
            try:
                plays = self.look()
            except Exception:  # The database may be away for a while; whoever plays waits and is not lost.
                log.exception("The house could not look where it is due.")
            finally:
                close_old_connections()
            self._pause.wait(OFTEN if plays else SELDOM)

    def look(self) -> bool:
        """Hand out what is due; whether the house plays anywhere."""
        rows = HouseSeat.objects.filter(token__revoked_at=None, token__table__closed_at=None)
        tables = Table.objects.filter(pk__in=rows.values("token__table"), laid_out__isnull=True)
        for table in tables:
            at = (table.version, table.stir)
            if table.pk in self.busy or self.idle.get(table.pk) == at:
                continue
            due = turn(table) or review.due(table)
            if due is None:
                self.idle[table.pk] = at
            elif isinstance(due, Turn | review.Look) and claim(due):
                self.busy.add(table.pk)
                self.pool.submit(self.do, table, due)
        return bool(tables)

    def do(self, table: Table, due: Turn | review.Look) -> None:
        """One turn, or one look back, in a thread of its own, with whichever mind is free."""
        began = timezone.now()
        try:
            mind = next(each for each in self.minds if each.lock.acquire(blocking=False))
            try:
                if isinstance(due, Turn):
                    step(table, due, mind.think)
                else:
                    review.step(table, due, mind.think)
            finally:
                mind.lock.release()
        except Exception:
            log.exception("The house could not do its turn at %s.", table.code)
            HouseSeat.objects.filter(pk=due.row.pk).update(thinking_at=began)
        finally:
            self.busy.discard(table.pk)
            close_old_connections()
