"""The worker beside the server: a child process of low priority, and the database file that it writes too.

A house in which nobody has ordered long work has none: it would weigh more than the server.

On SQLite the shop and its tasks have a file of their own: the journal's keeps exactly one writing process. On
PostgreSQL there is one database for all.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from django.conf import settings
from django.db.models import Model

PATIENCE = 5
"""Seconds that a worker may take to end."""

AGAIN = 2
"""Seconds until one that has ended is started again."""


LOOK = 2
"""Seconds between two looks for orders that another process of the house has taken."""

ORDERED = Event()
"""Set where this process has taken an order."""


class KeptWorker:
    """A worker of this house, and the thread that starts it where one `is_wanted`. `stop` ends both.

    That is with the first order, with one that the last house left, and again where it has died over one.
    """

    def __init__(self, is_wanted: Callable[[], bool]) -> None:
        self.is_wanted, self.stopping = is_wanted, Event()
        self.child: subprocess.Popen[bytes] | None = None
        self.thread = Thread(target=self._keep, daemon=True)

    def start(self) -> "KeptWorker":
        self.thread.start()
        return self

    def stop(self) -> None:
        self.stopping.set()
        ORDERED.set()
        if self.child and self.child.stdin:
            with suppress(OSError):
                self.child.stdin.close()  # The worker ends when nobody holds this any more.
        self.thread.join(2 * PATIENCE)

    def _keep(self) -> None:
        while not self.stopping.is_set():
            ORDERED.clear()
            if self.is_wanted():
                self.child = self._begin()
                self._watch(self.child)
                self.stopping.wait(AGAIN)
            elif not self.stopping.is_set():
                ORDERED.wait(LOOK)

    def _begin(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(settings.HOUSE / "manage.py"), "db_worker", "--kept", "-v0"]
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, child.pid, 10)
        return child

    def _watch(self, child: subprocess.Popen[bytes]) -> None:
        while child.poll() is None:
            if self.stopping.wait(0.2):
                self._end(child)

    def _end(self, child: subprocess.Popen[bytes]) -> None:
        try:
            child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


OURS = frozenset({"shop", "django_tasks_database"})


class ShopRouter:
    """Sends the shop's rooms to the shop's file, where there is one."""

    def db_for_read(self, model: type[Model], **hints: object) -> str | None:
        return self._of(model._meta.app_label)

    def db_for_write(self, model: type[Model], **hints: object) -> str | None:
        return self._of(model._meta.app_label)

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool | None:
        if "shop" not in settings.DATABASES:
            return None
        return (db == "shop") == (app_label in OURS)

    def _of(self, app_label: str) -> str | None:
        return "shop" if app_label in OURS and "shop" in settings.DATABASES else None
