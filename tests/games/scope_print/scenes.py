"""Games of SCOPE to print: the recorded one in mid-play, others to their end, as different eyes see them."""

from functools import cache
from random import Random
from typing import Any

from companion.engine.game import Scene, Sight
from companion.engine.option import chosen
from companion.games.scope.game import GAME
from companion.games.scope.printables import PRINTABLES
from companion.press.face import Face, Stamp, Text
from companion.tables.lines import Passage
from tests.games.scope.player import Player, play


@cache
def recorded() -> tuple[Passage, ...]:
    """The lines of the recorded game, setup first."""
    setup, actions = GAME.demo()  # type: ignore[misc]
    lines = [Passage(1, setup, None, GAME.open(setup).state)]
    for number, action in enumerate(actions, 2):
        before = lines[-1].after
        lines.append(Passage(number, action, before, GAME.apply(before, action).state))
    return tuple(lines)


def whole(seed: int, **setup: Any) -> tuple[Passage, ...]:
    """The lines of a game that was played at random to its end."""
    random = Random(seed)
    begun = GAME.shuffle({"scenario": "quick_duel", **setup}, random)
    lines = [Passage(1, begun, None, GAME.open(begun).state)]
    for before, action, after in play(begun, Player(random, 0), 4000):
        lines.append(Passage(len(lines) + 1, action, before, after))
    assert GAME.is_over(lines[-1].after)
    return tuple(lines)


def scene(lines: tuple[Passage, ...], *sees: str) -> Scene[Any]:
    """The table after the last of these lines, for a device that holds these seats."""
    held = frozenset(sees)
    sight, now = Sight(held, held), lines[-1].after
    told = [line._replace(action=GAME.redact_action(now, line.action, sight)) for line in lines]
    return Scene(now, sight, trail=[line.after for line in lines], passages=told)


def printed(name: str, live: Scene[Any] | None = None, **given: Any) -> Any:
    printable = PRINTABLES[name]
    return printable.make(chosen(printable.options, given), live and GAME.seen(live))


def words(face: Face) -> list[str]:
    own = [mark.text for mark in face.marks if isinstance(mark, Text)]
    return own + [each for mark in face.marks if isinstance(mark, Stamp) for each in words(mark.face)]
