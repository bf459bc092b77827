"""The body of a request: as large as a house can use, and no slower than a poor connection."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestAborted

from companion.limits import disk

type Receive = Callable[[], Awaitable[Any]]
type Send = Callable[[Any], Awaitable[None]]

LARGEST = 66 * 1024 * 1024
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


def largest(scope: Any) -> int:
    """Bytes that this request may bring: only a form with a file may bring more than a form."""
    kind = dict(scope["headers"]).get(b"content-type", b"")
    return LARGEST if kind.startswith(b"multipart/") else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


async def read(scope: Any, receive: Receive) -> IO[bytes]:
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
        if disk.is_full(error):
            raise Refused(507, disk.FULL) from error
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


async def refuse(scope: Any, receive: Receive, send: Send, why: Refused) -> None:
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
