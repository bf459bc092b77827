"""An evening of a series: opened with a table, written down without one, corrected, taken out."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns.door import Visitor, check_host, page
from campaigns.evenings import NOTED, note, numbered
from campaigns.forms import Day, OpenCampaign, today
from campaigns.models import Campaign, Evening
from campaigns.series import keeping
from campaigns.series.door import in_series
from campaigns.series.forms import Played, Scores, TableEvening
from campaigns.series.plays import plays
from campaigns.series.program import night_of, turned_sides
from campaigns.series.standings import standings
from campaigns.series.war import fought, onward
from companion import shelf
from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Game
from companion.engine.result import Night
from companion.tables.devices import label_of, own_secret, with_cookie
from companion.tables.models import Seat
from companion.tables.views import own_files

type Numbered = tuple[int, Night]


def known(campaign: Campaign) -> dict[str, Any]:
    """What a form offers while one types: who has played, and the game's sides."""
    game = _game(campaign) if campaign.system in shelf.slugs() else None
    sides = {chair.name: None for size in _setups(game) for chair in game.setup_seats(size)} if game else {}
    return {"known": [line.name for line in standings(plays(campaign))], "sides": list(sides)}


def _setups(game: Game[Any]) -> list[Any]:
    return [size.setup for size in game.sizes] or [{}]


def _game(campaign: Campaign) -> Game[Any]:
    return shelf.game(campaign.system)


@in_series
def opened(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Open tonight's table."""
    check_host(who)
    game = _game(campaign)
    if not game.at_table:
        raise IllegalAction("", f"{game.title} has no table here yet; write the play down instead.")
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    night, is_war = night_of(campaign, request.GET.get("night", "")), "war" in request.GET
    battles = fought(campaign) if is_war else []
    form = own_files.fill(request, _opening(campaign, game, sent, night))
    if battles:
        _goes_on(form, campaign, len(battles) + 1)
    if request.method == "POST" and form.is_valid():
        try:
            return _opened(request, campaign, form, night)
        except GameError as error:
            form.add_error(None, str(error))
    context = page(campaign, who, "overview") | {
        "form": form,
        "game": game,
        "night": night,
        "battle": len(battles) + 1 if is_war else 0,
        **known(campaign),
    }
    return render(request, "campaigns/open.html", context, status=422 if form.errors else 200)


def _opening(
    campaign: Campaign, game: Game[Any], sent: tuple[Any, ...], night: Numbered | None
) -> OpenCampaign:
    form = OpenCampaign(game, *sent)
    form.fields["on"] = Day("Date", past=True)
    number = Evening.objects.filter(campaign=campaign).count() + 1
    form.fields["title"].initial = f"{campaign.title[:60]}, evening {number}"
    for name in form.fields:
        if name.startswith("p."):
            form.fields[name].widget.attrs["list"] = "known"
    if night:
        _proposed(form, campaign, *night)
    return form


def _proposed(form: OpenCampaign, campaign: Campaign, number: int, night: Night) -> None:
    """The night as its programme has it: its name, what is played, the sides of last time changed."""
    form.fields["title"].initial = f"{campaign.title[:50]}, night {number}: {night.name}"
    people = {f"p.{chair}": name for chair, name in turned_sides(plays(campaign)).items()}
    played = {f"o.{key}": value for key, value in night.setup.items() if value is not None}
    for name, value in (people | played).items():
        if name in form.fields:
            form.fields[name].initial = value


def _goes_on(form: OpenCampaign, campaign: Campaign, number: int) -> None:
    """The war's next battle: the same people sit where they sat, and of a battle only its ground is taken."""
    form.fields["title"].initial = f"{campaign.title[:60]}, battle {number}"
    last = Evening.objects.filter(campaign=campaign, handed__isnull=False).last()
    for seat in Seat.objects.filter(table=last.table if last else None):
        if f"p.{seat.chair}" in form.fields:
            form.fields[f"p.{seat.chair}"].initial = seat.player


def _opened(
    request: HttpRequest, campaign: Campaign, form: OpenCampaign, night: Numbered | None
) -> HttpResponse:
    given, secret = form.cleaned_data, own_secret(request)
    who = (secret, label_of(request))
    opening = form.opening()
    if night:
        own = {key: value for key, value in night[1].setup.items() if f"o.{key}" not in form.fields}
        opening = replace(opening, setup={**opening.setup, **own})
    if "war" in request.GET:
        opening = replace(opening, setup=onward(campaign, opening.setup))
    noted = {"date": given["on"], "handed": {} if "war" in request.GET else None}
    table = keeping.open_evening(campaign, opening, noted, given["sits"], who)
    return with_cookie(request, redirect("tables:seats", table.code), secret)


@in_series
def written(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Write down a play that had no table here."""
    check_host(who)
    sent = request.POST if request.method == "POST" else None
    form, scores = Played(sent), Scores(sent)
    form.fields["date"].widget.attrs["data-today"] = today().isoformat()
    if request.method == "POST" and form.is_valid() & scores.is_valid():
        noted = {name: form.cleaned_data[name] for name in NOTED}
        keeping.write_down(campaign, noted, scores.cleaned_data["scores"])
        return redirect("campaigns:overview", campaign.code)
    return _page(request, campaign, who, {"form": form, "scores": scores})


@in_series
def evening(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """An evening's notes; of a play without a table its result, of a table the names at its seats."""
    found = numbered(campaign, number)
    sent = request.POST if request.method == "POST" else None
    initial = {name: getattr(found, name) for name in NOTED}
    seats = list(Seat.objects.filter(table=found.table)) if found.table else []
    form = TableEvening(seats, sent, initial=initial)
    scores = None if found.table else Scores(sent, known=found.result or ())
    if request.method == "POST":
        check_host(who)
        if form.is_valid() & (scores is None or scores.is_valid()):
            _keep(found, form, scores)
            return redirect("campaigns:overview", campaign.code)
    return _page(request, campaign, who, {"form": form, "scores": scores, "evening": found})


def _keep(found: Evening, form: TableEvening, scores: Scores | None) -> None:
    note(found, form.cleaned_data)
    if scores is not None:
        keeping.by_hand(found, scores.cleaned_data["scores"])
    if found.table is not None:
        keeping.name_people(found.table, form.people())


@in_series
def result(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """The result of an evening's table, written by hand: a game given up, or agreed on."""
    check_host(who)
    found = numbered(campaign, number)
    if request.method == "POST" and request.POST.get("deed") == "table" and found.table:
        keeping.by_hand(found, None)
        return redirect("campaigns:overview", campaign.code)
    seats = Seat.objects.filter(table=found.table)
    rows = found.result or [{"player": seat.player, "seat": seat.name} for seat in seats if seat.player]
    scores = Scores(request.POST if request.method == "POST" else None, known=rows)
    if request.method == "POST" and scores.is_valid():
        keeping.by_hand(found, scores.cleaned_data["scores"])
        return redirect("campaigns:overview", campaign.code)
    return _page(request, campaign, who, {"scores": scores, "evening": found})


@require_POST
@in_series
def remove(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """Take the evening out of the series."""
    check_host(who)
    keeping.remove(numbered(campaign, number))
    return redirect("campaigns:overview", campaign.code)


def _page(request: HttpRequest, campaign: Campaign, who: Visitor, more: dict[str, Any]) -> HttpResponse:
    context = page(campaign, who, "overview") | {**more, **known(campaign)}
    bad = any(form is not None and form.errors for form in (more.get("form"), more.get("scores")))
    return render(request, "campaigns/series/evening.html", context, status=422 if bad else 200)
