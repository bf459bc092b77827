"""Coming in by the campaign's code: to look, or to sit down in a free seat."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns.chronicle import chronicle
from campaigns.door import find, visitor
from campaigns.models import Campaign, Member
from campaigns.outlook import chairs
from companion.engine.errors import GameError
from companion.tables.codes import hashed, spelt
from companion.tables.devices import label_of, own_secret, secret_of, with_cookie
from companion.tables.models import Table
from companion.tables.position import BrokenJournal
from companion.tables.seating import seats
from companion.tables.views.entrance import private
from companion.tables.writing import writing


def join(request: HttpRequest, code: str) -> HttpResponse:
    """A device that knows the code may look from now on; secrets stay with the seats."""
    campaign = find(request, code)
    if campaign is None:
        return render(request, "campaigns/missing.html", {"code": code}, status=404)
    if request.method != "POST":
        return _choose(request, campaign)
    secret = own_secret(request)
    try:
        with writing():
            _come_in(request, campaign, secret)
    except GameError as error:
        return _choose(request, campaign, error)
    return with_cookie(request, redirect("campaigns:overview", campaign.code), secret)


def _come_in(request: HttpRequest, campaign: Campaign, secret: str) -> None:
    """Noted as one who may look, and seated where a seat was chosen."""
    label, chair = label_of(request), request.POST.get("seat", "")
    Member.objects.get_or_create(campaign=campaign, hash=hashed(secret), defaults={"label": label})
    if chair and campaign.table is not None:
        table = Table.objects.get(campaign=campaign)
        seats.sit(table, secret, chair, label, request.POST.get("player", "").replace("\0", ""))


def _choose(request: HttpRequest, campaign: Campaign, error: GameError | None = None) -> HttpResponse:
    who = visitor(campaign, secret_of(request))
    context = {"campaign": campaign, "visitor": who, "error": error, "chairs": []}
    if campaign.table is not None:
        try:
            context["chairs"] = chairs(chronicle(campaign), who.sight, who.device)
        except BrokenJournal as broken:
            return render(request, "tables/broken.html", {"error": str(broken)}, status=500)
    return private(render(request, "campaigns/join.html", context, status=422 if error else 200))


def by_code(request: HttpRequest) -> HttpResponse:
    """A code is typed."""
    code = spelt(request.GET.get("code", ""))
    return redirect("campaigns:join", code) if code else redirect("campaigns:home")
