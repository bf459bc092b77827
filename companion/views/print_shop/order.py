"""What an address at the print shop asks for: its file, its paper in words, and all around its run.

One card to look at before it, how its paper is turned, where it goes on after a jam; and one tap from what
may come out wrong to what makes it right: this feed measured, or its printer chosen.
"""

from collections.abc import Mapping
from math import inf
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers

from companion.engine.errors import GameError
from companion.engine.option import picks_of, spelt
from companion.press.document import Document
from companion.press.face import Box, Stamp
from companion.press.page import PAPER_NAMES, Page, Size
from companion.press.sheet import swaps_sides
from companion.press.whole import NAME as EVERYTHING
from companion.printing import Plate, plates
from companion.shop import orders
from companion.shop.files import Finished, recalled, taken
from companion.shop.models import Printer
from companion.shop.samples import Contents
from companion.shop.tasks import done
from companion.tables.devices import A_YEAR, Device, bearer, chairs, hashed, secret_of, sight
from companion.tables.models import Table
from companion.tables.views.entrance import find, reachable
from companion.workshop.making import KEY, check_makes

FLIPS = {"DuplexFlipLongEdge": "long", "DuplexFlipShortEdge": "short"}
"""What a file asks of the printer, as the edge that its paper turns over."""

NO_PIECES = frozenset({"marks", "margin"})
CARD = 30.0
"""Millimetres: what is at least as wide is a card, what is smaller a piece."""


class Needed(NamedTuple):
    """What a print takes: sheets of paper, how many have a back, and what is cut out of them."""

    sheets: int
    backs: int
    pieces: int
    narrowest: float


def counted(document: Document) -> Needed:
    """Look through all pages once."""
    sheets = backs = pieces = 0
    narrowest = inf
    for page in document.pages:
        backs += is_back(page)
        sheets += not is_back(page)
        if page.label.startswith("front"):
            cut = [stamp.face.width for stamp in page.stamps if stamp.face.name not in NO_PIECES]
            pieces, narrowest = pieces + len(cut), min(narrowest, *cut) if cut else narrowest
    return Needed(sheets, backs, pieces, narrowest)


def needed(document: Document, count: Needed) -> str:
    """“80 cards on 9 sheets of A4, turned over the long edge”."""
    if document.pages[0].trim:
        return f"{_pieces(count)}{len(document.pages)} pages of a print house, each a side with its bleed"
    paper = PAPER_NAMES.get(document.paper, document.paper)
    words = f"{_pieces(count)}{count.sheets} sheet{'s' if count.sheets != 1 else ''} of {paper}"
    if document.duplex in FLIPS:
        return f"{words}, turned over the {FLIPS[document.duplex]} edge"
    return f"{words}, printed on both sides" if count.backs else words


def is_back(page: Page) -> bool:
    return page.side == "back"


def _pieces(count: Needed) -> str:
    if not count.pieces:
        return ""
    word = "card" if count.narrowest >= CARD else "piece"
    return f"{count.pieces} {word}{'s' if count.pieces != 1 else ''} on "


OWN_KEYS = ("table", "page", "printer", "from", "v")
"""What an address may hold beside the printable's options; `v` names the drawing, so that it may be kept."""

USED = "print"
"""The cookie in which a device keeps its game, and what it printed with last: paper, ink, edge, printer."""

MOST_USED = 1_000
"""Letters of that cookie that are read."""


def habits(request: HttpRequest) -> dict[str, str]:
    """What the device's cookie says."""
    return dict(parse_qsl(request.COOKIES.get(USED, "")[:MOST_USED]))


def game_of(request: HttpRequest) -> str:
    return habits(request).get("game", "")


def used_to(usual_choices: Mapping[str, str], plate: Plate) -> dict[str, str]:
    """What a device is used to, as far as this thing can be printed so and is not anyhow."""
    choices = {}
    for option in plate.asked:
        usual = "" if option.default is None else spelt(option.default)
        offered = {value for value, _ in picks_of(option)}
        if option.key in _lasting(plate) and usual_choices.get(option.key, usual) in offered - {usual}:
            choices[option.key] = usual_choices[option.key]
    return choices | ({"printer": usual_choices["printer"]} if usual_choices.get("printer") else {})


def _lasting(plate: Plate) -> set[str]:
    """Choices that hold for whatever comes next: those of the whole box."""
    whole = plate.game.printables.get(EVERYTHING, plate.printable)
    return {option.key for option in whole.options if option.choices} - {"which"}


def remembered[R: HttpResponseBase](response: R, request: HttpRequest, order: orders.Order) -> R:
    """A response that leaves the device what it has just printed with."""
    record = {"game": order.plate.game.slug}
    for option in order.plate.asked:
        if option.key in _lasting(order.plate):
            record[option.key] = str(order.given.get(option.key, ""))
    record["printer"] = order.printer.name if order.printer else ""
    record = {key: value for key, value in {**habits(request), **record}.items() if value}
    response.set_cookie(USED, urlencode(record), max_age=A_YEAR, httponly=True, samesite="Lax")
    return response


class Stranger(Exception):
    """This device has not joined the table whose game it would print."""


def seen_by(request: HttpRequest) -> orders.Seen | None:
    """The table that the address names, if any. `Stranger` where the device may not see it."""
    code, _, hand = request.GET.get("table", "").partition(".")
    if not code:
        return None
    table, who = find(request, code, secret_of(request))
    if table is None or not who.joined:
        raise Stranger(code)
    return seen_as(request, table, who, hand)


def seen_as(request: HttpRequest, table: Table, who: Device, hand: str) -> orders.Seen:
    """The table as a device may print it, from a seat's own room or from one that shows to all."""
    at = hand if hand in who.holds else ""
    device = who.at_hand(at) if at else who
    sees = sight(table, device, chairs(table)).sees
    return orders.Seen(table, sees, address_of(request, table), at)


def address_of(request: HttpRequest, table: Table) -> str:
    """The table's own page as others on the network open it: what a code on paper says."""
    return reachable(request.build_absolute_uri(reverse("tables:table", args=[table.code])))


def given_in(request: HttpRequest) -> dict[str, str]:
    """The options in an address. One that stands there several times (ticked cards) is a list."""
    keys = [key for key in request.GET if key not in OWN_KEYS]
    return {key: ", ".join(word for word in request.GET.getlist(key) if word) for key in keys}


def ordered(request: HttpRequest, plate: Plate, seen: orders.Seen | None) -> orders.Order:
    """The order in an address; `InvalidInput` at `printer` where it names one that is not known, at `from`
    where that is no sheet's number, at `own` where it names cards that this device does not make."""
    given = given_in(request)
    if KEY in given:
        check_makes(bearer(request) or secret_of(request), given[KEY])
    printer = orders.printer_named(request.GET.get("printer", ""))
    order = orders.Order(plate, given, seen, printer, orders.sheet_told(request.GET.get("from", "")))
    return recalled(order, device_of(request))


def query_of(order: orders.Order, **more: object) -> str:
    """The address's query of this order, with its question mark. What is as usual need not be said."""
    query: dict[str, object] = {"table": order.seen.key} if order.seen else {}
    spoken = {key: value for key, value in order.given.items() if isinstance(value, str)}
    query |= {key: value for key, value in spoken.items() if value != _usual(order.plate).get(key)}
    query |= {"printer": order.printer.name} if order.printer else {}
    query |= {"from": order.from_sheet} if order.from_sheet > 1 else {}
    words = urlencode({key: value for key, value in {**query, **more}.items() if value not in ("", None)})
    return f"?{words}" if words else ""


def image(order: orders.Order, number: int) -> str:
    """Where a sheet of an order is seen small."""
    there = reverse("print:thumbnail", args=[order.plate.game.slug, order.plate.printable.name])
    return there + query_of(order, page=number, v=order.fingerprint[:12])


SHOWN = 3
"""First sheets of a part of a whole box that are shown beside it."""


def pictured(order: orders.Order, box: Contents) -> list[tuple[str, list[tuple[str, str, list[str]]]]]:
    """Under each paper its parts: what is on them, and the first sheets of those things in the box's ink."""
    things = {each.printable.title: each for each in plates(order.plate.game.slug)}
    given = {key: value for key, value in order.given.items() if isinstance(value, str)}

    def first(plate: Plate) -> str:
        usual = {key: value for key, value in used_to(given, plate).items() if key != "printer"}
        alike = orders.Order(plate, usual, order.seen if plate.printable.table != "no" else None)
        return image(alike, 1)

    return [
        (paper, [(title, holds, [first(things[each]) for each in of[:SHOWN]]) for title, holds, of in parts])
        for paper, parts in box.papers
    ]


def _usual(plate: Plate) -> dict[str, str]:
    return {o.key: "" if o.default is None else spelt(o.default) for o in plate.asked}


def answer(request: HttpRequest, order: orders.Order) -> HttpResponseBase:
    """The PDF; 304 where the asker has this very file. `GameError` where it cannot be printed."""
    return handed(request, done(order))


def handed(request: HttpRequest, file: Finished) -> HttpResponseBase:
    file.take()
    taken(file, device_of(request))
    return sent(request, file)


def device_of(request: HttpRequest) -> str:
    """What the house calls the asker's device: a hash of its secret, empty where it has none."""
    secret = secret_of(request)
    return hashed(secret) if secret else ""


def sent(request: HttpRequest, file: Finished) -> HttpResponseBase:
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


def pieces(page: Page) -> list[Stamp]:
    return [stamp for stamp in page.stamps if stamp.face.name and stamp.face.name not in NO_PIECES]


def place(stamp: Stamp) -> Box:
    """Where a piece lies on its page, in millimetres."""
    width, height = stamp.face.width * stamp.scale, stamp.face.height * stamp.scale
    return Box(stamp.x, stamp.y, *((height, width) if stamp.turn % 2 else (width, height)))


def turned_over(document: Document) -> str:
    """How its sheets are turned over: like a page of a `book` or a leaf of a `calendar`; empty if not."""
    edge = FLIPS.get(document.duplex, "")
    if not edge:
        return ""
    front = document.pages[0]
    return "book" if swaps_sides(Size(front.width, front.height), edge) else "calendar"


def one_card(order: orders.Order, document: Document) -> str:
    """The address that prints one card alone, front and back; empty where there is nothing to choose."""
    keys = {option.key for option in order.plate.asked}
    named = [stamp.face.name for stamp in pieces(document.pages[0])]
    if "only" not in keys or not named or counted(document).pieces < 2:
        return ""
    alone = {"only": named[0], "copies": "", "blank": "", "part": "", "skip": "", "from": ""}
    return query_of(order, **alone)


class Jam(NamedTuple):
    """What asks for the number of a jammed sheet: the address that prints on, what goes along, the number."""

    address: str
    kept: dict[str, str]
    sheet: int


def jam_form(order: orders.Order) -> Jam:
    """A whole box goes on from a sheet that its reader counts: its guide says which are whose."""
    address = reverse("print:pdf", args=[order.plate.game.slug, order.plate.printable.name])
    query = parse_qsl(query_of(order, **{"from": ""}).removeprefix("?"))
    return Jam(address, dict(query), order.from_sheet)


def after_a_jam(order: orders.Order, document: Document, number: int) -> str:
    """The address that goes on from the sheet of this page; empty on the first one."""
    paired = orders.is_paired(order.choices, document)
    sheet = len([start for start in orders.begun(document.pages, paired=paired) if start < number])
    return query_of(order, **{"from": order.from_sheet + sheet - 1}) if sheet > 1 else ""


class Tap(NamedTuple):
    """What to tap: its words, and either an address to open or the new printer to begin with."""

    words: str
    address: str = ""
    name: str = ""
    paper: str = ""
    edge: str = ""


def tap(order: orders.Order) -> Tap | None:
    """The tap for this order's printer; `None` where it was measured for what it shall print."""
    printer = order.printer
    if not printer:
        return None
    if not printer.measured:
        return Tap(f"Measure “{printer.name}”", reverse("print:walk", args=[printer.pk]))
    try:
        choices = order.choices
    except GameError:
        return None
    return None if orders.is_fed(printer, choices) else _another(order, printer)


def _another(order: orders.Order, printer: Printer) -> Tap:
    paper, edge = orders.paper_of(printer, order.choices), orders.edge_of(order.choices)
    paper = orders.FITS_BOTH[0] if paper == "both" else paper
    feed = f" ({PAPER_NAMES[paper]}, {edge} edge)"
    name = printer.name.partition(" (")[0][: 60 - len(feed)] + feed
    if Printer.objects.filter(name=name).exists():
        return Tap(f"Print with “{name}”", query_of(order, printer=name))
    return Tap(f"Measure it for {PAPER_NAMES[paper]} over {orders.EDGES[edge]}", "", name, paper, edge)
