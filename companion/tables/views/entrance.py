"""Who stands before the door of a table's page: found, known, or sent on."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from companion.tables.codes import spelt
from companion.tables.devices import (
    Device,
    TooManyGuesses,
    allow_guess,
    count_guess,
    device,
    secret_of,
)
from companion.tables.models import Table
from companion.tables.position import BrokenJournal

type Page = Callable[..., HttpResponse]


def find(request: HttpRequest, code: str) -> Table | None:
    """The table of that code; a wrong code is counted, and too many are `TooManyGuesses`."""
    allow_guess(request)
    table = Table.objects.filter(code=spelt(code)).first()
    if table is None:
        count_guess(request)
    return table


def at_table(view: Callable[[HttpRequest, Table, Device], HttpResponse]) -> Page:
    """A page that only those see who have joined; others are sent to the door."""

    @wraps(view)
    def page(request: HttpRequest, code: str) -> HttpResponse:
        try:
            table = find(request, code)
            if table is None:
                return missing(request, code)
            who = device(table, secret_of(request))
            if not who.joined:
                return redirect("tables:join", table.code)
            return private(view(request, table, who))
        except TooManyGuesses:
            return too_many(request)
        except BrokenJournal as error:
            return render(request, "tables/broken.html", {"error": str(error)}, status=500)

    return page


def hosts_only(view: Callable[[HttpRequest, Table, Device], HttpResponse]) -> Page:
    """A page that only the host sees."""

    @wraps(view)
    def page(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
        if not who.host:
            return render(request, "tables/not_host.html", {"code": table.code}, status=403)
        return view(request, table, who)

    return at_table(page)


def missing(request: HttpRequest, code: str) -> HttpResponse:
    """There is no table of that code."""
    return render(request, "tables/missing.html", {"code": spelt(code)}, status=404)


def too_many(request: HttpRequest) -> HttpResponse:
    """This address guesses."""
    response = render(request, "tables/too_many.html", status=429)
    response.headers["Retry-After"] = "60"
    return response


def private(response: Any) -> Any:
    """A page with secrets on it is kept by nobody."""
    response.headers.setdefault("Cache-Control", "no-store")
    return response
