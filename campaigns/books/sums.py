"""Income and expense by kind and by scenario, and the trial balance."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from campaigns.books.book import Entered
from companion.engine.campaign.bookings import Column
from companion.engine.campaign.ledger import trial_balance


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure and the bookings that it is the sum of: their kind and scenario, empty for all."""

    amount: int
    kind: str = ""
    chapter: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """A row of the statement: a kind of booking, its sum in each scenario, and altogether."""

    title: str
    cells: tuple[Cell, ...]
    total: Cell


@dataclass(frozen=True, slots=True)
class Statement:
    """What came in and went out. `closing` is what was left after each scenario."""

    chapters: tuple[str, ...]
    groups: Mapping[str, tuple[Band, ...]]
    change: Band
    closing: tuple[Cell, ...]


TITLES = {"equity": "Own means", "income": "Income", "expense": "Expense"}


def statement(columns: Sequence[Column], own: Sequence[Entered]) -> Statement:
    """A company's statement over the scenarios that its bookings name, in their order."""
    chapters = tuple(dict.fromkeys(each.booking.chapter for each in own))
    sums: dict[tuple[str, str], int] = {}
    for each in own:
        at = (each.booking.kind, each.booking.chapter)
        sums[at] = sums.get(at, 0) + each.booking.amount
    used = {kind for kind, _ in sums}
    groups = {
        title: bands
        for root, title in TITLES.items()
        if (bands := tuple(_band(c, chapters, sums) for c in columns if c.root == root and c.kind in used))
    }
    change = tuple(
        Cell(sum(n for (_, each), n in sums.items() if each == chapter), chapter=chapter)
        for chapter in chapters
    )
    total = Band("Change", change, Cell(sum(sums.values())))
    return Statement(chapters, groups, total, _closing(change))


def _band(column: Column, chapters: Sequence[str], sums: Mapping[tuple[str, str], int]) -> Band:
    cells = tuple(Cell(sums.get((column.kind, each), 0), column.kind, each) for each in chapters)
    return Band(column.title, cells, Cell(sum(cell.amount for cell in cells), column.kind))


def _closing(change: Sequence[Cell]) -> tuple[Cell, ...]:
    left, told = 0, []
    for each in change:
        left += each.amount
        told.append(Cell(left, chapter=each.chapter))
    return tuple(told)


@dataclass(frozen=True, slots=True)
class Balance:
    """An account in the trial balance; one of `debit` and `credit` is 0."""

    account: str
    name: str
    debit: int
    credit: int


@dataclass(frozen=True, slots=True)
class Trial:
    """The trial balance of a company: both sums are the same, or its books are wrong."""

    balances: tuple[Balance, ...]
    debit: int
    credit: int

    @property
    def zero(self) -> int:
        """Debits less credits: 0."""
        return self.debit - self.credit


def trial(own: Sequence[Entered], named: Callable[[str], str] = str) -> Trial:
    """The trial balance of those bookings; `named` gives an account in words."""
    sums = trial_balance(each.booking.transaction for each in own)
    balances = tuple(Balance(name, named(name), max(n, 0), max(-n, 0)) for name, n in sums.items())
    return Trial(balances, sum(each.debit for each in balances), sum(each.credit for each in balances))
