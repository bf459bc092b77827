"""One tap from what may come out wrong to what makes it right: this feed measured, or its printer chosen."""

from typing import NamedTuple

from django.urls import reverse

from companion.engine.errors import GameError
from companion.press.page import PAPER_NAMES
from companion.shop.models import Printer
from companion.shop.orders import EDGES, FITS_BOTH, Order, edge_of, is_fed, paper_of
from companion.views.print_shop.order import query_of


class Tap(NamedTuple):
    """What to tap: its words, and either an address to open or the new printer to begin with."""

    words: str
    address: str = ""
    name: str = ""
    paper: str = ""
    edge: str = ""


def tap(order: Order) -> Tap | None:
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
    return None if is_fed(printer, choices) else _another(order, printer)


def _another(order: Order, printer: Printer) -> Tap:
    paper, edge = paper_of(printer, order.choices), edge_of(order.choices)
    paper = FITS_BOTH[0] if paper == "both" else paper
    feed = f" ({PAPER_NAMES[paper]}, {edge} edge)"
    name = printer.name.partition(" (")[0][: 60 - len(feed)] + feed
    if Printer.objects.filter(name=name).exists():
        return Tap(f"Print with “{name}”", query_of(order, printer=name))
    return Tap(f"Measure it for {PAPER_NAMES[paper]} over {EDGES[edge]}", "", name, paper, edge)
