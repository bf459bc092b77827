"""How a game ended for those who sat at it, what a season counts, and a season that a game proposes."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.wire import Json


class Result(NamedTuple):
    """One seat at the end. Rank 1 has won, alone or with others of that rank; equals share a rank.

    `points` are the game's own, None where it counts none; `words` say how it ended, the same for all.
    `carried` is what it takes on to the next night of its game's programme, None where there is none.
    """

    seat: str
    rank: int
    points: int | None
    words: str = ""
    carried: int | None = None


class Night(NamedTuple):
    """One evening of a programme: what it is called, what is played, and that as a table's setup says it."""

    name: str
    told: str
    setup: Mapping[str, Json]

    def is_of(self, setup: Mapping[str, Json]) -> bool:
        """Whether a table that was opened so was this night's."""
        return all(setup.get(key) == value for key, value in self.setup.items())


class Program(NamedTuple):
    """Nights that make a season, one after the other; `told` says what is carried from night to night."""

    name: str
    told: str
    nights: tuple[Night, ...]
