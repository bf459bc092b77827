"""A card's face as a small table of places: each takes its share from an edge of the room that is left.

    FACE = (
        Place("title", "top", title),
        Place("map", "bottom", battlefields, yields=1),
        Place("text", "rest", text),
    )

What stands first in the table lies uppermost. Where not all fits, what yields first is left out first.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from companion.press.errors import DoesNotFit
from companion.press.face import Box, Mark

type Edge = Literal["top", "bottom", "left", "right", "rest"]
type Drawn = tuple[Iterable[Mark], float]
"""What was drawn at an edge of a room, and how many millimetres of the room it took."""


class Place[C](NamedTuple):
    """One field of a face: `draw` sets it at that edge of the room that it is given.

    1 yields before 2; what never yields has 0.
    """

    field: str
    edge: Edge
    draw: Callable[[C, Box], Drawn]
    yields: int = 0


def fixed[C](share: float, draw: Callable[[C, Box], Iterable[Mark]]) -> Callable[[C, Box], Drawn]:
    """A drawing that always takes the same share; it is given all the room, and draws at its edge."""
    return lambda content, room: (draw(content, room), share)


def face[C](places: Sequence[Place[C]], content: C, room: Box) -> tuple[Mark, ...]:
    """Everything in its place; `DoesNotFit` where even without all that may yield something finds no room."""
    ranks = [0, *sorted({place.yields for place in places} - {0})]
    for given_way in ranks:
        kept = [place for place in places if not 0 < place.yields <= given_way]
        try:
            return tuple(_laid(kept, content, room))
        except DoesNotFit:
            if given_way == ranks[-1]:
                raise
    raise AssertionError("the last try raises")


def _laid[C](places: Sequence[Place[C]], content: C, room: Box) -> Iterable[Mark]:
    marks: list[Mark] = []
    for place in places:
        drawn, taken = place.draw(content, room)
        marks = [*drawn, *marks]
        room = _left(room, place.edge, taken)
    return marks


def _left(room: Box, edge: Edge, taken: float) -> Box:
    """What is left of a room."""
    x, y, width, height = room
    match edge:
        case "top":
            return Box(x, y + taken, width, height - taken)
        case "bottom":
            return Box(x, y, width, height - taken)
        case "left":
            return Box(x + taken, y, width - taken, height)
        case "right":
            return Box(x, y, width - taken, height)
    return room
