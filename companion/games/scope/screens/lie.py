"""How the battlefield lies before who looks: his own front at the lower edge, first row against first row."""

from dataclasses import dataclass

from companion.engine.looking import Values
from companion.engine.squares import column_of, row_of
from companion.games.scope.data import Side
from companion.games.scope.state import State, ground

WIDE, HIGH = 122, 94
"""A cell in the units of its house."""


@dataclass(frozen=True, slots=True)
class Lie:
    """The battlefield as it is drawn for one side."""

    state: State
    near: Side = "german"

    def x(self, at: str) -> int:
        """The column of the drawing, counted from 1."""
        n = column_of(at)
        return n + 1 if self.near == "german" else self.state.columns - n

    def y(self, at: str) -> int:
        """The row of the drawing, counted from 1 at the top; the street lies between the fronts."""
        row, rows = row_of(at), self.state.rows
        down = 2 * rows - row + 1 if self.near == "german" else row
        return down if down <= rows else down + 1

    def place(self, at: str) -> Values:
        """A cell's place."""
        return {"at": at, "x": self.x(at), "y": self.y(at)}

    def square(self, quadrant: str) -> Values:
        """A quadrant's place: its upper left cell as it is drawn."""
        cells = ground.corners(quadrant)
        across = " square--across" if self.y(cells[0]) - self.y(cells[2]) not in (1, -1) else ""
        x, y = min(map(self.x, cells)), min(map(self.y, cells))
        return {"at": quadrant, "x": x, "y": y, "across": across}

    def in_square(self, at: str, quadrant: str) -> tuple[int, int]:
        """The middle of a cell within its quadrant, in the units of a house."""
        corner = self.square(quadrant)
        across, down = self.x(at) - corner["x"], self.y(at) - corner["y"]
        return WIDE // 2 + WIDE * across, HIGH // 2 + HIGH * down

    def rows(self, quadrant: str) -> list[str]:
        """The cells of a quadrant as they are drawn, from the upper left."""
        return sorted(ground.corners(quadrant), key=lambda at: (self.y(at), self.x(at)))
