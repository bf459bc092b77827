"""What companies were worth as the campaign went, and what people cost: measured at the end of each round."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from campaigns.books.book import Book, Point


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


def course(book: Book, seat: str) -> Sequence[Measured]:
    """A company's worth round by round."""
    return book.once(("course", seat), lambda: tuple(_measured(book, seat, each) for each in book.points))


def _measured(book: Book, seat: str, point: Point) -> Measured:
    worth = book.card.worth(book.told.passages[point.place].after, seat)
    return Measured(point, worth.cash, worth.liquid, worth.net)


def supply(book: Book) -> Sequence[Priced]:
    """How many were left of the shared supply whenever that changed, and what the next one cost."""
    return book.once(("supply",), lambda: tuple(_changes(book)))


def _changes(book: Book) -> Iterator[Priced]:
    before = None
    for point in book.points:
        prices = book.card.prices(book.told.passages[point.place].after)
        if (prices.left, prices.price) != before:
            yield Priced(point, prices.left, prices.price)
        before = (prices.left, prices.price)
