"""Who stands before the door of a table's page: found, known, or sent on."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django_htmx.http import HttpResponseClientRedirect

from companion import shelf
from companion.htmx import HtmxRequest
from companion.tables.codes import spelt
from companion.tables.devices import STRANGER, Device, device_at, secret_of
from companion.tables.errors import NotBegun
from companion.tables.guesses import TooManyGuesses, met
from companion.tables.models import Table
from companion.tables.position import BrokenJournal
from companion.tables.presence import heard, shows
from companion.tables.seating.host_place import is_here
from companion.tables.seating.leaving import taken_from
from companion.tables.views.broken import broken

type Page = Callable[..., HttpResponse]


def find(request: HttpRequest, code: str, secret: str | None) -> tuple[Table | None, Device]:
    """The table of that code, and what the holder of the secret is there.

    A wrong code is counted; `TooManyGuesses` for who has guessed too often, unless he is known here.
    """
    table = Table.objects.filter(code=spelt(code)).first()
    who = device_at(table, secret) if table else STRANGER
    if who.program and secret == secret_of(request):
        who = STRANGER  # A program's token opens no page.
    return met(request, spelt(code), table, who.joined, secret), who


def at_door(view: Callable[..., HttpResponse]) -> Page:
    """A page that whoever knows the table's code sees, joined or not."""

    @wraps(view)
    def page(request: HtmxRequest, code: str, **place: Any) -> HttpResponse:
        answer = here(request, code, **place)
        return sent_on(request, answer) if request.htmx and request.method == "GET" else answer

    def here(request: HttpRequest, code: str, **place: Any) -> HttpResponse:
        table, who = find(request, code, secret_of(request))
        return view(request, table, who, **place) if table else missing(request, code)

    return page


def at_table(view: Callable[..., HttpResponse]) -> Page:
    """A page that only those see who have joined; others are sent to the door."""

    @wraps(view)
    def page(request: HttpRequest, table: Table, who: Device, **place: Any) -> HttpResponse:
        try:
            return _let_in(request, table, who, partial(view, **place))
        except Table.DoesNotExist:  # Deleted while this was under way.
            return missing(request, table.code)
        except NotBegun:
            return redirect("tables:lobby", table.code)
        except BrokenJournal as error:
            return private(broken(request, table, who, error))

    return at_door(page)


def _let_in(
    request: HttpRequest, table: Table, who: Device, view: Callable[..., HttpResponse]
) -> HttpResponse:
    if not who.joined:
        lost = taken_from(table, secret_of(request))
        return redirect("tables:gone" if lost else "tables:join", table.code)
    heard(who)
    shows(table, who)
    if request.method == "POST" and request.POST.get("kind") != "host":
        is_here(table, who)
    if not shelf.game(table.system).at_table:
        told = {"slug": table.system, "game": shelf.game(table.system)}
        return private(render(request, "tables/no_game.html", told, status=404))
    return private(view(request, table, who))


def hosts_only(view: Callable[[HttpRequest, Table, Device], HttpResponse]) -> Page:
    """A page that only the host sees."""

    @wraps(view)
    def page(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
        if not who.host:
            return render(request, "tables/not_host.html", {"code": table.code}, status=403)
        return view(request, table, who)

    return at_table(page)


def sent_on(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """For htmx, which asks for a part: where there is none, the browser itself goes to see why."""
    if answer.status_code in (200, 409, 422):
        return answer
    return HttpResponseClientRedirect(answer.headers.get("Location", request.get_full_path()))


def missing(request: HttpRequest, code: str) -> HttpResponse:
    """There is no table of that code."""
    return render(request, "tables/missing.html", {"code": spelt(code)}, status=404)


class Guessing:
    """429 at whatever page somebody guesses too often."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing to do unless somebody guesses."""
        return self.get_response(request)

    def process_exception(self, request: HtmxRequest, error: Exception) -> HttpResponse | None:
        """The page that says so."""
        if not isinstance(error, TooManyGuesses):
            return None
        response = render(request, "tables/too_many.html", status=429)
        response.headers["Retry-After"] = "60"
        return sent_on(request, response) if request.htmx and request.method == "GET" else response


def private[R: HttpResponseBase](response: R) -> R:
    """A page with secrets on it is kept by nobody."""
    response.headers.setdefault("Cache-Control", "no-store")
    return response
