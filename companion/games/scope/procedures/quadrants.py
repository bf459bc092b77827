"""The quadrants of a front: which can be moved, which lie next to the player zone (specification 6.6)."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Distinct
from companion.engine.wire import Json
from companion.games.scope.data import MOST_COLUMNS, MOST_ROWS, SIDE_NAMES, Side
from companion.games.scope.state import ground
from companion.games.scope.state.naming import TWICE, Cell


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.6's input: `intruders` are cells with enemy cards."""

    columns: Annotated[int, Between(2, MOST_COLUMNS)]
    rows: Annotated[int, Between(2, MOST_ROWS)]
    front: Side
    intruders: Annotated[tuple[Cell, ...], Distinct(TWICE)] = ()


def resolve(question: Json) -> Resolution:
    """Procedure 6.6: every quadrant, and how many contain each cell."""
    said: Question = shape.read(Question, question)
    cells = ground.front_cells(said.front, said.columns, said.rows)
    for n, each in enumerate(said.intruders):
        if each not in cells:
            front = SIDE_NAMES[said.front]
            words = f"{each} does not lie in the {front} front, which is {cells[0]} to {cells[-1]}."
            raise IllegalAction(f"intruders.{n}", words)
    rows = [_row(each, said) for each in ground.front_squares(said.front, said.columns, said.rows)]
    movable = sum(row["move"] for row in rows)
    cover = {at: sum(at in row["cells"] for row in rows) for at in cells}
    return Resolution({"quadrants": rows, "movable": movable, "cover": cover}, _steps(len(rows), movable))


def _row(quadrant: str, said: Question) -> dict[str, Json]:
    cells = ground.corners(quadrant)
    return {
        "quadrant": quadrant,
        "cells": list(cells),
        "move": not set(cells) & set(said.intruders),
        "player_zone": ground.by_player_zone(quadrant, said.front, said.rows),
    }


def _steps(number: int, movable: int) -> tuple[Step, ...]:
    values = {"number": number, "movable": movable}
    every = Step("move", "{number:# quadrant lies|# quadrants lie} in this front.", values)
    if number == movable:
        return (every,)
    words = "Only where all four cards are the side's own is a quadrant moved: {movable} of {number}."
    return (every, Step("R10", words, values))
