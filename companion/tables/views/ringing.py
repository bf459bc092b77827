"""The bell of a table, for its pages."""

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from companion.tables.devices import STRANGER, Device, secret_of
from companion.tables.guesses import TooManyGuesses
from companion.tables.stream import stream
from companion.tables.views.entrance import find


async def bell(request: HttpRequest, code: str) -> HttpResponseBase:
    """The event stream, for a device that has joined."""
    table, who = await sync_to_async(_who)(request, code)
    if table is None or not who.joined:
        return HttpResponse(status=403)
    return stream(table, who, request.headers.get("Last-Event-ID"))


def _who(request: HttpRequest, code: str) -> tuple[int | None, Device]:
    try:
        table, who = find(request, code, secret_of(request))
        return (table.pk if table else None), who
    except TooManyGuesses:
        return None, STRANGER
    finally:
        connection.close()
