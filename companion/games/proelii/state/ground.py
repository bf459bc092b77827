"""The battlefield: its squares, rows and flanks, what lies next to what (6.1, R5, R6)."""

from collections.abc import Mapping
from functools import cache

from companion.engine.squares import column_of, row_of, square
from companion.games.proelii.data import DISTANT, ENTRY, ROWS, Adjacency, Side

FORWARD: Mapping[Side, int] = {"white": 1, "black": -1}
FIRST_ROW: Mapping[Side, int] = {"white": 1, "black": ROWS}
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


@cache
def is_square(at: str) -> bool:
    """Whether it is a square and not a zone."""
    return len(at) == 2  # a letter and a figure


@cache
def squares(columns: int) -> tuple[str, ...]:
    """Every square of a board, in string order."""
    return tuple(square(n, row) for n in range(columns) for row in range(1, ROWS + 1))


@cache
def step_from(at: str, step: tuple[int, int], columns: int) -> str | None:
    """The square one step on, or None off the board."""
    column, row = column_of(at) + step[0], row_of(at) + step[1]
    return square(column, row) if 0 <= column < columns and 1 <= row <= ROWS else None


@cache
def neighbours(at: str, columns: int, adjacency: Adjacency) -> tuple[str, ...]:
    """The squares next to a square, in string order (R5)."""
    steps = STRAIGHT + CORNERS if adjacency == "all" else STRAIGHT
    return tuple(sorted(found for step in steps if (found := step_from(at, step, columns))))


@cache
def first_row(side: Side, columns: int) -> tuple[str, ...]:
    """A side's first row."""
    return tuple(square(n, FIRST_ROW[side]) for n in range(columns))


def depth(at: str, side: Side) -> int:
    """The row in which something stands; the Entry Position is the one behind its side's first (R9)."""
    return FIRST_ROW[side] - FORWARD[side] if at == ENTRY else row_of(at)


@cache
def centre(columns: int) -> tuple[str, ...]:
    """The column letters between the flanks (R6).

    >>> centre(10)
    ('d', 'e', 'f', 'g')
    """
    flank = columns // 3
    return tuple("abcdefghij"[flank : columns - flank])


def crosses(red_lines: tuple[int, ...], side: Side, begin: str, end: str) -> bool:
    """Whether a way crosses a red line forward, first place against last (R9)."""
    if begin == DISTANT or not is_square(end):
        return False
    low, high = depth(begin, side), row_of(end)
    low, high = (low, high) if side == "white" else (high, low)
    return any(low <= line < high for line in red_lines)


def way(begin: str, end: str) -> tuple[int, int]:
    """The step from one square to the next."""
    return column_of(end) - column_of(begin), row_of(end) - row_of(begin)
