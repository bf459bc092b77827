"""What the app remembers, where the table lets it: what was seen, and what was moved since (R31)."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine.scene import Scene
from companion.games.scope.data import Side
from companion.games.scope.state import State, ground
from companion.games.scope.state.table import Event

MOST_FRAMES = 3
"""More than so many frames hide each other; the oldest go."""


class Moved(NamedTuple):
    """A quadrant that was moved after something in it was seen, and what that was."""

    quadrant: str
    cards: tuple[str, ...]


def empty_since(scene: Scene[State], side: Side) -> dict[str, int]:
    """The areas of a front that are known to be empty, and the turn when that was seen."""
    state = scene.state
    if not state.options.memory_aid:
        return {}
    known: dict[str, int] = {}
    for n, event in enumerate(state.events[side]):
        for at in _forgotten(event):
            known.pop(at, None)
        if event.get("card") == "empty":
            known[event["cell"]] = n
    return {at: _turn(scene, side, n) for at, n in known.items() if state.grid[at].side == side}


def _forgotten(event: Event) -> Sequence[str]:
    """The cells of which nobody knows any more what lies there."""
    if event["type"] == "move":
        return ground.corners(event["quadrant"])
    return (event["cell"],) if "cell" in event else ()


def _turn(scene: Scene[State], side: Side, event: int) -> int:
    """The turn in which an event of a front happened."""
    trail = scene.trail
    after = bisect_right(trail, event, key=lambda state: len(state.events[side]))
    return trail[max(0, after - 1)].turn if after < len(trail) else scene.state.turn


def moved_since(state: State, side: Side) -> list[Moved]:
    """The quadrants of a front that were moved since something in them was seen, the latest last."""
    if not state.options.memory_aid:
        return []
    seen: dict[str, str] = {}
    moved: dict[str, Counter[str]] = {}
    for event in state.events[side]:
        _follow(event, seen, moved)
    found = [Moved(quadrant, tuple(cards.elements())) for quadrant, cards in moved.items() if cards.total()]
    return found[-MOST_FRAMES:]


def _follow(event: Event, seen: dict[str, str], moved: dict[str, Counter[str]]) -> None:
    """One more event: what is seen where, and what of it went astray in which quadrant."""
    if event["type"] == "move":
        gone = Counter(card for at in ground.corners(event["quadrant"]) if (card := seen.pop(at, "")))
        earlier = moved.pop(event["quadrant"], Counter())
        moved[event["quadrant"]] = earlier + gone
    elif event["type"] in ("reveal", "replace"):
        seen.pop(event["cell"], None)
        for quadrant in _astray(event, moved):
            moved[quadrant] -= Counter([event["card"]])
        if event["card"] != "empty":
            seen[event["cell"]] = event["card"]
    elif event["type"] == "leave":
        seen.pop(event["cell"], None)


def _astray(event: Event, moved: dict[str, Counter[str]]) -> Iterator[str]:
    """The quadrant in which the card that is seen now had gone astray."""
    where = (
        quadrant
        for quadrant, cards in moved.items()
        if cards[event["card"]] and event["cell"] in ground.corners(quadrant)
    )
    first = next(where, None)
    if event["type"] == "reveal" and first is not None:
        yield first
