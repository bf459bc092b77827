"""Cells, seats and sides by name, and the shapes that states, actions and questions share."""

from typing import Annotated

from companion.engine.called import Called
from companion.engine.shape import Between, Distinct, Known, Matching, Sized
from companion.games.scope.data import MOST_COLUMNS, MOST_ROWS, SEAT_NAMES, Card, Side

CELL = "a cell: a column from a to h and a row from 1 to 8, as c5"
TWICE = "“{given}” is named before; each may be named once."

type Cell = Annotated[str, Matching("[a-h][1-8]", CELL)]
"""A cell of some battlefield; whether it lies on this one is for the rules."""
type Quadrant = Annotated[str, Matching("[a-h][1-8]", CELL)]
"""A square of four cells, by its lowest row and leftmost column."""
type SeatId = Annotated[str, Known("seats", "{given} has no seat at this table; {names} have.")]
"""A seat of this session."""
type Place = Annotated[int, Between(0, 3)]
"""A cell of a quadrant, counted from 0."""
type Order = Annotated[tuple[Place, Place, Place, Place], Distinct(TWICE)]
"""Where the cards of a quadrant come from: the k-th cell gets what lay in this place."""
type Row = Annotated[tuple[Card, ...], Sized(1, MOST_COLUMNS)]
type Front = Annotated[tuple[Row, ...], Sized(1, MOST_ROWS)]
"""A front as it is laid: its rows from the first, at the line, to the last."""


def side_of(seat: str) -> Side:
    """The side for which a seat plays.

    >>> side_of("soviet_units")
    'soviet'
    """
    return "german" if seat.startswith("german") else "soviet"


def spoken(seat: object) -> Called:
    """A seat as people call it."""
    known = seat if isinstance(seat, str) and seat in SEAT_NAMES else ""
    return Called(SEAT_NAMES.get(known, "Somebody"), known)
