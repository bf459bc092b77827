"""What a view knows of the page that asks: whether htmx asks, and for which place in it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request as `HtmxMiddleware` hands it on."""

    htmx: HtmxDetails
