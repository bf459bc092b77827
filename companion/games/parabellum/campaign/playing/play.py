"""A campaign that plays itself, line by line, as its journal would hold it."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.engine.wire import Json
from companion.games.parabellum.campaign.playing.player import Player
from companion.games.parabellum.rules import answering, chance
from companion.games.parabellum.rules.refusing import apply_at_table
from companion.games.parabellum.rules.seating import open_table
from companion.games.parabellum.state import State

MOST_LINES = 6000
"""A campaign that is longer does not end."""


def written(state: State, action: dict[str, Any], random: Random) -> dict[str, Any]:
    """An action as the journal gets it: the app's dice in, the defender asked."""
    action = chance.roll(state, action, random)
    question = answering.asks(state, action)
    if question is None:
        return action
    reply = {"type": question.ask["type"], "player": question.seat, "counter": random.random() < 0.7}
    answered: dict[str, Any] = answering.answer(state, action, reply)
    return answered


def play(
    setup: Json, player: Player, most: int = MOST_LINES
) -> Iterator[tuple[State, dict[str, Any], State]]:
    """A campaign, line by line: before, the action as it is written, after. `Endless` after so many lines."""
    state = open_table(setup).state
    for _ in range(most):
        if state.phase == "over":
            return
        action = written(state, player.choose(state), player.random)
        after = apply_at_table(state, action).state
        yield state, action, after
        state = after
    raise Endless(f"After {most} lines the campaign has not come to an end.")


class Endless(Exception):
    """A campaign that does not end."""
