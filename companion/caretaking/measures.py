"""How the house is, as figures: what it has to spare, how quick it was today, what broke, its copies."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import psutil
from django.conf import settings
from django.db import DatabaseError
from django.db.models import F
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client import CollectorRegistry, Gauge, Info, generate_latest

from companion import copies, limits, serving
from companion.caretaking import WORRIES
from companion.caretaking.clock import Slow, today_so_far, wall
from companion.caretaking.faults import Fault, faults
from companion.tables.bell import HUB
from companion.tables.models import ALIVE, Entry, Table, Token, lately

LATE = timedelta(days=2)
"""So long after the last copy that was proved the house says that there is none."""
LITTLE, LONG = 100 * limits.MB, 1000
"""Bytes of memory and milliseconds of a tap from which on it says so."""


@dataclass(frozen=True)
class Figures:
    """Bytes, counts and moments: all of it may leave the house in a file, nothing of it is a secret."""

    at: str
    edition: str
    up_since: str
    disk_free: int
    disk_size: int
    memory_house: int
    memory_free: int
    memory_size: int
    processes: int
    streams: int
    streams_most: int
    devices: int
    tables: int
    lines_today: int
    slowest_tap: Slow | None
    slowest_print: Slow | None
    copy_proved: str | None
    copy_rows: int
    copy_journals: int
    copy_fault: str
    faults: int


def figures() -> Figures:
    """How the house is just now."""
    now, disk, memory = timezone.now(), shutil.disk_usage(settings.HOME), psutil.virtual_memory()
    processes, rows = list(_processes()), copies.copies()
    proved = next((each for each in rows if each.proved), None)
    day, since = today_so_far(), wall().replace(hour=0, minute=0, second=0, microsecond=0)
    prints = [each for each in (day.printed, _long_print(since)) if each]
    return Figures(
        at=now.isoformat(timespec="seconds"), edition=settings.EDITION, up_since=_begun(processes),
        disk_free=disk.free, disk_size=disk.total,
        memory_house=sum(bytes for _, bytes in processes), memory_free=memory.available,
        memory_size=memory.total, processes=len(processes),
        streams=HUB.count(), streams_most=limits.streams(),
        devices=Token.objects.filter(heard_at__range=lately(ALIVE)).values("hash").distinct().count(),
        tables=Table.objects.filter(closed_at=None).count(),
        lines_today=Entry.objects.filter(at__gte=since).count(),
        slowest_tap=day.tap, slowest_print=max(prints, key=lambda each: each.ms, default=None),
        copy_proved=proved.at.isoformat() if proved else None, copy_rows=proved.rows if proved else 0,
        copy_journals=proved.journals if proved else 0,
        copy_fault=rows[0].fault if rows else "", faults=len(faults()),
    )  # fmt: skip


def worries(now: Figures, broke: list[Fault]) -> Iterator[str]:
    """What a keeper should see to, a sentence each; nothing where all is well."""
    if limits.disk_words():
        yield limits.disk_words()
    if now.memory_free < LITTLE:
        yield f"This machine has {now.memory_free // limits.MB} MB of memory to spare."
    if now.copy_fault:
        yield f"The last copy is not to be relied on: {now.copy_fault}"
    elif settings.COPIES_AT != copies.NEVER and _is_old(now):
        yield "No copy has been proved for two days."
    yield from filter(None, (words() for words in WORRIES))
    if broke:
        yield f"{len(broke)} broke: send the file to who looks after it."
    if now.slowest_tap and now.slowest_tap.ms > LONG:
        yield f"A tap took {now.slowest_tap.ms / 1000:.1f} seconds today."


def _is_old(now: Figures) -> bool:
    """A house that has been up for a shorter time has had no night yet."""
    last = now.copy_proved or now.up_since
    return timezone.now() - datetime.fromisoformat(last) > LATE


def as_prometheus(now: Figures) -> bytes:
    """The same in the text that Prometheus reads; moments are seconds since 1970."""
    registry = CollectorRegistry(auto_describe=False)
    Info("companion", "The edition of the house", registry=registry).info({"edition": now.edition})
    rows: dict[str, tuple[str, float]] = {
        "disk_free_bytes": ("Bytes to spare on the disk of the house", now.disk_free),
        "disk_size_bytes": ("Bytes of that disk", now.disk_size),
        "memory_house_bytes": ("Bytes that its processes hold", now.memory_house),
        "memory_free_bytes": ("Bytes of memory to spare", now.memory_free),
        "memory_size_bytes": ("Bytes of memory", now.memory_size),
        "processes": ("Processes of the house", now.processes),
        "streams": ("Live screens of the process that answers", now.streams),
        "streams_most": ("How many it can hold", now.streams_most),
        "devices": ("Devices heard in the last seconds", now.devices),
        "tables": ("Tables that lie open", now.tables),
        "lines_today": ("Lines written into journals today", now.lines_today),
        "slowest_tap_seconds": ("The slowest tap of the day", _seconds(now.slowest_tap)),
        "slowest_print_seconds": ("The slowest print of the day", _seconds(now.slowest_print)),
        "copy_proved_timestamp_seconds": ("When the last proved copy was made", _moment(now.copy_proved)),
        "copy_journals": ("Journals that were folded again for it", now.copy_journals),
        "copy_good": ("Whether the last copy can be relied on", not now.copy_fault),
        "faults": ("Faults that are kept", now.faults),
        "up_since_timestamp_seconds": ("When the house came up", _moment(now.up_since)),
    }  # fmt: skip
    for name, (words, value) in rows.items():
        Gauge(f"companion_{name}", words, registry=registry).set(value)
    return generate_latest(registry)


def _seconds(slow: Slow | None) -> float:
    return slow.ms / 1000 if slow else 0.0


def _moment(text: str | None) -> float:
    return datetime.fromisoformat(text).timestamp() if text else 0.0


def _processes() -> Iterator[tuple[float, int]]:
    """When each process of the house began, and the bytes that it holds."""
    first = psutil.Process(int(os.environ.get(serving.UP) or os.getpid()))
    with suppress(psutil.Error):
        for each in [first, *first.children(recursive=True)]:
            with suppress(psutil.Error):
                yield each.create_time(), each.memory_info().rss


def _begun(processes: list[tuple[float, int]]) -> str:
    began = min((at for at, _ in processes), default=psutil.Process().create_time())
    return datetime.fromtimestamp(began).astimezone().isoformat(timespec="seconds")


def _long_print(since: datetime) -> Slow | None:
    """The slowest that the worker made."""
    prints = DBTaskResult.objects.filter(finished_at__gte=since, started_at__isnull=False)
    with suppress(DatabaseError):
        row = prints.annotate(took=F("finished_at") - F("started_at")).order_by("-took").first()
        if row and row.started_at and row.finished_at:
            took = row.finished_at - row.started_at
            return Slow(
                "long work", round(took.total_seconds() * 1000), f"{row.finished_at.astimezone():%H:%M}"
            )
    return None
