"""The bell of a table, for its pages: `at` is where one stands, `edition` what it is made of."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from companion.static_files import is_renewed
from companion.tables.devices import secret_of
from companion.tables.guesses import TooManyGuesses
from companion.tables.live.stream import stream
from companion.tables.live.viewers import Place
from companion.tables.views.covering import opens
from companion.tables.views.entrance import find
from companion.tables.views.guiding import is_guided
from companion.tables.views.places import is_room, place_of

RENEWED = "event: renewed\ndata: renewed\n\n"


def bell(request: HttpRequest, code: str) -> HttpResponseBase:
    """The event stream, for a device that has joined."""
    try:
        table, who = find(request, code, secret_of(request))
    except TooManyGuesses:
        return HttpResponse(status=403)
    if table is None or not who.joined:
        return HttpResponse(status=403)
    if is_renewed(request.GET.get("edition")):
        return HttpResponse(RENEWED, content_type="text/event-stream", headers={"Cache-Control": "no-store"})
    at = request.GET.get("at", "")
    there = place_of(at, table, done=True)
    guided, opened = is_guided(request), opens(request, who)
    place = Place(**there, guided=guided, opens=opened) if is_room(at, table) else None
    return stream(request, table.pk, who, place)
