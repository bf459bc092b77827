"""A tree of scenarios as a value: rounds are columns, letters rows, and ways lead to later rounds only.

`companion.engine.tree.layout` says where each of it stands, for the screen and for paper alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

type Status = Literal["played", "now", "open", "locked", "shut"]
"""`open` can be chosen next, `locked` later, and no way leads to a `shut` one any more."""
type Way = Literal["taken", "open", "ahead", "shut"]
"""`open` is one of the ways to choose between next; `ahead` may become one."""

STATUSES: tuple[Status, ...] = ("played", "now", "open", "locked", "shut")
WAYS: tuple[Way, ...] = ("taken", "open", "ahead", "shut")


@dataclass(frozen=True, slots=True)
class Node:
    """A scenario: `round` is its column, `letter` its row (empty where a round has but one).

    `note` is a short line below the title: who chooses what comes after it.
    """

    id: str
    round: int
    letter: str
    title: str
    status: Status
    note: str = ""

    @property
    def code(self) -> str:
        """How people write it.

        >>> Node("2a", 2, "a", "The Ford", "open").code
        '2A'
        """
        return self.id.upper()


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from a scenario to a later one: its condition in words, and what of it is still unmet."""

    origin: str
    goal: str
    status: Way
    condition: str = ""
    unmet: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """All scenarios of a campaign and the ways between them.

    `ValueError` for two nodes of one id or one place, for a way that is named twice, leads nowhere or back.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def __post_init__(self) -> None:
        """Refuse what cannot be drawn as a tree."""
        places = {(node.round, node.letter) for node in self.nodes}
        if len(self.named) != len(self.nodes) or len(places) != len(self.nodes):
            raise ValueError("Each scenario has an id and a place of its own.")
        ways = [(edge.origin, edge.goal) for edge in self.edges]
        if len(set(ways)) != len(ways):
            raise ValueError("Each way stands in a tree once.")
        named = self.named
        for origin, goal in ways:
            if origin not in named or goal not in named:
                raise ValueError(f"The way from {origin} to {goal} has no scenario at one of its ends.")
            if named[goal].round <= named[origin].round:
                raise ValueError(f"The way from {origin} must lead to a later round than {goal}'s.")

    @property
    def named(self) -> Mapping[str, Node]:
        """The scenarios by id."""
        return {node.id: node for node in self.nodes}

    def out_of(self, node: str) -> tuple[Edge, ...]:
        """The ways on from a scenario."""
        return tuple(edge for edge in self.edges if edge.origin == node)

    def into(self, node: str) -> tuple[Edge, ...]:
        """The ways that lead to a scenario."""
        return tuple(edge for edge in self.edges if edge.goal == node)
