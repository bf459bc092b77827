"""The squares of a board: a letter for the column, a number for the row."""

from functools import cache


@cache
def square(column: int, row: int) -> str:
    """The square of a column counted from 0 and a row counted from 1.

    >>> square(1, 7)
    'b7'
    """
    return f"{chr(ord('a') + column)}{row}"


@cache
def column_of(at: str) -> int:
    """A square's column, counted from 0."""
    return ord(at[0]) - ord("a")


@cache
def row_of(at: str) -> int:
    """A square's row, counted from 1."""
    return int(at[1:])


def apart(one: str, other: str) -> tuple[int, int]:
    """How many columns and how many rows lie between two squares.

    >>> apart("a1", "c2")
    (2, 1)
    """
    return abs(column_of(one) - column_of(other)), abs(row_of(one) - row_of(other))
