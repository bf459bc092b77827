"""Squares of a map as text: names of squares, rows of signs, sizes, and the square across."""

import re
from collections.abc import Sequence

from companion.engine.wire import Json

type Rows = Sequence[str]
SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")
SHOWN = 60
"""A map that is larger than any may be is drawn so far, with its fault beside it."""


def named(column: int, row: int) -> str:
    """The square of a column and a row, counted from 0.

    >>> named(1, 6)
    'b7'
    """
    return f"{chr(ord('a') + column)}{row + 1}"


def placed(square: str) -> tuple[int, int] | None:
    """Column and row of a square, counted from 0; None where that names none.

    >>> placed("b7"), placed("7b")
    ((1, 6), None)
    """
    found = SQUARE.fullmatch(square)
    return (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else None


def across(square: str, how: str, columns: int, height: int) -> str | None:
    """The square that mirrors this one on a map of that size.

    >>> across("a1", "half_turn", 16, 12), across("a1", "left_right", 16, 12)
    ('p12', 'p1')
    """
    place = placed(square)
    if place is None or how not in ("half_turn", "left_right"):
        return None
    row = height - 1 - place[1] if how == "half_turn" else place[1]
    return named(columns - 1 - place[0], row)


def sized(rows: Rows, columns: int, height: int, blank: str) -> list[str]:
    """The map in another size: what fits stays, what is new is blank.

    >>> sized(["ab", "cd"], 3, 1, ".")
    ['ab.']
    """
    kept = [row[:columns].ljust(columns, blank) for row in rows[:height]]
    return kept + [blank * columns] * (height - len(kept))


def painted(rows: Rows, square: str, sign: str) -> list[str]:
    """The map with another sign on one square; off the map nothing changes.

    >>> painted(["..", ".."], "b1", "#")
    ['.#', '..']
    """
    place = placed(square)
    if place is None or place[1] >= len(rows) or place[0] >= len(rows[place[1]]):
        return list(rows)
    column, at = place
    return [row[:column] + sign + row[column + 1 :] if n == at else row for n, row in enumerate(rows)]


def rows_of(value: Json) -> list[str]:
    """The rows of a map that may yet be anything."""
    return [str(row)[:SHOWN] for row in value[:SHOWN]] if isinstance(value, list) else []
