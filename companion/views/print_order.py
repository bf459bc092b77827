"""An order at the print shop: what its address asks for, whose table it shows, and the file of it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.functional import cached_property

from companion.engine.game import Scene, Sight
from companion.press.document import Document, Printed
from companion.printing import Plate, make
from companion.tables.devices import Device, secret_of
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.views.entrance import find

OWN_KEYS = ("table", "page")
"""What an address may hold beside the printable's options."""


@dataclass(frozen=True)
class Seen:
    """A table as the printing device sees it: with the secrets of its own seats, and of no others."""

    table: Table
    who: Device

    @property
    def scene(self) -> Scene[Any]:
        """Where its game stands."""
        known, holds = position(self.table), frozenset(self.who.holds)
        return Scene(known.state, Sight(holds, holds), "table", {}, known.trail)


class Stranger(Exception):
    """This device has not joined the table whose game it would print."""


def seen_by(request: HttpRequest) -> Seen | None:
    """The table that the address names, if any. `Stranger` where the device may not see it."""
    code = request.GET.get("table", "")
    if not code:
        return None
    table, who = find(request, code, secret_of(request))
    if table is None or not who.joined:
        raise Stranger(code)
    return Seen(table, who)


class Order:
    """One print as ordered. `document` is made when it is first asked for: `GameError` if it cannot be."""

    def __init__(self, request: HttpRequest, plate: Plate, seen: Seen | None) -> None:
        self.plate, self.seen = plate, seen
        self.given = {key: value for key, value in request.GET.items() if key not in OWN_KEYS}

    @cached_property
    def document(self) -> Printed:
        """What is to be printed. Where the table makes no difference it is left out."""
        scene = self.seen.scene if self.seen and self.plate.printable.table != "no" else None
        return make(self.plate, self.given, scene)

    @property
    def drawn(self) -> Document | None:
        """The document, if its pages can be shown; sheets of running text cannot."""
        return self.document if isinstance(self.document, Document) else None


def answer(request: HttpRequest, order: Order) -> HttpResponse:
    """The PDF; 304 where the asker has this very file. `GameError` where it cannot be printed."""
    document = order.document
    tag = f'"{document.fingerprint()}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(document.pdf(), content_type="application/pdf")
        name = f"{order.plate.game.slug}-{order.plate.printable.name}.pdf"
        response["Content-Disposition"] = f'inline; filename="{name}"'
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Authorization"])
    return response
