"""The battlefield: its cells, the quadrants, what lies beside what (specification 2)."""

from functools import cache

from companion.engine.squares import apart, column_of, row_of, square
from companion.games.scope.data import Side

cell = square
"""The cell of a column counted from 0 and a row counted from 1."""


@cache
def block(columns: int, first: int, last: int) -> tuple[str, ...]:
    """Every cell of these rows, row by row."""
    return tuple(cell(n, row) for row in range(first, last + 1) for n in range(columns))


@cache
def squares(columns: int, first: int, last: int) -> tuple[str, ...]:
    """Every quadrant that lies in these rows altogether, row by row."""
    return tuple(cell(n, row) for row in range(first, last) for n in range(columns - 1))


@cache
def corners(quadrant: str) -> tuple[str, str, str, str]:
    """The four cells of a quadrant, in order.

    >>> corners("b3")
    ('b3', 'c3', 'b4', 'c4')
    """
    n, row = column_of(quadrant), row_of(quadrant)
    return cell(n, row), cell(n + 1, row), cell(n, row + 1), cell(n + 1, row + 1)


def rows_of(side: Side, rows: int) -> tuple[int, int]:
    """The first and the last battlefield row of a front."""
    return (1, rows) if side == "german" else (rows + 1, 2 * rows)


def front_cells(side: Side, columns: int, rows: int) -> tuple[str, ...]:
    """The cells of one front, row by row."""
    return block(columns, *rows_of(side, rows))


def front_squares(side: Side, columns: int, rows: int) -> tuple[str, ...]:
    """The quadrants of one front."""
    return squares(columns, *rows_of(side, rows))


def last_row(side: Side, rows: int) -> int:
    """The row of a front that is next to its own player zone."""
    return 1 if side == "german" else 2 * rows


def by_player_zone(quadrant: str, side: Side, rows: int) -> bool:
    """Whether a quadrant of a front lies next to its own player zone."""
    return last_row(side, rows) in (row_of(quadrant), row_of(quadrant) + 1)


def adjacent(one: str, other: str) -> bool:
    """Whether two cells touch, along an edge or at a corner."""
    return max(apart(one, other)) == 1
