"""Everybody's money over some lines of the journal, each sum with the lines that it comes from."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from campaigns.chronicle import Chronicle, Passage
from companion.engine.campaign.annals import Annals
from companion.engine.campaign.bookings import Booking, Books


class Moved(NamedTuple):
    """One booking, and the journal's line that made it."""

    number: int
    booking: Booking


@dataclass(frozen=True, slots=True)
class Kind:
    """All that moved for one reason."""

    title: str
    moved: Sequence[Moved]

    @property
    def amount(self) -> int:
        """Its sum."""
        return sum(each.booking.amount for each in self.moved)


@dataclass(frozen=True, slots=True)
class Purse:
    """One side's money: from `opening` to `closing`, both None for a reader who may not know them.

    Then `kinds` holds what was said aloud at the table, and no more.
    """

    name: str
    opening: int | None
    closing: int | None
    kinds: Sequence[Kind]

    @property
    def change(self) -> int:
        """What came in less what went out, as far as the reader may know."""
        return sum(kind.amount for kind in self.kinds)


def purses(
    told: Chronicle, passages: Sequence[Passage], sees: Collection[str], annals: Annals[Any]
) -> list[Purse]:
    """Everybody's; nobody's where the game keeps no books."""
    card = told.game.campaign.books if told.game.campaign else None
    if card is None or not passages:
        return []
    moved = list(_moved(card, passages))
    found = []
    for seat, name, _ in card.companies(passages[-1].after):
        own = [each for each in moved if each.booking.seat == seat]
        if seat in sees:
            found.append(Purse(name, *_cash(card, passages, seat), _kinds(card, own)))
        else:
            heard = [_heard(each, annals) for each in own if each.booking.kind in annals.aloud]
            found.append(Purse(name, None, None, _kinds(card, heard)))
    return found


def _heard(moved: Moved, annals: Annals[Any]) -> Moved:
    """What the table heard of a booking: perhaps the sum alone."""
    if moved.booking.kind not in annals.unnamed:
        return moved
    return moved._replace(booking=replace(moved.booking, item=moved.booking.kind.capitalize()))


def _cash(card: Books[Any], passages: Sequence[Passage], seat: str) -> tuple[int, int]:
    """What a side had before these lines, and after them."""
    before = passages[0].before
    return card.cash(before, seat) if before is not None else 0, card.cash(passages[-1].after, seat)


def _kinds(card: Books[Any], moved: Sequence[Moved]) -> list[Kind]:
    """By kind, in the order of the columnar sheet."""
    kinds = (
        Kind(column.title, [each for each in moved if each.booking.kind == column.kind])
        for column in card.columns
    )
    return [kind for kind in kinds if kind.moved]


def _moved(card: Books[Any], passages: Sequence[Passage]) -> Iterator[Moved]:
    before = passages[0].before
    known = len(card.bookings(before, 0)) if before is not None else 0
    for passage in passages:
        new = card.bookings(passage.after, known)
        known += len(new)
        for booking in new:
            yield Moved(passage.number, booking)
