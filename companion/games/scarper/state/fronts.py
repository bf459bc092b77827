"""The nine fronts: where each frontline is, and what was dug beside it (2.1.1, 2.4)."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, Side
from companion.games.scarper.state.board import Board, read_trenches


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
    return {each: _battlefield(fields, each, board) for each in BATTLEFIELDS}


def _battlefield(fields: Reading, battlefield: str, board: Board) -> Battlefield:
    track = board.tracks[battlefield]
    one = Reading(fields.raw(battlefield), ("frontline", "trenches"), battlefield)
    frontline = one.integer("frontline", track.low, track.high)
    return Battlefield(frontline, read_trenches(one.raw("trenches"), one.at("trenches"), track, None))


def write_battlefields(battlefields: Mapping[str, Battlefield]) -> Json:
    """The fronts as JSON."""
    return {
        each: {
            "frontline": front.frontline,
            "trenches": {str(space): count for space, count in front.trenches.items()},
        }
        for each, front in battlefields.items()
    }
