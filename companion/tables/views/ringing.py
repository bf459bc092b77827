"""The bell of a table, for its pages."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from companion.tables.devices import secret_of
from companion.tables.guesses import TooManyGuesses
from companion.tables.stream import stream
from companion.tables.views.entrance import find


def bell(request: HttpRequest, code: str) -> HttpResponseBase:
    """The event stream, for a device that has joined."""
    try:
        table, who = find(request, code, secret_of(request))
    except TooManyGuesses:
        return HttpResponse(status=403)
    if table is None or not who.joined:
        return HttpResponse(status=403)
    return stream(request, table.pk, who)
