"""What the print shop of the house that leads knows, as its follower gets it: within two seconds.

Printers and long work are known by the same numbers in both, so that an order means the same printer. What is
under way is done by the first alone, until it is gone; then the follower puts it down for its own worker.
"""

import json
import logging
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Event, Lock, Thread
from typing import Any

from django.conf import settings
from django.core import serializers
from django.db import DatabaseError, connections, models, transaction
from django_tasks_db.models import DBTaskResult

from companion.beside.calling import FAULTS, Line
from companion.engine.wire import Json
from companion.shop import files, tasks
from companion.shop.models import FOUND, Job, Printer, WholePrint

EVERY = 2.0
"""Seconds between two looks at the first house's shop."""
PATIENCE = 30.0
"""Seconds that a finished file may take to come."""

SHOP = "shop"
"""Only houses on SQLite stand beside one another: their shop has a file of its own."""

type Rows = dict[str, str]
"""Each row by its name, with a word that is another one when the row has changed."""


KINDS: dict[str, tuple[type[models.Model], tuple[str, ...]]] = {
    "printer": (Printer, ("name", *FOUND, "measured", "proved", "paper", "edge", "lying", "pace")),
    "whole": (WholePrint, ("printed_at",)),
    "work": (Job, ("state", "done", "total", "cancelled", "digest", "heard_at")),
}
"""What is told, and the columns that say whether it has changed."""


def rows() -> Rows:
    """What is told of this house's shop."""
    return {
        f"{kind} {row['pk']}": _word(row)
        for kind, (model, columns) in KINDS.items()
        for row in model._default_manager.values("pk", *columns)
    }


def _word(row: Mapping[str, object]) -> str:
    return sha256(json.dumps(row, default=str, sort_keys=True).encode()).hexdigest()[:12]


def told(names: Iterable[str]) -> list[Json]:
    """Those rows whole; of work that waits for an hour, that hour."""
    parted = [name.partition(" ")[::2] for name in names]
    found = [
        row
        for kind, (model, _) in KINDS.items()
        for row in model._default_manager.filter(pk__in=[key for at, key in parted if at == kind])
    ]
    read: list[dict[str, Any]] = serializers.serialize("python", found)
    given = [row.task for row in found if isinstance(row, Job) and row.task]
    begins = DBTaskResult.objects.filter(pk__in=given).values_list("pk", "run_after")
    hours = {str(task): at.isoformat() for task, at in begins}
    for row in read:
        row["after"] = hours.get(row["fields"].get("task", ""), "")
    told: list[Json] = json.loads(json.dumps(read, default=str))
    return told


log = logging.getLogger(__name__)


class Papers:
    """The thread that keeps the follower's shop as the first house's is. `carry_on` once that is gone."""

    def __init__(self, url: str, secret: str) -> None:
        self.line = Line(url, secret, PATIENCE)
        self.stopping, self.one = Event(), Lock()
        self.known: Rows = {}
        self.hours: dict[str, datetime] = {}

    def start(self) -> "Papers":
        Thread(target=self._keep, name="papers", daemon=True).start()
        return self

    def stop(self) -> None:
        self.stopping.set()

    def carry_on(self) -> None:
        """This house leads: what the first had under way is this one's to do."""
        with self.one:
            self.stop()
        try:
            tasks.carry_on(self.hours)
        except DatabaseError:
            log.exception("Long work of the first house could not be put down here.")

    def _keep(self) -> None:
        while not self.stopping.wait(EVERY):
            try:
                self.look()
            except (*FAULTS, DatabaseError):
                continue  # It is asked again, and is perhaps gone.
            finally:
                connections.close_all()

    def look(self) -> None:
        """One look at what has changed there since the last."""
        answer = self.line.ask("papers")
        if answer.status != 200 or (now := answer.read()) == self.known:
            return
        changed = [name for name, word in now.items() if self.known.get(name) != word]
        brought = self.line.ask("papers", changed).read()
        with self.one, transaction.atomic(using=SHOP):
            if self.stopping.is_set():
                return
            stay = [name.split()[1] for name in now if name.startswith("printer ") and name not in changed]
            Printer.objects.exclude(pk__in=stay).delete()  # Two may have changed names.
            for row in brought:
                self._take(row)
        for digest in {row["fields"]["digest"] for row in brought if _is_print(row)}:
            self._fetch(digest)
        self.known = now

    def _take(self, row: Json) -> None:
        after = row.pop("after")
        (read,) = serializers.deserialize("python", [row])
        one = read.object
        if isinstance(one, WholePrint):  # It may be known here by another number.
            which = {"system": one.system, "setting": one.setting, "device": one.device}
            one.pk = WholePrint.objects.filter(**which).values_list("pk", flat=True).first()
        if isinstance(one, Job):
            self.hours.pop(one.pk, None)
            if one.state in tasks.UNDER_WAY:
                one.worker, one.task = tasks.BESIDE, ""
                self.hours |= {one.pk: datetime.fromisoformat(after)} if after else {}
        models.Model.save_base(one, raw=True, using=SHOP)

    def _fetch(self, digest: str) -> None:
        """The finished file of long work, which would take as long again here."""
        if files.finished(digest):
            return
        about = self.line.ask(f"papers/{digest}/about")
        if about.status != 200:
            return
        with NamedTemporaryFile(dir=settings.HOME, prefix="paper-", delete=False) as to:
            half = Path(to.name)
            fine = self.line.ask(f"papers/{digest}/file", to=to).status == 200
        try:
            if fine:
                read = about.read()
                files.shelve(files.as_told(read["about"]), half.read_bytes(), read["holds"])
        finally:
            half.unlink()


def _is_print(row: Json) -> bool:
    return "digest" in row["fields"] and row["fields"]["kind"] == "print" and row["fields"]["state"] == "done"
