"""A Balance Sheet's lines: every movement of credits, of all players, in one list (specification 6.13)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.games.parabellum.data import Kind
from companion.games.parabellum.state.amounts import Count, Text
from companion.games.parabellum.state.naming import PlayerId


class Payment(NamedTuple):
    """What goes on somebody's sheet; `amount` is signed, `quantity` the number bought, else 1."""

    player: str
    kind: Kind
    item: str
    amount: int
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `n` counts from 1 over all players, `amount` is signed and never 0."""

    n: Count
    scenario: Text
    round: Count
    player: PlayerId
    kind: Kind
    item: Text
    quantity: Count
    amount: Count


def numbered(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines that somebody may see, counted from 1: numbers over all players tell of the others' lines."""
    return tuple(replace(line, n=n) for n, line in enumerate(lines, 1))
