"""How the war ended for each side, as a season counts it: the points are the lead in morale (8)."""

from companion.engine.result import Result
from companion.games.scarper.data import BY, SIDES
from companion.games.scarper.state import State


def result(state: State) -> tuple[Result, ...]:
    """Both sides, the winner first; empty while the war goes on. Who is behind in morale has no points."""
    if state.phase != "over":
        return ()
    level = state.winner not in SIDES
    words = "a draw" if level else BY[state.win_by or "attrition"]
    lead = {"allied": max(state.morale, 0), "german": max(-state.morale, 0)}
    rows = [Result(side, 1 if level or side == state.winner else 2, lead[side], words) for side in SIDES]
    return tuple(sorted(rows, key=lambda row: row.rank))
