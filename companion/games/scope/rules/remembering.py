"""What everybody has seen of a front, and what must still lie in it face down: from its public events (3.4).

This is all that a table with its own cards tells the app; it is kept to judge what can be, and shown to
nobody.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.games.scope.data import Card, Side
from companion.games.scope.state import State, ground
from companion.games.scope.state.table import Event, Lying


class Memory(NamedTuple):
    """Cards whose place is known, and how many of each lie in the other places of the front."""

    known: dict[str, Card]
    rest: Counter[Card]

    def may_be(self, at: str, card: Card) -> bool:
        """Whether that card can lie there."""
        return self.known[at] == card if at in self.known else self.rest[card] > 0


def remembered(state: State, side: Side) -> Memory:
    """What has been seen in a front, event by event."""
    memory = Memory({}, Counter(state.counts))
    for event in state.events[side]:
        _learn(memory, event)
    return memory


def _learn(memory: Memory, event: Event) -> None:
    known, rest = memory
    kind, at = event["type"], event.get("cell", "")
    if kind == "move":
        for each in ground.corners(event["quadrant"]):
            if each in known:
                rest[known.pop(each)] += 1
    elif kind == "reveal" and at not in known:
        rest[event["card"]] -= 1
        known[at] = event["card"]
    elif kind == "replace":
        known[at] = event["card"]
    elif kind == "leave":
        del known[at]
    elif kind == "reinforce":
        rest["empty"] -= len(event["cards"])
        rest.update(event["cards"])


def face_down(state: State, side: Side, memory: Memory) -> list[str]:
    """The places of a front of which nobody knows what lies there."""
    front = state.front(side)
    return [at for at in front if state.grid[at].side == side and at not in memory.known]


def arranged(state: State) -> State:
    """The same with both fronts in one order that fits all that was seen: which one means nothing."""
    cards: dict[str, Lying] = {}
    for side in ("german", "soviet"):
        memory = remembered(state, side)
        places = face_down(state, side, memory)
        cards |= {at: Lying(side, card) for at, card in memory.known.items()}
        cards |= {
            at: Lying(side, card) for at, card in zip(places, sorted(memory.rest.elements()), strict=True)
        }
    return state.laid(cards)


@dataclass(frozen=True, slots=True)
class Possible(State):
    """The same table, whose cards lie wherever they can: what may be done there is what might be."""

    memories: Mapping[Side, Memory] = field(default_factory=dict)

    def cells(self, side: Side, card: Card | None = None) -> list[str]:
        """Where cards of a side lie or, with `card`, where one of that kind can."""
        memory = self.memories[side]
        return [
            at
            for at, each in self.grid.items()
            if each.side == side and (card is None or self._may_be(at, each, card, memory))
        ]

    def _may_be(self, at: str, lying: Lying, card: Card, memory: Memory) -> bool:
        if self.front_of(at) != lying.side:
            return card == "infantry"
        return memory.may_be(at, card)
