"""Companies by the names that people use."""

from companion.engine.wording import listed
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Goods
from companion.games.parabellum.state.naming import spoken


def called(state: State, player: str) -> str:
    """A player as the table calls it: the company, where the player goes by its name."""
    company = state.players[player].company
    return state.binder.companies[company].name if player == company else spoken(player)


def titled(state: State, scenario: str) -> str:
    """A scenario with its code."""
    return f"{scenario.upper()} {state.binder.scenarios[scenario].name}"


def goods(paid: Goods) -> str:
    """What a bonus pays; empty for nothing."""
    parts = [f"{paid.credits} credits"] if paid.credits else []
    parts += [f"{paid.fuel} fuel"] if paid.fuel else []
    parts += [f"{paid.ammunition} ammunition"] if paid.ammunition else []
    return listed(parts)
