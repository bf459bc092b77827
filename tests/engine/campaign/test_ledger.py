"""Double-entry books: nothing comes from nowhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.campaign.books import Posting, Transaction, Unbalanced, balance, trial_balance

ACCOUNTS = ("assets:cash", "equity:budget", "expense:fuel", "income:scrap")


def books(text: str) -> list[Transaction]:
    """A ledger as lines of `debit credit amount`."""
    rows = (line.split() for line in text.strip().splitlines())
    return [Transaction.between(debit, credit, int(amount)) for debit, credit, amount in rows]


FIRST_EVENING = """
    assets:cash   equity:budget 2400
    expense:fuel  assets:cash     60
    assets:cash   income:scrap   150
"""


def test_a_trial_balance_holds_each_account_used_in_order() -> None:
    found = trial_balance(books(FIRST_EVENING))
    assert list(found.items()) == [
        ("assets:cash", 2490),
        ("equity:budget", -2400),
        ("expense:fuel", 60),
        ("income:scrap", -150),
    ]
    assert balance(books(FIRST_EVENING), "assets:cash") == 2490
    assert balance([], "assets:cash") == 0


@pytest.mark.parametrize(
    "postings",
    [
        (),
        (Posting("assets:cash", 5),),
        (Posting("assets:cash", 0),),
        (Posting("assets:cash", 5), Posting("income:scrap", -4)),
        (Posting("assets:cash", 5), Posting("income:scrap", -5), Posting("expense:fuel", 0)),
    ],
)
def test_what_does_not_sum_to_zero_is_no_transaction(postings: tuple[Posting, ...]) -> None:
    with pytest.raises(Unbalanced):
        Transaction(postings)


@pytest.mark.parametrize("amount", [0, -3])
def test_nothing_or_less_does_not_move(amount: int) -> None:
    with pytest.raises(Unbalanced, match="more than 0"):
        Transaction.between("assets:cash", "equity:budget", amount)


@pytest.mark.parametrize("account", ["cash", "assets:", "wallet:cash", ""])
def test_an_account_has_a_root_and_a_name(account: str) -> None:
    with pytest.raises(ValueError, match="assets"):
        Posting(account, 1)


moves = st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), st.integers(1, 10**12))


@given(st.lists(moves))
def test_all_books_sum_to_zero_and_reversing_empties_them(made: list[tuple[str, str, int]]) -> None:
    transactions = [Transaction.between(*move) for move in made]
    assert sum(trial_balance(transactions).values()) == 0
    undone = trial_balance([*transactions, *(each.reverse for each in transactions)])
    assert not any(undone.values())
