"""A front half laid out: what lies where, what is still in the box, and every way to change it.

Places are counted from the first row, at the line, and in it from column a. A draft stands in its screen's
own address and is nobody else's; there it is one number, so that a glance at the address tells nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from companion.games.scope.data import CARDS, Card, Counts, Side
from companion.games.scope.state import ground

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
KINDS = len(CARDS) + 1
"""What can lie in a place: each kind of card, or none."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A front while it is laid out; None is a place where no card lies yet."""

    columns: int
    counts: Counts
    places: tuple[Card | None, ...]

    @property
    def left(self) -> dict[Card, int]:
        """How many of each card are still in the box."""
        laid = Counter(self.places)
        return {card: number - laid[card] for card, number in self.counts.items()}

    @property
    def missing(self) -> int:
        """How many places are free."""
        return self.places.count(None)

    @property
    def rows(self) -> list[list[Card | None]]:
        """Row by row from the first: a front as a set-up holds it, once nothing is missing."""
        step = self.columns
        return [list(self.places[n : n + step]) for n in range(0, len(self.places), step)]

    def put(self, card: Card, n: int) -> "Draft":
        """A card from the box into a place; what lay there goes back into the box."""
        return self._with({n: card}) if self.left[card] > 0 else self

    def took(self, n: int) -> "Draft":
        """The card of a place back into the box."""
        return self._with({n: None})

    def swapped(self, one: int, other: int) -> "Draft":
        """What lies in two places changed; a free one takes the card of the other."""
        return self._with({one: self.places[other], other: self.places[one]})

    def mirrored(self) -> "Draft":
        """Left and right changed."""
        return replace(self, places=tuple(card for row in self.rows for card in reversed(row)))

    def cleared(self) -> "Draft":
        """Every card back in the box."""
        return replace(self, places=(None,) * len(self.places))

    def filled(self, random: Random) -> "Draft":
        """The free places filled at random; where none is free, all cards laid anew."""
        begun = self if self.missing else self.cleared()
        cards = [card for card, number in begun.left.items() for _ in range(number)]
        random.shuffle(cards)
        return replace(begun, places=tuple(card or cards.pop() for card in begun.places))

    def _with(self, places: Mapping[int, Card | None]) -> "Draft":
        return replace(self, places=tuple(places.get(n, card) for n, card in enumerate(self.places)))

    @property
    def code(self) -> str:
        """The draft as one number.

        >>> Draft(2, {"sniper": 1, "empty": 1}, (None, "sniper")).code
        '8'
        """
        number = 0
        for card in self.places:
            number = number * KINDS + (0 if card is None else CARDS.index(card) + 1)
        return _spelt(number)


def blank(columns: int, counts: Counts) -> Draft:
    """Nothing laid yet."""
    return Draft(columns, counts, (None,) * sum(counts.values()))


def read(code: str, to_lay: Draft) -> Draft:
    """A draft from its number; one with more cards than the box has is laid as far as they go."""
    number = int(code, len(DIGITS)) if _is_number(code, to_lay) else 0
    found = to_lay
    for n in reversed(range(len(to_lay.places))):
        number, digit = divmod(number, KINDS)
        found = found.put(CARDS[digit - 1], n) if digit else found
    return found


def _is_number(code: str, to_lay: Draft) -> bool:
    """Whether it can be the number of such a front: in these digits, and no longer than the longest."""
    return 0 < len(code) <= len(_spelt(KINDS ** len(to_lay.places))) and set(code) <= set(DIGITS)


def _spelt(number: int) -> str:
    spelt = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        spelt = DIGITS[digit] + spelt
    return spelt or "0"


def cell_of(draft: Draft, side: Side, n: int) -> str:
    """The battlefield's cell of a place."""
    row, column = divmod(n, draft.columns)
    rows = len(draft.places) // draft.columns
    return ground.cell(column, rows - row if side == "german" else rows + 1 + row)


def cells(draft: Draft, side: Side) -> Iterator[tuple[str, Card | None]]:
    """Every cell of the front, with what lies there."""
    return ((cell_of(draft, side, n), card) for n, card in enumerate(draft.places))
