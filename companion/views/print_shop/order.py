"""What an address at the print shop asks for, and the file of it."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers

from companion.engine.option import spelt
from companion.printing import Plate
from companion.shop.files import Finished, recalled, taken
from companion.shop.orders import Order, Seen, printer_named, sheet_told
from companion.shop.tasks import done
from companion.tables.api.gate import bearer
from companion.tables.codes import hashed
from companion.tables.devices import Device, secret_of
from companion.tables.may import chairs, sight
from companion.tables.models import Table
from companion.tables.views.entrance import find
from companion.tables.views.hosting import reachable
from companion.workshop.making import KEY, check_makes

OWN_KEYS = ("table", "page", "printer", "from")
"""What an address may hold beside the printable's options."""


class Stranger(Exception):
    """This device has not joined the table whose game it would print."""


def seen_by(request: HttpRequest) -> Seen | None:
    """The table that the address names, if any. `Stranger` where the device may not see it."""
    code, _, hand = request.GET.get("table", "").partition(".")
    if not code:
        return None
    table, who = find(request, code, secret_of(request))
    if table is None or not who.joined:
        raise Stranger(code)
    return seen_as(request, table, who, hand)


def seen_as(request: HttpRequest, table: Table, who: Device, hand: str) -> Seen:
    """The table as a device may print it, from a seat's own room or from one that shows to all."""
    at = hand if hand in who.holds else ""
    here = who.at_hand(at) if at else who
    sees = sight(table, here, chairs(table)).sees
    return Seen(table, sees, address_of(request, table), at)


def address_of(request: HttpRequest, table: Table) -> str:
    """The table's own page as others on the network open it: what a code on paper says."""
    return reachable(request.build_absolute_uri(reverse("tables:table", args=[table.code])))


def given_in(request: HttpRequest) -> dict[str, str]:
    """The options in an address. One that stands there several times (ticked cards) is a list."""
    keys = [key for key in request.GET if key not in OWN_KEYS]
    return {key: ", ".join(word for word in request.GET.getlist(key) if word) for key in keys}


def ordered(request: HttpRequest, plate: Plate, seen: Seen | None) -> Order:
    """The order in an address; `InvalidInput` at `printer` where it names one that is not known, at `from`
    where that is no sheet's number, at `own` where it names cards that this device does not make."""
    given = given_in(request)
    if KEY in given:
        check_makes(bearer(request) or secret_of(request), given[KEY])
    printer = printer_named(request.GET.get("printer", ""))
    order = Order(plate, given, seen, printer, sheet_told(request.GET.get("from", "")))
    return recalled(order, device_of(request))


def query_of(order: Order, **more: object) -> str:
    """The address's query of this order, with its question mark. What is as usual need not be said."""
    told: dict[str, object] = {"table": order.seen.key} if order.seen else {}
    spoken = {key: value for key, value in order.given.items() if isinstance(value, str)}
    told |= {key: value for key, value in spoken.items() if value != _usual(order.plate).get(key)}
    told |= {"printer": order.printer.name} if order.printer else {}
    told |= {"from": order.from_sheet} if order.from_sheet > 1 else {}
    words = urlencode({key: value for key, value in {**told, **more}.items() if value not in ("", None)})
    return f"?{words}" if words else ""


def _usual(plate: Plate) -> dict[str, str]:
    return {o.key: "" if o.default is None else spelt(o.default) for o in plate.asked}


def answer(request: HttpRequest, order: Order) -> HttpResponseBase:
    """The PDF; 304 where the asker has this very file. `GameError` where it cannot be printed."""
    return handed(request, done(order))


def handed(request: HttpRequest, file: Finished) -> HttpResponseBase:
    """A finished file that somebody takes to print."""
    file.take()
    taken(file, device_of(request))
    return sent(request, file)


def device_of(request: HttpRequest) -> str:
    """What the house calls the asker's device: a hash of its secret, empty where it has none."""
    secret = secret_of(request)
    return hashed(secret) if secret else ""


def sent(request: HttpRequest, file: Finished) -> HttpResponseBase:
    """A finished file; 304 where the asker has it."""
    tag = f'"{file.fingerprint}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(file.path.read_bytes(), content_type="application/pdf")
        response.headers["Content-Disposition"] = f'inline; filename="{file.name}"'
    return private(response, tag)


def private[R: HttpResponseBase](response: R, tag: str) -> R:
    """A response that its asker alone may keep, and must ask about again."""
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Authorization"])
    return response
