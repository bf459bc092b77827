"""The project's own layouts: where each kind of card is wanted, laid on a front of any size and any cards."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.shape import OneOf
from companion.games.scope.data import CARDS, FOLDER, Card
from companion.games.scope.screens.laying_out.draft import Draft

type Across = Literal["middle", "edge", "spread"]
type Place = tuple[int, int]


class Wanted(NamedTuple):
    """Where a kind of card is wanted: from the first row (0) to the last (1), and where across."""

    card: Annotated[Card, OneOf(CARDS)]
    row: float
    column: Across


@dataclass(frozen=True, slots=True)
class Layout:
    """A way to lay a front out: its name, what it is good for, the kinds of cards in the order of laying."""

    name: str
    words: str
    places: tuple[Wanted, ...]


@cache
def layouts() -> tuple[Layout, ...]:
    """Every layout that the project brings."""
    listed = json.loads((FOLDER / "starter" / "layouts.json").read_text("utf-8"))
    return tuple(shape.read(Layout, each) for each in listed)


def laid(layout: Layout, draft: Draft) -> Draft:
    """A front laid out so: each card in the best place that is free, empty areas in the others."""
    found = draft.cleared()
    for wanted in layout.places:
        for _ in range(found.counts[wanted.card]):
            free = [n for n, card in enumerate(found.places) if card is None]
            found = found.put(wanted.card, min(free, key=lambda n: _cost(wanted, found, n)))
    for n, card in enumerate(found.places):
        found = found.put("empty", n) if card is None else found
    return found


def _cost(wanted: Wanted, draft: Draft, n: int) -> tuple[float, float]:
    """How far a place is from what is wanted: across its rows first, then along them."""
    rows = len(draft.places) // draft.columns
    row, column = divmod(n, draft.columns)
    own = [divmod(at, draft.columns) for at, card in enumerate(draft.places) if card == wanted.card]
    along = ACROSS[wanted.column](abs(2 * column - draft.columns + 1), _crowd((row, column), own))
    return round(abs(row - wanted.row * (rows - 1))), along


def _crowd(at: Place, own: list[Place]) -> float:
    """How near the others of its kind lie."""
    return sum(1 / ((at[0] - row) ** 2 + (at[1] - column) ** 2) for row, column in own)


ACROSS: Mapping[Across, Callable[[int, float], float]] = {
    "middle": lambda off, crowd: off + crowd / 9,
    "edge": lambda off, crowd: crowd / 9 - off,
    "spread": lambda off, crowd: crowd + off / 99,
}
"""By the way across: what counts, how far from the middle a place is, or how near its like."""
