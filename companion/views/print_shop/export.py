"""A print on its way out of the house: pictures for a maker, a deck for a virtual table, lines to cut."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from companion.engine.errors import GameError
from companion.press.document import Document
from companion.shop.export import Packed, export, findings, outward, summed
from companion.shop.orders import Seen
from companion.views.print_shop.order import ordered, query_of
from companion.views.print_shop.shelf import order_page, plate_of, same_game, with_table


@with_table
def out(request: HttpRequest, seen: Seen | None, system: str, name: str, target: str) -> HttpResponseBase:
    """The files for that target; the printable's page with what is wrong where they cannot be made."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    try:
        return attached(export(ordered(request, plate, seen), target))
    except GameError as error:
        return order_page(request, plate, seen, error)


@with_table
def check(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponse:
    """What a preflight finds in the file for a print house; the printable's page where it cannot be made."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    if "house" not in {option.key for option in plate.asked}:
        raise Http404
    try:
        order = ordered(request, plate, seen)
        document = outward(order).document
        assert isinstance(document, Document)  # what is cut is drawn, never set as running text
        found = findings(document, document.pdf())
    except GameError as error:
        return order_page(request, plate, seen, error)
    shown = {"plate": plate, "order": order, "query": query_of(order), "pages": len(document.pages)}
    return render(request, "print/preflight.html", {**shown, "findings": found, "summed": summed(found)})


def attached(packed: Packed) -> HttpResponse:
    """The files to keep, for their asker alone."""
    response = HttpResponse(packed.content, content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{packed.name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response
