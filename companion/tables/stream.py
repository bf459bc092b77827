"""One screen's stream: rings, and a beat every two seconds so that the screen can tell silence from peace.

What the house has to say to every screen comes on it too: that its disk is filling.

A stream reads the version once, gives its database connection back, and then waits in the hub: a thousand
open streams hold no connection and no thread.
"""

import json
from asyncio import get_running_loop
from collections.abc import AsyncIterator, Iterator
from time import monotonic

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from companion.limits import disk, files
from companion.tables.bell.hub import HUB, Listener, Ring
from companion.tables.devices import Device
from companion.tables.guesses import address_of
from companion.tables.models import Table
from companion.tables.watch import wake

BEAT = 2.0
LATER = {"Retry-After": "10", "Connection": "close"}
GONE = "event: gone\ndata: gone\n\n"
RETRY = "retry: 1000\n\n"
TOO_MANY = "This address has as many live screens as one may have. This one looks for news by itself."


def stream(request: HttpRequest, table: int, who: Device) -> HttpResponseBase:
    """The event stream of a table, from the version that the device last heard on; 503 for one too many."""
    address, last = address_of(request), request.headers.get("Last-Event-ID")
    listener = Listener(table, frozenset(who.tokens), address)
    if not HUB.join(listener, files.streams_an_address()):
        return HttpResponse(TOO_MANY, status=503, content_type="text/plain; charset=utf-8", headers=LATER)
    return Stream(listener, int(last) if last and last.isascii() and last.isdigit() else -1)


class Stream(StreamingHttpResponse):
    """A place in the hub, from the moment that it is given until the screen has gone."""

    def __init__(self, listener: Listener, heard: int) -> None:
        super().__init__(frames(listener, heard), content_type="text/event-stream")
        self.headers["Cache-Control"] = "no-cache"
        self.headers["X-Accel-Buffering"] = "no"
        self.listener = listener

    def close(self) -> None:
        """The place is free again, also where the screen has gone before it heard a word."""
        HUB.leave(self.listener)
        super().close()


async def frames(listener: Listener, heard: int) -> AsyncIterator[str]:
    """What the stream says, until the screen goes or may listen no more."""
    listener.loop = get_running_loop()
    wake()
    listener.hear(await listener.loop.run_in_executor(None, now, listener.table))
    told, due, said = Ring(listener.table, heard, -1), monotonic() + BEAT, ""
    yield RETRY
    while True:
        if said != (said := disk.words()):
            yield f"event: house\ndata: {json.dumps(said)}\n\n"
        news = await listener.next(max(0.0, due - monotonic()))
        if listener.over:
            yield GONE
            return
        for frame in changes(told, news or told):
            yield frame
        told = news or told
        if monotonic() >= due:
            yield f"event: beat\ndata: {told.version}\n\n"
            due = monotonic() + BEAT


def changes(told: Ring, news: Ring) -> Iterator[str]:
    """The events that bring a screen from one ring to the other."""
    if news.version != told.version:
        yield f"event: version\nid: {news.version}\ndata: {news.version}\n\n"
    if news.stir != told.stir:
        yield f"event: stir\ndata: {news.stir}\n\n"


def now(table: int) -> Ring | None:
    """Where the table is; the connection is given back at once."""
    try:
        found = Table.objects.filter(pk=table).values_list("pk", "version", "stir").first()
        return Ring._make(found) if found else None
    finally:
        connection.close()
