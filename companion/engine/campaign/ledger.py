"""Double-entry books as plain values: every movement is a debit and a credit of the same size.

An account is a text such as `assets:cash`: one of five roots, then what it is. A debit counts up, a credit
down, so that each transaction, and with it all books together, sums to zero.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Transaction:
    """One event in the books. Its postings sum to zero, and each of them moves something.

    >>> Transaction((Posting("assets:cash", 50), Posting("income:scrap", -45)))
    Traceback (most recent call last):
    ...
    companion.engine.campaign.ledger.Unbalanced: The postings sum to 5; debits and credits must be equal.
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

    @property
    def reverse(self) -> "Transaction":
        """The movement that takes this one back."""
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
    """Debits less credits of one account."""
    return trial_balance(transactions).get(account, 0)
