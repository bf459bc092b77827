"""The clock behind the pages: what was asked for lately, and the slowest tap and print of the day."""

import json
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from threading import Lock
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.wire import loads
from companion.tables.devices import LENGTH, hashed, secret_of

TAPS = frozenset(
    {"tables:act", "tables:undo", "tables:redo", "tables:say", "tables:amend", "tables:again", "tables:go_on"}
)


@dataclass(frozen=True, slots=True)
class Request:
    """One page that was asked for, by its name."""

    device: str
    at: str
    page: str
    table: str
    status: int
    ms: int

    def __str__(self) -> str:
        at_table = f" at {self.table}" if self.table else ""
        return f"{self.at} {self.page}{at_table}: {self.status}, {self.ms} ms"


LATELY: deque[Request] = deque(maxlen=400)


class Clock:
    """Notes what was asked for and how long the answer took; a table's live streams once they have begun."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = self.get_response(request)
        if request.resolver_match is not None:
            ms = round((perf_counter() - began) * 1000)
            page, table = named(request)
            at = f"{timezone.now():%H:%M:%S}"
            LATELY.append(Request(device_of(request), at, page, table, response.status_code, ms))
            note(request, response, ms)
        return response


def named(request: HttpRequest) -> tuple[str, str]:
    """A page by its name in the house, and its table's or campaign's code."""
    match = request.resolver_match
    if match is None:
        return f"{request.method} (no page)", ""
    return f"{request.method} {match.view_name}", str(match.kwargs.get("code", ""))[:LENGTH]


def device_of(request: HttpRequest) -> str:
    return hashed(secret_of(request) or request.META.get("REMOTE_ADDR") or "")[:12]


@dataclass(frozen=True)
class Slow:
    """The slowest of a day: what, at which table, how many milliseconds, when."""

    what: str
    ms: int
    at: str
    table: str = ""


@dataclass(frozen=True)
class Day:
    """A day by the wall of the house: its slowest tap and print."""

    day: str = ""
    tap: Slow | None = None
    printed: Slow | None = None


_lock = Lock()
_known: list[Day] = []
"""What this process knows of the day, so that a quick tap reads no file."""


def note(request: HttpRequest, response: HttpResponse, ms: int) -> None:
    """A tap or a print has been answered: the slowest of the day is kept, over every stop of the house."""
    page, table = named(request)
    is_print = response.status_code == 200 and response.headers.get("Content-Type") == "application/pdf"
    if is_print or (request.method == "POST" and page.removeprefix("POST ") in TAPS):
        with _lock:
            _compare(Slow(page.partition(" ")[2], ms, f"{wall():%H:%M}", table), is_print=is_print)


def _compare(slow: Slow, *, is_print: bool) -> None:
    today = f"{wall():%F}"
    for source in (_remembered, _read):  # Another process of the house may have met a slower one.
        day = source()
        day = day if day.day == today else Day(today)
        _known[:] = [day]
        last = day.printed if is_print else day.tap
        if last and last.ms >= slow.ms:
            return
    day = replace(day, printed=slow) if is_print else replace(day, tap=slow)
    _known[:] = [day]
    with suppress(OSError):
        half = _file().with_suffix(f".{os.getpid()}")
        half.write_text(json.dumps(asdict(day)), "utf-8")
        half.replace(_file())


def _remembered() -> Day:
    return next(iter(_known), Day())


def today_so_far() -> Day:
    day = _read()
    return day if day.day == f"{wall():%F}" else Day()


def _read() -> Day:
    try:
        read = shape.read(Day, loads(_file().read_bytes()))
    except (OSError, InvalidInput):
        return Day()
    return read


def _file() -> Path:
    return Path(settings.HOME) / "day.json"


def when(moment: str) -> str:
    """A moment by the clock on the wall of the house."""
    at = datetime.fromisoformat(moment).astimezone()
    return f"{at.day} {at:%B, %H:%M}"


def wall() -> datetime:
    return datetime.now().astimezone()
