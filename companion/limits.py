"""What one house can bear: files, live screens, a full disk, long heads, large bodies.

A connection is a file. The house keeps some for itself, for its database and what it reads; and of the
connections some are kept for pages, so that screens without a stream still get theirs. Uvicorn waits for ever
for a head that was begun, and takes connections until the system refuses it a file; then nobody gets a page.
A body is as large as a house can use, and no slower than a poor connection. What could not be done for want
of room is answered in words, and nothing of it is written.
"""

import asyncio
import errno
import json
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from time import monotonic
from typing import IO, Any

import h11
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from uvicorn.protocols.http.h11_impl import H11Protocol

ENOUGH = 65_536
FOR_THE_HOUSE, FOR_PAGES = 256, 128


def raise_limit() -> None:
    """Take as many files as the system lets this process have, up to `ENOUGH`."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_files() -> int:
    with suppress(ImportError, OSError):
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return ENOUGH if soft == resource.RLIM_INFINITY else min(soft, ENOUGH)
    return 2048  # Windows counts no files; this is what its C library opens.


def connections() -> int:
    """How many connections may stand at once: all files but those that the house needs itself."""
    files = most_files()
    return files - min(FOR_THE_HOUSE, files // 2)


def streams() -> int:
    """How many of the connections may be live screens: all but those that pages need."""
    places = connections()
    return places - min(FOR_PAGES, places // 2)


def streams_an_address() -> int:
    """How many live screens one address may have: half, so that nobody can shut the others out."""
    return streams() // 2


MB = 1024 * 1024
STEPS = (10, 50, 100, 200)
"""Megabytes: below the last of them the house begins to say so, and it says the least that is true."""

EVERY = 2.0
"""Seconds for which a look at the disk counts."""

POSTGRESQL_FULL = "53100"

FULL = "The disk of this house is full. Nothing answered is lost; new taps wait until room has been made."


class _Look:
    """The last look, and how many bytes it found."""

    at, left = -EVERY, 0


def room_left() -> int:
    if monotonic() - _Look.at >= EVERY:
        _Look.at, _Look.left = monotonic(), shutil.disk_usage(settings.HOME).free
    return _Look.left


def disk_words() -> str:
    """What every screen should say of the disk; nothing while there is room."""
    megabytes = room_left() // MB
    if megabytes < 1:
        return FULL
    step = next((step for step in STEPS if megabytes < step), None)
    if step is None:
        return ""
    return f"Less than {step} MB are left on the disk of this house. Make room before it is full."


def disk(_request: HttpRequest) -> dict[str, object]:
    return {"disk": disk_words}


def is_disk_full(error: BaseException | None) -> bool:
    """Whether this failed for want of room, whoever was writing."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and room_left() < MB)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return True
    if getattr(error, "sqlstate", "") == POSTGRESQL_FULL:
        return True
    return bool(error and is_disk_full(error.__cause__))


HEAD = 32 * 1024
"""Bytes: a browser's head has two or three thousand."""

PATIENCE = 10.0
"""Seconds from a connection's beginning, or from the last answer, to the end of the next head."""

CROWDED = "The house has as many visitors as it can hold. Try again in a few seconds."
LATE = f"The request took longer than {PATIENCE:.0f} seconds to arrive. Try again."
LONG = f"The head of this request is longer than {HEAD // 1024} kB, which no browser of this house sends."


PIECE = "companion.piece"
"""The extension of a scope that writes a piece of its answer at once."""


class Heads(H11Protocol):
    """One connection: uvicorn's own, with a clock and a counted place."""

    clock: asyncio.TimerHandle | None = None
    since = 0.0

    @property
    def idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a server has no other
        """A place is taken: the longest idle one's where none is free, and none where all are at work."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self._wind()
        if len(self.connections) > connections():
            resting = [each for each in self.connections if isinstance(each, Heads) and each.idle]
            longest = min(resting, key=lambda each: each.since)
            longest.refuse(503, CROWDED) if longest is self else longest.transport.close()

    def data_received(self, data: bytes) -> None:
        """Uvicorn reads; the clock stops when a head is whole."""
        super().data_received(data)
        if self.scope is not None:
            self.scope["extensions"] = {PIECE: {"write": self.piece}}  # Before its task has begun.
        self._wind()

    def piece(self, data: bytes) -> bool:
        """Write a piece of an answer that is under way, without a turn of its task; whether it could be.

        Where hundreds of screens hear the same, their tasks would cost ten times what is written.
        """
        is_under_way = self.cycle is not None and self.cycle.response_started and not self.idle
        if not is_under_way or self.flow.write_paused or self.transport.is_closing():
            return False
        self.transport.write(self.conn.send(h11.Data(data=data)) or b"")
        return True

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.since = self.loop.time()
        self._wind()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop()

    def send_400_response(self, msg: str) -> None:
        """What cannot be read is refused; too long a head with its own words."""
        if len(self.conn.trailing_data[0]) > HEAD:
            self.refuse(431, LONG)
        else:
            super().send_400_response(msg)

    def refuse(self, status: int, words: str) -> None:
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE) or self.transport.is_closing():
            self.transport.close()
            return
        head = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        for event in (h11.Response(status_code=status, headers=head), h11.Data(data=words.encode())):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.write(self.conn.send(h11.EndOfMessage()) or b"")
        self.transport.close()

    def _wind(self) -> None:
        if not self.idle:
            self._stop()
        elif self.clock is None:
            self.clock = self.loop.call_later(PATIENCE, self._late)

    def _stop(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def _late(self) -> None:
        self.clock = None
        # A browser opens connections in store and says nothing on them: those are closed without a word.
        if self.conn.trailing_data[0]:
            self.refuse(408, LATE)
        else:
            self.transport.close()


type Scope = Mapping[str, Any]
"""What is known of a request before its body."""
type Receive = Callable[[], Awaitable[Any]]
type Send = Callable[[Mapping[str, Any]], Awaitable[None]]

LARGEST_BODY = 66 * 1024 * 1024
"""Bytes of a form with a file: the largest file that any room takes, and the form around it."""

GRACE, SLOWEST = 20.0, 8 * 1024
"""Seconds that any body may take, and the bytes that buy it one more."""

LINGER = 5.0
"""Seconds for which a refused body is still read: who is cut off while sending does not hear why."""


class Refused(Exception):
    """This body is not taken: with the status to answer, and words."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words


def largest(scope: Scope) -> int:
    """Bytes that this request may bring: only a form with a file may bring more than a form."""
    kind = dict(scope["headers"]).get(b"content-type", b"")
    return LARGEST_BODY if kind.startswith(b"multipart/") else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


async def read_body(scope: Scope, receive: Receive) -> IO[bytes]:
    """The whole body; `Refused` where it is too large or too slow, `RequestAborted` where it breaks off."""
    most = largest(scope)
    _check_size(int(dict(scope["headers"]).get(b"content-length", 0)), most)
    body = SpooledTemporaryFile(max_size=settings.FILE_UPLOAD_MAX_MEMORY_SIZE, mode="w+b")  # noqa: SIM115
    try:
        async with asyncio.timeout(GRACE) as clock:
            await _fill(body, receive, most, clock)
    except TimeoutError as error:
        body.close()
        raise Refused(408, "This took too long to arrive, and was not taken. Try again.") from error
    except BaseException as error:
        body.close()
        if is_disk_full(error):
            raise Refused(507, FULL) from error
        raise
    body.seek(0)
    return body


async def _fill(body: IO[bytes], receive: Receive, most: int, clock: asyncio.Timeout) -> None:
    began, size, more = asyncio.get_running_loop().time(), 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        chunk, more = message.get("body", b""), message.get("more_body", False)
        size += len(chunk)
        _check_size(size, most)
        clock.reschedule(began + GRACE + size / SLOWEST)
        if getattr(body, "_rolled", False):
            await asyncio.to_thread(body.write, chunk)
        else:
            body.write(chunk)


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise Refused(413, f"This is larger than the {most // 2**20} MB that the house takes at once.")


async def refuse(scope: Scope, receive: Receive, send: Send, why: Refused) -> None:
    """Say why, in the form that this address speaks, and hang up once the rest has run out."""
    kind, words = "text/plain; charset=utf-8", why.words
    if scope["path"].startswith("/api/"):
        code = {408: "too_slow", 413: "too_large", 507: "disk_full"}.get(why.status, "no_room")
        kind = "application/json"
        words = json.dumps({"error": {"code": code, "path": "", "message": words}}, ensure_ascii=False)
    headers = [(b"content-type", kind.encode()), (b"connection", b"close"), (b"cache-control", b"no-store")]
    if why.status == 503:
        headers.append((b"retry-after", b"10"))
    await send({"type": "http.response.start", "status": why.status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode(), "more_body": True})
    try:
        async with asyncio.timeout(LINGER):
            await _run_out(receive)
    except TimeoutError:
        pass
    await send({"type": "http.response.body"})


async def _run_out(receive: Receive) -> None:
    more = True
    while more:
        message = await receive()
        more = message.get("more_body", False) and message["type"] != "http.disconnect"


class FullDisk:
    """507 where the disk is full: a screen's outbox waits, a program is told, a form gets a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not is_disk_full(error):
            return None
        if request.path.startswith("/api/"):
            answer = {"code": "disk_full", "path": "", "message": FULL}
            response: HttpResponse = JsonResponse({"error": answer}, status=507)
        else:
            response = render(request, "full.html", {"words": FULL}, status=507)
        response.headers["Retry-After"] = "5"
        response.headers["Cache-Control"] = "no-store"
        return response
