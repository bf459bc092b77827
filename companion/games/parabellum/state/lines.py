"""A Balance Sheet's lines: every movement of credits, of all players, in one list (specification 6.13)."""

from dataclasses import asdict, dataclass
from typing import NamedTuple

from companion.engine.wire import Json
from companion.games.parabellum.data import Kind


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

    n: int
    scenario: str
    round: int
    player: str
    kind: Kind
    item: str
    quantity: int
    amount: int


def line_json(line: Line) -> Json:
    """A line as the specification has it."""
    return asdict(line)
