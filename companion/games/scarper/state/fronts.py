"""The nine fronts: where each frontline is, and what was dug beside it (2.1.1, 2.4)."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, Side
from companion.games.scarper.state.board import Board, Track, read_trenches

FRONT = ("frontline", "trenches")


@dataclass(frozen=True, slots=True)
class Battlefield:
    """One track's frontline, and the trenches by space (whole numbers, ascending; counts of at least 1)."""

    frontline: int
    trenches: Mapping[int, int]

    def trenches_of(self, side: Side) -> int:
        """How many trenches of `side` lie here: its own are those behind the frontline (R4)."""
        if not self.trenches:
            return 0
        if side == "allied":
            return sum(count for space, count in self.trenches.items() if space < self.frontline)
        return sum(count for space, count in self.trenches.items() if space > self.frontline)


def read_battlefields(value: Json, board: Board) -> dict[str, Battlefield]:
    """All nine fronts, on the tracks of a board; `InvalidInput` at the fault."""
    fields = Reading(value, BATTLEFIELDS)
    fronts = ((each, Reading(fields.raw(each), FRONT, each)) for each in BATTLEFIELDS)
    return {each: read_battlefield(front, board.tracks[each]) for each, front in fronts}


def read_battlefield(front: Reading, track: Track, *, asked: bool = False) -> Battlefield:
    """One front; one that is `asked` about may leave its trenches out, and has none on its frontline."""
    frontline = front.integer("frontline", track.low, track.high)
    if asked and "trenches" not in front:
        return Battlefield(frontline, {})
    trenches = read_trenches(front.raw("trenches"), front.at("trenches"), track, frontline if asked else None)
    return Battlefield(frontline, trenches)
