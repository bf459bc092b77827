"""The board of a battle: how wide, where its red lines lie, which squares nobody enters (specification 6)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from companion.engine.errors import InvalidInput
from companion.engine.shape import AsOne, Between, Distinct, Known, Learns, Sized, Then
from companion.games.proelii.state import ground

LEAST_COLUMNS, MOST_COLUMNS = 7, 10


def _ascending(lines: tuple[int, ...], _: Any) -> tuple[int, ...]:
    if list(lines) != sorted(set(lines)):
        raise InvalidInput("", "The red lines are named from white's side on, each once.")
    return lines


type RedLines = Annotated[tuple[Annotated[int, Between(1, 5)], ...], Sized(0, 2), Then(_ascending), AsOne]
"""Behind which rows the red lines lie (R7)."""
type Blocked = Annotated[tuple[Annotated[str, Known("squares")], ...], Distinct("{given} is named before.")]
"""The squares that nobody enters."""


@dataclass(frozen=True)
class Board:
    """The battlefield: 7 to 10 columns of 6 rows (6.1, R7)."""

    columns: Annotated[
        Annotated[int, Between(LEAST_COLUMNS, MOST_COLUMNS)],
        Learns(lambda columns, _: {"squares": ground.squares(columns)}),
    ]
    red_lines: RedLines = (2, 4)
    blocked: Blocked = ()

    @cached_property
    def squares(self) -> tuple[str, ...]:
        """Every square, in string order."""
        return ground.squares(self.columns)

    @cached_property
    def closed(self) -> frozenset[str]:
        """The squares that nobody enters."""
        return frozenset(self.blocked)
