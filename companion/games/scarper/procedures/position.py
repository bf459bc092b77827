"""What scoring and missions look at: a moment of the war, a table's or one that somebody asks about."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.scarper.data import BATTLEFIELDS, DIRECTION, OTHER, Side
from companion.games.scarper.state.board import Board
from companion.games.scarper.state.fronts import Battlefield
from companion.games.scarper.state.library import Library
from companion.games.scarper.state.options import DEFAULTS, Options
from companion.games.scarper.state.table import InPlay, PerSide, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A moment that somebody asks about."""

    year: int
    morale: int
    propaganda: PerSide[int]
    economy: PerSide[int]
    battlefields: Mapping[str, Battlefield]
    in_play: tuple[InPlay, ...]
    front: Board
    box: Library
    options: Options = DEFAULTS


type Standing = State | Position
"""A moment of the war."""


def score(at: Standing, battlefield: str, side: Side) -> int:
    """What a side scores on one battlefield (7.1.1)."""
    return max(0, DIRECTION[side] * at.front.value(battlefield, at.battlefields[battlefield].frontline))


def figure(at: Standing, what: str, side: Side, battlefields: frozenset[str] | None = None) -> int:
    """A figure of a side, as conditions name it (specification 9.6); morale is its lead."""
    if what == "morale":
        return at.morale * DIRECTION[side]
    if what in ("propaganda", "economy"):
        return (at.propaganda if what == "propaganda" else at.economy)[side]
    where = BATTLEFIELDS if battlefields is None else battlefields
    if what == "trenches":
        return sum(at.battlefields[each].trenches_of(side) for each in where)
    scores = [score(at, each, side) for each in where]
    if what == "held":
        return sum(each > 0 for each in scores)
    return max(scores) if what == "deepest" else sum(scores)


def lead(at: Standing, what: str, side: Side, battlefields: frozenset[str] | None = None) -> int:
    """How far a side is ahead in a figure."""
    if what == "morale":
        return figure(at, what, side)
    return figure(at, what, side, battlefields) - figure(at, what, OTHER[side], battlefields)
