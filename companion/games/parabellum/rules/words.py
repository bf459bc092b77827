"""How steps name what stands on the table, without telling what only the owner may know (R61)."""

from companion.engine.called import Called
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.table import State


def named(state: State, unit: str) -> str:
    """A unit by owner, class and flag: what everybody sees of its miniature."""
    each = state.units[unit]
    flag = "-".join(each.flag) if each.flag else "no flag"
    kind = state.card(unit).unit_class.replace("_", " ")
    return f"{called(state, each.owner)}'s {kind} ({flag})"


def called(state: State, player: str) -> Called:
    """A player as the table calls it: the company, where the player goes by its name."""
    own = state.players[player]
    words = state.binder.companies[own.company].name if player == own.company else spoken(player)
    return Called(words, player)


def at(square: str | None) -> str:
    """A square as it is printed."""
    return (square or "").upper()
