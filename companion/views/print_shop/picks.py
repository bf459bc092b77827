"""Choosing by tapping: which cards, and which places of the first sheet are used already."""

import re
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from companion.engine.errors import GameError
from companion.press.document import Document
from companion.press.face import Box, Face, Stamp
from companion.press.page import Page
from companion.press.svg import svg
from companion.shop.orders import Order, Seen
from companion.views.print_shop.order import given_in, ordered, pieces, place, query_of
from companion.views.print_shop.sheets import plate_of, same_game, with_table
from companion.workshop.making import KEY

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
    order = _order(request, seen, system, name, "only")
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
    order = _order(request, seen, system, name, "skip")
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


def _order(request: HttpRequest, seen: Seen | None, system: str, name: str, key: str) -> Order:
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
