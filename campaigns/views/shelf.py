"""The campaigns of this device, side by side."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.models import Campaign
from companion.tables.codes import hashed
from companion.tables.devices import secret_of


def home(request: HttpRequest) -> HttpResponse:
    """The list."""
    mine = Campaign.objects.filter(members__hash=hashed(secret_of(request) or ""), archived_at=None)
    return render(request, "campaigns/home.html", {"campaigns": mine.order_by("-pk")})
