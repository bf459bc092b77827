"""Trenches on spaces, as people write them down: where, which space, how many (6.1.1)."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine.shape import Between
from companion.games.scarper.data import FARTHEST_SPACE
from companion.games.scarper.state.board import MOST_TRENCHES, BattlefieldId


@dataclass(frozen=True, slots=True)
class Placement:
    """So many trenches on one space, to be built or to be removed; whether there is one is for the rules."""

    battlefield: BattlefieldId
    space: Annotated[int, Between(-FARTHEST_SPACE, FARTHEST_SPACE)]
    count: Annotated[int, Between(1, MOST_TRENCHES)]


type Placements = tuple[Placement, ...]
