"""A print on its way out of the house: pictures for a maker, a deck for a virtual table, lines to cut."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from companion.engine.errors import GameError
from companion.shop.export import Packed, export
from companion.shop.orders import Seen
from companion.views.print_shop.order import ordered
from companion.views.print_shop.shelf import order_page, plate_of, same_game, with_table


@with_table
def out(request: HttpRequest, seen: Seen | None, system: str, name: str, target: str) -> HttpResponseBase:
    """The files for that target; the printable's page with what is wrong where they cannot be made."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    try:
        return attached(export(ordered(request, plate, seen), target))
    except GameError as error:
        return order_page(request, plate, seen, error)


def attached(packed: Packed) -> HttpResponse:
    """The files to keep, for their asker alone."""
    response = HttpResponse(packed.content, content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{packed.name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response
