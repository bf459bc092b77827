"""Money: every change of credits is a line, and every line a balanced transaction (specification 6.13)."""

from companion.games.parabellum.data import Kind
from companion.games.parabellum.procedures.money.books import transaction
from companion.games.parabellum.state.lines import Line, Payment
from companion.games.parabellum.state.table import State


def post(state: State, payment: Payment) -> State:
    """The same after a payment; nothing is written of 0 credits."""
    if not payment.amount:
        return state
    line = Line(len(state.ledger) + 1, state.scenario, state.round, *_columns(payment))
    # The books refuse what does not balance before the credits move.
    transaction(line)
    credits = state.players[payment.player].credits + payment.amount
    return state.with_player(payment.player, credits=credits).changed(
        ledger=state.ledger + (line,)  # noqa: RUF005 - Thousands of lines, copied once and not twice.
    )


def _columns(payment: Payment) -> tuple[str, Kind, str, int, int]:
    return payment.player, payment.kind, payment.item, payment.quantity, payment.amount
