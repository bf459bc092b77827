"""One screen's stream: rings, and a beat every two seconds so that the screen can tell silence from peace.

A stream reads the version once, gives its database connection back, and then waits in the hub: a thousand
open streams hold no connection.
"""

from asyncio import get_running_loop
from collections.abc import AsyncIterator, Iterator
from time import monotonic

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import StreamingHttpResponse

from companion.tables.devices import Device
from companion.tables.hub import HUB, Listener, Ring
from companion.tables.models import Table
from companion.tables.watch import wake

BEAT = 2.0
RETRY = "retry: 1000\n\n"


def stream(table: int, who: Device, last: str | None) -> StreamingHttpResponse:
    """The event stream of a table for a device that last heard the version `last`."""
    listener = Listener(table, frozenset(who.tokens), get_running_loop())
    heard = int(last) if last and last.isascii() and last.isdigit() else -1
    response = StreamingHttpResponse(frames(listener, heard), content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-Accel-Buffering"] = "no"
    return response


async def frames(listener: Listener, heard: int) -> AsyncIterator[str]:
    """What the stream says, until the screen goes or may listen no more."""
    HUB.join(listener)
    try:
        wake()
        listener.hear(await sync_to_async(now)(listener.table))
        told, due = Ring(listener.table, heard, -1), monotonic() + BEAT
        yield RETRY
        while True:
            news = await listener.next(max(0.0, due - monotonic()))
            if listener.over:
                return
            for frame in changes(told, news or told):
                yield frame
            told = news or told
            if monotonic() >= due:
                yield f"event: beat\ndata: {told.version}\n\n"
                due = monotonic() + BEAT
    finally:
        HUB.leave(listener)


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
