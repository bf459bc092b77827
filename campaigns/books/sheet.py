"""The columnar Balance Sheet as the rulebook's table keeps it: a page of it, what it brings and hands on."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.books.book import Entered
from companion.engine.bookings import Column

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


def sheet(columns: tuple[Column, ...], own: Sequence[Entered], page: int | None, rows: int = ROWS) -> Sheet:
    """That page of a company's own bookings, counting from 1; the last one where there is no such page."""
    pages = max(1, -(-len(own) // rows))
    page = min(max(page or pages, 1), pages)
    first, end = (page - 1) * rows, page * rows
    shown = tuple(Row(each, _amounts(columns, each)) for each in own[first:end])
    before = sums(columns, own[:first]) if first else None
    return Sheet(columns, shown, before, sums(columns, own[:end]), page, pages, len(own))


def used(columns: Sequence[Column], own: Sequence[Entered]) -> tuple[Column, ...]:
    """The columns in which those bookings write anything."""
    kinds = {each.booking.kind for each in own}
    return tuple(each for each in columns if each.kind in kinds)


def sums(columns: Sequence[Column], own: Sequence[Entered]) -> Sums:
    """The columns' sums over those bookings, and the balance after the last."""
    total = dict.fromkeys((each.kind for each in columns), 0)
    for each in own:
        total[each.booking.kind] += each.booking.amount
    return Sums(tuple(total.values()), own[-1].balance if own else 0)


def _amounts(columns: Sequence[Column], entered: Entered) -> tuple[int | None, ...]:
    booking = entered.booking
    return tuple(booking.amount if each.kind == booking.kind else None for each in columns)
