"""A page of a series: for who has come in, and for no campaign."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from campaigns.door import Visitor, in_campaign
from campaigns.models import Campaign
from companion.engine.errors import IllegalAction


def in_series(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, campaign, visitor, …)` of a series; a campaign is refused in words."""

    @wraps(view)
    def page(request: HttpRequest, campaign: Campaign, who: Visitor, **place: Any) -> HttpResponse:
        if campaign.kind != "series":
            raise IllegalAction("", "A campaign goes on at its one table; only a series has single evenings.")
        return view(request, campaign, who, **place)

    return in_campaign(page)
