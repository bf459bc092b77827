"""Around a run: one card to look at before it, how its paper is turned, and where it goes on after a jam."""

from typing import NamedTuple
from urllib.parse import parse_qsl

from django.urls import reverse

from companion.press.document import Document
from companion.press.face import Box, Stamp
from companion.press.page import Page, Size
from companion.press.sheet import swaps_sides
from companion.shop.orders import Order, begun, is_paired
from companion.views.print_shop.order import query_of
from companion.views.print_shop.words import EDGES, NO_PIECES, counted


class Turning(NamedTuple):
    """A sheet before and after it is turned over: its size and pieces in millimetres, and over which edge.

    `sideways` is whether it turns like a page of a book; if not, it turns like a leaf of a calendar.
    """

    edge: str
    width: float
    height: float
    front: list[Box]
    back: list[Box]
    sideways: bool

    @property
    def apart(self) -> float:
        """Millimetres between the two drawings, and from them to the arrow's bend."""
        return min(self.width, self.height) / 5

    @property
    def view(self) -> str:
        """Width and height of the whole picture."""
        across, along = self.width + self.apart, self.height + self.apart
        return (
            f"{across + self.width:g} {along:g}" if self.sideways else f"{across:g} {along + self.height:g}"
        )

    @property
    def at_front(self) -> str:
        """Where the front lies in it."""
        return f"0 {self.apart:g}" if self.sideways else "0 0"

    @property
    def at_back(self) -> str:
        """Where the back lies in it."""
        return (
            f"{self.width + self.apart:g} {self.apart:g}"
            if self.sideways
            else f"0 {self.height + self.apart:g}"
        )

    @property
    def arrow(self) -> str:
        """From the front's middle over the edge to the back's, with its head."""
        gap, half = self.apart, 0.35 * self.apart
        long, other = (self.width, self.height) if self.sideways else (self.height, self.width)
        start, end, low = 0.6 * long, 1.4 * long + gap, gap if self.sideways else other
        high = 0.0 if self.sideways else other + gap
        points = [(start, low), (start, high), (end, high), (end, low)]
        away = half if high > low else -half
        head = [(end - half, low + away), (end, low), (end + half, low + away)]
        curve, tip = (
            [f"{x:g} {y:g}" if self.sideways else f"{y:g} {x:g}" for x, y in each] for each in (points, head)
        )
        return f"M{curve[0]}C{' '.join(curve[1:])}M{tip[0]}L{tip[1]}L{tip[2]}"


def pieces(page: Page) -> list[Stamp]:
    """What is cut out of a page."""
    return [stamp for stamp in page.stamps if stamp.face.name and stamp.face.name not in NO_PIECES]


def place(stamp: Stamp) -> Box:
    """Where a piece lies on its page, in millimetres."""
    width, height = stamp.face.width * stamp.scale, stamp.face.height * stamp.scale
    return Box(stamp.x, stamp.y, *((height, width) if stamp.turn % 2 else (width, height)))


def turning(document: Document) -> Turning | None:
    """How the first sheet is turned over; `None` where it is not."""
    edge = EDGES.get(document.duplex, "")
    if not edge:
        return None
    front, back = document.pages[0], document.pages[1]
    sideways = swaps_sides(Size(front.width, front.height), edge)
    before, after = ([place(stamp) for stamp in pieces(page)] for page in (front, back))
    return Turning(edge, front.width, front.height, before, after, sideways)


def one_card(order: Order, document: Document) -> str:
    """The address that prints one card alone, front and back; empty where there is nothing to choose."""
    asked = {option.key for option in order.plate.asked}
    named = [stamp.face.name for stamp in pieces(document.pages[0])]
    if "only" not in asked or not named or counted(document).pieces < 2:
        return ""
    alone = {"only": named[0], "copies": "", "blank": "", "part": "", "skip": "", "from": ""}
    return query_of(order, **alone)


class Jam(NamedTuple):
    """What asks for the number of a jammed sheet: the address that prints on, what goes along, the number."""

    address: str
    kept: dict[str, str]
    sheet: int


def jam_form(order: Order) -> Jam:
    """A whole box goes on from a sheet that its reader counts: its guide says which are whose."""
    address = reverse("print:pdf", args=[order.plate.game.slug, order.plate.printable.name])
    told = parse_qsl(query_of(order, **{"from": ""}).removeprefix("?"))
    return Jam(address, dict(told), order.from_sheet)


def after_a_jam(order: Order, document: Document, number: int) -> str:
    """The address that goes on from the sheet of this page; empty on the first one."""
    paired = is_paired(order.choices, document)
    sheet = len([start for start in begun(document.pages, paired=paired) if start < number])
    return query_of(order, **{"from": order.from_sheet + sheet - 1}) if sheet > 1 else ""
