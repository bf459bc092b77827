"""One screen's stream: rings or pictures, and a beat every two seconds, to tell silence from peace.

What the house has to say to every screen comes on it too: that its disk is filling.

A stream reads the version once, gives its database connection back, and then waits in the hub: a thousand
open streams hold no connection and no thread.
"""

import json
from asyncio import get_running_loop
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from time import monotonic

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.middleware.gzip import re_accepts_gzip

from companion import limits
from companion.tables.bell.hub import HUB, Listener, Ring
from companion.tables.bell.sent import GZIP, packed
from companion.tables.devices import Device, secret_of
from companion.tables.guesses import address_of
from companion.tables.live.viewers import Place, Viewer
from companion.tables.live.watch import wake
from companion.tables.models import Table

BEAT = 2.0
LATER = {"Retry-After": "10", "Connection": "close"}
GONE = "event: gone\ndata: gone\n\n"
RETRY = "retry: 1000\n\n"
TOO_MANY = "This address has as many live screens as one may have. This one looks for news by itself."


def stream(request: HttpRequest, table: int, who: Device, place: Place | None = None) -> HttpResponseBase:
    """The event stream of a table, from the version that the device last heard on; 503 for one too many.

    A page of that place gets its pictures on it.
    """
    address, last = address_of(request), request.headers.get("Last-Event-ID")
    listener = Listener(table, frozenset(who.tokens), address)
    if place:
        listener = Viewer(table, listener.tokens, address, secret=secret_of(request) or "", place=place)
    if not HUB.join(listener, limits.streams_an_address()):
        return HttpResponse(TOO_MANY, status=503, content_type="text/plain; charset=utf-8", headers=LATER)
    told = frames(listener, int(last) if last and last.isascii() and last.isdigit() else -1)
    return Stream(listener, told, packs=re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")))


class Stream(StreamingHttpResponse):
    """A place in the hub, from the moment that it is given until the screen has gone."""

    def __init__(self, listener: Listener, told: AsyncGenerator[str], *, packs: object) -> None:
        super().__init__(_packed(told) if packs else told, content_type="text/event-stream")
        if packs:
            self.headers["Content-Encoding"] = "gzip"
        self.headers["Cache-Control"] = "no-cache"
        self.headers["X-Accel-Buffering"] = "no"
        self.listener = listener

    def close(self) -> None:
        """The place is free again, also where the screen has gone before it heard a word."""
        HUB.leave(self.listener)
        super().close()


async def frames(listener: Listener, heard: int) -> AsyncGenerator[str]:
    """What the stream says, until the screen goes or may listen no more."""
    listener.loop = get_running_loop()
    wake()
    listener.hear(await listener.loop.run_in_executor(None, now, listener.table))
    told, due, said = Ring(listener.table, heard, -1), monotonic() + BEAT, ""
    yield RETRY
    while True:
        if said != (said := limits.disk_words()):
            yield f"event: house\ndata: {json.dumps(said)}\n\n"
        news = await listener.next(max(0.0, due - monotonic()))
        if listener.over:
            yield GONE
            return
        if news:
            for frame in listener.events(told, news):
                yield frame
            told = news
        if monotonic() >= due:
            yield f"event: beat\ndata: {told.version}\n\n"
            due = monotonic() + BEAT


async def _packed(frames: AsyncGenerator[str]) -> AsyncIterator[bytes]:
    yield GZIP
    async with aclosing(frames):
        async for frame in frames:
            yield packed(frame)


def now(table: int) -> Ring | None:
    """Where the table is; the connection is given back at once."""
    try:
        found = Table.objects.filter(pk=table).values_list("pk", "version", "stir").first()
        return Ring._make(found) if found else None
    finally:
        connection.close()
