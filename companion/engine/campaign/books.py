"""What a campaign remembers: its books in double entry, units' lives, what happened on an evening.

Every movement is a debit and a credit of the same size. An account is a text such as `assets:cash`: one of
five roots, then what it is. A debit counts up, a credit down, so that each transaction, and with it all books
together, sums to zero. A booking is one line of the books with both its sides; what a company holds in cash
is the balance of its accounts under `assets`. All of it is a fold of the journal: every line names the
entries that it rests on, so that a reader can look them up.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, Protocol

from companion.engine.dice import Throw
from companion.engine.shape import public
from companion.engine.wire import Json
from companion.engine.wording import read

ROOTS = ("assets", "liabilities", "equity", "income", "expense")


class Unbalanced(ValueError):
    """A movement that creates or destroys value, or moves none."""


@dataclass(frozen=True, slots=True)
class Posting:
    """One side of a movement: a debit where the amount is positive, a credit where it is negative."""

    account: str
    amount: int

    def __post_init__(self) -> None:
        root, _, name = self.account.partition(":")
        if root not in ROOTS or not name:
            wanted = f"An account is one of {', '.join(ROOTS)}, a colon and a name"
            raise ValueError(f"{wanted}; “{self.account}” was given.")


@dataclass(frozen=True)
class Transaction:
    """One event in the books. Its postings sum to zero, and each of them moves something.

    >>> Transaction((Posting("assets:cash", 50), Posting("income:scrap", -45)))
    Traceback (most recent call last):
    ...
    companion.engine.campaign.books.Unbalanced: The postings sum to 5; debits and credits must be equal.
    """

    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        if not self.postings or any(not posting.amount for posting in self.postings):
            raise Unbalanced("A transaction moves something; a posting of 0 does not.")
        if rest := sum(posting.amount for posting in self.postings):
            raise Unbalanced(f"The postings sum to {rest}; debits and credits must be equal.")

    @staticmethod
    def between(debit: str, credit: str, amount: int) -> "Transaction":
        """A positive amount from one account, the credit, to another, the debit."""
        if amount <= 0:
            raise Unbalanced(f"What moves between two accounts is more than 0; {amount} was given.")
        return Transaction((Posting(debit, amount), Posting(credit, -amount)))

    @cached_property
    def cash(self) -> int:
        """What it adds to the cash, or (negative) takes; a long campaign has few that are unlike."""
        return sum(each.amount for each in self.postings if each.account.startswith("assets:"))

    @property
    def reverse(self) -> "Transaction":
        return Transaction(tuple(Posting(each.account, -each.amount) for each in self.postings))


def trial_balance(transactions: Iterable[Transaction]) -> Mapping[str, int]:
    """Debits less credits of each account used, in the order of first use. Together they are 0.

    >>> trial_balance([Transaction.between("assets:cash", "equity:budget", 2400)])
    {'assets:cash': 2400, 'equity:budget': -2400}
    """
    balances: dict[str, int] = {}
    for transaction in transactions:
        for posting in transaction.postings:
            balances[posting.account] = balances.get(posting.account, 0) + posting.amount
    return balances


def balance(transactions: Iterable[Transaction], account: str) -> int:
    return trial_balance(transactions).get(account, 0)


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
        return self.transaction.cash

    @property
    def debit(self) -> str:
        return next(each.account for each in self.transaction.postings if each.amount > 0)

    @property
    def credit(self) -> str:
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
    * `bookings(state, first)`: the lines from place `first` on, counting from 0; `booked` how many there are;
    * `cash(state, seat)`: the credits that the state itself counts, which the books must equal;
    * `worth`, `prices`, `when`, `companies`, `chapters` (a scenario's name by its id): as of a state;
    * `account`: an account in words;
    * `correct(seat, change, reason)`: the action that sets a company's cash right by hand.
    * `faults`: what no table can come to by the rules, in words; empty where all is well.
    """

    columns: tuple[Column, ...]
    bookings: Callable[[S, int], Sequence[Booking]]
    booked: Callable[[S], int]
    cash: Callable[[S, str], int]
    worth: Callable[[S, str], Worth]
    prices: Callable[[S], Prices]
    when: Callable[[S], When]
    companies: Callable[[S], tuple[Company, ...]]
    chapters: Callable[[S], Mapping[str, str]]
    account: Callable[[str], str]
    correct: Callable[[str, int, str], Json]
    faults: Callable[[S], Sequence[str]]


class Passage(Protocol):
    """One line of a journal that stands, and the states before it (None before the setup) and after it."""

    @property
    def number(self) -> int: ...
    @property
    def action(self) -> Json: ...
    @property
    def before(self) -> Any: ...
    @property
    def after(self) -> Any: ...


type Passages = Sequence[Passage]
"""Lines in the order in which they stand."""


class Tally(Protocol):
    """What lines come to, read one after another: it is kept, and read on by what is new."""

    def read(self, passage: Passage) -> None: ...


@public("number as line", "moment", "text")
class Deed(NamedTuple):
    """What happened to a unit in one line of the journal: when, and a sentence with named values."""

    number: int
    moment: str
    template: str
    values: Mapping[str, object] = {}

    @property
    def text(self) -> str:
        return read(self.template, self.values)


type Whereabouts = Literal["field", "waiting", "reserve", "unseen", "gone"]


@public(
    "id", "seat", "name", "given", "drawn", "note", "kind", "flag", "place", "now", "own", "fights", "felled",
    "fallen", "facts", "deeds",
)  # fmt: skip
class Record(NamedTuple):
    """A unit's life as one sight may know it.

    `kind` is the sort of unit, `flag` its beads as colour and letter. `now` says in words where it is.
    `fights` it was in, `felled` people it took, `fallen` people it lost. `own` means that nothing is kept
    back: then `given` is what its owner calls it, `note` what he says of it, and `drawn` a name that he may
    take; each empty for none.
    """

    id: str
    seat: str
    name: str
    kind: str
    flag: tuple[tuple[str, str], ...]
    place: Whereabouts
    now: str
    own: bool
    fights: int
    felled: int
    fallen: int
    facts: tuple[tuple[str, str], ...]
    deeds: tuple[Deed, ...]
    given: str = ""
    note: str = ""
    drawn: str = ""


type Tone = Literal["course", "rear", "field", "fight", "goal", "money", "end"]


@public("numbers as lines", "moment", "tone", "text", "weight")
class Happening(NamedTuple):
    """A sentence of a report, and the entries that it rests on, the first of them first.

    `weight` is how heavily it counts as a turning point, and `because` says what it counts for.
    """

    numbers: tuple[int, ...]
    moment: str
    tone: Tone
    template: str
    values: Mapping[str, object] = {}
    weight: int = 0
    because: str = ""

    @property
    def text(self) -> str:
        return read(self.template, self.values)


def lasting(story: Sequence[Happening]) -> list[Happening]:
    """The story with each goal of a scenario told once, by what became of it in the end.

    It bears the lines of all that happened to it; one that lies in the end as it lay at first weighs nothing.
    """
    kept: list[Happening] = []
    goals: dict[tuple[str, object], list[Happening]] = {}
    for each in story:
        if each.tone != "goal":
            kept.append(each)
            continue
        goals.setdefault((each.moment.partition(",")[0], each.values.get("goal")), []).append(each)
    return sorted((*kept, *map(_in_the_end, goals.values())), key=lambda each: each.numbers[-1])


def _in_the_end(changes: Sequence[Happening]) -> Happening:
    """What became of one goal: the weightiest word of its last line, with the lines before it."""
    last = max(changes, key=lambda each: (each.numbers[-1], each.values.get("won", False)))
    numbers = tuple(sorted({number for each in changes for number in each.numbers}))
    first = changes[0]
    undone = first is not last and first.values.get("won") and not last.values.get("won")
    return last._replace(numbers=numbers, weight=0 if undone else last.weight)


class Loss(NamedTuple):
    """People of one unit who fell in one line, `by` whose dice (None: nobody's); `gone` if it was the end."""

    number: int
    moment: str
    seat: str
    by: str | None
    unit: str
    people: int
    gone: bool


class Stage(NamedTuple):
    """One scenario of the way: its lines from `first` to `last`; how it ended and what came next."""

    first: int
    last: int
    title: str
    ended: str
    next: str


class Rank(NamedTuple):
    """How one side stands: facts by their names, None where this sight may not know one."""

    seat: str
    status: str
    facts: tuple[tuple[str, int | None], ...]


class Lives[S](Tally, Protocol):
    """The lives of all units as far as was read; `records` tells them in order of purchase."""

    def records(self, state: S) -> tuple[Record, ...]: ...


@dataclass(frozen=True, kw_only=True)
class Annals[S]:
    """What a game tells of a journal's lines. `sees` are the seats whose secrets the reader may know.

    * `lives(sees)`: the life of every unit that this reader knows of, before a line was read;
    * `story(passages, sees)`: what happened, sentence by sentence;
    * `losses(passages)`: who fell, fight by fight;
    * `throws(passages)`: the dice that were thrown at people, with their exact chances;
    * `stages(passages)`: the scenarios one after another; all passages from the setup on are wanted;
    * `ranks(state, sees)`: how everybody stands, the first first;
    * `naming(seat, unit, name, note)`: the action by which a seat names a unit; None where units have no
      names;
    * `aloud`: the kinds of bookings whose sums the whole table hears;
    * `unnamed`: those of them of which it does not hear what they were for;
    * `weighing`: by which rule turning points are weighed, in words.
    """

    lives: Callable[[Collection[str]], Lives[S]]
    story: Callable[[Passages, Collection[str]], tuple[Happening, ...]]
    losses: Callable[[Passages], tuple[Loss, ...]]
    throws: Callable[[Passages], tuple[Throw, ...]]
    stages: Callable[[Passages], tuple[Stage, ...]]
    ranks: Callable[[S, Collection[str]], tuple[Rank, ...]]
    aloud: frozenset[str]
    unnamed: frozenset[str]
    weighing: str
    naming: Callable[[str, str, str, str], Json] | None = None

    def records(self, passages: Passages, sees: Collection[str]) -> tuple[Record, ...]:
        """The lives as these lines tell them."""
        lives = self.lives(sees)
        for passage in passages:
            lives.read(passage)
        return lives.records(passages[-1].after) if passages else ()
