"""The campaigns and series of this device, side by side; and opening one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns.belonging import campaign_of
from campaigns.forms import OpenCampaign, SeriesForm, today
from campaigns.models import Campaign
from campaigns.opening import keep_table, open_campaign, open_series
from campaigns.shelves import keepable, rows
from companion import shelf
from companion.engine.errors import GameError
from companion.tables.demo import more_lying_open
from companion.tables.devices import Device, label_of, own_secret, secret_of, with_cookie
from companion.tables.guesses import allow_opening
from companion.tables.models import Table
from companion.tables.seating import seats
from companion.tables.views import own_files
from companion.tables.views.entrance import at_table, hosts_only, private
from companion.tables.views.recovering import with_code
from companion.tables.writing import writing


def home(request: HttpRequest) -> HttpResponse:
    """What goes on, what can be opened, and which tables could be kept as a campaign."""
    secret = secret_of(request)
    context = {
        "rows": rows(secret),
        "games": list(shelf.games().values()),
        "tables": keepable(secret),
        "demos": more_lying_open(),
    }
    return private(render(request, "campaigns/home.html", context))


def put_away(request: HttpRequest) -> HttpResponse:
    """The campaigns of this device that have been put away."""
    context = {"rows": rows(secret_of(request), put_away=True)}
    return private(render(request, "campaigns/archive.html", context))


def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a campaign of that game."""
    game = shelf.game(slug) if slug in shelf.slugs() else None
    if game is None or not game.at_table or game.campaign is None:
        return render(request, "campaigns/no_game.html", {"slug": slug, "game": game}, status=404)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = own_files.fill(request, OpenCampaign(game, *sent))
    if request.method == "POST" and form.is_valid():
        try:
            allow_opening(request)
            return _opened(request, form)
        except GameError as error:
            form.add_error(None, str(error))
    context = {"form": form, "game": game}
    return render(request, "campaigns/open.html", context, status=422 if form.errors else 200)


def _opened(request: HttpRequest, form: OpenCampaign) -> HttpResponse:
    secret, label = own_secret(request), label_of(request)
    with writing():
        made = open_campaign(form.opening(), secret, label, on=form.cleaned_data["on"])
        table = Table.objects.get(campaign=made)
        for chair in form.cleaned_data["sits"]:
            seats.sit(table, secret, chair, label)
    return with_code(with_cookie(request, redirect("campaigns:overview", made.code), secret), table)


def series(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a series of that game."""
    game = shelf.game(slug) if slug in shelf.slugs() else None
    if game is None:
        return render(request, "campaigns/no_game.html", {"slug": slug, "game": game}, status=404)
    form = SeriesForm(request.POST if request.method == "POST" else None, initial=_titled(game.title))
    if request.method == "POST" and form.is_valid():
        secret = own_secret(request)
        made = open_series(slug, form.cleaned_data["title"], secret, label_of(request))
        return with_cookie(request, redirect("campaigns:overview", made.code), secret)
    context = {"form": form, "game": game}
    return render(request, "campaigns/open_series.html", context, status=422 if form.errors else 200)


def _titled(game: str) -> dict[str, Any]:
    return {"title": f"{game}, {today().year}"}


@require_POST
@hosts_only
def keep(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """A table that is played already becomes a campaign."""
    try:
        made: Campaign = keep_table(table, own_secret(request), label_of(request))
    except GameError as error:
        context = {"error": error, "code": table.code}
        return render(request, "tables/refused.html", context, status=422)
    return redirect("campaigns:overview", made.code)


@at_table
def of(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """From a table to what it belongs to; to the shelf, where it can be kept as a campaign, if to nothing."""
    found = campaign_of(table)
    return redirect("campaigns:overview", found.code) if found else redirect("campaigns:home")
