"""The Balance Sheet's double entry: one debit and one credit a line (specification 6.13)."""

from companion.engine.campaign.ledger import Transaction
from companion.engine.errors import InvalidInput
from companion.games.parabellum.data import EXPENSES, INCOMES, Kind
from companion.games.parabellum.state.lines import Line

CASH = "assets:cash"


def counterpart(kind: Kind) -> str:
    """The account on the other side of the cash."""
    if kind in EXPENSES:
        return f"expense:{kind}"
    return f"income:{kind}" if kind in INCOMES else f"equity:{kind}"


def transaction(line: Line) -> Transaction:
    """A line as a movement between two accounts; `InvalidInput` at `amount` where its sign is wrong."""
    check_amount(line.kind, line.amount, "amount")
    other = counterpart(line.kind)
    debit, credit = (CASH, other) if line.amount > 0 else (other, CASH)
    return Transaction.between(debit, credit, abs(line.amount))


def check_amount(kind: Kind, amount: int, path: str) -> None:
    """Refuse an amount of nothing, or of the wrong sign: expenses fall, everything else rises."""
    if not amount:
        raise InvalidInput(path, "A line moves credits; one of 0 is not written.")
    if kind in EXPENSES and amount > 0:
        raise InvalidInput(path, f"What is paid for {kind} is negative; {amount} was given.")
    if kind not in EXPENSES and kind != "adjustment" and amount < 0:
        raise InvalidInput(path, f"What comes in as {kind} is positive; {amount} was given.")
