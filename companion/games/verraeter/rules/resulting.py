"""How the game ended for each player, as a season counts it: the end score and its ranks (6.8, R24)."""

from companion.engine.result import Result
from companion.games.verraeter.state import State


def result(state: State) -> tuple[Result, ...]:
    """Every player, the best first; empty while the game goes on."""
    if state.phase != "finished":
        return ()
    if state.one_house():
        words = f"all land the {state.words.houses[state.circle[0].house]}'s"
    else:
        words = f"after round {state.round}"
    return tuple(Result(row["player"], row["rank"], row["total"], words) for row in state.result["scores"])
