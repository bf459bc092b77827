"""A Balance Sheet's lines: every movement of credits, of all players, in one list (specification 6.13)."""

from dataclasses import asdict, dataclass
from typing import Literal, get_args

from companion.engine.wire import Json

type Kind = Literal[
    "budget",
    "units",
    "manpower",
    "fuel",
    "ammunition",
    "deployment",
    "extraction",
    "penalty",
    "scrap",
    "share",
    "salvage",
    "bonus",
    "adjustment",
]
KINDS: tuple[Kind, ...] = get_args(Kind.__value__)
"""In the order of the sheet's columns."""

EXPENSES: tuple[Kind, ...] = KINDS[1:8]
INCOMES: tuple[Kind, ...] = KINDS[8:12]


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
