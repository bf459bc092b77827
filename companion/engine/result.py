"""How a game ended for those who sat at it: what a season counts."""

from typing import NamedTuple


class Result(NamedTuple):
    """One seat at the end. Rank 1 has won, alone or with others of that rank; equals share a rank.

    `points` are the game's own, None where it counts none; `words` say how it ended, the same for all.
    """

    seat: str
    rank: int
    points: int | None
    words: str = ""
