"""Every piece that may stand between a question's heading and its foot, drawn by the template it names."""

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.stage.choosing import Choices, Counters, Fields, Ticks
from companion.engine.stage.odds import Bars, Dice, Outcomes
from companion.engine.stage.said import Words
from companion.engine.stage.telling import Facts, Lead, Note, Own, Queue, Rows, Say, Versus


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Pieces folded away under a word; `id` keeps it open over refreshes."""

    template: ClassVar = "stage/pieces/fold.html"
    id: str
    title: Words
    pieces: "tuple[Piece, ...]"
    open: bool = False


type Piece = (
    Lead | Note | Say | Facts | Versus | Rows | Queue | Own  # what is told
    | Bars | Dice | Outcomes
    | Choices | Ticks | Counters | Fields
    | Fold
)  # fmt: skip
"""A piece of a question."""
