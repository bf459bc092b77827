"""The print shop: one game's things, found by typing; before them tonight, the whole box, what changed.

And choosing by tapping: which cards, and which places of the first sheet are used already.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from companion import shelf
from companion.engine.errors import GameError
from companion.htmx import HtmxRequest
from companion.press.document import Document
from companion.press.face import Box, Face, Stamp
from companion.press.page import Page
from companion.press.svg import svg
from companion.press.whole import NAME as EVERYTHING
from companion.press.whole import of_setting
from companion.printing import Plate, find, plates
from companion.shop.files import last, recalled
from companion.shop.models import Printer
from companion.shop.orders import Order, Seen
from companion.shop.samples import Sample, kept, sample
from companion.tables.devices import A_YEAR, hashed, secret_of
from companion.tables.models import Table
from companion.views.print_shop.order import (
    USED,
    device_of,
    game_of,
    given_in,
    habits,
    ordered,
    pieces,
    place,
    query_of,
    used_to,
)
from companion.views.print_shop.sheets import plate_of, same_game, with_table
from companion.workshop.making import KEY

KINDS = {"cards": "Cards", "board": "Board", "markers": "Markers", "aids": "Aids", "records": "Records"}
ROW = 8
"""Things that stand side by side on a tablet."""

TABLES = 3
"""How many of a device's tables the shelf names."""

FANNED = 3
"""First sheets that lie on a tile."""


class Thing(NamedTuple):
    """A thing on the shelf: its order's query, its first sheet's picture, what it takes if that is known.

    `asked` is the query with which it is asked for. `shut` is what needs a table where none of this game is
    open to the device.
    """

    plate: Plate
    query: str
    picture: str
    sample: Sample | None
    asked: str = ""
    shut: bool = False

    @property
    def name(self) -> str:
        return self.plate.printable.short or self.plate.printable.title

    @property
    def takes(self) -> "Takes | None":
        return takes(self.sample, None) if self.sample else None

    @property
    def words(self) -> str:
        thing, on_it = self.plate.printable, self.sample.names if self.sample else ""
        return f"{thing.title} {thing.short} {KINDS[thing.kind]} {thing.summary} {on_it}".casefold()


class Group(NamedTuple):
    key: str
    title: str
    things: list[Thing]

    @property
    def across(self) -> int:
        """How many of them stand side by side."""
        return min(len(self.things), ROW)


class Tile(NamedTuple):
    """An order for much at once, which one tap opens: what it takes is asked of `facts` until it is known."""

    title: str
    words: str
    address: str
    facts: str
    fan: list[str]
    takes: "Takes | None" = None


class Takes(NamedTuple):
    """What an order takes: sheets of paper, minutes on its printer, ink in one to three drops and in words,
    and how long it is until a whole box is cut."""

    sheets: int
    minutes: int
    drops: int
    ink: str = ""
    done: str = ""


def takes(figures: Sample, printer: Printer | None) -> Takes:
    """The same as a tile says it."""
    pace = printer.seconds_a_side if printer else None
    letters = max(1, round(figures.letters))
    ink = f"as for {letters} letter{'s' if letters > 1 else ''}"
    return Takes(figures.sheets, figures.minutes(pace), figures.drops, ink, figures.done(pace))


class Shelf(NamedTuple):
    """One game's shelf for a device: the table that it is opened from, if any, or those that it could be."""

    request: HttpRequest
    system: str
    seen: Seen | None
    tables: list[Table]

    @property
    def table(self) -> str:
        """What an address calls the table whose sheets are printed; empty where none is open."""
        return self.seen.key if self.seen else self.tables[0].code if self.tables else ""

    @property
    def at(self) -> str:
        table = self.seen.table if self.seen else self.tables[0] if self.tables else None
        return (table.title or table.code) if table else ""

    def query(self, plate: Plate, *, of_table: bool = False, **more: str) -> str:
        """What an order's address says: the table, and what this device is used to."""
        query = {"table": self.table if of_table or (self.seen and plate.printable.table != "no") else ""}
        query |= used_to(habits(self.request), plate) | more
        words = urlencode({key: value for key, value in query.items() if value})
        return f"?{words}" if words else ""

    def thing(self, plate: Plate) -> Thing:
        """A thing as it stands here. What needs a table is drawn from it, and counted when the page is up."""
        there = [plate.game.slug, plate.printable.name]
        if plate.printable.table == "must":
            query = self.query(plate, of_table=True)
            picture = reverse("print:thumbnail", args=there) + query if self.table else ""
            return Thing(plate, query, picture, None, query, shut=not self.table)
        usual = Order(plate, {})
        picture = f"{reverse('print:thumbnail', args=there)}?v={usual.fingerprint[:12]}"
        return Thing(plate, self.query(plate), picture, kept(usual))


@with_table
def home(request: HttpRequest, seen: Seen | None) -> HttpResponse:
    """The shelf of the table's game, or of the one that this device came for last."""
    return _shelf(request, seen, seen.table.system if seen else _last_game(request))


@with_table
def game(request: HttpRequest, seen: Seen | None, system: str) -> HttpResponse:
    if system not in _games():
        raise Http404
    return _shelf(request, same_game(seen, system), system)


@with_table
def facts(request: HtmxRequest, seen: Seen | None, system: str, name: str) -> HttpResponse:
    """What an order takes, for a shelf that did not know it yet: sheets, minutes, ink."""
    figures = Takes(0, 0, 0)
    with suppress(GameError):  # A table has no roster yet, say: its order tells why.
        order = ordered(request, plate_of(system, name), same_game(seen, system))
        figures = takes(sample(order), order.printer)
    return render(request, "print/takes.html", {"takes": figures})


@with_table
def known(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponse:
    """The same at once, where it was asked before; nothing where it would have to be found out."""
    with suppress(GameError):
        order = ordered(request, plate_of(system, name), same_game(seen, system))
        if figures := kept(order):
            return render(request, "print/takes.html", {"takes": takes(figures, order.printer)})
    return HttpResponse(status=204)


def _games() -> list[str]:
    return [slug for slug, game in shelf.games().items() if game.printables]


def _last_game(request: HttpRequest) -> str:
    """The game whose shelf this device saw last; else that of its newest table; else the first."""
    slugs = _games()
    played = [table.system for table in _tables(request)]
    wanted = [game_of(request), *played, *slugs]
    return next(each for each in wanted if each in slugs)


def _tables(request: HttpRequest, system: str = "") -> list[Table]:
    secret = secret_of(request)
    if not secret:
        return []
    mine = Table.objects.filter(tokens__hash=hashed(secret), tokens__revoked_at=None, archived_at=None)
    mine = mine.filter(system=system) if system else mine
    return list(mine.annotate(last=Max("entries__pk")).order_by("-last", "-pk")[:TABLES])


def _shelf(request: HttpRequest, seen: Seen | None, system: str) -> HttpResponse:
    stand = Shelf(request, system, seen, [] if seen else _tables(request, system))
    things = [stand.thing(plate) for plate in plates(system) if plate.printable.name != EVERYTHING]
    kind, wanted = request.GET.get("kind", ""), request.GET.get("find", "")
    hits = [each for each in things if _is_wanted(each, kind, wanted)]
    if "open" in request.GET and (first := next((each for each in hits if not each.shut), None)):
        there = [system, first.plate.printable.name]
        return redirect(reverse("print:printable", args=there) + first.query)
    shown: dict[str, object] = {"game": shelf.game(system), "games": [shelf.game(each) for each in _games()]}
    shown |= {"seen": seen, "here": stand, "others": stand.tables[1:], "count": len(things)}
    shown |= {"groups": list(_groups(hits, stand)), "kinds": _kinds(things), "kind": kind, "find": wanted}
    shown |= {"table_query": f"?table={seen.key}" if seen else "", "tiles": list(_tiles(stand, things))}
    printers = {each.name: each for each in Printer.objects.all()}
    shown["printer"] = printers.get(habits(request).get("printer", ""), next(iter(printers.values()), None))
    response = render(request, "print/shelf.html", shown)
    if game_of(request) != system:
        cookie = urlencode({**habits(request), "game": system})
        response.set_cookie(USED, cookie, max_age=A_YEAR, httponly=True, samesite="Lax")
    return response


def _is_wanted(thing: Thing, kind: str, wanted: str) -> bool:
    of_kind = not kind or thing.plate.printable.kind == kind
    return of_kind and all(word in thing.words for word in wanted.casefold().split())


def _kinds(things: Iterable[Thing]) -> list[tuple[str, str]]:
    kinds = {each.plate.printable.kind for each in things}
    return [(key, title) for key, title in KINDS.items() if key in kinds]


def _groups(hits: list[Thing], stand: Shelf) -> Iterable[Group]:
    """By kind; what an evening needs of its table apart, under its name."""
    apart = [each for each in hits if each.plate.printable.table == "must" and each.plate.printable.tonight]
    for key, title in KINDS.items():
        members = [each for each in hits if each.plate.printable.kind == key and each not in apart]
        if members:
            yield Group(key, title, members)
    if apart:
        yield Group("table", "Of your table" if stand.table else "Of a table", apart)


def _tiles(stand: Shelf, things: list[Thing]) -> Iterable[Tile]:
    """The orders for much at once that this game takes; tonight's first, where a table of it is open."""
    if EVERYTHING not in shelf.game(stand.system).printables:
        return
    free = [each for each in things if each.plate.printable.table != "must"]
    if stand.table:
        usual = [each for each in free if each.plate.printable.tonight]
        yield _tile(stand, "tonight", "Tonight")._replace(words=stand.at, fan=_fan(usual))
    yield _tile(stand, "", "The whole box")._replace(words="One file, sorted by paper", fan=_fan(free))
    order = _order(stand, "changed")
    before = last(stand.system, of_setting(order.choices), device_of(stand.request))
    figures = kept(order)
    if before and (figures is None or figures.sheets):
        words = f"Since {before.printed_at:%-d %B}"
        yield _tile(stand, "changed", "What changed")._replace(words=words, fan=_fan(free[:1]))


def _tile(stand: Shelf, which: str, title: str) -> Tile:
    """What it takes is read where it is known; how a table stands is folded when the page is up."""
    query = stand.query(find(stand.system, EVERYTHING), of_table=which == "tonight", which=which)
    there = [stand.system, EVERYTHING]
    address, source = reverse("print:printable", args=there), reverse("print:facts", args=there)
    order = _order(stand, which)
    figures = None if which == "tonight" or stand.seen else kept(order)
    needs = takes(figures, order.printer) if figures else None
    return Tile(title, "", address + query, source + query, [], needs)


def _order(stand: Shelf, which: str) -> Order:
    """What a tile orders, as its address says it."""
    whole = find(stand.system, EVERYTHING)
    used = used_to(habits(stand.request), whole)
    printer = Printer.objects.filter(name=used.pop("printer", "")).first()
    order = Order(whole, {**used, **({"which": which} if which else {})}, stand.seen, printer)
    return recalled(order, device_of(stand.request))


def _fan(things: list[Thing]) -> list[str]:
    kinds = {each.plate.printable.kind: each.picture for each in reversed(things)}
    return list(islice(kinds.values(), FANNED))


PICK, TIMES, DONE = "pick", "times-", "done"
MOST = 9
"""Copies of one card that can be tapped; more are typed."""


class Card(NamedTuple):
    """One card that can be tapped: its name, what people call it, its drawing's name and size, how many."""

    name: str
    title: str
    drawing: str
    width: float
    height: float
    copies: int


class Slot(NamedTuple):
    """A place on the first sheet, in millimetres, and the address that marks it used, or free again."""

    number: int
    box: Box
    used: bool
    tap: str

    @property
    def middle(self) -> float:
        return self.box.x + self.box.width / 2

    @property
    def foot(self) -> float:
        return self.box.y + self.box.height / 2 + 2


@with_table
def cards(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponseBase:
    """Every card, to tap; what was tapped goes back to the order as its `only`."""
    order = _picked(request, seen, system, name, "only")
    if DONE in request.GET:
        picks = [_times(request, each) for each in request.GET.getlist(PICK) if each]
        return _back(order, only=", ".join(picks))
    whole = _order_with(order, only="", skip="", copies="1", house="no", sides="fronts")
    picture, choices = _drawn(_drawn_document(whole), _counts(order))
    shown = _shown(order, "only") | {"cards": choices, "picture": picture, "times": range(1, MOST + 1)}
    return render(request, "print/cards.html", shown)


@with_table
def places(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponseBase:
    """The first sheet and its places: a tap marks one as used, another one frees it."""
    order = _picked(request, seen, system, name, "skip")
    full = _drawn_document(_order_with(order, skip="", copies="20", only="", sides="fronts"))
    used = _used(order)
    slots = [_slot(order, number, stamp, used) for number, stamp in enumerate(pieces(full.sheets[0]), 1)]
    first = _drawn_document(_order_with(order, skip="", sides="fronts"))
    # Our own drawing; its texts are escaped by `press.svg`.
    shown = {"slots": slots, "picture": mark_safe(first.preview(1)), "page": first.sheets[0]}
    return render(request, "print/places.html", _shown(order, "skip") | shown)


def spans(numbers: list[int]) -> str:
    """Numbers as people write them.

    >>> spans([1, 2, 3, 7])
    '1-3, 7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _picked(request: HttpRequest, seen: Seen | None, system: str, name: str, key: str) -> Order:
    plate = plate_of(system, name)
    keys = {option.key for option in plate.asked} | {KEY}
    if key not in keys:
        raise Http404
    try:
        order = ordered(request, plate, same_game(seen, system))
    except GameError as error:
        raise Http404 from error
    return Order(plate, {k: v for k, v in given_in(request).items() if k in keys}, order.seen, order.printer)


def _order_with(order: Order, **given: str) -> Order:
    keys = {option.key for option in order.plate.asked} | {KEY}
    new = {key: value for key, value in {**order.given, **given}.items() if key in keys}
    return Order(order.plate, new, order.seen, order.printer)


def _drawn_document(order: Order) -> Document:
    try:
        document = order.document
    except GameError as error:
        raise Http404 from error
    if not isinstance(document, Document):
        raise Http404
    return document


def _times(request: HttpRequest, name: str) -> str:
    often = request.GET.get(f"{TIMES}{name}", "1")
    return f"{name}*{often}" if often.isascii() and often.isdigit() and int(often) > 1 else name


def _back(order: Order, **given: str) -> HttpResponse:
    there = reverse("print:printable", args=[order.plate.game.slug, order.plate.printable.name])
    return redirect(there + query_of(_order_with(order, **given)))


def _shown(order: Order, key: str) -> dict[str, object]:
    kept = {k: v for k, v in order.given.items() if k != key}
    kept |= {"table": order.seen.key} if order.seen else {}
    kept |= {"printer": order.printer.name} if order.printer else {}
    return {"order": order, "plate": order.plate, "kept": kept, "query": query_of(order)}


def _drawn(document: Document, wanted: dict[str, int]) -> tuple[SafeString, list[Card]]:
    """One drawing that holds each card's face once, and the cards that point into it."""
    faces: dict[str, Face] = {}
    for page in document.sheets:
        for stamp in pieces(page):
            faces.setdefault(stamp.face.name, stamp.face)
    whole = Page(1, 1, tuple(Stamp(face, 0, 0) for face in faces.values()))
    picture = svg(whole, title="All cards")
    drawings = re.findall(r'<use href="#([\w-]+)"', picture.split("</defs>", 1)[1])
    cards = [
        Card(
            name,
            face.title or name.replace("_", " ").capitalize(),
            drawing,
            face.width,
            face.height,
            wanted.get(name, 0),
        )
        for (name, face), drawing in zip(faces.items(), drawings, strict=True)
    ]
    # Our own drawing; its texts are escaped by `press.svg`.
    return mark_safe(picture.split("</defs>", 1)[0] + "</defs></svg>"), cards


def _counts(order: Order) -> dict[str, int]:
    counts = {}
    for part in str(order.given.get("only", "")).replace(";", ",").split(","):
        name, _, often = part.strip().partition("*")
        if name.strip():
            counts[name.strip()] = int(often) if often.strip().isdecimal() else 1
    return counts


def _used(order: Order) -> set[int]:
    numbers: set[int] = set()
    for part in str(order.given.get("skip", "")).split(","):
        first, _, last = part.strip().partition("-")
        if first.strip().isdecimal() and (last or first).strip().isdecimal():
            numbers |= set(range(int(first), min(int(last or first), 999) + 1))
    return numbers


def _slot(order: Order, number: int, stamp: Stamp, used: set[int]) -> Slot:
    then = query_of(_order_with(order, skip=spans(sorted(used ^ {number}))))
    return Slot(number, place(stamp), number in used, then or "?")
