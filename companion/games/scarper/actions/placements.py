"""Trenches on spaces, as people write them down: where, which space, how many (6.1.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.errors import join
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, FARTHEST_SPACE
from companion.games.scarper.state.board import MOST_TRENCHES

KEYS = ("battlefield", "space", "count")


@dataclass(frozen=True, slots=True)
class Placement:
    """So many trenches on one space, to be built or to be removed."""

    battlefield: str
    space: int
    count: int


def read_placements(listed: Sequence[Json], path: str) -> tuple[Placement, ...]:
    """Placements as listed; whether the spaces exist is for the rules."""
    return tuple(_placement(Reading(each, KEYS, join(path, n))) for n, each in enumerate(listed))


def _placement(reading: Reading) -> Placement:
    battlefield = reading.name("battlefield", BATTLEFIELDS)
    space = reading.integer("space", -FARTHEST_SPACE, FARTHEST_SPACE)
    return Placement(battlefield, space, reading.integer("count", 1, MOST_TRENCHES))
