"""Taking a campaign along, and bringing one in."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify

from campaigns.carrying.homecoming import Meeting, bring, settle
from campaigns.carrying.kinship import many_lines
from campaigns.carrying.parcel import pack, tables_of
from campaigns.door import Visitor, in_campaign, page
from campaigns.files import sent
from campaigns.models import Campaign
from companion.engine.errors import GameError
from companion.tables import taking
from companion.tables.devices import Device, device, label_of, own_secret, secret_of, with_cookie
from companion.tables.models import Table
from companion.tables.views.entrance import private

LARGEST = 64 * 1024 * 1024
"""Bytes: ten years of evenings, and no more than a house can unpack at once."""


@in_campaign
def carry(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """What is in the file, and who may have it; a host who plays asks the other seats first."""
    closed = [table for table in tables_of(campaign) if taking.to_ask(table, _at(table, request))]
    if request.method == "POST" and who.host:
        for table in closed:
            taking.ask(table, _at(table, request))
        return redirect("campaigns:carry", campaign.code)
    asked = bool(closed) and all(taking.is_asked(table, _at(table, request)) for table in closed)
    context = page(campaign, who, "carry") | {"lines": many_lines(campaign), "closed": closed, "asked": asked}
    return render(request, "campaigns/carrying/carry.html", context, status=200 if who.host else 403)


@in_campaign
def parcel(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The file, for the host alone: the journal holds every seat's secrets."""
    if not who.host:
        return render(request, "campaigns/carrying/carry.html", page(campaign, who, "carry"), status=403)
    tables = tables_of(campaign)
    for table in tables:
        taking.check_may_take(table, _at(table, request))
    for table in tables:
        taking.take(table, _at(table, request), "the campaign’s file")
    return sent(pack(campaign), f"{slugify(campaign.title) or 'campaign'}.campaign.json")


def _at(table: Table, request: HttpRequest) -> Device:
    """This device at a table of the campaign; the campaign's host is the host of all of them."""
    return replace(device(table, secret_of(request)), host=True)


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
