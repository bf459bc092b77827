"""The season's page, and its plays to take away."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns.door import Visitor, check_host, page
from campaigns.files import sent
from campaigns.models import Campaign
from campaigns.series import export
from campaigns.series import season as values
from campaigns.series.bringing import brought
from campaigns.series.door import in_series
from campaigns.series.plays import plays
from campaigns.series.program import programme
from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.tables.views.hosting import way_in

LARGEST = 32 * 1024 * 1024
"""Bytes: twenty years of somebody's plays."""


def season(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Standings, who beats whom, the way there, the evenings."""
    game = shelf.game(campaign.system) if campaign.system in shelf.slugs() else None
    found = plays(campaign)
    nights = programme(campaign, found)
    context = page(campaign, who, "overview") | {
        "game": game,
        **way_in(request, "campaigns:join", campaign.code),
        **values.season(found, request.GET.dict(), carries=bool(nights)),
        **nights,
    }
    return render(request, "campaigns/series/season.html", context)


@in_series
def as_csv(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The plays for a spreadsheet."""
    return sent(export.as_csv(campaign, plays(campaign)), f"plays-{campaign.code}.csv")


@in_series
def as_json(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The plays for another log of plays."""
    return sent(export.as_json(campaign, plays(campaign)), f"plays-{campaign.code}.json")


@in_series
def as_play_file(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The same under the name by which BG Stats opens it."""
    return sent(export.as_json(campaign, plays(campaign)), f"plays-{campaign.code}.bgsplay")


@in_series
def pushed(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """One play handed to the BG Stats on this device, which asks there before it takes it in."""
    play = next((each for each in plays(campaign) if each.evening.number == number and each.scores), None)
    if play is None:
        raise Http404("There is no such play with a result.")
    return redirect(export.push(campaign, play))


@in_series
def bring(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Take plays in out of BG Stats' export."""
    check_host(who)
    context = page(campaign, who, "overview")
    if request.method == "POST":
        try:
            context["brought"] = brought(campaign, _file(request))
        except GameError as error:
            context["error"] = error
    status = 422 if "error" in context else 200
    return render(request, "campaigns/series/bring.html", context, status=status)


def _file(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is None or not file.size:
        raise InvalidInput(
            "", "Choose the file first: BG Stats shares plays as .bgsplay, all of them as .json."
        )
    if file.size > LARGEST:
        raise InvalidInput("", f"A file of plays has at most {LARGEST // 2**20} MB.")
    sent: bytes = file.read()
    return sent
