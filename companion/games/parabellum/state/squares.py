"""Squares of a map: `b7` is the second column from the left and the seventh row from the top (2.1, 2.4)."""

import re
from functools import cache
from typing import Annotated

from companion.engine import squares
from companion.engine.errors import InvalidInput
from companion.engine.reading import say
from companion.engine.shape import Matching
from companion.engine.thing import THING
from companion.engine.wire import Json
from companion.games.parabellum.data import Side

SQUARE = re.compile(r"[a-t]([1-9]|[1-3][0-9]|40)")
type SquareName = Annotated[str, Matching(SQUARE.pattern, "a square, column A to T and row 1 to 40,")]
"""A square's name; whether it lies on a map is the rules' word."""
SIDES: tuple[Side, ...] = ("n", "e", "s", "w")
OPPOSITE: dict[Side, Side] = {"n": "s", "e": "w", "s": "n", "w": "e"}
STEPS: dict[Side, tuple[int, int]] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def is_square(value: Json) -> bool:
    """Whether this names a square of the largest map that there can be."""
    return type(value) is str and SQUARE.fullmatch(value) is not None


def read_square(value: Json, path: str) -> str:
    """A square's name; whether it lies on a map is the caller's word."""
    if type(value) is str and SQUARE.fullmatch(value):
        return value
    raise InvalidInput(
        path, f"{THING}: a square, column A to T and row 1 to 40, is wanted; {say(value)} was given."
    )


@cache
def place(square: str) -> tuple[int, int]:
    """Column and row of a square, counted from 0.

    >>> place("b7")
    (1, 6)
    """
    return squares.column_of(square), squares.row_of(square) - 1


@cache
def square_at(column: int, row: int) -> str:
    """The square of a column and a row, counted from 0.

    >>> square_at(1, 6)
    'b7'
    """
    return squares.square(column, row + 1)


@cache
def reading_order(square: str) -> tuple[int, int]:
    """Squares go by row, then by column.

    >>> sorted(["a2", "b1", "a1"], key=reading_order)
    ['a1', 'b1', 'a2']
    """
    column, row = place(square)
    return row, column


@cache
def beside(square: str, side: Side) -> str | None:
    """The square on that side; none beyond the left and upper edge, which are every map's."""
    column, row = place(square)
    right, down = STEPS[side]
    if column + right < 0 or row + down < 0:
        return None
    return square_at(column + right, row + down)


@cache
def side_towards(square: str, other: str) -> Side | None:
    """The side of `square` by which one steps to `other`; none where the two are no neighbours."""
    return next((side for side in SIDES if beside(square, side) == other), None)


@cache
def distance(one: str, other: str, metric: str = "orthogonal") -> int:
    """How far two squares are from each other (R14).

    >>> distance("a1", "c2"), distance("a1", "c2", "diagonal")
    (3, 2)
    """
    apart = squares.apart(one, other)
    return max(apart) if metric == "diagonal" else sum(apart)
