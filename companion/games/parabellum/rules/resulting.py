"""How the campaign ended for each company, as a season counts it: the points are its net worth (R51).

Once the campaign is over the books lie open: by them the table sees who has won.
"""

from companion.engine.result import Result
from companion.games.parabellum.procedures.campaign.campaign_report import standings
from companion.games.parabellum.state import State


def result(state: State) -> tuple[Result, ...]:
    """Every company, the winner first; empty while the campaign goes on. Without a winner nobody is first."""
    if state.phase != "over":
        return ()
    first = 1 if state.winner else 2
    scenarios = len(state.history)
    words = f"after {scenarios} scenario" + ("s" if scenarios != 1 else "")
    rows = enumerate(standings(state), start=first)
    return tuple(Result(row["player"], rank, row["net_worth"], words) for rank, row in rows)
