"""One evening: its date, who came, notes; begun late, joined to another, ended."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns import evenings
from campaigns.door import Visitor, check_host, check_plays, in_campaign, page
from campaigns.evenings import NOTED, note, numbered
from campaigns.forms import EveningForm, LateEvening
from campaigns.models import Campaign
from companion.engine.errors import GameError


@in_campaign
def evening(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """Look at an evening's notes, or write them."""
    found = numbered(campaign, number)
    known = {name: getattr(found, name) for name in NOTED}
    form = EveningForm(request.POST if request.method == "POST" else None, initial=known)
    if request.method == "POST":
        check_plays(who)
        if form.is_valid():
            note(found, form.cleaned_data)
            return redirect("campaigns:overview", campaign.code)
    context = page(campaign, who, "overview") | {"evening": found, "form": form}
    return render(request, "campaigns/evening.html", context, status=422 if form.errors else 200)


@in_campaign
def begun_late(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """An evening begins at a line that is written already."""
    check_plays(who)
    table = evenings.table_of(campaign)
    form = LateEvening(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            evenings.begin_at(campaign, form.cleaned_data["first"], form.cleaned_data["date"])
            return redirect("campaigns:overview", campaign.code)
        except GameError as error:
            form.add_error("first", error.message)
    context = page(campaign, who, "overview") | {"form": form, "table": table}
    return render(request, "campaigns/begun_late.html", context, status=422 if form.errors else 200)


@require_POST
@in_campaign
def join_up(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """Two evenings that were one."""
    check_plays(who)
    evenings.join_to_the_one_before(campaign, numbered(campaign, number))
    return redirect("campaigns:overview", campaign.code)


@require_POST
@in_campaign
def open_again(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The last evening goes on: at its table what was played can be taken back or corrected."""
    check_plays(who)
    evenings.open_again(campaign)
    return redirect("tables:table", evenings.table_of(campaign).code)


@require_POST
@in_campaign
def end(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The evening is over."""
    check_host(who)
    evenings.end(campaign)
    return redirect("campaigns:overview", campaign.code)
