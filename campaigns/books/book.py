"""The book of a campaign: each booking with the journal entry and the evening that made it."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from campaigns.chronicle import Chronicle
from campaigns.models import Evening
from companion.engine.bookings import Booking, Books, When
from companion.engine.game import Game


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


@dataclass(frozen=True, slots=True)
class Book:
    """All companies' bookings, in order."""

    card: Books[Any]
    told: Chronicle
    entries: Sequence[Entered]
    points: Sequence[Point]

    def of(self, seat: str) -> list[Entered]:
        """One company's bookings."""
        return [each for each in self.entries if each.booking.seat == seat]

    def place(self, number: int) -> int | None:
        """Where that line stands in the journal; None where it does not."""
        numbers = self.told.position.numbers
        return numbers.index(number) if number in numbers else None

    def cash(self, seat: str, place: int) -> int:
        """What the books say that a company had after the line at that place."""
        return sum(each.booking.amount for each in self.of(seat) if each.place <= place)

    @property
    def last(self) -> int:
        """The last line that stands."""
        return self.told.passages[-1].number


class NoBooks(Exception):
    """A game that keeps no books has none to show."""


def books_of(game: Game[Any]) -> Books[Any] | None:
    """What a game tells of its money, if it has any."""
    return game.campaign.books if game.campaign else None


REMEMBERED = 32
_known: OrderedDict[tuple[int, str, int], Folded] = OrderedDict()
_lock = Lock()


def book(told: Chronicle) -> Book:
    """The book of a campaign whose game keeps books."""
    card = books_of(told.game)
    if card is None:
        raise NoBooks(told.game.title)
    fold = remembered(told, card)
    return Book(card, told, _entered(told, fold), fold.points)


def remembered(told: Chronicle, card: Books[Any]) -> Folded:
    """The fold, worked out once for each version of the journal."""
    key = (told.table.pk, told.table.code, told.position.version)
    with _lock:
        found = _known.get(key)
    if found is None:
        found = folded([passage.after for passage in told.passages], told, card)
        with _lock:
            _known[key] = found
            while len(_known) > REMEMBERED:
                _known.popitem(last=False)
    return found


def folded(states: Sequence[Any], told: Chronicle, card: Books[Any]) -> Folded:
    """Which line wrote which bookings: those that its state has and the state before it had not."""
    bookings: list[tuple[Booking, int]] = []
    points: list[Point] = []
    for place, state in enumerate(states):
        bookings += ((each, place) for each in card.bookings(state, len(bookings)))
        point = Point(card.when(state), told.passages[place].number, place)
        if points and points[-1].when == point.when:
            points[-1] = point
        else:
            points.append(point)
    return Folded(tuple(bookings), tuple(points))


def _entered(told: Chronicle, fold: Folded) -> list[Entered]:
    balances: dict[str, int] = {}
    rows = []
    for booking, place in fold.bookings:
        balances[booking.seat] = balances.get(booking.seat, 0) + booking.amount
        passage = told.passages[place]
        rows.append(Entered(booking, passage.number, place, passage.evening, balances[booking.seat]))
    return rows
