"""Pictures of sheets: the thumbnail of a printable, and one page of a sheet of text."""

from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.csp import CSP
from django.views.decorators.csp import csp_override

from companion.engine.errors import GameError
from companion.press.document import Document
from companion.press.text import PressUnavailable
from companion.shop.files import blank, drawn, page_of, pages_in
from companion.shop.orders import Order, Seen
from companion.shop.tasks import done, is_long
from companion.views.print_shop.order import ordered, private
from companion.views.print_shop.shelf import plate_of, same_game, with_table

SMALL, LARGE = 480, 1240
"""Pixels across: a thumbnail, and a page to read (150 to an inch of A4)."""

# The drawing brings its own fonts; nothing else may be loaded by it.
DRAWING: dict[str, list[str]] = {
    "default-src": [CSP.NONE],
    "style-src": [CSP.UNSAFE_INLINE],
    "font-src": ["data:"],
}


@with_table
def thumbnail(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponseBase:
    """The first sheet, small: the very drawing, or the page as it was set."""
    try:
        order = ordered(request, plate_of(system, name), same_game(seen, system))
        return _thumbnail(request, order)
    except PressUnavailable:
        return _svg(blank())
    except GameError as error:
        raise Http404 from error


@csp_override(DRAWING)
def _svg(drawing: str) -> HttpResponse:
    return HttpResponse(drawing, content_type="image/svg+xml")


def _thumbnail(request: HttpRequest, order: Order) -> HttpResponseBase:
    tag = f'"{order.fingerprint}-picture"'
    response = get_conditional_response(request, etag=tag)
    if response is None and isinstance(order.document, Document):
        response = _svg(_first(order.fingerprint, order.document))
    elif response is None:
        response = _svg(blank()) if is_long(order) else _png(page_of(done(order), 1, SMALL))
    return private(response, tag)


@lru_cache(maxsize=64)
def _first(fingerprint: str, document: Document) -> str:
    return drawn(document)


@with_table
def page(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponseBase:
    """One page of a sheet of text, as the typesetter set it."""
    try:
        order = ordered(request, plate_of(system, name), same_game(seen, system))
        if is_long(order):
            raise Http404
        file = done(order)
    except GameError as error:
        raise Http404 from error
    wanted = request.GET.get("page", "1")
    number = int(wanted) if wanted.isascii() and wanted.isdigit() else 1
    tag = f'"{order.fingerprint}-page-{number}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = _png(page_of(file, min(max(number, 1), pages_in(file)), LARGE))
    return private(response, tag)


def _png(picture: bytes) -> HttpResponse:
    return HttpResponse(picture, content_type="image/png")
