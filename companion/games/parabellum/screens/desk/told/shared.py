"""Words that several answers on the desk share: credits, players, squares."""

from collections.abc import Sequence

from companion.engine.wire import Json
from companion.engine.wording import counted, signed
from companion.games.parabellum.state.naming import spoken


def money(amount: int) -> str:
    """So many credits."""
    return counted(amount, "credit")


def moved(amount: int) -> str:
    """An amount with its sign, a dash for nothing."""
    return signed(amount, "–")


def names(players: Sequence[Json], none: str = "nobody") -> str:
    """Players as people read them."""
    return ", ".join(spoken(player) for player in players) or none


def squares(listed: Sequence[str]) -> str:
    """Squares as they are printed."""
    return ", ".join(square.upper() for square in listed)


def yes(value: Json) -> str:
    """Yes or no."""
    return "yes" if value else "no"
