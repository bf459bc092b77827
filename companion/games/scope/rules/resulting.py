"""How the game ended for each seat, as a season counts it."""

from companion.engine.result import Result
from companion.games.scope.data import SIDE_NAMES, Side
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of

WORDS = {
    "snipers": "no enemy sniper was left",
    "points": "by objective points",
    "theme": "by the scenario's own victory",
    "resigned": "the enemy gave up",
}


def result(state: State) -> tuple[Result, ...]:
    """Every seat, the winning side first; empty while the game goes on."""
    if state.winner is None:
        return ()
    words = f"{SIDE_NAMES[state.winner]} side: {WORDS[state.reason or 'points']}"
    ranked = sorted(state.slots, key=lambda seat: side_of(seat) != state.winner)
    sides = ((seat, side_of(seat)) for seat in ranked)
    return tuple(
        Result(seat, 1 if side == state.winner else 2, state.score[side], words, _carried(state, side))
        for seat, side in sides
    )


def _carried(state: State, side: Side) -> int:
    """What a side takes on to the next of Six Nights: a point for the victory, or for being one short."""
    short = state.objective is not None and state.objective - state.score[side] == 1
    return int(side == state.winner or (state.reason == "points" and short))
