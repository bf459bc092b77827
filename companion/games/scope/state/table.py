"""Where a game of SCOPE stands: the session's state, attribute by attribute (specification 3.2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from companion.engine import shape
from companion.engine.shape import Between, Distinct, Every, Learns, Names, OneOf, Sized, Unusual
from companion.engine.squares import row_of
from companion.engine.wire import Json
from companion.games.scope.data import (
    CARDS,
    MOST_COLUMNS,
    MOST_ROWS,
    SIDES,
    TARGETS,
    TEAM_SEATS,
    Card,
    Mode,
    Phase,
    Reason,
    Scenario,
    Seat,
    Side,
    Theme,
)
from companion.games.scope.state import ground
from companion.games.scope.state.naming import TWICE, Quadrant, SeatId, side_of
from companion.games.scope.state.options import Options
from companion.games.scope.state.pending import Pending

type Both[T] = Annotated[Mapping[Side, T], Every(SIDES)]
type Spare = Annotated[int, Between(0, 2)]
type Objective = Annotated[int, Between(1, 30)] | None
type Fallen = Annotated[Card, OneOf(TARGETS)]
"""A card that is worth points."""
type Event = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in its cell, and whose it is."""

    side: Side
    card: Card


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot card on its quadrant, and the seat that placed it."""

    quadrant: Quadrant
    slot: SeatId


def cells_of(rows: int, known: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Every cell of a battlefield, row by row, once its columns are known."""
    return {"cells": ground.block(known["columns"], 1, 2 * rows)} if "columns" in known else {}


@dataclass(frozen=True, slots=True)
class State:
    """A session's state; its attributes are the keys of its JSON.

    `events` are what everybody saw happen in each front, the language of `search-odds` (3.4). A table whose
    people lay out their fronts themselves says which sides are still `laying_out`, what lies there meaning
    nothing till then; `seals` are the digests under which fronts are sealed. Where the `cards` lie on the
    table, the grid is one arrangement that fits all that was seen, and nobody's. The specification knows none
    of them.
    """

    phase: Phase
    turn: Annotated[int, Between(1, 99999)]
    slots: Annotated[
        tuple[Seat, ...], Sized(2, len(TEAM_SEATS)), Distinct(TWICE), Names("seats", by=lambda seats: seats)
    ]
    slot: SeatId
    scenario: Scenario
    theme: Theme | None
    mode: Mode
    players: Annotated[int, Between(2, 4)]
    columns: Annotated[int, Between(2, MOST_COLUMNS), Learns(lambda columns, _: {"columns": columns})]
    rows: Annotated[int, Between(2, MOST_ROWS), Learns(cells_of)]
    objective: Objective
    counts: Annotated[Mapping[Card, Annotated[int, Between(0, 29)]], Every(CARDS)]
    grid: Annotated[Mapping[str, Lying], Every("cells")]
    spare_snipers: Both[Spare]
    lost: Both[tuple[Fallen, ...]]
    aside: Both[Spare]
    score: Both[int]
    shots: Both[Shot | None]
    pending: Pending | None
    deployed: bool
    events: Both[tuple[Any, ...]]
    winner: Side | None
    reason: Reason | None
    options: Options
    cards: Annotated[Literal["table"] | None, Unusual] = None
    laying_out: Annotated[tuple[Side, ...], Unusual] = ()
    seals: Annotated[Mapping[Side, str], Unusual] = field(default_factory=dict)

    @property
    def side(self) -> Side:
        """The side whose turn it is."""
        return side_of(self.slot)

    def front(self, side: Side) -> tuple[str, ...]:
        """The cells of one front."""
        return ground.front_cells(side, self.columns, self.rows)

    def front_of(self, at: str) -> Side:
        """The front in which a cell lies."""
        return "german" if row_of(at) <= self.rows else "soviet"

    def cells(self, side: Side, card: Card | None = None) -> list[str]:
        """Where cards of a side lie, in cell order; with `card`, those of that kind."""
        lying = self.grid.items()
        return [at for at, each in lying if each.side == side and card in (None, each.card)]

    def movable(self, side: Side) -> list[str]:
        """The quadrants of a front in which all four cards are its own side's (R10)."""
        squares = ground.front_squares(side, self.columns, self.rows)
        return [each for each in squares if self.is_own(each, side)]

    def is_own(self, quadrant: str, side: Side) -> bool:
        """Whether all four cards of a quadrant are a side's."""
        return all(self.grid[at].side == side for at in ground.corners(quadrant))

    def left(self, side: Side) -> Iterator[Card]:
        """A side's cards on the battlefield."""
        return (each.card for each in self.grid.values() if each.side == side)

    def laid(self, cards: Mapping[str, Lying]) -> "State":
        """The same with other cards in some cells."""
        return replace(self, grid={**self.grid, **cards})

    def noted(self, front: Side, *events: Event) -> "State":
        """The same with more that everybody saw happen in a front."""
        return replace(self, events={**self.events, front: (*self.events[front], *events)})


def read_state(value: Json, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable."""
    state: State = shape.read(State, value, path)
    return state


def state_json(state: State) -> Json:
    """The whole state, secrets and all."""
    return shape.write(state)
