"""What everybody saw happen in a front, as records (specification 3.4)."""

from typing import Annotated, Literal, NamedTuple

from companion.engine.shape import By, Distinct, Sized
from companion.games.scope.data import Card
from companion.games.scope.state.naming import TWICE, Cell, Quadrant


class Reveal(NamedTuple):
    """A card of the owner was turned up."""

    cell: Cell
    card: Card


class Move(NamedTuple):
    """The four cards of a quadrant were rearranged."""

    quadrant: Quadrant


class Fired(NamedTuple):
    """The owner placed his shot card."""

    quadrant: Quadrant


class Some(NamedTuple):
    """At least one of these cells holds such a card; a table says it of machine guns alone (3.4)."""

    card: Card
    cells: Annotated[tuple[Cell, ...], Sized(1, 32), Distinct(TWICE)]


class Replace(NamedTuple):
    """A known card of the owner comes to lie there."""

    cell: Cell
    card: Card


class Leave(NamedTuple):
    """No card of the owner lies there any more."""

    cell: Cell


class Reinforce(NamedTuple):
    """Empty areas of a quadrant became these cards."""

    quadrant: Quadrant
    cards: Annotated[tuple[Literal["infantry", "mortar"], ...], Sized(1, 2)]


EVENTS = {
    "reveal": Reveal,
    "move": Move,
    "shot": Fired,
    "some": Some,
    "replace": Replace,
    "leave": Leave,
    "reinforce": Reinforce,
}
type Event = Annotated[Reveal | Move | Fired | Some | Replace | Leave | Reinforce, By("type", EVENTS)]
