"""How the battle ended for each side, as a season counts it."""

from collections.abc import Mapping

from companion.engine.result import Result
from companion.games.proelii.data import SIDE_NAMES, SIDES, Reason
from companion.games.proelii.rules.ending import measured
from companion.games.proelii.state.table import State

WORDS: Mapping[Reason, str] = {
    "surrender": "the enemy surrendered",
    "destroyed": "the enemy was destroyed",
    "escaped": "the enemy fled",
    "mutual": "nobody was left",
    "centre": "more units in the centre",
    "centre_cp": "more CP in the centre",
    "field_cp": "more CP on the field",
    "even": "both sides were even",
}


def result(state: State) -> tuple[Result, ...]:
    """Both sides, the winner first, with the CP that each has left; empty while the battle goes on."""
    ending = state.result
    if ending is None:
        return ()
    both = measured(state)
    words = WORDS[ending.reason]
    told = words if ending.winner == "draw" else f"{SIDE_NAMES[ending.winner]}: {words}"
    ranks = {side: 1 if ending.winner in (side, "draw") else 2 for side in SIDES}
    ranked = sorted(SIDES, key=ranks.__getitem__)
    return tuple(Result(side, ranks[side], both[side].cp, told) for side in ranked)
