"""A campaign begins with a version of a binder, and keeps it whatever becomes of the binder."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns.designer.door import Bench, at_bench
from campaigns.designer.views.answering import page
from campaigns.forms import OpenCampaign
from campaigns.models import BinderVersion, Campaign, Played
from campaigns.opening import open_campaign
from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.wire import Json
from companion.tables.devices import own_secret, with_cookie
from companion.tables.models import Table
from companion.tables.seating import seats
from companion.tables.writing import writing


@at_bench
def now(request: HttpRequest, here: Bench) -> HttpResponse:
    """The latest version, to be played."""
    return redirect("campaigns:binder-play", here.binder.code, here.version.number)


@at_bench
def play(request: HttpRequest, here: Bench, number: int) -> HttpResponse:
    """Open a campaign with this version; one with a fault says what stands in the way."""
    version = BinderVersion.objects.filter(binder=here.binder, number=number).first()
    if version is None:
        return redirect("campaigns:binder-versions", here.binder.code)
    if version.fault:
        context = page(here, "play") | {"unready": version}
        return render(request, "campaigns/designer/play.html", context, status=422)
    form = OpenCampaign(
        with_binder(here, version.content), *([request.POST] if request.method == "POST" else [])
    )
    if request.method == "POST" and form.is_valid():
        try:
            return _opened(request, here, version, form)
        except GameError as error:
            form.add_error(None, str(error))
    if request.method != "POST":
        form.fields["title"].initial = here.binder.title
    context = page(here, "play") | {"form": form, "playing": version}
    return render(request, "campaigns/open.html", context, status=422 if form.errors else 200)


def with_binder(here: Bench, content: Json) -> Game[Any]:
    """The game with this binder in every setup: its own companies sit down, no file is asked for."""
    key, game = here.design.file, here.game
    return replace(game, files=(), setup_seats=lambda setup: game.setup_seats({**setup, key: content}))


def _opened(request: HttpRequest, here: Bench, version: BinderVersion, form: OpenCampaign) -> HttpResponse:
    secret, given = own_secret(request), form.cleaned_data
    opening = replace(form.opening(), setup={**form.setup(), here.design.file: version.content})
    with writing():
        made: Campaign = open_campaign(opening, secret, here.by, on=given["on"])
        Played.objects.create(version=version, campaign=made)
        table = Table.objects.get(campaign=made)
        there = {seat.chair for seat in table.seats.all()}
        for chair in given["sits"]:
            if chair in there:
                seats.sit(table, secret, chair, here.by)
    return with_cookie(request, redirect(reverse("campaigns:overview", args=[made.code])), secret)
