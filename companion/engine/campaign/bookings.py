"""A campaign's books as plain values: what a game tells of its money, line by line, in any game's words.

A booking is one line of the books with both its sides; an account is as in the `ledger` beside it. What a
company holds in cash is the balance of its accounts under `assets`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.campaign.ledger import Transaction
from companion.engine.wire import Json


@dataclass(frozen=True, slots=True)
class Booking:
    """One line: `n` counts from 1 over all companies, `chapter` is the scenario, `rule` what made it.

    `item` is in words; `quantity` is the number bought, else 1.
    """

    n: int
    seat: str
    chapter: str
    round: int
    kind: str
    item: str
    quantity: int
    transaction: Transaction
    rule: str

    @property
    def amount(self) -> int:
        """What it does to the company's cash: more, or (negative) less."""
        return sum(each.amount for each in self.transaction.postings if each.account.startswith("assets:"))

    @property
    def debit(self) -> str:
        """The account that it counts up."""
        return next(each.account for each in self.transaction.postings if each.amount > 0)

    @property
    def credit(self) -> str:
        """The account that it counts down."""
        return next(each.account for each in self.transaction.postings if each.amount < 0)


class Column(NamedTuple):
    """A column of amounts on the columnar sheet: a kind of booking, and whether it is income or expense."""

    kind: str
    title: str
    root: str


class Company(NamedTuple):
    """Whose books: the seat, the company's name, and how it stands in the campaign."""

    seat: str
    name: str
    standing: str


class When(NamedTuple):
    """A moment of the campaign: the scenario and its round."""

    chapter: str
    round: int


class Holding(NamedTuple):
    """A thing that a company owns: how it is valued, in words, and what it would bring."""

    name: str
    told: str
    amount: int


@dataclass(frozen=True, slots=True)
class Worth:
    """What a company is worth. `liquid` is what rankings go by, `goods` what nobody buys back."""

    cash: int
    holdings: tuple[Holding, ...]
    liquid: int
    goods: Mapping[str, int]

    @property
    def net(self) -> int:
        """Cash, and what everything else would bring."""
        return self.cash + sum(each.amount for each in self.holdings)


class Lot(NamedTuple):
    """So many in a row at one price, while `above` or more would still be left after them."""

    left: int
    above: int
    price: int


class Prices(NamedTuple):
    """A supply that dwindles, and its price: all lots from `most` down to none, and how many are left."""

    name: str
    most: int
    left: int
    price: int | None
    lots: tuple[Lot, ...]


@dataclass(frozen=True, kw_only=True)
class Books[S]:
    """What a game tells of the money of a state. Bookings are only ever added at the end.

    * `columns`: the columnar sheet's columns of amounts, in the rulebook's order;
    * `bookings(state, first)`: the lines from place `first` on, counting from 0;
    * `cash(state, seat)`: the credits that the state itself counts, which the books must equal;
    * `worth`, `prices`, `when`, `companies`, `chapters` (a scenario's name by its id): as of a state;
    * `account`: an account in words;
    * `correct(seat, change, reason)`: the action that sets a company's cash right by hand.
    * `faults`: what no table can come to by the rules, in words; empty where all is well.
    """

    columns: tuple[Column, ...]
    bookings: Callable[[S, int], Sequence[Booking]]
    cash: Callable[[S, str], int]
    worth: Callable[[S, str], Worth]
    prices: Callable[[S], Prices]
    when: Callable[[S], When]
    companies: Callable[[S], tuple[Company, ...]]
    chapters: Callable[[S], Mapping[str, str]]
    account: Callable[[str], str]
    correct: Callable[[str, int, str], Json]
    faults: Callable[[S], Sequence[str]]
