"""`manage.py db_worker`: sets long prints beside the server. `up` runs one; a club runs many."""

import os
import signal
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings
from django.db import connections
from django.db.backends.signals import connection_created
from django_tasks_db.management.commands.db_worker import Command as Worker

from companion.shop.tasks import recover
from companion.shop.worker import PATIENCE
from companion.tables.models import keep_open

EVERY = 30
"""Seconds between two looks for the work of dead workers."""


class Command(Worker):
    """Django Tasks' worker, which first takes up what a dead one left, and never writes to the journal."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--kept", action="store_true", help="end when standard input does")
        parser.set_defaults(interval=0.3, startup_delay=False)

    def handle(self, *args: object, **options: Any) -> None:
        only_read_the_journal()
        if options.pop("kept", False):
            Thread(target=end_with_the_house, daemon=True).start()
        recover()
        Thread(target=keep_recovering, daemon=True).start()
        super().handle(**options)


def only_read_the_journal() -> None:
    """On SQLite, open the journal's file for reading: it keeps exactly one writing process."""
    if "shop" not in settings.DATABASES:
        return
    connection_created.disconnect(keep_open, dispatch_uid="keep_open")
    journal = connections["default"]
    journal.settings_dict["NAME"] = f"{Path(journal.settings_dict['NAME']).as_uri()}?mode=ro"
    journal.settings_dict["OPTIONS"] = {"timeout": 10, "uri": True}


def keep_recovering() -> None:
    """Look for dead workers' work from time to time."""
    while True:
        time.sleep(EVERY)
        recover()
        connections.close_all()


def end_with_the_house() -> None:
    """The house holds the other end of this pipe: when it is gone, however it went, so are we.

    A print that is under way is given a few seconds; after that the next house's worker takes it up.
    """
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)
