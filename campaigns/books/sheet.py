"""The columnar Balance Sheet as the rulebook's table keeps it: a page of it, what it brings and hands on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from campaigns.books.book import Entered
from companion.engine.campaign.bookings import Column

ROWS = 50
"""Lines on a page of the screen."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sheet: its amount stands in its kind's column, the others are None."""

    entered: Entered
    amounts: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Sums:
    """The columns' sums so far, and the balance."""

    amounts: tuple[int, ...]
    balance: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a company's sheet. `before` and `after` are the sums brought and carried forward."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    before: Sums | None
    after: Sums
    page: int
    pages: int
    lines: int

    @property
    def last(self) -> int:
        """The number of its last line; 0 where it has none."""
        return self.rows[-1].entered.booking.n if self.rows else 0


class Sheets:
    """All sheets of a company's own bookings, so many lines each; the sums are run through once."""

    def __init__(self, columns: tuple[Column, ...], own: Sequence[Entered], rows: int = ROWS) -> None:
        self.columns, self.own, self.rows = columns, own, rows
        self.pages = max(1, -(-len(own) // rows))
        self.sums = list(_running(columns, own, rows))

    def page(self, number: int | None) -> Sheet:
        """A page, counting from 1; the last one where there is no such page."""
        n = min(max(number or self.pages, 1), self.pages)
        first, end = (n - 1) * self.rows, n * self.rows
        shown = tuple(Row(each, _amounts(self.columns, each)) for each in self.own[first:end])
        before = self.sums[n - 2] if n > 1 else None
        return Sheet(self.columns, shown, before, self.sums[n - 1], n, self.pages, len(self.own))

    def __iter__(self) -> Iterator[Sheet]:
        """Every page."""
        return (self.page(n) for n in range(1, self.pages + 1))


def _running(columns: Sequence[Column], own: Sequence[Entered], rows: int) -> Iterator[Sums]:
    """The sums at the foot of each page."""
    total = dict.fromkeys((each.kind for each in columns), 0)
    for n, each in enumerate(own, 1):
        total[each.booking.kind] += each.booking.amount
        if n % rows == 0 or n == len(own):
            yield Sums(tuple(total.values()), each.balance)
    if not own:
        yield Sums(tuple(total.values()), 0)


def used(columns: Sequence[Column], own: Sequence[Entered]) -> tuple[Column, ...]:
    """The columns in which those bookings write anything."""
    kinds = {each.booking.kind for each in own}
    return tuple(each for each in columns if each.kind in kinds)


def _amounts(columns: Sequence[Column], entered: Entered) -> tuple[int | None, ...]:
    booking = entered.booking
    return tuple(booking.amount if each.kind == booking.kind else None for each in columns)
