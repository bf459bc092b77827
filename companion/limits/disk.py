"""The disk of this house: said before it is full, and when it is."""

import errno
import shutil
import sqlite3
from time import monotonic

import psycopg
from django.conf import settings
from django.http import HttpRequest

MB = 1024 * 1024
STEPS = (10, 50, 100, 200)
"""Megabytes: below the last of them the house begins to say so, and it says the least that is true."""

EVERY = 2.0
"""Seconds for which a look at the disk counts."""

FULL = "The disk of this house is full. Nothing answered is lost; new taps wait until room has been made."


class _Look:
    """The last look, and how many bytes it found."""

    at, left = -EVERY, 0


def left() -> int:
    """Bytes that the house may still write."""
    if monotonic() - _Look.at >= EVERY:
        _Look.at, _Look.left = monotonic(), shutil.disk_usage(settings.HOME).free
    return _Look.left


def words() -> str:
    """What every screen should say of the disk; nothing while there is room."""
    megabytes = left() // MB
    if megabytes < 1:
        return FULL
    step = next((step for step in STEPS if megabytes < step), None)
    if step is None:
        return ""
    return f"Less than {step} MB are left on the disk of this house. Make room before it is full."


def told(_request: HttpRequest) -> dict[str, object]:
    """The words, for every page."""
    return {"disk": words}


def is_full(error: BaseException | None) -> bool:
    """Whether this failed for want of room, whoever was writing."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and left() < MB)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return True
    return isinstance(error, psycopg.errors.DiskFull) or bool(error and is_full(error.__cause__))
