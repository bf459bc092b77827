"""Taking a campaign along, and bringing one in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify

from campaigns.carrying.parcel import pack, unpack
from campaigns.door import Visitor, in_campaign, page
from campaigns.files import sent
from campaigns.models import Campaign
from companion.engine.errors import GameError
from companion.tables.devices import label_of, own_secret, with_cookie

LARGEST = 64 * 1024 * 1024
"""Bytes: ten years of evenings, and no more than a house can unpack at once."""


@in_campaign
def carry(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """What is in the file, and who may have it."""
    status = 200 if who.host else 403
    return render(request, "campaigns/carrying/carry.html", page(campaign, who, "carry"), status=status)


@in_campaign
def parcel(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The file, for the host alone: the journal holds every seat's secrets."""
    if not who.host:
        return render(request, "campaigns/carrying/carry.html", page(campaign, who, "carry"), status=403)
    return sent(pack(campaign), f"{slugify(campaign.title) or 'campaign'}.campaign.json")


def receive(request: HttpRequest) -> HttpResponse:
    """A campaign's file is unpacked; whoever brings it is its host here."""
    try:
        if request.method != "POST":
            return render(request, "campaigns/carrying/receive.html")
        secret = own_secret(request)
        campaign = unpack(_sent(request), secret, label_of(request))
    except GameError as error:
        return render(request, "campaigns/carrying/receive.html", {"error": str(error)}, status=422)
    return with_cookie(request, redirect("campaigns:overview", campaign.code), secret)


def _sent(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is None or not file.size:
        raise GameError("", "Choose the campaign's file first: it ends in .campaign.json.")
    if file.size > LARGEST:
        raise GameError("", f"A campaign's file has at most {LARGEST // 2**20} MB.")
    sent: bytes = file.read()
    return sent
