"""Taking a campaign along, and bringing one in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify

from campaigns.carrying.homecoming import Meeting, bring, settle
from campaigns.carrying.kinship import many_lines
from campaigns.carrying.parcel import pack
from campaigns.door import Visitor, in_campaign, page
from campaigns.files import sent
from campaigns.models import Campaign
from companion.engine.errors import GameError
from companion.tables.devices import label_of, own_secret, with_cookie
from companion.tables.views.entrance import private

LARGEST = 64 * 1024 * 1024
"""Bytes: ten years of evenings, and no more than a house can unpack at once."""


@in_campaign
def carry(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """What is in the file, and who may have it."""
    status = 200 if who.host else 403
    context = page(campaign, who, "carry") | {"lines": many_lines(campaign)}
    return render(request, "campaigns/carrying/carry.html", context, status=status)


@in_campaign
def parcel(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The file, for the host alone: the journal holds every seat's secrets."""
    if not who.host:
        return render(request, "campaigns/carrying/carry.html", page(campaign, who, "carry"), status=403)
    return sent(pack(campaign), f"{slugify(campaign.title) or 'campaign'}.campaign.json")


def receive(request: HttpRequest) -> HttpResponse:
    """A campaign's file is unpacked, its bringer the host; one that is known here waits for a word."""
    if request.method != "POST":
        return render(request, "campaigns/carrying/receive.html")
    secret, choice = own_secret(request), request.POST.get("choice", "")
    try:
        if choice:
            found: Campaign | Meeting = settle(choice, secret, label_of(request))
        else:
            found = bring(_sent(request), secret, label_of(request))
    except GameError as error:
        return render(request, "campaigns/carrying/receive.html", {"error": str(error)}, status=422)
    if isinstance(found, Meeting):
        answer = private(render(request, "campaigns/carrying/brought.html", {"met": found}))
        return with_cookie(request, answer, secret)
    return with_cookie(request, redirect("campaigns:overview", found.code), secret)


def _sent(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is None or not file.size:
        raise GameError("", "Choose the campaign's file first: it ends in .campaign.json.")
    if file.size > LARGEST:
        raise GameError("", f"A campaign's file has at most {LARGEST // 2**20} MB.")
    sent: bytes = file.read()
    return sent
