"""Who keeps this house: devices that typed the code that its machine tells, and programs that they let in.

Who can run a command in the house can read its database; that is who a keeper is, and the code proves it.
What is known of them lies in the house's folder and not in its database: no backup carries it elsewhere.
"""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import wraps
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from companion.caretaking.clock import when
from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.wire import loads
from companion.strongbox import write_whole
from companion.tables.devices import LETTERS, allow_guess, bearer, count_guess, hashed, new_secret, spelt
from companion.tables.seating import LENGTH, SLOT, spoken

COOKIE, PLACE = "companion_keeper", "/house/"
"""The browser brings it to these pages alone."""
MOST = 16
"""Devices and programs; the oldest go."""


@dataclass(frozen=True)
class Keeper:
    """A device, or a `program` that may read and do nothing; only its secret's hash is kept."""

    hash: str
    label: str
    since: str
    program: bool = False

    @property
    def when(self) -> str:
        """Since when, by the clock on the wall."""
        return when(self.since)


class NoKey(Exception):
    """This is not the code that the house tells now."""


@dataclass(frozen=True)
class Known:
    """How many codes have served, and who is let in."""

    served: int = 0
    keepers: tuple[Keeper, ...] = ()


def keepers() -> tuple[Keeper, ...]:
    return _read().keepers


def key(slot: int | None = None) -> str:
    """The code that makes a device a keeper's: good for a quarter of an hour, and once."""
    what = f"{_read().served} {_slot() if slot is None else slot}"
    number = int.from_bytes(salted_hmac("companion.keeper", what, algorithm="sha256").digest())
    return spoken("".join(LETTERS[number // len(LETTERS) ** n % len(LETTERS)] for n in range(LENGTH)))


def let_in(request: HttpRequest, text: str, label: str) -> str:
    """The secret of a device that brings the code; `NoKey`, and `TooManyGuesses` after a few of them."""
    check(request, text)
    return _add(label, program=False)


def check(request: HttpRequest, text: str) -> None:
    """Whether this is the code that the house tells now, which has served then; `NoKey`, `TooManyGuesses`."""
    allow_guess(request)
    code, slot = spelt(text, LENGTH), _slot()
    if not any(constant_time_compare(code, spelt(key(at), LENGTH)) for at in (slot, slot - 1)):
        count_guess(request)
        raise NoKey
    known = _read()
    _write(replace(known, served=known.served + 1))


def let_program_in() -> str:
    """The token of one more program."""
    return _add("A program", program=True)


def send_away(digest: str) -> None:
    """That device, or that program, sees nothing any more."""
    keepers = _read()
    _write(replace(keepers, keepers=tuple(row for row in keepers.keepers if row.hash != digest)))


def keeper(request: HttpRequest, *, program: bool = False) -> Keeper | None:
    """Who asks, if it is a keeper's device; a program's token counts where one may read."""
    brought = bearer(request) if program else None
    secret = brought or request.COOKIES.get(COOKIE)
    digest = hashed(secret) if secret else ""
    return next((one for one in keepers() if one.hash == digest and one.program == bool(brought)), None)


def for_keepers(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of these rooms; who is no keeper is asked for the code, and told nothing."""

    @wraps(view)
    def page(request: HttpRequest, **place: str) -> HttpResponse:
        shown = view(request, **place) if keeper(request) else render(request, "house/key.html", status=403)
        shown["Cache-Control"] = "no-store"
        return shown

    return page


def for_programs(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """What a program reads with its token, and a keeper in his browser."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        who = keeper(request, program=True)
        shown = view(request) if who else HttpResponse("Bring the token of a program.\n", status=401)
        if not who:
            shown["WWW-Authenticate"] = "Bearer"
        shown["Cache-Control"] = "no-store"
        return shown

    return answer


def _file() -> Path:
    return Path(settings.HOME) / "keepers.json"


def _read() -> Known:
    try:
        keepers = shape.read(Known, loads(_file().read_bytes()))
    except (OSError, InvalidInput):
        return Known()
    return keepers


def _write(keepers: Known) -> None:
    kept = replace(keepers, keepers=keepers.keepers[-MOST:])
    write_whole(_file(), json.dumps(asdict(kept), indent=1).encode())


def _add(label: str, *, program: bool) -> str:
    secret, keepers = new_secret(), _read()
    row = Keeper(hashed(secret), label, timezone.now().isoformat(timespec="seconds"), program)
    _write(replace(keepers, keepers=(*keepers.keepers, row)))
    return secret


def _slot() -> int:
    return int(time.time()) // SLOT
