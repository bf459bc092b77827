"""The ruined city: both fronts as houses that all see, and over them what one side alone sees."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from companion.engine.looking import Values
from companion.games.scope.data import CARD_NAMES, SIDE_NAMES, SIDES, Card, Side
from companion.games.scope.rules.secrets import turned_up
from companion.games.scope.screens.odds import Odds, per_cent
from companion.games.scope.state import State, ground

HOUSES = 5
"""How many kinds of ruins are drawn."""
WINDOWS = tuple((x, y) for y in (21.1, 43.6, 66.2) for x in (7, 24.7, 81.5, 99.1))
"""The twelve windows of a house, in its own units of 122 by 94."""


@dataclass(frozen=True, slots=True)
class Disc:
    """What stands on the crossing of a quadrant that may be chosen: its link, its figure, whether it is."""

    href: str
    figure: str = ""
    chosen: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Taps:
    """What a tap on the city does.

    `cells` are the links of the cells. All else is for the eyes of one side alone: `discs` by quadrant,
    `targets` that the deed can reach, `after` the card that would lie in a cell, `marked` own cells.
    """

    cells: Mapping[str, str] = field(default_factory=dict)
    chosen: frozenset[str] = frozenset()
    discs: Mapping[str, Disc] = field(default_factory=dict)
    targets: frozenset[str] = frozenset()
    after: Mapping[str, str] = field(default_factory=dict)
    marked: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Lie:
    """How the battlefield lies before who looks: his own front at the lower edge."""

    state: State
    near: Side = "german"

    def x(self, at: str) -> int:
        """The column of the drawing, counted from 1."""
        n = ground.column_of(at)
        return n + 1 if self.near == "german" else self.state.columns - n

    def y(self, at: str) -> int:
        """The row of the drawing, counted from 1 at the top; the street lies between the fronts."""
        row, rows = ground.row_of(at), self.state.rows
        down = 2 * rows - row + 1 if self.near == "german" else row
        return down if down <= rows else down + 1

    def place(self, at: str) -> Values:
        """A cell's place."""
        return {"at": at, "x": self.x(at), "y": self.y(at)}

    def square(self, quadrant: str) -> Values:
        """A quadrant's place: its upper left cell as it is drawn."""
        cells = ground.corners(quadrant)
        return {"at": quadrant, "x": min(map(self.x, cells)), "y": min(map(self.y, cells))}


def city(lie: Lie, taps: Taps, heat: Odds) -> Values:
    """What everybody sees: houses with their chances, cards that are up, shot cards."""
    state = lie.state
    return {
        "columns": state.columns,
        "rows": state.rows,
        "cells": [_cell(lie, at, taps, heat.get(at)) for at in state.grid],
        "letters": [
            {"x": lie.x(ground.cell(n, 1)), "letter": "abcdefgh"[n].upper()} for n in range(state.columns)
        ],
        "numbers": [{"y": lie.y(ground.cell(0, row)), "number": row} for row in range(1, 2 * state.rows + 1)],
        "street": state.rows + 1,
        "shots": [
            {**lie.square(shot.quadrant), "side": side, "label": f"{SIDE_NAMES[side]} shot card"}
            for side, shot in state.shots.items()
            if shot
        ],
        "label": "The battlefield: " + ", ".join(f"{SIDE_NAMES[side]} {state.score[side]}" for side in SIDES),
    }


def _cell(lie: Lie, at: str, taps: Taps, chances: Mapping[Card, Fraction] | None) -> Values:
    state, lying = lie.state, lie.state.grid[at]
    face = _open_card(state, at)
    sniper = None if chances is None or face else chances.get("sniper", Fraction(0))
    return {
        **lie.place(at),
        "side": lying.side,
        "house": (7 * ground.column_of(at) + 3 * ground.row_of(at)) % HOUSES,
        "face": face,
        "odds": "" if sniper is None else per_cent(sniper),
        "lit": lit(at, sniper) if sniper else (),
        "href": taps.cells.get(at, ""),
        "chosen": at in taps.chosen,
        "label": f"{at}, {_told(state, at, face, sniper)}",
    }


def _open_card(state: State, at: str) -> Values | None:
    """The card of a cell that everybody sees: one that is up, an intruder, all of them at the end."""
    lying = state.grid[at]
    is_open = at in turned_up(state) or lying.side != state.front_of(at) or state.phase == "finished"
    return card(state, lying.card, lying.side) if is_open else None


def card(state: State, kind: str, side: Side) -> Values:
    """A card's face."""
    return {
        "card": kind,
        "name": CARD_NAMES[kind].capitalize(),
        "points": state.options.points.of(kind),
        "side": side,
    }


def lit(at: str, chance: Fraction) -> list[tuple[float, float]]:
    """The windows that are lit: twelfths of the chance, at least one; which ones is the house's own.

    >>> len(lit("b4", Fraction(135, 239))), len(lit("a4", Fraction(1, 100)))
    (7, 1)
    """
    number = max(ceil(chance), round(12 * chance))
    first = 5 * ground.column_of(at) + 7 * ground.row_of(at)
    return [WINDOWS[(first + 5 * n) % len(WINDOWS)] for n in range(number)]


def _told(state: State, at: str, face: Values | None, sniper: Fraction | None) -> str:
    whose = SIDE_NAMES[state.grid[at].side]
    if face:
        return f"{whose} {face['name'].lower()}, face up"
    if sniper is None:
        return f"{whose} card, face down"
    return f"{whose} card, face down, sniper {per_cent(sniper)} per cent"


def own_layer(lie: Lie, side: Side, taps: Taps) -> Values:
    """What one side alone sees: its own faces, and what it may do with the deed that it weighs."""
    return {
        "side": side,
        "name": SIDE_NAMES[side],
        "faces": list(_faces(lie, side, taps)),
        "targets": [lie.place(at) for at in lie.state.grid if at in taps.targets],
        "discs": [
            {**lie.square(square), "disc": disc, "label": disc.words or f"Quadrant {square}"}
            for square, disc in taps.discs.items()
        ],
    }


def _faces(lie: Lie, side: Side, taps: Taps) -> Iterator[Values]:
    state = lie.state
    up = turned_up(state)
    for at in state.cells(side):
        if at in up or state.front_of(at) != side:
            continue
        kind = taps.after.get(at, state.grid[at].card)
        face = card(state, kind, side)
        changed = kind != state.grid[at].card
        marked = at in taps.marked
        yield {**lie.place(at), "face": face, "changed": changed, "marked": marked}
