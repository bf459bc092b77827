"""The book of a campaign: each booking with the journal entry and the evening that made it."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache, cached

from campaigns.chronicle import Chronicle, told
from campaigns.models import Campaign, Evening
from companion.engine.campaign.bookings import Booking, Books, When
from companion.engine.game import Game
from companion.tables.models import Table
from companion.tables.position import position


class Point(NamedTuple):
    """The last moment of a round: the line that stood last in it, and its place among those that stand."""

    when: When
    number: int
    place: int


class Folded(NamedTuple):
    """What a journal makes of its books: each booking with its place, and the ends of rounds."""

    bookings: tuple[tuple[Booking, int], ...]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """A booking in its book: the journal's line that made it, that line's place, and its evening.

    `balance` is what its company had after it.
    """

    booking: Booking
    number: int
    place: int
    evening: Evening | None
    balance: int


class Book:
    """All companies' bookings, in order. It never changes: what is worked out of it is worked out once."""

    def __init__(self, card: Books[Any], told: Chronicle, fold: Folded) -> None:
        self.card, self.told, self.points = card, told, fold.points
        self.entries = _entered(told, fold)
        self._places = {passage.number: place for place, passage in enumerate(told.passages)}
        self._own: dict[str, list[Entered]] = {}
        for each in self.entries:
            self._own.setdefault(each.booking.seat, []).append(each)
        self._kept: dict[tuple[str, ...], Any] = {}

    def of(self, seat: str) -> Sequence[Entered]:
        """One company's bookings."""
        return self._own.get(seat, [])

    def place(self, number: int) -> int | None:
        """Where that line stands in the journal; None where it does not."""
        return self._places.get(number)

    def cash(self, seat: str, place: int) -> int:
        """What the books say that a company had after the line at that place."""
        at = bisect_right(self.of(seat), place, key=lambda each: each.place)
        return self.of(seat)[at - 1].balance if at else 0

    def cash_now(self, seat: str) -> int:
        """What the books say that a company has."""
        return self.of(seat)[-1].balance if self.of(seat) else 0

    def memo(self, entered: Entered) -> str:
        """Why somebody set it by hand, in his words; empty for what the rules booked."""
        action = self.told.passages[entered.place].action
        return str(action.get("reason", "")) if action.get("type") == "adjust" else ""

    @property
    def last(self) -> int:
        """The last line that stands."""
        return self.told.passages[-1].number

    def once[T](self, key: tuple[str, ...], make: Callable[[], T]) -> T:
        """What `make` makes of this book, made once."""
        if key not in self._kept:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept


class NoBooks(Exception):
    """A game that keeps no books has none to show."""


def books_of(game: Game[Any]) -> Books[Any] | None:
    """What a game tells of its money, if it has any."""
    return game.campaign.books if game.campaign else None


REMEMBERED = 8


def book(campaign: Campaign) -> Book:
    """The book of a campaign whose game keeps books; `NoBooks`, `BrokenJournal`.

    It is worked out once for each version of the journal and of the evenings that part it.
    """
    table = Table.objects.get(campaign=campaign)
    return _at_version(campaign, table)


def _version(campaign: Campaign, table: Table) -> tuple[object, ...]:
    parted = Evening.objects.filter(campaign=campaign).values_list("pk", "number", "first", "date", "title")
    return (campaign.pk, campaign.code, table.pk, table.code, table.version, *parted)


@cached(LRUCache(REMEMBERED), _version, Lock())
def _at_version(campaign: Campaign, table: Table) -> Book:
    return proven(told(campaign, table, position(table)))


def proven(chronicle: Chronicle) -> Book:
    """The book out of a chronicle, nothing remembered."""
    card = books_of(chronicle.game)
    if card is None:
        raise NoBooks(chronicle.game.title)
    return Book(card, chronicle, folded([passage.after for passage in chronicle.passages], chronicle, card))


def folded(states: Sequence[Any], chronicle: Chronicle, card: Books[Any]) -> Folded:
    """Which line wrote which bookings: those that its state has and the state before it had not."""
    bookings: list[tuple[Booking, int]] = []
    points: list[Point] = []
    for place, state in enumerate(states):
        bookings += ((each, place) for each in card.bookings(state, len(bookings)))
        point = Point(card.when(state), chronicle.passages[place].number, place)
        if len(points) > 1 and points[-1].when == point.when:
            points[-1] = point
        else:  # The beginning is a point of its own: the budget before anything is bought.
            points.append(point)
    return Folded(tuple(bookings), tuple(points))


def _entered(chronicle: Chronicle, fold: Folded) -> list[Entered]:
    balances: dict[str, int] = {}
    rows = []
    for booking, place in fold.bookings:
        balances[booking.seat] = balances.get(booking.seat, 0) + booking.amount
        passage = chronicle.passages[place]
        rows.append(Entered(booking, passage.number, place, passage.evening, balances[booking.seat]))
    return rows
