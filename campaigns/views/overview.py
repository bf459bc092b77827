"""The campaign's first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.door import Visitor, in_campaign, page
from campaigns.models import Campaign


@in_campaign
def overview(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Where the campaign stands, its evenings, and the way to tonight's table."""
    return render(request, "campaigns/overview.html", page(campaign, who, "overview"))
