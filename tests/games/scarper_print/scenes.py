"""A war in mid-1916 to print, as different eyes see it."""

from functools import cache

from companion.engine.game import Scene, Sight
from companion.games.scarper.game import GAME
from companion.games.scarper.state import State


@cache
def trail() -> tuple[State, ...]:
    """The states of the recorded war, setup first."""
    setup, actions = GAME.demo()  # type: ignore[misc]
    states = [GAME.open(setup).state]
    for action in actions:
        states.append(GAME.apply(states[-1], action).state)
    return tuple(states)


def scene(*sees: str) -> Scene[State]:
    """The table now, for a device that holds these seats."""
    held = frozenset(sees)
    return Scene(trail()[-1], Sight(held, held), trail=trail())
