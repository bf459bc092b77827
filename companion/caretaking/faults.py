"""What broke, kept with what led to it: kinds, places, names of pages; no value, no message, no secret.

A fault's number comes from its place, so that the same one is the same number, counted. A message could name
a card: what is kept is where in the code it was, at which table, and which pages that device had asked for.
"""

import json
import sys
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from types import TracebackType

from django.conf import settings
from django.core.signals import got_request_exception
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from companion.caretaking.clock import LATELY, device_of, named, when
from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.wire import loads
from companion.tables.devices import LENGTH, LETTERS

MOST, LED, DEEP = 50, 12, 24
"""Faults that are kept, pages before one of them, places in the code."""


@dataclass(frozen=True)
class Fault:
    """One fault: its number, when it was first and last, how often, what it is called and where it came from.

    `page` is what was asked for, `table` the code of its table; `edition` that of the house; `led` the pages
    before it, the last one first.
    """

    number: str
    first: str
    last: str
    kind: str
    where: tuple[str, ...]
    times: int = 1
    page: str = ""
    table: str = ""
    edition: str = ""
    led: tuple[str, ...] = ()

    @property
    def when(self) -> str:
        """The last time by the clock on the wall."""
        return when(self.last)


@receiver(got_request_exception)
def keep_request(request: HttpRequest | None = None, **_: object) -> None:
    """A page that broke; it tells its number to the page that says so."""
    error = sys.exc_info()[1]
    if error is None or request is None:
        return
    page, table = named(request)
    device = device_of(request)
    led = (str(each) for each in reversed([*LATELY]) if each.device == device)
    number = keep(error, page=page, table=table, led=tuple(islice(led, LED)))
    request.META["companion.fault"] = number


def keep(error: BaseException, *, page: str = "", table: str = "", led: tuple[str, ...] = ()) -> str:
    """Keep it, and its number; where it cannot be written it is told on the console alone."""
    where = tuple(islice(chain(_places(error.__traceback__), _causes(error)), DEEP))
    kind = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    text = f"{kind} {where[:1]}"
    digest = int.from_bytes(sha256(text.encode()).digest())
    number = "".join(LETTERS[digest // len(LETTERS) ** n % len(LETTERS)] for n in range(LENGTH))
    now = timezone.now().isoformat(timespec="seconds")
    fresh = Fault(number, now, now, kind, where, 1, page, table, settings.EDITION, led)
    try:
        old = _read(_folder() / f"{number}.json")
        row = replace(fresh, first=old.first, times=old.times + 1) if old else fresh
        _folder().mkdir(exist_ok=True)
        half = _folder() / f"{number}.half"
        half.write_text(json.dumps(asdict(row), indent=1), "utf-8")
        half.replace(_folder() / f"{number}.json")
        for file in sorted(_folder().glob("*.json"), key=lambda each: each.stat().st_mtime)[:-MOST]:
            file.unlink(missing_ok=True)
    except OSError:
        pass
    return number


def _places(trace: TracebackType | None) -> Iterator[str]:
    """Where it was, the innermost first, files as the house or a package names them."""
    for frame in reversed(traceback.extract_tb(trace)):
        file = Path(frame.filename)
        parts = file.parts
        if file.is_relative_to(settings.HOUSE):
            short = file.relative_to(settings.HOUSE).as_posix()
        else:
            short = "/".join(
                parts[parts.index("site-packages") + 1 :] if "site-packages" in parts else parts[-2:]
            )
        yield f"{short}:{frame.lineno} {frame.name}"


def _causes(error: BaseException) -> Iterator[str]:
    """What it came of, each with its innermost place."""
    cause = error.__cause__ or error.__context__
    while cause is not None:
        place = next(_places(cause.__traceback__), "")
        yield f"after {type(cause).__qualname__} {place}".strip()
        cause = cause.__cause__ or cause.__context__


def faults() -> list[Fault]:
    """All that are kept, the latest first."""
    rows = [row for file in _folder().glob("*.json") if (row := _read(file))]
    return sorted(rows, key=lambda each: each.last, reverse=True)


def forget() -> None:
    """They have been seen to."""
    for file in _folder().glob("*.json"):
        file.unlink(missing_ok=True)


def _folder() -> Path:
    return Path(settings.HOME) / "faults"


def _read(file: Path) -> Fault | None:
    try:
        fault = shape.read(Fault, loads(file.read_bytes()))
    except (OSError, InvalidInput):
        return None
    return fault


def broken(request: HttpRequest) -> HttpResponse:
    """The page that says that another one broke, and under which number that is kept."""
    number = request.META.get("companion.fault", "")
    return render(request, "500.html", {"number": number, "disk": ""}, status=500)
