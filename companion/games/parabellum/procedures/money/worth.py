"""What a player's units would fetch if all were scrapped now (B5, R51)."""

from companion.games.parabellum.procedures.money.payouts import payout, to_five
from companion.games.parabellum.state.table import State


def unit_worth(state: State, unit: str) -> int:
    """The payout for one unit: half its cost in reserve, else in proportion to its people."""
    each = state.units[unit]
    exact = payout(each.cost, each.strength, state.card(unit).troop, reserve=each.where == "reserve")
    return to_five(exact, state.options.payout_tie)


def scrap_value(state: State, player: str) -> int:
    """The payouts of all of a player's units together."""
    return sum(unit_worth(state, unit) for unit in state.of(player))
