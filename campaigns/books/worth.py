"""What companies were worth as the campaign went, and what people cost: measured at the end of each round."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from campaigns.books.book import Book, Point
from companion.engine.bookings import Prices


class Measured(NamedTuple):
    """A company at the end of a round."""

    point: Point
    cash: int
    liquid: int
    net: int


class Priced(NamedTuple):
    """The shared supply at the end of a round."""

    point: Point
    left: int
    price: int | None


REMEMBERED = 64
_known: OrderedDict[tuple[int, str, int, str], tuple[Measured, ...]] = OrderedDict()
_lock = Lock()


def course(book: Book, seat: str) -> Sequence[Measured]:
    """A company's worth round by round, worked out once for each version of the journal."""
    key = (book.told.table.pk, book.told.table.code, book.told.position.version, seat)
    with _lock:
        found = _known.get(key)
    if found is None:
        found = tuple(_measured(book, seat, point) for point in book.points)
        with _lock:
            _known[key] = found
            while len(_known) > REMEMBERED:
                _known.popitem(last=False)
    return found


def _measured(book: Book, seat: str, point: Point) -> Measured:
    worth = book.card.worth(book.told.passages[point.place].after, seat)
    return Measured(point, worth.cash, worth.liquid, worth.net)


def supply(book: Book) -> Sequence[Priced]:
    """How many were left of the shared supply round by round, and what the next one cost."""
    found = [(point, book.card.prices(book.told.passages[point.place].after)) for point in book.points]
    return tuple(_priced(point, prices) for point, prices in found)


def _priced(point: Point, prices: Prices) -> Priced:
    return Priced(point, prices.left, prices.price)
