"""The gate of the campaigns' interface: whose token it is there, and every refusal as one error object."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from campaigns.books.book import NoBooks
from campaigns.door import Visitor, visitor
from campaigns.models import Campaign
from companion.tables.api import gate
from companion.tables.api.gate import NO_TOKEN, TOO_MANY, bearer, refusal, signed_as
from companion.tables.codes import spelt
from companion.tables.guesses import TooManyGuesses, count_guess, met

type Operation = Callable[..., Any]
type Here = tuple[Campaign, Visitor]

UNKNOWN = "This token is not known in this campaign, or was taken back."


def at_campaign(status: int) -> Callable[[Operation], Operation]:
    """An operation `(request, here, …)` in a campaign, for whoever's token is good there."""

    def decorate(operation: Operation) -> Operation:
        @wraps(operation)
        def asked(request: HttpRequest, code: str, **more: Any) -> HttpResponse:
            return _in(request, code, lambda here: operation(request, here, **more), status)

        return signed_as(asked, operation)

    return decorate


def told(operation: Callable[[], Any], status: int) -> HttpResponse:
    """What an operation answers; books that a game does not keep are not there."""
    try:
        return gate.told(operation, status)
    except NoBooks as error:
        return refusal(404, "not_found", str(error))


def _in(request: HttpRequest, code: str, within: Callable[[Here], Any], status: int) -> HttpResponse:
    token = bearer(request)
    if token is None:
        return refusal(401, "unauthorized", NO_TOKEN)
    try:
        here = _found(request, code, token)
    except TooManyGuesses:
        return refusal(429, "too_many_guesses", TOO_MANY)
    return here if isinstance(here, JsonResponse) else told(lambda: within(here), status)


def _found(request: HttpRequest, code: str, token: str) -> Here | JsonResponse:
    campaign = Campaign.objects.select_related("table").filter(code=spelt(code)).first()
    who = visitor(campaign, token) if campaign else Visitor()
    if met(request, spelt(code), campaign, who.joined, token) is None or campaign is None:
        return refusal(404, "not_found", f"There is no campaign “{spelt(code)}”.")
    if not who.joined:
        count_guess(request, token)
        return refusal(403, "forbidden", UNKNOWN)
    return campaign, who
