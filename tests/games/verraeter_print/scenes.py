"""Games of Verräter to print: one in mid-play, some that are over, as different eyes see them."""

from functools import cache
from random import Random
from typing import Any

from companion.engine.game import Scene, Sight
from companion.engine.option import chosen
from companion.games.verraeter.game import GAME
from companion.games.verraeter.printables import PRINTABLES
from companion.games.verraeter.state import State, starter_circles
from tests.games.verraeter.player import Player, play


@cache
def trail() -> tuple[State, ...]:
    """The states of the recorded game, setup first."""
    setup, actions = GAME.demo()  # type: ignore[misc]
    states = [GAME.open(setup).state]
    for action in actions:
        states.append(GAME.apply(states[-1], action).state)
    return tuple(states)


@cache
def whole(players: int, seed: int = 1, offline: float = 0.3, long: bool = False) -> tuple[State, ...]:
    """The states of a whole game, played at random."""
    names = ["wilhelmina_wwwww", "bert", "cleo", "maximilian_mmmmm"][:players]
    setup = {"players": names, "start_player": "bert", "circle": starter_circles()[0].circle}
    if long:
        setup["options"] = {"rounds_per_player": 5}
    lines = [*play(setup, Player(Random(seed), offline), most=900)]
    return (lines[0][0], *(after for _, _, after in lines))


def scene(states: tuple[State, ...], *sees: str) -> Scene[State]:
    """The table at the last of these states, for a device that holds these seats."""
    held = frozenset(sees)
    return Scene(states[-1], Sight(held, held), trail=states)


def printed(name: str, live: Scene[State] | None = None, **given: Any) -> Any:
    printable = PRINTABLES[name]
    return printable.make(chosen(printable.options, given), live and GAME.seen(live))
